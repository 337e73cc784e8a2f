"""raw_kernel: whole shaders on arrays; and the bytes of uniforms."""

import numpy as np
import pytest
from compare import same

import gpuarray
from gpuarray import CompileError, fold_groups, raw_kernel
from gpuarray.runtime.device import current
from gpuarray.runtime.uniforms import packed, type_of

pytestmark = pytest.mark.usefixtures("profile")
core = pytest.mark.core

AXPY = """// y += a * x
struct P { n: u32, a: f32 }
@group(0) @binding(0) var<storage, read> x: array<f32>;
@group(0) @binding(2) var<storage, read_write> y: array<f32>;
@binding(5) @group(0) var<uniform> p: P; // before @group(0) @binding(0)
@compute @workgroup_size(WG)
fn axpy(
    @builtin(workgroup_id) wg: vec3u,
    @builtin(num_workgroups) nwg: vec3u,
    @builtin(local_invocation_index) lid: u32,
) {
    let i = (wg.x + wg.y * nwg.x) * WG + lid;
    if i >= p.n { return; }
    y[i] += p.a * x[i];
}
"""


def header(binding, type_, access="read_write", name="x"):
    return f"@group(0) @binding({binding}) var<storage, {access}> {name}: {type_};\n"


def body(text, size=1):
    return (
        f"@compute @workgroup_size({size})\n"
        f"fn main(@builtin(global_invocation_id) id: vec3u) {{ let i = id.x; {text} }}"
    )


@pytest.fixture
def axpy():
    return raw_kernel(AXPY, "axpy", 64)


# ---- launching


@core
@pytest.mark.parametrize("n", [1, 63, 64, 65, 1000])
def test_a_shader_reads_and_writes_arrays_in_place(axpy, n):
    x = np.arange(n, dtype="f4")
    y = gpuarray.ones(n, "f4")
    assert axpy(gpuarray.asarray(x), y, (n, 2.5), groups=axpy.groups(n)) is None
    same(y, 1 + np.float32(2.5) * x)


def test_what_a_kernel_says_of_itself(axpy):
    assert axpy.bindings == (
        ("x", "read", "array<f32>"),
        ("y", "read_write", "array<f32>"),
        ("p", "uniform", "P"),
    )
    assert axpy.workgroup_size == (64, 1, 1)
    assert axpy.groups(129) == (3, 1, 1)
    assert repr(axpy) == "<gpuarray raw kernel axpy(x, y, p)>"


@core
def test_the_grid_may_come_from_the_device(axpy):
    x, y = gpuarray.ones(500, "f4"), gpuarray.zeros(500, "f4")
    count = gpuarray.asarray(np.array([[9, 9, 9], [3, 1, 1]], "u4"))
    readbacks = current().counters.readbacks
    axpy(x, y, (500, 1), indirect=count[1])
    axpy(x, y, (500, 1), indirect=count[1] - np.array([2, 0, 0], "u4"))
    assert current().counters.readbacks == readbacks
    want = np.zeros(500, "f4")
    want[:192] += 1
    want[:64] += 1
    same(y, want)


def test_a_shader_may_write_what_its_grid_comes_from():
    kernel = raw_kernel(header(0, "array<u32>") + body("x[i] = x[i] + 10u;"))
    grid = gpuarray.asarray(np.array([2, 1, 1], "u4"))
    kernel(grid, indirect=grid)
    same(grid, np.array([12, 11, 1], "u4"))


@core
def test_grids_of_one_to_three_lengths():
    code = header(0, "array<atomic<u32>>") + body("atomicAdd(&x[0], 1u);", "2, 2, 2")
    kernel = raw_kernel(code)
    assert kernel.workgroup_size == (2, 2, 2)
    for groups, invocations in [(3, 24), ((2, 3), 48), ((1, 2, 3), 48), (0, 0)]:
        total = gpuarray.zeros(1, "u4")
        kernel(total, groups=groups)
        assert int(total[0]) == invocations


def test_the_grid_of_a_count_that_stays_on_the_device(axpy):
    x = gpuarray.arange(7000, dtype="f4")
    kept = gpuarray.compact(x, x > 4500, fill_value=0)
    y = gpuarray.zeros(7000, "f4")
    readbacks = current().counters.readbacks
    axpy(kept.values, y, (7000, 2), indirect=kept.dispatch_args(64))
    assert current().counters.readbacks == readbacks
    want = np.zeros(7000, "f4")
    want[:2499] = 2 * np.arange(4501, 7000)
    same(y, want)


def test_sizes_of_workgroups_are_put_in_by_name():
    code = (
        "@group(0) @binding(0) var<storage, read_write> x: array<u32>;\n"
        "@compute @workgroup_size(W, H)\n"
        "fn main(@builtin(local_invocation_index) l: u32) { x[l] = W * 100u + H; }"
    )
    kernel = raw_kernel(code, workgroup_size=(4, 2))
    x = gpuarray.zeros(10, "u4")
    kernel(x, groups=1)
    same(x, np.array([402] * 8 + [0, 0], "u4"))
    with pytest.raises(ValueError, match="needs workgroup_size"):
        raw_kernel(code)
    with pytest.raises(ValueError, match="is not @workgroup_size"):
        raw_kernel(code, workgroup_size=(4, 2, 3))
    with pytest.raises(ValueError, match="is not @workgroup_size"):
        raw_kernel(code.replace("W, H", "4"), workgroup_size=8)


def test_fold_groups_covers_the_work():
    assert fold_groups(0, 64) == (0, 1, 1)
    for n, size in [(1, 1), (65535, 1), (65536, 1), (10**8, 64), (2**32, 256)]:
        x, y, z = fold_groups(n, size)
        groups = -(-n // size)
        assert z == 1
        assert max(x, y) <= 65535
        assert groups <= x * y < groups + y
    for bad in [(-1, 1), (5, 0), (65535**2 + 1, 1)]:
        with pytest.raises(ValueError):
            fold_groups(*bad)


# ---- arrays


@core
def test_a_binding_is_exactly_the_items():
    code = header(0, "array<f32>") + header(1, "array<u32>", name="n")
    kernel = raw_kernel(code + body("n[0] = arrayLength(&x);"))
    x, n = gpuarray.zeros(1000, "f4"), gpuarray.zeros(1, "u4")
    for view in (x, x[:7], x[64:100], x[3:], x.reshape(10, 100)[4]):
        kernel(view, n, groups=1)
        assert int(n[0]) == view.size


@core
@pytest.mark.parametrize("dtype", ["uint32", "uint8", "float16"])
def test_views_at_any_offset_change_their_own_items_only(dtype):
    kernel = raw_kernel(
        header(0, "array<u32>") + body("x[i] = 0xffffffffu;")
    )  # bytes beyond the view must come back as they were
    for start, stop in [(0, 100), (1, 8), (3, 90), (64, 100), (96, 100), (5, 6)]:
        x = np.arange(100).astype(dtype)
        d = gpuarray.asarray(x)
        view = d[start:stop]
        kernel(view, groups=-(-view.nbytes // 4))
        x.view(f"u{x.itemsize}")[start:stop] = np.iinfo(f"u{x.itemsize}").max
        same(d, x, bits=True)


def test_views_with_gaps_are_refused(axpy):
    x, y = gpuarray.zeros((10, 10), "f4"), gpuarray.zeros((10, 10), "f4")
    for view in (x.T, x[::2], x[:, 0], x[::-1], gpuarray.broadcast_to(x[0], (5, 10))):
        with pytest.raises(ValueError, match="ascontiguousarray"):
            axpy(view, y, (1, 1), groups=1)


@core
def test_pending_results_come_first_and_keep_their_values(axpy):
    x, y = gpuarray.arange(100, dtype="f4"), gpuarray.zeros(100, "f4")
    pending = y + 7  # of y as it is now
    axpy(x + 1, y, (100, 1), groups=axpy.groups(100))
    after = y * 2
    axpy(x, y, (100, 1), groups=axpy.groups(100))
    same(pending, np.full(100, 7, "f4"))
    same(after, 2 * (np.arange(100, dtype="f4") + 1))
    same(y, 2 * np.arange(100, dtype="f4") + 1)


@core
def test_what_is_read_and_written_is_read_as_it_was(axpy):
    y = np.arange(200, dtype="f4")
    d = gpuarray.asarray(y)
    axpy(d, d, (200, 1), groups=axpy.groups(200))
    same(d, y * 2)
    axpy(d[:100], d[100:], (100, 1), groups=axpy.groups(100))
    want = y * 2
    want[100:] += want[:100]
    same(d, want)


def test_memory_that_two_bindings_write():
    code = header(0, "array<u32>") + header(1, "array<u32>", name="y")
    kernel = raw_kernel(code + body("x[i] = 1u; y[i] = 2u;"))
    d = gpuarray.zeros(256, "u4")
    with pytest.raises(ValueError, match="both written and share memory"):
        kernel(d[:100], d[50:], groups=1)
    kernel(d[:128], d[128:], groups=128)
    same(d, np.repeat(np.array([1, 2], "u4"), 128))
    kernel(d[:3], d[5:8], groups=3)
    same(d[:9], np.array([1, 1, 1, 1, 1, 2, 2, 2, 1], "u4"))


def test_records_are_bound_as_their_bytes():
    dtype = np.dtype([("pos", "<f4", 3), ("vida", "<f4")])
    p = np.zeros(50, dtype)
    p["pos"] = np.arange(150).reshape(50, 3)
    code = "struct Particula { pos: vec3f, vida: f32 }\n" + header(
        0, "array<Particula>"
    )
    kernel = raw_kernel(code + body("x[i].vida = x[i].pos.z; x[i].pos.x = -1.0;"))
    d = gpuarray.asarray(p)
    kernel(d, groups=50)
    p["vida"] = p["pos"][:, 2]
    p["pos"][:, 0] = -1
    same(d, p)


def test_a_shared_buffer_is_written_at_once(axpy):
    y = gpuarray.zeros(10, "f4")
    raw = y.buffer
    axpy(gpuarray.ones(10, "f4"), y, (10, 1), groups=1)
    got = np.frombuffer(current().queue.read_buffer(raw, 0, 40), "f4")
    assert got.tolist() == [1] * 10


@core
def test_values_shapes_and_grids_compile_nothing(axpy):
    def run(n, a):
        x, y = gpuarray.ones(n, "f4"), gpuarray.zeros(n, "f4")
        axpy(x, y, (n, a), groups=axpy.groups(n))

    run(100, 1)
    before = current().counters.pipelines
    for n in (10, 1000, 5000):
        run(n, n / 3)
    assert raw_kernel(AXPY, "axpy", 64).groups(1) == (1, 1, 1)
    assert current().counters.pipelines == before


# ---- errors


@pytest.mark.parametrize(
    ("args", "options", "error", "words"),
    [
        ("xy", {"groups": 1}, TypeError, "takes 3 arguments .x, y, p. but 2"),
        ("xyp", {}, TypeError, "groups= or indirect="),
        ("xyp", {"groups": 1, "indirect": "i"}, TypeError, "groups= or indirect="),
        ("xyp", {"groups": 65536}, ValueError, "fold_groups"),
        ("xyp", {"groups": -1}, ValueError, "0 to 65535"),
        ("xyp", {"groups": (1, 2, 3, 4)}, ValueError, "one to three"),
        ("xyp", {"groups": 1.5}, TypeError, "integers"),
        ("xyp", {"indirect": "x"}, TypeError, "uint32 array of 3"),
        ("xyp", {"indirect": "h"}, TypeError, "uint32 array of 3"),
        ("hyp", {"groups": 1}, TypeError, "takes a GPUArray, not ndarray"),
        ("xrp", {"groups": 1}, ValueError, "read-only"),
        ("xep", {"groups": 1}, ValueError, "no items"),
        ("iyp", {"groups": 1}, TypeError, "dtype uint32"),
        ("xyx", {"groups": 1}, TypeError, "values for"),
    ],
)
def test_wrong_arguments(axpy, args, options, error, words):
    known = {
        "x": gpuarray.ones(10, "f4"),
        "y": gpuarray.ones(10, "f4"),
        "p": (10, 1),
        "i": gpuarray.ones(3, "u4"),
        "h": np.ones(3, "u4"),
        "r": gpuarray.broadcast_to(gpuarray.ones(10, "f4"), (10,)),
        "e": gpuarray.ones(0, "f4"),
    }
    given = {
        k: known.get(v, v) if isinstance(v, str) else v for k, v in options.items()
    }
    with pytest.raises(error, match=words):
        axpy(*[known[name] for name in args], **given)


def test_a_fault_is_shown_in_the_users_own_line():
    x = gpuarray.ones(10, "f4")
    code = AXPY.replace("p.a * x[i]", "p.b * x[i]")
    with pytest.raises(CompileError) as caught:
        raw_kernel(code, "axpy", 64)(x, x, (1, 1), groups=1)
    line = code.split("\n").index("    y[i] += p.b * x[i];")
    assert (caught.value.line, caught.value.column) == (line + 1, 15)
    assert str(caught.value).endswith(
        "\n        y[i] += p.b * x[i];\n" + " " * 18 + "^"
    )


def test_what_the_text_lacks():
    ok = header(0, "array<f32>") + body("x[i] = 1.0;")
    for code, entry, words in [
        (ok, "other", "no @compute function named 'other'"),
        (ok.replace("@group(0)", "@group(1)"), "main", "in another group than 0"),
        (header(0, "array<f32>", name="y") + ok, "main", "same @binding"),
        (ok.replace("@workgroup_size(1)", ""), "main", "no @workgroup_size"),
    ]:
        with pytest.raises(ValueError, match=words):
            raw_kernel(code, entry)
    with pytest.raises(TypeError, match="wgsl must be a str"):
        raw_kernel(b"")
    with pytest.raises(TypeError, match="cannot get a value"):
        raw_kernel("@group(0) @binding(0) var<uniform> t: mat2x2h;\n" + body(""))


def test_a_workgroup_that_is_too_large_is_an_error():
    kernel = raw_kernel(
        header(0, "array<f32>") + body("x[i] = 1.0;", "W"), "main", 2048
    )
    with pytest.raises(ValueError, match=r"workgroup of \(2048, 1, 1\) is not"):
        kernel(gpuarray.ones(10, "f4"), groups=1)


def test_a_binding_smaller_than_its_type_harms_nothing_else():
    kernel = raw_kernel(header(0, "array<f32, 20>") + body("x[19] = 1.0;"))
    pending = gpuarray.arange(5, dtype="f4")
    pending[0] = 9  # recorded, not submitted
    with pytest.raises(ValueError, match="size 40 where the shader expects 80"):
        kernel(gpuarray.ones(10, "f4"), groups=1)
    kernel(gpuarray.ones(20, "f4"), groups=1)
    with pytest.raises(ValueError, match="size 40"):
        kernel(gpuarray.ones(10, "f4"), groups=1)
    same(pending, np.array([9, 1, 2, 3, 4], "f4"))


def test_arrays_larger_than_a_binding_and_more_than_can_be_bound(monkeypatch, axpy):
    x, y = gpuarray.ones(1000, "f4"), gpuarray.ones(1000, "f4")
    monkeypatch.setattr(current(), "max_binding", 1024)
    with pytest.raises(gpuarray.DeviceMemoryError, match="at most 1024"):
        axpy(x, y, (1, 1), groups=1)
    axpy(x[:100], y[100:200], (100, 1), groups=2)
    monkeypatch.setattr(current(), "max_storage_buffers", 1)
    with pytest.raises(ValueError, match="binds 2 storage buffers"):
        axpy(x[:1], y[:1], (1, 1), groups=1)


def test_uniforms_that_are_too_many_or_too_large():
    many = "".join(
        f"@group(0) @binding({k}) var<uniform> u{k}: u32;\n" for k in range(99)
    )
    with pytest.raises(ValueError, match="binds 99 uniforms"):
        raw_kernel(many + body(""))(*range(99), groups=1)
    large = "@group(0) @binding(0) var<uniform> u: array<vec4f, 3000>;\n"
    with pytest.raises(ValueError, match="48000 bytes"):
        raw_kernel(large + body(""))(np.zeros((3000, 4)), groups=1)


# ---- uniforms


def test_uniforms_have_wgsls_layout():
    text = """
    struct Inner { a: f32, v: vec3f, }
    struct All {
        n: u32, m: mat3x3<f32>, q: Inner, e: array<vec4<f32>, 2>, w: vec2i, z: i32
    }
    """
    value = {
        "n": 1,
        "m": np.arange(9).reshape(3, 3),
        "q": (2, [3, 4, 5]),
        "e": np.full((2, 4), 6),
        "w": (-7, -8),
        "z": np.int64(-9),
    }
    data = packed(type_of("All", text), value, "u")
    words = np.frombuffer(data, "f4").copy()
    ints = np.frombuffer(data, "i4")
    assert (ints[0], *ints[32:35]) == (1, -7, -8, -9)
    columns = [0, 1, 2, 0, 3, 4, 5, 0, 6, 7, 8, 0]
    inner = [2, 0, 0, 0, 3, 4, 5, 0]
    assert words[4:32].tolist() == [*columns, *inner, *[6] * 8]
    assert len(data) == 144


@core
def test_a_uniform_arrives_as_the_shader_reads_it():
    code = (
        "struct U { a: f32, v: vec3f, k: array<vec4u, 2>, b: u32 }\n"
        "@group(0) @binding(1) var<uniform> u: U;\n"
        "@group(0) @binding(2) var<uniform> s: vec2<i32>;\n"
        "@group(0) @binding(3) var<uniform> f: f32;\n"
        + header(0, "array<f32>")
        + body(
            "x[0] = u.a; x[1] = u.v.z; x[2] = f32(u.k[1].w); x[3] = f32(u.b);"
            "x[4] = f32(s.y); x[5] = f;"
        )
    )
    x = gpuarray.zeros(6, "f4")
    k = np.arange(8).reshape(2, 4)
    raw_kernel(code)(x, (1, (2, 3, 4), k, 5), (6, -7), 8.5, groups=1)
    same(x, np.array([1, 4, 7, 5, -7, 8.5], "f4"))


@pytest.mark.parametrize(
    ("type_", "value", "error"),
    [
        ("vec3f", (1, 2), TypeError),
        ("vec3f", 1, TypeError),
        ("u32", 1.5, TypeError),
        ("u32", -1, OverflowError),
        ("i32", 2**31, OverflowError),
        ("f32", "1", TypeError),
        ("f32", [1], TypeError),
        ("S", {"a": 1}, TypeError),
        ("S", (1, 2, 3), TypeError),
        ("S", 1, TypeError),
    ],
)
def test_values_that_do_not_fit_a_uniform(type_, value, error):
    with pytest.raises(error):
        packed(type_of(type_, "struct S { a: f32, b: u32 }"), value, "u")


def test_constants_and_expressions_stand_for_numbers():
    kernel = gpuarray.raw_kernel(
        "const N = 0x10; const FIRST = 0; const SECOND = (FIRST + 3u) - 1;\r\n"
        "@group(FIRST) @binding(SECOND) var<storage, read_write> y: array<u32>;\r\n"
        "@group(0) @binding(0x0) var<storage, read> x: array<u32>;\r\n"
        "@compute @workgroup_size((N * 2) / (1 << 1u), u32(1))\r\n"
        "fn main(@builtin(global_invocation_id) at: vec3u) { y[at.x] = x[at.x] + 1u; }"
    )
    assert kernel.workgroup_size == (16, 1, 1)
    assert [name for name, _, _ in kernel.bindings] == ["x", "y"]
    x = gpuarray.arange(32, dtype="u4")
    y = gpuarray.zeros_like(x)
    kernel(x, y, groups=2)
    assert y.get().tolist() == list(range(1, 33))


@pytest.mark.parametrize(
    ("header", "entry", "words"),
    [
        (
            "@group(0) @binding(f(2)) var<storage> x: array<u32>;",
            "1",
            "line 2: @binding",
        ),
        ("@group(0) @binding(0) var t: texture_2d<f32>;", "1", "line 2: .*no textures"),
        ("", "max(2, 3)", "line 3: @workgroup_size"),
        ("const N = M; const M = N;", "N", "needs workgroup_size="),
    ],
)
def test_a_header_that_is_not_understood_is_refused_by_its_line(header, entry, words):
    wgsl = f"// a shader\n{header}\n@compute @workgroup_size({entry}) fn main() {{}}"
    with pytest.raises(ValueError, match=words):
        gpuarray.raw_kernel(wgsl)
