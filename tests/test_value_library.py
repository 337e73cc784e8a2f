"""The value library (gpuarray/wgsl/lib) computes what NumPy computes, bit for bit.

Each test wraps one function in a kernel, runs it over special values, pairs of them
and random bit patterns, and compares with NumPy. A NaN from arithmetic equals any NaN;
powers are compared with extended precision.
"""

import platform
import re
from functools import cache
from pathlib import Path

import numpy as np
import pytest
import wgpu

LIB = Path(__file__).parent.parent / "gpuarray" / "wgsl" / "lib"
INT64_FILES = ("int64_native", "int64_words")
DECLARATION = re.compile(r"(?:fn|const|alias|struct) (\w+)")
DTYPES = {
    "bool": np.dtype("?"),
    "i8": np.dtype("i1"),
    "u8": np.dtype("u1"),
    "i16": np.dtype("i2"),
    "u16": np.dtype("u2"),
    "f16": np.dtype("f2"),
    "i32": np.dtype("i4"),
    "u32": np.dtype("u4"),
    "f32": np.dtype("f4"),
    "i64": np.dtype("i8"),
    "u64": np.dtype("u8"),
    "f64": np.dtype("f8"),
}
VALUES = ("bool", "i32", "u32", "f32", "i64", "u64", "f64")
NUMBERS = VALUES[1:]
INTEGERS = ("i32", "u32", "i64", "u64")
FLOATS = ("f32", "f64")


# ---------------------------------------------------------------- the library as text


def declarations(file):
    """{name: text} of a library file; fails where the file breaks the format rule."""
    found, name = {}, None
    for line in file.read_text().splitlines():
        assert len(line) <= 100, f"{file.name}: long line: {line}"
        if name is not None:
            found[name] += "\n" + line
            if line.startswith("}"):
                assert line == "}", f"{file.name}: {line}"
                name = None
        elif line and not line.startswith("//"):
            match = DECLARATION.match(line)
            assert match, f"{file.name}: not the first line of a declaration: {line}"
            assert match[1] not in found, f"{file.name}: {match[1]} twice"
            found[match[1]] = line
            if line.endswith("{"):
                name = match[1]
            else:
                assert line.endswith(("}", ";")), f"{file.name}: {line}"
    assert name is None, f"{file.name}: {name} has no end"
    return found


@cache
def library(int64, with_f64=True):
    """{name: text} of the files active together."""
    left_out = {"int64_native", "int64_words"} - {int64}
    if not with_f64:
        left_out.add("f64")
    names = {}
    for file in sorted(LIB.glob("*.wgsl")):
        if not any(
            file.stem == out or file.stem.endswith("_" + out) for out in left_out
        ):
            more = declarations(file)
            assert not names.keys() & more.keys()
            names.update(more)
    return names


def link(text, int64):
    """`text` with the declarations it needs, transitively."""
    names, linked, queue = library(int64), {}, [text]
    while queue:
        for word in re.findall(r"\w+", re.sub(r"//.*", "", queue.pop())):
            if word in names and word not in linked:
                linked[word] = names[word]
                queue.append(names[word])
    return "\n".join([text, *linked.values()])


# ---------------------------------------------------------------- running a function


@pytest.fixture(scope="module")
def device():
    adapter = wgpu.gpu.request_adapter_sync(power_preference="high-performance")
    wanted = {"shader-int64", "shader-f64"}
    return adapter.request_device_sync(required_features=wanted & set(adapter.features))


PARAMS = "struct Params { zero: u32 }"
KERNEL = """
@group(0) @binding(0) var<storage, read> src: array<u32>;
@group(0) @binding(1) var<storage, read_write> dst: array<u32>;
@group(0) @binding(2) var<uniform> params: Params;

@compute @workgroup_size(64)
fn main(@builtin(global_invocation_id) id: vec3u) {{
    let i = id.x;
    if i >= {count}u {{ return; }}
    let result = {pack}({call});
    {store}
}}
"""


def stored_words(dtype):
    return max(dtype.itemsize // 4, 1)


def as_words(x):
    """One item in the low bits of one word or two, with garbage above short items."""
    if x.dtype.itemsize >= 4:
        return np.ascontiguousarray(x).view(np.uint32)
    bits = x.view(f"u{x.dtype.itemsize}").astype(np.uint32)
    return bits | np.uint32(0xFFFFFFFF) << np.uint32(8 * x.dtype.itemsize)


def run(device, name, types, result_type, arrays, int64="int64_native", edit=str):
    """Apply library function `name` to arrays of the stored types given.

    `edit` changes the linked text, to stand for a device that computes otherwise.
    """
    if (
        any(t == "f64" for t in (*types, result_type))
        and "shader-f64" not in device.features
    ):
        pytest.skip("the adapter has no shader-f64")
    if int64 == "int64_native" and "shader-int64" not in device.features:
        pytest.skip("the adapter has no shader-int64")
    count, offset, arguments = len(arrays[0]), 0, []
    for t in types:
        if stored_words(DTYPES[t]) == 1:
            arguments.append(f"unpack_{t}(src[{offset}u + i])")
        else:
            at = f"{offset}u + 2u * i"
            arguments.append(f"unpack_{t}(vec2u(src[{at}], src[{at} + 1u]))")
        offset += count * stored_words(DTYPES[t])
    dtype = DTYPES[result_type]
    words = stored_words(dtype)
    store = "dst[i] = result;"
    if words == 2:
        store = "dst[2u * i] = result.x; dst[2u * i + 1u] = result.y;"
    call = f"{name}({', '.join(arguments)})" if name else arguments[0]
    text = PARAMS + KERNEL.format(
        count=count, pack=f"pack_{result_type}", call=call, store=store
    )
    text = edit(link(text, int64))
    module = device.create_shader_module(code=text)
    pipeline = device.create_compute_pipeline(
        layout="auto", compute={"module": module, "entry_point": "main"}
    )
    src = device.create_buffer_with_data(
        data=np.concatenate([as_words(x) for x in arrays]), usage="STORAGE"
    )
    dst = device.create_buffer(size=4 * words * count, usage="STORAGE|COPY_SRC")
    params = device.create_buffer_with_data(
        data=np.zeros(4, np.uint32), usage="UNIFORM"
    )
    used = [src, dst] + [params] * ("params.zero" in text)
    group = device.create_bind_group(
        layout=pipeline.get_bind_group_layout(0),
        entries=[{"binding": i, "resource": {"buffer": b}} for i, b in enumerate(used)],
    )
    encoder = device.create_command_encoder()
    compute = encoder.begin_compute_pass()
    compute.set_pipeline(pipeline)
    compute.set_bind_group(0, group)
    compute.dispatch_workgroups(-(-count // 64))
    compute.end()
    device.queue.submit([encoder.finish()])
    out = np.frombuffer(device.queue.read_buffer(dst), np.uint32)
    if dtype.itemsize >= 4:
        return out.view(dtype)
    assert not np.any(out >> np.uint32(8 * dtype.itemsize)), "bits above a short item"
    return out.astype(f"u{dtype.itemsize}").view(dtype)


# ---------------------------------------------------------------- values and comparison


@cache
def specials(t):
    dtype = DTYPES[t]
    if t == "bool":
        return np.array([False, True])
    if dtype.kind in "iu":
        bits, info = 8 * dtype.itemsize, np.iinfo(dtype)
        powers = [
            2**k + d for k in range(0, bits, 5 if bits == 64 else 3) for d in (-1, 0, 1)
        ]
        powers += [2**k + d for k in (bits // 2, bits - 1) for d in (-2, -1, 0, 1)]
        every = {v for p in powers for v in (p, -p)} | {
            info.min,
            info.max,
            info.max - 1,
        }
        every |= {3, 7, 10, 25, 100, -100, 65535, -65535, 2**32 - 1, 1 - 2**32}
        return np.array(sorted(v for v in every if info.min <= v <= info.max), dtype)
    info = np.finfo(dtype)
    tiny, small = info.tiny, info.smallest_subnormal
    # Float16 has no 2^31: those become inf there, which does no harm.
    with np.errstate(over="ignore"):
        tinies = [0, small, 3 * small, tiny - small, tiny, tiny + small, 2 * tiny]
        ones = [info.eps, 0.1, 1 / 3, 0.5, 1 - info.eps / 2, 1, 1 + info.eps, 1.5, 2]
        tens = [2.5, 3, 7, 10, 100.25, 16777215, 16777216, 33554433, 2.0**53]
        edges = [2**31 - 128, 2**31, 3e9, 2**32, 2.0**63, 1.5 * 2.0**63, 2.0**64]
        ends = [1e30, info.max / 2, info.max, np.inf, np.nan]
        positive = np.array([*tinies, *ones, *tens, *edges, *ends], dtype)
    return np.concatenate([positive, -positive])


def random_bits(t, count, rng):
    dtype = DTYPES[t]
    if t == "bool":
        return rng.integers(0, 2, count).astype(bool)
    return np.frombuffer(rng.bytes(count * dtype.itemsize), dtype)


def inputs(types, count=20000):
    """Special values (of two arguments every pair), then random and related ones."""
    rng = np.random.default_rng(7)
    if len(types) == 1:
        return [np.concatenate([specials(types[0]), random_bits(types[0], count, rng)])]
    a, b = (x.ravel() for x in np.meshgrid(*map(specials, types), indexing="ij"))
    x, y = (random_bits(t, count, rng) for t in types)
    columns = [(a, b), (x, y)]
    if "bool" not in types:
        # Equal bits, neighbours, and magnitudes near each other.
        kinds = [f"u{DTYPES[t].itemsize}" for t in types]
        if kinds[0] == kinds[1]:
            near = x.view(kinds[0])[:2000]
            for step in (0, 1, 2, 5):
                columns.append(
                    (
                        near.view(x.dtype),
                        (near + np.array(step, near.dtype)).view(y.dtype),
                    )
                )
            shift = rng.integers(0, 8 * near.itemsize, 2000).astype(near.dtype)
            columns.append(
                (near.view(x.dtype), (y.view(near.dtype)[:2000] >> shift).view(y.dtype))
            )
            columns.append(((near >> shift).view(x.dtype), y[:2000]))
        if DTYPES[types[0]].kind == "f":
            scale = 2.0 ** rng.integers(-30, 30, 4000)
            p, q = rng.normal(size=(2, 4000)) * scale
            columns.append((p.astype(x.dtype), q.astype(y.dtype)))
            columns.append((np.rint(p).astype(x.dtype), np.rint(q).astype(y.dtype)))
    return [np.concatenate(c) for c in zip(*columns, strict=True)]


def assert_same(got, want, arrays, any_nan=True):
    """Equal bits; a NaN equals any NaN where `any_nan`."""
    assert got.dtype == want.dtype
    bits = f"u{got.dtype.itemsize}"
    same = got.view(bits) == want.view(bits)
    if any_nan and got.dtype.kind == "f":
        same |= np.isnan(got) & np.isnan(want)
    if not same.all():
        bad = np.flatnonzero(~same)
        lines = [
            f"{[x[i] for x in arrays]}: got {got[i]!r}, NumPy {want[i]!r}"
            for i in bad[:8]
        ]
        pytest.fail(f"{len(bad)} of {len(same)} differ\n" + "\n".join(lines))


def check(device, name, types, result_type, oracle, int64, any_nan=True, arrays=None):
    arrays = inputs(types) if arrays is None else arrays
    got = run(device, name, types, result_type, arrays, int64)
    with np.errstate(all="ignore"):
        want = np.asarray(oracle(*arrays)).astype(DTYPES[result_type], copy=False)
    assert_same(got, want, arrays, any_nan)


def per_int64_file(names):
    """Parameters: each case with both files where it touches 64-bit integers."""
    params = []
    for case in names:
        text = " ".join(case)
        for file in INT64_FILES if "i64" in text or "u64" in text else INT64_FILES[:1]:
            if "f64" in text and file == "int64_words":
                continue  # f64.wgsl comes with native integers
            params.append(pytest.param(*case, file, id="-".join([*case, file])))
    return params


# ---------------------------------------------------------------- the tests


@pytest.mark.parametrize("int64", INT64_FILES)
def test_files_keep_the_format(int64):
    for file in LIB.glob("*.wgsl"):
        assert file.read_text().startswith("// ")
    assert len(library(int64)) > 200
    for text in library(int64).values():
        assert not re.search(r"@group|@compute|var<workgroup>", text)


def test_both_int64_files_have_the_same_names():
    native, words = (set(declarations(LIB / f"{file}.wgsl")) for file in INT64_FILES)
    assert words - native == {"SIGN_WORDS"}
    assert native - words == set()


def test_a_device_without_features_takes_the_library():
    """Nothing outside int64_native and f64 needs 64-bit shader types."""
    adapter = wgpu.gpu.request_adapter_sync(power_preference="high-performance")
    bare = adapter.request_device_sync()
    assert not bare.features & {"shader-int64", "shader-f64", "shader-f16"}
    header = "@group(0) @binding(0) var<uniform> params: Params;"
    names = library("int64_words", with_f64=False)
    assert "pow_f32" in names
    assert "pow_f64" not in names
    bare.create_shader_module(code="\n".join([PARAMS, header, *names.values()]))


@pytest.mark.parametrize(("t", "int64"), per_int64_file((t,) for t in DTYPES))
def test_unpack_then_pack_is_the_identity(device, t, int64):
    x = inputs([t])[0]
    if DTYPES[t].itemsize == 2:
        x = np.arange(65536, dtype=np.uint16).view(DTYPES[t])
    check(device, "", [t], t, lambda x: x, int64, any_nan=False, arrays=[x])


def test_any_nonzero_byte_is_true(device):
    x = np.arange(256, dtype=np.uint8).view(bool)
    got = run(device, "", ["bool"], "bool", [x]).view(np.uint8)
    assert got.tolist() == [0] + [1] * 255


@pytest.mark.parametrize(
    ("stored", "value"),
    [("i8", "i32"), ("u8", "u32"), ("i16", "i32"), ("u16", "u32"), ("f16", "f32")],
)
def test_narrow_items_as_values(device, stored, value):
    count = 256 ** DTYPES[stored].itemsize
    x = np.arange(count).astype(f"u{DTYPES[stored].itemsize}").view(DTYPES[stored])
    check(
        device,
        "",
        [stored],
        value,
        lambda x: x.astype(DTYPES[value]),
        INT64_FILES[0],
        arrays=[x],
    )


@pytest.mark.parametrize(
    ("stored", "value"),
    [("i8", "i32"), ("u8", "u32"), ("i16", "i32"), ("u16", "u32"), ("f16", "f32")],
)
def test_values_as_narrow_items(device, stored, value):
    arrays = inputs([value])
    if stored == "f16":
        # Every half, its neighbours, and the points half-way between halves.
        half = np.arange(0x7C01, dtype=np.uint16).view(np.float16).astype(np.float32)
        tie = (half[:-2] + half[1:-1]) / 2
        exact = np.concatenate(
            [half, tie, np.array([65520, 65519.996], np.float32)]
        ).view(np.uint32)
        exact = np.concatenate([exact, exact[1:] - 1, exact + 1]).view(np.float32)
        arrays = [np.concatenate([*arrays, exact, -exact])]
    narrow = lambda x: x.astype(DTYPES[stored])  # noqa: E731
    check(device, "", [value], stored, narrow, INT64_FILES[0], arrays=arrays)
    wrap = "round_f16" if stored == "f16" else f"wrap_{stored}"
    widened = lambda x: narrow(x).astype(x.dtype)  # noqa: E731
    check(device, wrap, [value], value, widened, INT64_FILES[0], arrays=arrays)


def cast(x, dtype):
    """astype, with NumPy's x86-64 results where C leaves the conversion undefined."""
    if x.dtype.kind != "f" or dtype.kind not in "iu":
        return x.astype(dtype)
    bits = 8 * dtype.itemsize
    signed, unsigned = np.dtype(f"i{dtype.itemsize}"), np.dtype(f"u{dtype.itemsize}")
    half = x.dtype.type(2.0 ** (bits - 1))
    cut = np.trunc(x)
    inside = (cut >= -half) & (cut < half)
    result = np.where(inside, x, 0).astype(signed)
    result[~inside] = np.iinfo(signed).min
    if dtype.kind == "i":
        return result
    result = result.view(unsigned)
    upper = (cut >= half) & (cut < 2 * half)
    result[upper] = x[upper].astype(unsigned)
    result[cut >= 2 * half] = 0
    return result


@pytest.mark.skipif(platform.machine() != "x86_64", reason="the rule is that of x86-64")
@pytest.mark.parametrize("source", FLOATS)
@pytest.mark.parametrize("target", INTEGERS)
def test_the_cast_rule_is_numpys(source, target):
    x = inputs([source])[0]
    with np.errstate(all="ignore"):
        assert_same(x.astype(DTYPES[target]), cast(x, DTYPES[target]), [x])


@pytest.mark.parametrize(
    ("source", "target", "int64"),
    per_int64_file((s, t) for s in VALUES for t in VALUES),
)
def test_casts(device, source, target, int64):
    convert = lambda x: cast(x, DTYPES[target])  # noqa: E731
    arrays = inputs([source])
    if source in INTEGERS and target in FLOATS:
        # Integers at and beside the points half-way between floats.
        rng = np.random.default_rng(3)
        top = (
            rng.integers(2**24, 2**25, 4000, dtype=np.uint64)
            if target == "f32"
            else (rng.integers(2**53, 2**54, 4000, dtype=np.uint64))
        )
        room = 8 * DTYPES[source].itemsize - (25 if target == "f32" else 54)
        if room > 0:
            tie = (top | np.uint64(1)) << rng.integers(
                0, room + 1, 4000, dtype=np.uint64
            )
            near = np.concatenate([tie - np.uint64(1), tie, tie + np.uint64(1)])
            near = near.astype(DTYPES[source])
            arrays = [
                np.concatenate([*arrays, near, np.uint64(0).astype(near.dtype) - near])
            ]
    check(
        device, f"{source}_to_{target}", [source], target, convert, int64, arrays=arrays
    )


COMPARISONS = {
    "eq": np.equal,
    "ne": np.not_equal,
    "lt": np.less,
    "le": np.less_equal,
    "gt": np.greater,
    "ge": np.greater_equal,
}


@pytest.mark.parametrize(
    ("op", "t", "int64"), per_int64_file((op, t) for op in COMPARISONS for t in VALUES)
)
def test_comparisons(device, op, t, int64):
    check(device, f"{op}_{t}", [t, t], "bool", COMPARISONS[op], int64)


@pytest.mark.parametrize(
    ("op", "a", "b", "int64"),
    per_int64_file(
        (op, *p) for op in COMPARISONS for p in [("i64", "u64"), ("u64", "i64")]
    ),
)
def test_comparisons_of_int64_with_uint64(device, op, a, b, int64):
    check(device, f"{op}_{a}_{b}", [a, b], "bool", COMPARISONS[op], int64)


BINARY = {
    "add": (np.add, VALUES),
    "sub": (np.subtract, NUMBERS),
    "mul": (np.multiply, VALUES),
    "floordiv": (np.floor_divide, NUMBERS),
    "mod": (np.remainder, NUMBERS),
    "fmod": (np.fmod, FLOATS),
    "div": (np.true_divide, FLOATS),
    "and": (np.bitwise_and, ("bool", *INTEGERS)),
    "or": (np.bitwise_or, ("bool", *INTEGERS)),
    "xor": (np.bitwise_xor, ("bool", *INTEGERS)),
    "shl": (np.left_shift, INTEGERS),
    "shr": (np.right_shift, INTEGERS),
    "max": (np.maximum, VALUES),
    "min": (np.minimum, VALUES),
    "fmax": (np.fmax, VALUES),
    "fmin": (np.fmin, VALUES),
}


@pytest.mark.parametrize(
    ("op", "t", "int64"),
    per_int64_file((op, t) for op, row in BINARY.items() for t in row[1]),
)
def test_binary(device, op, t, int64):
    arrays = inputs([t, t])
    if op in ("shl", "shr"):
        small = (np.arange(len(arrays[0])) % 80 - 5).astype(arrays[0].dtype)
        arrays = [np.concatenate([arrays[0]] * 2), np.concatenate([arrays[1], small])]
    if op in ("fmax", "fmin") and t in FLOATS:
        # Which of two equal zeros NumPy returns depends on the position in its loop.
        zeros = (arrays[0] == 0) & (arrays[1] == 0)
        arrays = [x[~zeros] for x in arrays]
    check(device, f"{op}_{t}", [t, t], t, BINARY[op][0], int64, arrays=arrays)


UNARY = {
    "neg": (np.negative, NUMBERS, None),
    "abs": (np.abs, VALUES, None),
    "sign": (np.sign, NUMBERS, None),
    "square": (np.square, NUMBERS, None),
    "sqrt": (np.sqrt, FLOATS, None),
    "invert": (np.invert, ("bool", *INTEGERS), None),
    "not": (np.logical_not, ("bool",), None),
    "isnan": (np.isnan, FLOATS, "bool"),
    "isinf": (np.isinf, FLOATS, "bool"),
    "isfinite": (np.isfinite, FLOATS, "bool"),
    "signbit": (np.signbit, FLOATS, "bool"),
}


@pytest.mark.parametrize(
    ("op", "t", "int64"),
    per_int64_file((op, t) for op, row in UNARY.items() for t in row[1]),
)
def test_unary(device, op, t, int64):
    oracle, _, result = UNARY[op]
    check(device, f"{op}_{t}", [t], result or t, oracle, int64)


@pytest.mark.parametrize("error", ["(1.0 + 0x1p-21f)", "(1.0 - 0x1p-21f)"])
@pytest.mark.parametrize("op", ["div", "sqrt"])
def test_division_and_root_on_a_loose_device(device, op, error):
    types = ["f32", "f32"] if op == "div" else ["f32"]
    arrays = inputs(types)
    if op == "div":
        # Exact quotients, where a remainder is 0 or the divisor itself.
        rng = np.random.default_rng(5)
        p, q = rng.integers(1, 4096, (2, 4000)).astype(np.float32)
        arrays = [np.concatenate([arrays[0], p * q]), np.concatenate([arrays[1], q])]

    def loosen(text):
        exact = "return a / b;" if op == "div" else "return sqrt(a);"
        assert exact in text
        return text.replace(exact, exact[:-1] + f" * {error};")

    got = run(device, f"{op}_f32", types, "f32", arrays, edit=loosen)
    with np.errstate(all="ignore"):
        want = (np.true_divide if op == "div" else np.sqrt)(*arrays)
    assert_same(got, want, arrays)


FLUSH = """
fn flush(a: f32) -> f32 {
    let bits = bitcast<u32>(a);
    return bitcast<f32>(select(bits, bits & 0x80000000u, (bits & 0x7f800000u) == 0u));
}
"""


@pytest.mark.parametrize(("op", "sign"), [("add", "+"), ("sub", "+"), ("mul", "*")])
def test_arithmetic_on_a_device_that_flushes_subnormals(device, op, sign):
    arrays = inputs(["f32", "f32"])
    # Exponents for which the result is near the smallest normal number.
    rng = np.random.default_rng(11)
    bits = rng.integers(0, 2**32, (2, 40000), dtype=np.uint64).astype(np.uint32)
    field = rng.integers(0, 40, (2, 40000)).astype(np.uint32)
    if op == "mul":
        field[0] = rng.integers(0, 254, 40000)
        field[1] = np.maximum(
            np.int64(127 + 4) - field[0] - rng.integers(0, 30, 40000), 0
        )
    more = ((bits & np.uint32(0x807FFFFF)) | field << np.uint32(23)).view(np.float32)
    arrays = [np.concatenate(pair) for pair in zip(arrays, more, strict=True)]

    def flushing(text):
        hardware = f"rounded_f32(a {sign} b)"
        assert hardware in text
        return FLUSH + text.replace(
            hardware, f"rounded_f32(flush(flush(a) {sign} flush(b)))"
        ).replace(
            "rounded_f32(scale_up_f32(a) + scale_up_f32(b))",
            "rounded_f32(flush(flush(scale_up_f32(a)) + flush(scale_up_f32(b))))",
        )

    for edit in (str, flushing):
        got = run(device, f"{op}_f32", ["f32", "f32"], "f32", arrays, edit=edit)
        with np.errstate(all="ignore"):
            assert_same(got, BINARY[op][0](*arrays), arrays)


@pytest.mark.parametrize(("t", "int64"), per_int64_file((t,) for t in INTEGERS))
def test_integer_powers(device, t, int64):
    arrays = inputs([t, t])
    small = (np.arange(len(arrays[0])) % 70).astype(arrays[0].dtype)
    arrays = [np.concatenate([arrays[0]] * 2), np.concatenate([arrays[1], small])]
    keep = arrays[1] >= 0
    arrays = [x[keep] for x in arrays]
    check(device, f"pow_{t}", [t, t], t, np.power, int64, arrays=arrays)


def powers(t):
    """Pairs whose power is a number of any size, beside those of `inputs`."""
    rng, dtype = np.random.default_rng(13), DTYPES[t]
    info = np.finfo(dtype)
    exponent = rng.uniform(-1.1, 1.1, 30000) * info.maxexp
    x = np.abs(random_bits(t, 30000, rng))
    x = np.where(np.isfinite(x) & (x > 0), x, dtype.type(3))
    near_one = 1 + rng.normal(size=30000) * 2.0 ** -rng.uniform(0, info.nmant, 30000)
    near_one = np.abs(near_one).astype(dtype)
    whole = rng.integers(1, 200, 30000).astype(dtype)
    columns = [np.array(inputs([t, t]))]
    with np.errstate(all="ignore"):
        for base in (x, near_one, whole):
            columns.append(np.array([base, (exponent / np.log2(base)).astype(dtype)]))
        count = np.rint(exponent / np.log2(whole) / 4).astype(dtype)
    columns.append(np.array([np.where(exponent > 0, whole, -whole), count]))
    return list(np.concatenate(columns, axis=1))


@pytest.mark.parametrize(("t", "bound"), [("f32", 1), ("f64", 2)])
def test_float_powers(device, t, bound):
    """Within `bound` floats of the power in extended precision, special cases exact."""
    if t == "f64" and np.finfo(np.longdouble).nmant < 63:
        pytest.skip("no extended precision on this platform")
    a, b = powers(t)
    got = run(device, f"pow_{t}", [t, t], t, [a, b])
    special = (np.abs(a) == 1) | (a == 0) | (b == 0) | ~np.isfinite(a) | ~np.isfinite(b)
    with np.errstate(all="ignore"):
        want = np.power(a.astype(np.longdouble), b.astype(np.longdouble))
        want = np.where(special, np.power(a, b), want.astype(a.dtype))
    integer = np.dtype(f"i{a.dtype.itemsize}")
    order = [x.view(integer) & np.iinfo(integer).max for x in (got, want)]
    good = np.abs(order[0] - order[1]) <= np.where(special, 0, bound)
    good &= np.signbit(got) == np.signbit(want)
    good |= np.isnan(got) & np.isnan(want)
    bad = np.flatnonzero(~good)
    lines = [f"{a[i]!r} ** {b[i]!r}: got {got[i]!r}, not {want[i]!r}" for i in bad[:8]]
    assert not len(bad), f"{len(bad)} differ\n" + "\n".join(lines)
