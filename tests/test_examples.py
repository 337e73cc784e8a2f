"""The examples that draw: against NumPy, against stored pictures, without a read-back.

`python tests/test_examples.py` writes the stored pictures anew; look at them before
they are committed.
"""

import subprocess
import sys
from pathlib import Path

import numpy as np
import pytest

pytest.importorskip("PIL", reason="the examples are not installed: .[examples]")
from PIL import Image

EXAMPLES = Path(__file__).parents[1] / "examples"
PICTURES = Path(__file__).parent / "pictures"
sys.path.insert(0, str(EXAMPLES))

import culling  # noqa: E402
import particles  # noqa: E402
from clouds import cloud as pygfx_cloud  # noqa: E402

pytestmark = pytest.mark.usefixtures("adapter")


def assert_looks_like(picture, name):
    """Equal to the stored picture but for a few pixels: rasterizers round in their own
    ways, and sums of blended colours in some order."""
    wanted = np.asarray(Image.open(PICTURES / name)).astype(int)
    apart = np.abs(picture.astype(int) - wanted).max(axis=2)
    assert picture.shape == wanted.shape
    assert np.mean(apart > 8) < 0.01
    assert apart.mean() < 0.5


def numpy_fountain(capacity, frames):
    """The fountain with NumPy in gpuarray's place: the records and how many live."""
    swarm = np.zeros(capacity, particles.PARTICULA).view(np.recarray)
    emitted = max(1, capacity // 64)
    for frame in range(frames):
        particles.age_and_move(swarm)
        alive = swarm[swarm.vida > 0]
        swarm = np.zeros(capacity, particles.PARTICULA).view(np.recarray)
        swarm[: len(alive)] = alive
        count = particles.emit(
            np, swarm, np.array(len(alive), np.uint32), emitted, frame
        )
    return swarm, int(count)


def last_particles(frames=40):
    *_, (_, picture) = particles.pictures(
        4096, frames, 160, 96, lambda frame: frame == frames - 1
    )
    return picture


def test_particles_live_as_in_numpy():
    fountain = particles.Fountain(2048)
    frames = 70  # the first have died and the tail is refilled
    for _ in range(frames):
        fountain.step()
    swarm, count = numpy_fountain(2048, frames)
    assert int(fountain.count) == count
    assert 1000 < count < 2048
    ours = fountain.swarm.get()
    for name in particles.PARTICULA.names:
        np.testing.assert_allclose(ours[name], swarm[name], rtol=1e-6, atol=1e-6)
    np.testing.assert_array_equal(ours["vida"], swarm["vida"])


def test_particles_are_drawn():
    assert_looks_like(last_particles(), "particles.png")


def test_a_frame_of_particles_reads_nothing_back():
    readbacks, alive = particles.measure(4096, 4, 64, 64)
    assert readbacks == 0
    assert alive == 10 * 64


@pytest.fixture(scope="module")
def instances():
    return culling.scene(5000)


@pytest.mark.parametrize("order", ["stable", "block", "any"])
@pytest.mark.parametrize("frame", [0, 5])
def test_culling_sees_what_numpy_sees(instances, order, frame):
    wanted = culling.seen_by_numpy(instances, frame, 160, 96)
    assert 0 < len(wanted) < len(instances)
    viewer = culling.Viewer(instances, 160, 96)
    visible = viewer.cull(frame, order)
    viewer.draw(visible)
    assert int(visible.draw_args(vertex_count=4)[1]) == len(wanted)
    seen = visible.get()
    if order == "stable":
        np.testing.assert_array_equal(seen, wanted)
    np.testing.assert_array_equal(np.sort(seen), np.sort(wanted))
    painted = culling.painted_by_numpy(wanted, 160, 96).astype(int)
    assert np.abs(viewer.picture.read() - painted).max() <= 1


def test_two_stable_frames_are_the_same_bits(instances):
    viewer = culling.Viewer(instances, 160, 96)
    frames = []
    for _ in range(2):
        visible = viewer.cull(2, "stable")
        viewer.draw(visible)
        frames.append((visible.get().tobytes(), viewer.picture.read().tobytes()))
    assert frames[0] == frames[1]


def culled_picture():
    viewer = culling.Viewer(culling.scene(20_000), 160, 96)
    viewer.draw(viewer.cull(0, "stable"))
    return viewer.picture.read()


def test_culling_is_drawn():
    assert_looks_like(culled_picture(), "culling.png")


def test_a_culled_frame_reads_nothing_back(instances):
    for order in ("stable", "block", "any"):
        assert culling.measure(instances, 64, 64, order, 3) == 0


PYGFX = """
import sys
sys.path.insert(0, sys.argv[1])
import numpy as np
import pygfx_points
from PIL import Image
from rendercanvas.offscreen import OffscreenRenderCanvas

canvas = OffscreenRenderCanvas(size=(192, 108), pixel_ratio=1)
show = pygfx_points.Show(pygfx_points.cloud(20_000), canvas)
kept = []
canvas.request_draw(lambda: kept.append(show.show(0.35, 0.12)))
picture = np.asarray(canvas.draw())[..., :3]
Image.fromarray(picture).save(sys.argv[2])
buffer = show.object.geometry.positions._wgpu_object
print(buffer is kept[0].values.buffer, len(kept[0]))
print(pygfx_points.measured(lambda: show.show(0.35, 0.12), 3))
"""


def shown_by_pygfx(path):
    """What a program of its own prints: pygfx comes before the first device array."""
    return subprocess.run(
        [sys.executable, "-c", PYGFX, EXAMPLES, path],
        capture_output=True,
        text=True,
        check=True,
    ).stdout


def test_pygfx_shows_the_same_buffer(tmp_path):
    pytest.importorskip("rendercanvas", reason="not installed: .[examples]")
    printed = shown_by_pygfx(tmp_path / "shown.png")
    points = pygfx_cloud(20_000)
    squared = (points * points).sum(axis=1)
    kept = np.sum((squared >= np.float32(0.23**2)) & (squared < np.float32(0.47**2)))
    assert printed.startswith(f"True {kept}\n")
    assert printed.splitlines()[-1] == "0"  # read-backs
    picture = np.asarray(Image.open(tmp_path / "shown.png"))
    assert_looks_like(picture, "pygfx_points.png")


if __name__ == "__main__":
    PICTURES.mkdir(exist_ok=True)
    Image.fromarray(last_particles()).save(PICTURES / "particles.png")
    Image.fromarray(culled_picture()).save(PICTURES / "culling.png")
    print(shown_by_pygfx(PICTURES / "pygfx_points.png"))
