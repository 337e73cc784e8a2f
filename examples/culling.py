"""100,000 instances sorted, culled, compacted and drawn without a look at the count.

Each frame sorts the instances by material and, within one, from front to back; flags
those inside the camera's frustum; compacts the list of them, and draws it with
`draw_indirect`. `order="stable"` keeps the sorted order, so two frames of one scene are
the same bit for bit; with `order="any"` the list is some permutation of it.

    python examples/culling.py                      # all orders, compared with NumPy
    python examples/culling.py --png culling.png --order any

All that decides what is seen is written once, for NumPy and for gpuarray. The scene
lies on a grid of 1/16 and the camera turns by numbers with few digits, so float32
products and sums are exact, and both give the same pixels.
"""

import argparse
import hashlib
import itertools
from pathlib import Path
from types import SimpleNamespace

import numpy as np
import offscreen
from measuring import measured

import gpuarray

INSTANCE = np.dtype(  # 20 bytes, packed
    [("pos", "f4", (3,)), ("radius", "f4"), ("material", "u1"), ("tint", "u1", (3,))]
)
SPRITE = np.dtype(  # what the shader reads: 16 bytes
    [
        ("middle", "i2", (2,)),  # pixels
        ("half", "i2"),
        ("material", "u2"),
        ("depth", "f4"),  # 0 near .. 1 far
        ("color", "u1", (4,)),
    ]
)
NEAR, FAR = np.float32(1), np.float32(96)
BACKGROUND = (26, 30, 42)
MATERIALS = np.array(
    [[196, 84, 62], [88, 140, 82], [214, 176, 92], [92, 118, 168]], "u1"
)
SHADER = Path(__file__).with_name("culling.wgsl")
# Turns by about 0, 15, .. degrees, cosine and sine in 1/256.
TURNS = np.round(256 * np.exp(1j * np.pi / 12 * np.arange(24))) / 256


def scene(count, seed=7):
    """`count` instances on hills 128 metres across, on a grid of 1/16 metre."""
    rng = np.random.default_rng(seed)
    instances = np.zeros(count, INSTANCE)
    x, z = rng.uniform(-64, 64, (2, count))
    hills = 6 * np.sin(x / 13) * np.cos(z / 11) - 14
    height = rng.exponential(1.2, count)
    place = np.stack([x, hills + height, z], axis=1)
    instances["pos"] = np.round(place * 16) / 16
    instances["radius"] = rng.integers(2, 7, count) / 16
    bands = np.floor((hills + height + 20) / 4).clip(0, len(MATERIALS) - 1)
    instances["material"] = bands
    shade = rng.integers(60, 100, (count, 1))
    instances["tint"] = MATERIALS[instances["material"]] * shade // 100
    return instances


def camera(frame, width, height):
    """The camera of a frame: it stands in the middle and turns."""
    turn = TURNS[frame % len(TURNS)]
    return SimpleNamespace(
        cos=np.float32(turn.real),
        sin=np.float32(turn.imag),
        width=width,
        height=height,
        focal=np.float32(width // 2),  # 90 degrees across
    )


def project(xp, instances, view, sprites):
    """Fill `sprites` from `instances`; which of them lie in the camera's frustum."""
    x, y, z = (instances["pos"][:, axis] for axis in range(3))
    across = x * view.cos - z * view.sin
    ahead = x * view.sin + z * view.cos
    inside = (ahead > NEAR) & (ahead < FAR)
    distance = xp.clip(ahead, NEAR, FAR)  # those outside get some place as well
    limit = np.float32(8192)

    def pixels(length):
        return xp.clip(xp.floor(view.focal * length / distance), -limit, limit)

    column = pixels(across) + np.float32(view.width // 2)
    row = np.float32(view.height // 2) - pixels(y)
    half = xp.maximum(pixels(instances["radius"]), np.float32(1))
    sprites["middle"][:, 0] = column.astype(np.int16)
    sprites["middle"][:, 1] = row.astype(np.int16)
    sprites["half"] = half.astype(np.int16)
    sprites["material"] = instances["material"]
    sprites["depth"] = (distance - NEAR) / (FAR - NEAR)
    sprites["color"][:, :3] = instances["tint"]
    return (
        inside
        & (column + half > 0)
        & (column - half < np.float32(view.width))
        & (row + half > 0)
        & (row - half < np.float32(view.height))
    )


def sort_for_drawing(xp, sprites, inside):
    """By material, then front to back; equal ones in the scene's order."""
    order = xp.lexsort((sprites["depth"], sprites["material"]))
    # mode="clip": positions from a sort need no check, which would be read back.
    return (
        xp.take(sprites, order, axis=0, mode="clip"),
        xp.take(inside, order, axis=0, mode="clip"),
    )


class Viewer:
    """Culls and draws the frames of one scene."""

    def __init__(self, instances, width, height):
        self.device = gpuarray.device.current().gpu
        self.instances = gpuarray.asarray(instances)
        self.sprites = gpuarray.zeros(len(instances), SPRITE)
        self.picture = offscreen.Picture(width, height)
        self.color = self.picture.color.create_view()
        self.depth = self.picture.depth.create_view()
        code = self.device.create_shader_module(code=SHADER.read_text())
        self.pipeline = self.device.create_render_pipeline(
            layout="auto",
            vertex={"module": code, "entry_point": "corner"},
            primitive={"topology": "triangle-strip"},
            depth_stencil={
                "format": offscreen.DEPTH_FORMAT,
                "depth_write_enabled": True,
                "depth_compare": "less",
            },
            fragment={
                "module": code,
                "entry_point": "paint",
                "targets": [{"format": offscreen.COLOR_FORMAT}],
            },
        )
        self.size = self.device.create_buffer_with_data(
            data=np.array([width, height], np.float32), usage="UNIFORM"
        )

    def cull(self, frame, order):
        """What is seen in a frame, as a `Compacted`. Does not wait."""
        view = camera(frame, self.picture.width, self.picture.height)
        inside = project(gpuarray, self.instances, view, self.sprites)
        sprites, inside = sort_for_drawing(gpuarray, self.sprites, inside)
        return gpuarray.compact(sprites, inside, order=order)

    def draw(self, visible):
        """Draw what `cull` found. Does not wait."""
        bindings = self.device.create_bind_group(
            layout=self.pipeline.get_bind_group_layout(0),
            entries=[
                {"binding": 0, "resource": {"buffer": visible.values.buffer}},
                {"binding": 1, "resource": {"buffer": self.size}},
            ],
        )
        background = (*(level / 255 for level in BACKGROUND), 1)
        offscreen.draw(
            self.device,
            self.color,
            self.depth,
            self.pipeline,
            bindings,
            visible.draw_args(vertex_count=4),
            background,
        )


def seen_by_numpy(instances, frame, width, height):
    """The same visible list, by NumPy."""
    sprites = np.zeros(len(instances), SPRITE)
    inside = project(np, instances, camera(frame, width, height), sprites)
    sprites, inside = sort_for_drawing(np, sprites, inside)
    return sprites[inside]


def painted_by_numpy(visible, width, height):
    """The picture of a visible list: for each pixel the nearest sprite, the first of
    equal ones."""
    half = visible["half"].astype(np.int64)
    side = 2 * half
    owner = np.repeat(np.arange(len(visible)), side * side)
    first = np.cumsum(side * side) - side * side
    within = np.arange(len(owner)) - first[owner]
    column = visible["middle"][owner, 0] - half[owner] + within % side[owner]
    row = visible["middle"][owner, 1] - half[owner] + within // side[owner]
    shown = (column >= 0) & (column < width) & (row >= 0) & (row < height)
    owner, pixel = owner[shown], (row * width + column)[shown]
    nearest = np.lexsort((owner, visible["depth"][owner], pixel))
    pixel, first = np.unique(pixel[nearest], return_index=True)
    picture = np.empty((height * width, 3), np.uint8)
    picture[:] = BACKGROUND
    picture[pixel] = visible["color"][owner[nearest[first]], :3]
    return picture.reshape(height, width, 3)


def digest(array):
    return hashlib.sha256(np.ascontiguousarray(array).tobytes()).hexdigest()[:16]


def compare(instances, width, height, frame):
    """Draw a frame twice with each order; print what is equal to what."""
    viewer = Viewer(instances, width, height)
    wanted = seen_by_numpy(instances, frame, width, height)
    print(f"NumPy: {len(wanted):,} of {len(instances):,} instances are visible")
    for order in ("stable", "block", "any"):
        lists, images = [], []
        for _ in range(2):
            visible = viewer.cull(frame, order)
            viewer.draw(visible)
            lists.append(visible.get())
            images.append(viewer.picture.read())
        same_set = np.array_equal(np.sort(lists[0]), np.sort(wanted))
        painted = painted_by_numpy(lists[0], width, height).astype(int)
        apart = int(np.abs(images[0] - painted).max())
        print(
            f"{order:>6}: list {digest(lists[0])} {digest(lists[1])}  "
            f"image {digest(images[0])} {digest(images[1])}  "
            f"the list is NumPy's: {np.array_equal(lists[0], wanted)}  "
            f"the set is: {same_set}  grey levels apart from it drawn by NumPy: {apart}"
        )


def measure(instances, width, height, order, frames):
    """Print what a frame costs; how often one was waited for."""
    viewer, numbers = Viewer(instances, width, height), itertools.count()
    return measured(lambda: viewer.draw(viewer.cull(next(numbers), order)), frames)


def main():
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("--instances", type=int, default=100_000)
    parser.add_argument("--size", type=int, nargs=2, default=(640, 400))
    parser.add_argument("--frame", type=int, default=0)
    parser.add_argument("--order", choices=["stable", "block", "any"], default="stable")
    parser.add_argument("--png", type=Path, help="write the picture of one frame")
    parser.add_argument("--gif", type=Path, help="write one turn of the camera")
    parser.add_argument("--measure", type=int, metavar="FRAMES", help="time frames")
    chosen = parser.parse_args()
    instances = scene(chosen.instances)
    width, height = chosen.size
    if chosen.measure:
        measure(instances, width, height, chosen.order, chosen.measure)
    elif chosen.png or chosen.gif:
        viewer = Viewer(instances, width, height)
        kept = []
        for frame in range(len(TURNS)) if chosen.gif else [chosen.frame]:
            viewer.draw(viewer.cull(frame, chosen.order))
            kept.append(viewer.picture.read())
        if chosen.gif:
            offscreen.write_animation(kept, chosen.gif, 1 / 8)
        if chosen.png:
            offscreen.write_picture(kept[chosen.frame if chosen.gif else 0], chosen.png)
    else:
        compare(instances, width, height, chosen.frame)


if __name__ == "__main__":
    main()
