"""A fountain of a million particles that never leaves the device.

Each frame the records age and move (array operations), the dead are dropped
(`gpuarray.compact`), new ones are written into the freed tail (`gpuarray.raw_kernel`),
and the survivors are drawn (`draw_indirect`). How many live is known to the device
alone: no frame reads anything back or waits.

    python examples/particles.py                       # a window, where there is one
    python examples/particles.py --png frames/ --gif particles.gif --frames 60

`tests/test_examples.py` compares the records with a simulation in NumPy.
"""

import argparse
from pathlib import Path

import numpy as np
import offscreen
from measuring import measured
from window import require_display

import gpuarray

PARTICULA = np.dtype(
    [
        ("pos", "f4", (3,)),  # metres
        ("vel", "f4", (3,)),  # metres a second
        ("vida", "f4"),  # seconds left
        ("color", "u1", (4,)),  # red, green, blue, brightness
    ]
)
SECONDS_PER_FRAME = 1 / 32  # exact in binary
GRAVITY = 8.0
FLOOR_BOUNCE = 0.5
SHADER = Path(__file__).with_name("particles.wgsl")
EMIT = gpuarray.raw_kernel(
    Path(__file__).with_name("emit.wgsl").read_text(), "emit", workgroup_size=64
)


def age_and_move(swarm):
    """One frame of free fall; what meets the floor bounces."""
    step = np.float32(SECONDS_PER_FRAME)
    swarm.vida -= step
    swarm.vel[:, 1] -= step * np.float32(GRAVITY)
    swarm.pos += swarm.vel * step
    fell = (swarm.pos[:, 1] < 0) & (swarm.vel[:, 1] < 0)
    swarm.vel[:, 1] = np.where(
        fell, swarm.vel[:, 1] * np.float32(-FLOOR_BOUNCE), swarm.vel[:, 1]
    )


class Fountain:
    """The particles and their count, both on the device."""

    def __init__(self, capacity):
        self.swarm = gpuarray.zeros(capacity, PARTICULA)
        self.count = gpuarray.zeros((), np.uint32)
        self.emitted = max(1, capacity // 64)  # in balance where they live 2 s
        self.frame = 0

    def step(self):
        age_and_move(self.swarm)
        # Slots behind the survivors get zeros, so `vida` there is not above 0.
        kept = gpuarray.compact(self.swarm, self.swarm.vida > 0, fill_value=0)
        self.swarm = kept.values
        params = {
            "emitted": self.emitted,
            "frame": self.frame,
            "step": SECONDS_PER_FRAME,
        }
        EMIT(self.swarm, kept.count, params, groups=EMIT.groups(self.emitted))
        self.count = gpuarray.minimum(
            kept.count + np.uint32(self.emitted), np.uint32(len(self.swarm))
        )
        self.frame += 1

    def draw_arguments(self):
        return gpuarray.draw_args(self.count, vertex_count=4)


class Painter:
    """Draws a fountain into any texture view of `color_format`."""

    def __init__(self, width, height, color_format, capacity):
        self.device = gpuarray.device.current().gpu
        code = self.device.create_shader_module(code=SHADER.read_text())
        added = {"src_factor": "one", "dst_factor": "one", "operation": "add"}
        self.pipeline = self.device.create_render_pipeline(
            layout="auto",
            vertex={"module": code, "entry_point": "corner"},
            primitive={"topology": "triangle-strip"},
            fragment={
                "module": code,
                "entry_point": "light",
                "targets": [
                    {
                        "format": color_format,
                        "blend": {"color": added, "alpha": added},
                    }
                ],
            },
        )
        across = 12.0  # metres
        view = np.zeros(8, np.float32)
        view[0:2] = 2 / across, 2 / across * width / height
        view[2:4] = 0, -0.9
        view[4:6] = 3 / width, 3 / height
        view[6] = np.clip(width * height / 6 / capacity, 0.03, 1)
        self.view = self.device.create_buffer_with_data(data=view, usage="UNIFORM")

    def paint(self, color_view, fountain):
        swarm = fountain.swarm
        layout = self.pipeline.get_bind_group_layout(0)
        bindings = self.device.create_bind_group(
            layout=layout,
            entries=[
                {"binding": 0, "resource": {"buffer": swarm.buffer}},
                {"binding": 1, "resource": {"buffer": self.view}},
            ],
        )
        arguments = fountain.draw_arguments()
        offscreen.draw(
            self.device,
            color_view,
            None,
            self.pipeline,
            bindings,
            arguments,
            BACKGROUND,
        )


BACKGROUND = (0.01, 0.01, 0.03, 1)


def pictures(capacity, frames, width, height, keep):
    """Run `frames` frames; the pictures that `keep(frame)` asks for, as arrays."""
    fountain = Fountain(capacity)
    picture = offscreen.Picture(width, height)
    painter = Painter(width, height, offscreen.COLOR_FORMAT, capacity)
    target = picture.color.create_view()
    for frame in range(frames):
        fountain.step()
        painter.paint(target, fountain)
        if keep(frame):
            yield frame, picture.read()


def measure(capacity, frames, width, height):
    """Print what a frame costs; how often one was waited for, and how many live."""
    fountain = Fountain(capacity)
    picture = offscreen.Picture(width, height)
    painter = Painter(width, height, offscreen.COLOR_FORMAT, capacity)
    target = picture.color.create_view()

    def frame():
        fountain.step()
        painter.paint(target, fountain)

    return measured(frame, frames), int(fountain.count)


def show(capacity, width, height):
    """A window; closes as windows do."""
    require_display("--png FOLDER or --gif FILE")
    from rendercanvas.auto import RenderCanvas, loop

    canvas = RenderCanvas(
        size=(width, height), title="gpuarray: particles", update_mode="continuous"
    )
    context = canvas.get_wgpu_context()
    color_format = context.get_preferred_format(gpuarray.device.current().gpu.adapter)
    context.configure(device=gpuarray.device.current().gpu, format=color_format)
    fountain, painter = (
        Fountain(capacity),
        Painter(width, height, color_format, capacity),
    )

    @canvas.request_draw
    def frame():
        fountain.step()
        painter.paint(context.get_current_texture().create_view(), fountain)

    loop.run()


def main():
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("--particles", type=int, default=1 << 20)
    parser.add_argument("--frames", type=int, default=96)
    parser.add_argument("--size", type=int, nargs=2, default=(960, 540))
    parser.add_argument("--png", type=Path, help="folder for every eighth frame")
    parser.add_argument("--gif", type=Path, help="animation of every second frame")
    parser.add_argument(
        "--measure", action="store_true", help="time frames, no picture"
    )
    chosen = parser.parse_args()
    width, height = chosen.size
    if chosen.measure:
        _, alive = measure(chosen.particles, chosen.frames, width, height)
        print(f"{alive:,} particles at the end")
    elif chosen.png or chosen.gif:
        kept = []
        every = 2 if chosen.gif else 8
        for frame, picture in pictures(
            chosen.particles, chosen.frames, width, height, lambda k: k % every == 0
        ):
            if chosen.png and frame % 8 == 0:
                chosen.png.mkdir(parents=True, exist_ok=True)
                path = chosen.png / f"{frame:04}.png"
                offscreen.write_picture(picture, path)
            kept.append(picture)
        if chosen.gif:
            offscreen.write_animation(kept, chosen.gif, 2 * SECONDS_PER_FRAME)
    else:
        show(chosen.particles, width, height)


if __name__ == "__main__":
    main()
