"""Arguments of indirect calls, given to raw wgpu code on the same device."""

import numpy as np
import pytest
import wgpu
from test_compact import Quiet

import gpuarray
from gpuarray.algorithms.tile_kernels import first_level

pytestmark = pytest.mark.usefixtures("profile")

# Adds 1 to every item that a workgroup of 64 reaches, and notes how many groups ran.
COUNTING = """
@group(0) @binding(0) var<storage, read_write> seen: array<atomic<u32>>;

@compute @workgroup_size(64)
fn main(
    @builtin(workgroup_id) wg: vec3u,
    @builtin(num_workgroups) nwg: vec3u,
    @builtin(local_invocation_index) lid: u32,
) {
    let group = wg.x + wg.y * nwg.x;
    if lid == 0u { atomicAdd(&seen[0], 1u); }
    let i = group * 64u + lid;
    if i + 1u < arrayLength(&seen) { atomicAdd(&seen[i + 1u], 1u); }
}
"""
# Instance i covers pixel (item i) of a picture of one row, 64 pixels wide.
DRAWING = """
@group(0) @binding(0) var<storage, read> places: array<u32>;

@vertex
fn corner(
    @builtin(vertex_index) v: u32, @builtin(instance_index) i: u32
) -> @builtin(position) vec4f {
    let right = f32(array(0u, 1u, 0u, 0u, 1u, 1u)[v % 6u]);
    let up = f32(array(0u, 0u, 1u, 1u, 0u, 1u)[v % 6u]);
    let x = (f32(places[i]) + right) / 32.0 - 1.0;
    return vec4f(x, 2.0 * up - 1.0, 0.0, 1.0);
}

@fragment
fn white() -> @location(0) vec4f { return vec4f(1.0); }
"""


@pytest.fixture
def device(profile):
    return gpuarray.device.current()


def dispatch_indirect(device, args, seen):
    """Runs COUNTING with the grid of `args` on the buffer of `seen`."""
    gpu = device.gpu
    module = gpu.create_shader_module(code=COUNTING)
    pipeline = gpu.create_compute_pipeline(
        layout="auto", compute={"module": module, "entry_point": "main"}
    )
    resource = {"buffer": seen.buffer, "offset": 0, "size": seen.nbytes}
    group = gpu.create_bind_group(
        layout=pipeline.get_bind_group_layout(0),
        entries=[{"binding": 0, "resource": resource}],
    )
    encoder = gpu.create_command_encoder()
    run = encoder.begin_compute_pass()
    run.set_pipeline(pipeline)
    run.set_bind_group(0, group)
    run.dispatch_workgroups_indirect(args.buffer, 0)
    run.end()
    gpu.queue.submit([encoder.finish()])


class Screen:
    """A picture of 64 by 1 pixels, drawn with the quads of `places`."""

    def __init__(self, device):
        self.gpu = gpu = device.gpu
        module = gpu.create_shader_module(code=DRAWING)
        self.pipeline = gpu.create_render_pipeline(
            layout="auto",
            vertex={"module": module, "entry_point": "corner"},
            primitive={"topology": "triangle-list"},
            fragment={
                "module": module,
                "entry_point": "white",
                "targets": [{"format": "rgba8unorm"}],
            },
        )
        usage = wgpu.TextureUsage.RENDER_ATTACHMENT | wgpu.TextureUsage.COPY_SRC
        self.texture = gpu.create_texture(
            size=(64, 1, 1), format="rgba8unorm", usage=usage
        )

    def draw(self, places, call):
        """One frame: clears, then `call(render pass)`."""
        resource = {"buffer": places.buffer, "offset": 0, "size": places.nbytes}
        group = self.gpu.create_bind_group(
            layout=self.pipeline.get_bind_group_layout(0),
            entries=[{"binding": 0, "resource": resource}],
        )
        encoder = self.gpu.create_command_encoder()
        run = encoder.begin_render_pass(
            color_attachments=[
                {
                    "view": self.texture.create_view(),
                    "clear_value": (0, 0, 0, 0),
                    "load_op": "clear",
                    "store_op": "store",
                }
            ]
        )
        run.set_pipeline(self.pipeline)
        run.set_bind_group(0, group)
        call(run)
        run.end()
        self.gpu.queue.submit([encoder.finish()])

    def lit(self):
        """The numbers of the pixels that are white."""
        data = self.gpu.queue.read_texture(
            {"texture": self.texture}, {"bytes_per_row": 256}, (64, 1, 1)
        )
        picture = np.frombuffer(data, "u1").reshape(64, 4)
        return np.flatnonzero(picture[:, 0]).tolist()


def visible(n=64):
    """Flags of the pixels that are to be lit, and where they are."""
    flags = np.random.default_rng(5).random(n) < 0.3
    return gpuarray.asarray(flags), np.flatnonzero(flags).tolist()


@pytest.mark.core
@pytest.mark.parametrize("n", [0, 1, 63, 64, 65, 1000])
def test_dispatch_args_reach_every_item(n, device):
    x = gpuarray.arange(2 * n + 3, dtype="u4")
    c = gpuarray.compact(x, x < n)
    args = c.dispatch_args(64)
    assert args.shape == (3,)
    assert args.dtype == np.uint32
    assert args.buffer.usage & wgpu.BufferUsage.INDIRECT
    seen = gpuarray.zeros(2001, "u4")
    dispatch_indirect(device, args, seen)
    found = seen.get()
    groups = -(-n // 64)
    assert found[0] == groups
    assert (found[1 : 64 * groups + 1] == 1).all()
    assert not found[64 * groups + 1 :].any()
    assert args.get().tolist() == [groups, 1, 1]


@pytest.mark.core
def test_many_workgroups_are_folded_into_two_dimensions(device):
    for count, group in [(65535, 1), (65536, 1), (1_000_001, 3), (0xFFFFFFFF, 64)]:
        held = gpuarray.asarray(np.uint32(count))
        x, y, z = map(int, gpuarray.dispatch_args(held, group).get())
        groups = -(-count // group)
        assert z == 1
        assert max(x, y) <= 65535
        assert groups <= x * y < groups + y
    seen = gpuarray.zeros(64 * 70000 + 1, "u4")
    args = gpuarray.dispatch_args(gpuarray.asarray(np.uint32(64 * 70000 - 5)), 64)
    dispatch_indirect(device, args, seen)
    found = seen.get()
    assert found[0] == 70000
    assert (found[1:] == 1).all()


@pytest.mark.parametrize("order", ["stable", "block", "any"])
def test_draw_args_draw_the_survivors(order, device):
    flags, where = visible()
    c = gpuarray.compact(gpuarray.arange(64, dtype="u4"), flags, order=order)
    screen = Screen(device)
    args = c.draw_args(6)
    screen.draw(c.values, lambda run: run.draw_indirect(args.buffer, 0))
    assert screen.lit() == where
    assert args.get().tolist() == [6, len(where), 0, 0]
    args = c.draw_args(vertex_count=3, first_vertex=1)
    assert args.get().tolist() == [3, len(where), 1, 0]
    args = c.draw_args(vertex_count=None, first_vertex=2, first_instance=4)
    assert args.get().tolist() == [len(where), 1, 2, 4]


def test_draw_indexed_args_draw_the_survivors(device):
    flags, where = visible()
    c = gpuarray.compact(gpuarray.arange(64, dtype="u4"), flags)
    order = gpuarray.asarray(np.array([9, 9, 7, 8, 9, 10, 11, 12], "u4"))
    args = c.draw_indexed_args(index_count=6, first_index=2, base_vertex=-7)
    assert args.get().view("i4").tolist() == [6, len(where), 2, -7, 0]

    def call(run):
        run.set_index_buffer(order.buffer, "uint32")
        run.draw_indexed_indirect(args.buffer, 0)

    screen = Screen(device)
    screen.draw(c.values, call)
    assert screen.lit() == where
    args = c.draw_indexed_args(None)
    assert args.get().tolist() == [len(where), 1, 0, 0, 0]


def test_a_frame_reads_nothing_back_and_never_waits(device):
    first_level(device)
    flags, where = visible()
    x = gpuarray.arange(64, dtype="u4")
    screen = Screen(device)
    with Quiet(device):
        for order in ("stable", "block", "any"):
            c = gpuarray.compact(x, flags, order=order)
            args = c.draw_args(6)
            screen.draw(
                c.values, lambda run, args=args: run.draw_indirect(args.buffer, 0)
            )
            dispatch_indirect(device, c.dispatch_args(64), gpuarray.zeros(65, "u4"))
    assert screen.lit() == where


def test_any_count_on_the_device():
    count = gpuarray.count_nonzero(gpuarray.arange(100) < 70)
    assert count.dtype == np.int64
    assert gpuarray.dispatch_args(count, 32).get().tolist() == [3, 1, 1]
    assert gpuarray.draw_args(count, 4).get().tolist() == [4, 70, 0, 0]
    numbers = gpuarray.asarray(np.array([5, 6, 7], "u4"))
    assert gpuarray.draw_indexed_args(numbers[1], 4).get().tolist() == [4, 6, 0, 0, 0]


def test_wrong_arguments_are_refused():
    count = gpuarray.asarray(np.uint32(3))
    for wrong in (3, np.uint32(3), gpuarray.asarray(2.0)):
        with pytest.raises(TypeError, match="count must be"):
            gpuarray.dispatch_args(wrong, 64)
    with pytest.raises(ValueError, match="0-d"):
        gpuarray.draw_args(gpuarray.arange(3), 4)
    for size in (0, -1, 1 << 32):
        with pytest.raises(ValueError, match="workgroup_size"):
            gpuarray.dispatch_args(count, size)
    with pytest.raises(ValueError, match="32 bits"):
        gpuarray.draw_args(count, -1)
    with pytest.raises(ValueError, match="base_vertex"):
        gpuarray.draw_indexed_args(count, 3, base_vertex=1 << 31)


@pytest.mark.core
@pytest.mark.parametrize(
    ("dtype", "number", "want"),
    [
        ("i1", -5, 0),
        ("i4", -1, 0),
        ("i8", -5, 0),
        ("i8", 1 << 40, 0xFFFFFFFF),
        ("i8", 7, 7),
        ("u8", (1 << 32) + 7, 0xFFFFFFFF),
        ("u8", 0xFFFFFFFF, 0xFFFFFFFF),
        ("u4", 0xFFFFFFFF, 0xFFFFFFFF),
    ],
)
def test_a_count_is_the_nearest_number_of_32_bits(device, dtype, number, want):
    count = gpuarray.asarray(np.array(number, dtype))
    assert gpuarray.draw_args(count, 4).get().tolist() == [4, want, 0, 0]


def test_a_dispatch_has_at_most_65535_workgroups_in_each_dimension(device):
    count = gpuarray.asarray(np.uint32(0xFFFFFFFF))
    assert gpuarray.dispatch_args(count, 1).get().tolist() == [65535, 65535, 1]
    with pytest.raises(ValueError, match="more than 65535"):
        gpuarray.fold_groups(0xFFFFFFFF)
