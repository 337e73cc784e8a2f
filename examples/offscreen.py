"""A picture to draw into on gpuarray's device, and what is made of pictures."""

from pathlib import Path

import numpy as np
import wgpu
from PIL import Image

import gpuarray

COLOR_FORMAT = "rgba8unorm"
DEPTH_FORMAT = "depth32float"


class Picture:
    """A colour texture with a depth buffer, `width` times `height` pixels."""

    def __init__(self, width, height):
        self.device = gpuarray.device.current().gpu
        self.width, self.height = width, height
        size = (width, height, 1)
        usage = wgpu.TextureUsage.RENDER_ATTACHMENT
        self.color = self.device.create_texture(
            size=size, format=COLOR_FORMAT, usage=usage | wgpu.TextureUsage.COPY_SRC
        )
        self.depth = self.device.create_texture(
            size=size, format=DEPTH_FORMAT, usage=usage
        )

    def read(self):
        """The picture as uint8 of shape (height, width, 3). Waits for the device."""
        data = self.device.queue.read_texture(
            {"texture": self.color},
            {"bytes_per_row": 4 * self.width},
            self.color.size,
        )
        return np.asarray(data).reshape(self.height, self.width, 4)[..., :3].copy()


def draw(device, color_view, depth_view, pipeline, bindings, arguments, background):
    """One render pass with one indirect draw; submits, does not wait.

    `arguments` is the device array that `draw_args` gave.
    """
    encoder = device.create_command_encoder()
    depth = {
        "view": depth_view,
        "depth_clear_value": 1.0,
        "depth_load_op": "clear",
        "depth_store_op": "discard",
    }
    render_pass = encoder.begin_render_pass(
        color_attachments=[
            {
                "view": color_view,
                "clear_value": background,
                "load_op": "clear",
                "store_op": "store",
            }
        ],
        depth_stencil_attachment=depth if depth_view is not None else None,
    )
    render_pass.set_pipeline(pipeline)
    render_pass.set_bind_group(0, bindings)
    render_pass.draw_indirect(arguments.buffer, 0)
    render_pass.end()
    device.queue.submit([encoder.finish()])


def write_animation(frames, path, seconds_per_frame):
    """An animated GIF or PNG, by the suffix of `path`; says so."""
    images = [Image.fromarray(frame) for frame in frames]
    options = {"duration": round(1000 * seconds_per_frame), "loop": 0}
    if Path(path).suffix == ".gif":
        images = [
            image.quantize(colors=128, method=Image.Quantize.MEDIANCUT)
            for image in images
        ]
    images[0].save(path, save_all=True, append_images=images[1:], **options)
    print(f"wrote {path}")


def write_picture(frame, path):
    """A picture in the format that the suffix of `path` names; says so."""
    Image.fromarray(frame).save(path)
    print(f"wrote {path}")
