"""Ten million points, filtered on the device and shown by pygfx from the same buffer.

The points are uploaded once. Each frame moves a shell through them: the points inside
it are compacted on the device, and pygfx draws the compacted array's own `GPUBuffer`.
Nothing is copied or read back: slots behind the survivors hold NaN, which pygfx skips.

    python examples/pygfx_points.py                     # a window, where there is one
    python examples/pygfx_points.py --points 1000000 --png points.png
"""

import argparse
import time
from pathlib import Path

import numpy as np
import pygfx
import wgpu
from clouds import cloud
from measuring import measured
from PIL import Image
from rendercanvas.offscreen import OffscreenRenderCanvas
from window import require_display

import gpuarray


def shell(points, middle, thickness):
    """The points whose distance from the origin is near `middle`; NaN behind them."""
    distance2 = (points * points).sum(axis=1)
    inner = np.float32(max(middle - thickness, 0) ** 2)
    outer = np.float32((middle + thickness) ** 2)
    inside = (distance2 >= inner) & (distance2 < outer)
    return gpuarray.compact(points, inside, fill_value=np.nan)


def shared_buffer(array):
    """A pygfx buffer over the memory of a device array of shape (n, 3): no copy."""
    buffer = pygfx.Buffer(
        nbytes=array.nbytes,
        nitems=len(array),
        format="3xf4",
        usage=wgpu.BufferUsage.STORAGE | wgpu.BufferUsage.VERTEX,
    )
    # pygfx makes a buffer where there is none yet; it has no public name for "here is
    # one" (version 0.17).
    buffer._wgpu_object = array.buffer
    return buffer


class Show:
    """A pygfx scene of the points inside a moving shell."""

    def __init__(self, points, canvas):
        self.points = gpuarray.asarray(points)
        self.renderer = pygfx.renderers.WgpuRenderer(canvas)
        if self.renderer.device is not gpuarray.device.current().gpu:
            raise RuntimeError("pygfx took another device: import gpuarray first")
        self.scene = pygfx.Scene()
        self.scene.add(pygfx.Background.from_color("#05060c"))
        self.camera = pygfx.PerspectiveCamera(50, 16 / 9)
        self.camera.local.position = (0, -1.9, 1.4)
        self.camera.look_at((0, 0, 0))
        self.material = pygfx.PointsMaterial(
            size=1.5, color=(1.0, 0.75, 0.45, 0.6), aa=False
        )
        self.object = None

    def show(self, middle, thickness):
        """Draw the shell at `middle`; the Compacted that is shown. Does not wait."""
        kept = shell(self.points, middle, thickness)
        if self.object is not None:
            self.scene.remove(self.object)
        self.object = pygfx.Points(
            pygfx.Geometry(positions=shared_buffer(kept.values)), self.material
        )
        self.scene.add(self.object)
        self.renderer.render(self.scene, self.camera)
        return kept


def main():
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("--points", type=int, default=10_000_000)
    parser.add_argument("--size", type=int, nargs=2, default=(960, 540))
    parser.add_argument(
        "--middle", type=float, default=0.35, help="radius of the shell"
    )
    parser.add_argument("--thickness", type=float, default=0.12)
    parser.add_argument("--png", type=Path, help="write one picture")
    parser.add_argument("--measure", type=int, metavar="FRAMES", help="time frames")
    chosen = parser.parse_args()
    if not (chosen.png or chosen.measure):
        require_display("--png FILE")
    points = cloud(chosen.points)
    width, height = chosen.size
    if chosen.png or chosen.measure:
        canvas = OffscreenRenderCanvas(size=(width, height), pixel_ratio=1)
        show = Show(points, canvas)
        if chosen.measure:
            measured(lambda: show.show(chosen.middle, chosen.thickness), chosen.measure)
        if chosen.png:
            canvas.request_draw(lambda: show.show(chosen.middle, chosen.thickness))
            picture = np.asarray(canvas.draw())
            Image.fromarray(picture[..., :3]).save(chosen.png)
            print(f"wrote {chosen.png}")
    else:
        from rendercanvas.auto import RenderCanvas, loop

        canvas = RenderCanvas(
            size=(width, height), title="gpuarray: pygfx", update_mode="continuous"
        )
        show = Show(points, canvas)
        begin = time.perf_counter()

        def frame():
            phase = 0.5 - 0.5 * np.cos(0.8 * (time.perf_counter() - begin))
            show.show(0.9 * phase, chosen.thickness)

        canvas.request_draw(frame)
        loop.run()


if __name__ == "__main__":
    main()
