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


def noise(index, which, frame):
    """The hash of emit.wgsl."""
    seed = (8 * frame + which) * 2891336453 % 2**32
    state = index * np.uint32(747796405) + np.uint32(seed)
    shift = (state >> np.uint32(28)) + np.uint32(4)
    mixed = ((state >> shift) ^ state) * np.uint32(277803737)
    return (((mixed >> np.uint32(22)) ^ mixed) >> np.uint32(8)).astype("f4") / 2**24


def numpy_fountain(capacity, frames):
    """The fountain in NumPy: the living records."""
    emitted = capacity // 64
    k = np.arange(emitted, dtype=np.uint32)
    colors = np.array(
        [[255, 96, 24, 255], [32, 160, 255, 255], [160, 255, 64, 255]], "u1"
    )
    swarm = np.recarray(0, particles.PARTICULA)
    for frame in range(frames):
        particles.age_and_move(swarm)
        new = np.recarray(emitted, particles.PARTICULA)
        swings = [noise(k, i, frame) + noise(k, i + 4, frame) - 1 for i in range(3)]
        new.vel = 1.5 * np.stack(swings, axis=1) + [0, 8, 0]
        nozzles = np.array([[-3, 0, 0], [0, 0, 0], [3, 0, 0]])[k % 3]
        early = noise(k, 3, frame)[:, np.newaxis] * particles.SECONDS_PER_FRAME
        new.pos = nozzles + new.vel * early
        new.vida = 1 + 2 * noise(k, 7, frame)
        new.color = colors[k % 3]
        swarm = np.concatenate([swarm[swarm.vida > 0], new])[:capacity]
        swarm = swarm.view(np.recarray)
    return swarm


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
    wanted = numpy_fountain(2048, frames)
    assert 1000 < len(wanted) < 2048
    assert int(fountain.count) == len(wanted)
    ours = fountain.swarm.get()[: len(wanted)]
    for name in particles.PARTICULA.names:
        np.testing.assert_allclose(ours[name], wanted[name], rtol=1e-5, atol=1e-5)
    np.testing.assert_array_equal(ours["vida"], wanted["vida"])


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
    # Where two are equally far the first in the list is seen, so the list drawn counts.
    painted = culling.painted_by_numpy(seen, 160, 96).astype(int)
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


@pytest.mark.skipif(sys.platform != "linux", reason="displays are named on Linux")
def test_without_a_display_the_examples_say_what_to_do(monkeypatch):
    pytest.importorskip("glfw", reason="not installed: .[examples]")
    for name in ("DISPLAY", "WAYLAND_DISPLAY"):
        monkeypatch.delenv(name, raising=False)
    monkeypatch.setattr(sys, "argv", ["particles.py", "--particles", "10"])
    with pytest.raises(SystemExit, match=r"no window .* --png FOLDER or --gif") as left:
        particles.main()
    assert isinstance(left.value.code, str)  # which is exit status 1


def test_a_written_file_is_named(tmp_path, capsys, monkeypatch):
    path = tmp_path / "some.gif"
    words = f"particles.py --particles 64 --frames 2 --size 32 32 --gif {path}"
    monkeypatch.setattr(sys, "argv", words.split())
    particles.main()
    assert capsys.readouterr().out == f"wrote {path}\n"
    assert path.exists()


if __name__ == "__main__":
    PICTURES.mkdir(exist_ok=True)
    Image.fromarray(last_particles()).save(PICTURES / "particles.png")
    Image.fromarray(culled_picture()).save(PICTURES / "culling.png")
    print(shown_by_pygfx(PICTURES / "pygfx_points.png"))
