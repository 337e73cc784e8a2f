"""elementwise and select_kernel: against the NumPy expression that they stand for."""

import pickle

import numpy as np
import pytest
from compare import same
from hypothesis import given
from hypothesis import strategies as st
from strategies import basic_keys, shapes

import gpuarray
from gpuarray import CompileError, elementwise, select_kernel
from gpuarray.runtime.device import current

pytestmark = pytest.mark.usefixtures("profile")
core = pytest.mark.core

PARTICULA = np.dtype([("pos", "<f4", 3), ("tag", "S3"), ("vida", "<f2"), ("n", "u1")])


def particles(n=40):
    p = np.zeros(n, PARTICULA)
    p["pos"] = np.arange(3 * n).reshape(n, 3)
    p["vida"] = np.arange(n) % 7 - 3
    p["n"] = np.arange(n)
    return p


def pipelines_made(do):
    before = current().counters.pipelines
    do()
    return current().counters.pipelines - before


# ---- values


@core
@pytest.mark.parametrize("n", [0, 1, 257, 5000])
def test_an_expression_is_computed_item_by_item(n):
    x, y = np.linspace(-2, 2, n, dtype="f4"), np.arange(n, dtype="f4")
    axpy = elementwise("a * x + y")
    got = axpy(2, gpuarray.asarray(x), gpuarray.asarray(y))
    same(got, np.float32(2) * x + y, ulp=1)


@core
@pytest.mark.parametrize(
    "dtype", ["bool", "int8", "int16", "int32", "uint8", "uint16", "uint32"]
)
def test_small_numbers_have_their_dtype_and_wrap_as_numpys(dtype):
    x = np.array([0, 1, 2, 100, 127, -1, -128]).astype(dtype)
    if dtype == "bool":
        same(elementwise("!x")(gpuarray.asarray(x)), ~x)
    else:
        code = "x * x + x" if dtype[0] == "i" else "x * x - x"
        want = x * x + x if dtype[0] == "i" else x * x - x
        same(elementwise(code)(gpuarray.asarray(x)), want)


@pytest.mark.parametrize("dtype", ["int64", "uint64", "float64"])
def test_wide_numbers_on_devices_that_have_them(dtype):
    x = np.array([0, 1, 2**40, 2**53 - 1, 3]).astype(dtype)
    same(elementwise("x * x + 1")(gpuarray.asarray(x)), x * x + 1)


def test_float16_is_computed_in_f32_and_rounded_once():
    x = np.array([1.001, 2.5, 60000, 1e-7], "f2")
    want = (x.astype("f4") * 3 - 1).astype("f2")
    same(elementwise("x * 3.0 - 1.0")(gpuarray.asarray(x)), want)


def test_complex_numbers_are_two_parts():
    z = np.array([1 + 2j, -3.5j], "c8")
    same(elementwise("vec2f(z.x, -z.y)")(gpuarray.asarray(z)), z.conj())
    same(elementwise("z.x * z.x + z.y * z.y")(gpuarray.asarray(z)), abs(z) ** 2, ulp=2)


@pytest.mark.parametrize("name", ["no-64", "baseline"])
@pytest.mark.parametrize("dtype", ["int64", "uint64"])
def test_two_word_integers_are_refused_with_the_remedy(open_devices, name, dtype):
    with gpuarray.device.use_profile(open_devices.get(name, name)) as device:
        open_devices[name] = device
        x = gpuarray.arange(5, dtype=dtype)
        with pytest.raises(TypeError, match=r"shader-int64.*astype\(np.u?int32\)"):
            elementwise("x + x")(x)
        small = dtype.replace("64", "32")
        same(elementwise("x + x")(x.astype(small)), np.arange(0, 10, 2, small))


@core
def test_a_body_has_statements_locals_and_several_returns():
    collatz = elementwise(
        """
        var n = x;           // a local copy
        var steps = 0u;
        while n > 1u {
            if n % 2u == 0u { n = n / 2u; } else { n = 3u * n + 1u; }
            steps += 1u;
        }
        if x == 0u { return 999u; }
        return steps;
        """
    )
    assert collatz.args == ("x",)

    def steps(n):
        return 0 if n <= 1 else 1 + steps(n // 2 if n % 2 == 0 else 3 * n + 1)

    want = np.array([999, *map(steps, range(1, 40))], "u4")
    same(collatz(gpuarray.arange(40, dtype="u4")), want)


def test_a_preamble_has_functions_and_constants():
    preamble = """
    const LEAST: f32 = 0.5; // no kernel of the package knows the name
    struct Pair { a: f32, b: f32 }
    fn op(x: f32) -> f32 { return max(x, LEAST); }
    fn load(p: Pair) -> f32 { return p.a * p.b; }
    """
    x = np.linspace(0, 1, 9, dtype="f4")
    kernel = elementwise("load(Pair(op(x), 2.0)) + LEAST", preamble=preamble)
    assert kernel.args == ("x",)
    want = np.maximum(x, np.float32(0.5)) * 2 + np.float32(0.5)
    same(kernel(gpuarray.asarray(x)), want)
    # Another of the same names meets it in one expression.
    other = elementwise("op(x)", preamble="fn op(x: f32) -> f32 { return x + 1.0; }")
    same(other(kernel(gpuarray.asarray(x))), want + 1)


# ---- dtypes of results


@pytest.mark.parametrize(
    ("code", "want"),
    [
        ("x > y", "bool"),
        ("select(0, 1, x > y)", "int32"),
        ("u32(x)", "uint32"),
        ("x + y", "float32"),
        ("1", "int32"),
        ("1.5 * 2", "float32"),
        ("i64(x)", "int64"),
        ("f64(x)", "float64"),
    ],
)
def test_the_dtype_follows_the_wgsl_type(code, want):
    x = gpuarray.arange(3, dtype="f4")
    assert elementwise(code, "x y")(x, x).dtype == want


def test_the_dtype_is_numpys_of_the_arguments_of_that_type():
    a, b = gpuarray.arange(3, dtype="i1"), gpuarray.arange(3, dtype="i2")
    half = gpuarray.arange(3, dtype="f2")
    assert elementwise("a + b")(a, b).dtype == "int16"
    assert elementwise("a + b")(a, 5).dtype == "int8"
    assert elementwise("a * b")(half, 2.5).dtype == "float16"
    assert elementwise("f32(a) * b")(a, half).dtype == "float16"


@core
def test_a_stated_dtype_is_kept():
    x = np.array([-1.5, 0, 300, 70000], "f4")
    kernel = elementwise("i32(x)", dtype="uint8")
    with pytest.raises(CompileError, match="of type i32, but u32 is wanted"):
        kernel(gpuarray.asarray(x))
    same(
        elementwise("u32(i32(x))", dtype="uint8")(gpuarray.asarray(x)),
        x.astype("i4").astype("u1"),
    )
    same(elementwise("x", dtype="float16")(gpuarray.asarray(x)), x.astype("f2"))


def test_arguments_are_converted_where_it_is_asked_for():
    kernel = elementwise("x * y", {"x": "float32", "y": "f4"})
    i = np.arange(5)
    same(kernel(gpuarray.asarray(i), 3), i.astype("f4") * 3)


def test_scalars_are_weak_as_in_numpy():
    x = gpuarray.asarray(np.arange(4, dtype="f4"))
    add = elementwise("x + s")
    for s in (1, 2.5, True + 1, np.float32(3)):
        same(add(x, s), np.arange(4, dtype="f4") + np.float32(s))
    same(add(gpuarray.arange(4, dtype="u1"), 3), np.arange(4, dtype="u1") + np.uint8(3))
    with pytest.raises(OverflowError):
        add(gpuarray.arange(4, dtype="u1"), 300)
    same(add(2, 3), np.int32(5))
    same(add(2, 3.5), np.float32(5.5))
    some = gpuarray.asarray(
        particles(4)
    )  # float32, float16 and uint8: no dtype for all
    want = particles(4)["pos"][:, 0] * np.float32(2) + np.arange(4, dtype="f4")
    same(elementwise("p.pos.x * s + f32(p.n)")(some, 2), want)


def test_names_that_wgsl_reserves():
    x = gpuarray.zeros(3, "f4")
    assert "`target` is a reserved" in fault("target + 1.0", x).reason


# ---- shapes and views


@core
def test_arguments_broadcast_and_views_are_read_where_they_lie():
    a = np.arange(60, dtype="f4").reshape(5, 12)
    b = np.arange(5, dtype="f4")[:, None]
    c = np.arange(24, dtype="f4").reshape(12, 2)[::-1, 1]
    kernel = elementwise("a * b - c")
    d = [gpuarray.asarray(v) for v in (a, b, np.arange(24, dtype="f4").reshape(12, 2))]
    same(kernel(d[0], d[1], d[2][::-1, 1]), a * b - c)
    same(kernel(d[0].T, d[1].T, 2), a.T * b.T - 2)
    same(kernel(d[0][2, 3], d[1][1, 0], 0.5), a[2, 3] * b[1, 0] - np.float32(0.5))
    with pytest.raises(ValueError, match="broadcast"):
        kernel(d[0], d[2], 1)


@given(st.data())
def test_any_view_is_read_where_it_lies(data):
    shape = data.draw(shapes())
    key = data.draw(basic_keys(shape))
    x = np.zeros(shape, LOOSE)
    x["n"] = np.arange(x.size).reshape(shape)
    x["pos"] = x["n"][..., None] % 100
    got = elementwise("p.n * 2u + u32(p.pos.z)")(gpuarray.asarray(x)[key])
    same(got, x["n"][key] * np.uint32(2) + x["pos"][..., 2][key].astype("u4"))


def test_host_arrays_are_uploaded_as_for_ufuncs():
    x = np.arange(5, dtype="f4")
    same(elementwise("x * y")(x, gpuarray.asarray(x)), x * x)
    with gpuarray.transfer_guard("forbid"), pytest.raises(TypeError):
        elementwise("x * y")(x, gpuarray.asarray(x))


@core
def test_fields_of_packed_records():
    p = particles()
    kernel = elementwise("p.pos.x + 2.0 * p.pos[2] + f32(p.n) * dt")
    want = p["pos"][:, 0] + 2 * p["pos"][:, 2] + p["n"].astype("f4") * np.float32(0.5)
    same(kernel(gpuarray.asarray(p), dt=0.5), want, ulp=1)
    same(
        kernel(gpuarray.asarray(p)[::-3], 0.5),
        want[::-3],
        ulp=1,
    )
    same(elementwise("p.vida > 0.0")(gpuarray.asarray(p)), p["vida"] > 0)


def test_nested_records_and_sub_arrays():
    inner = np.dtype([("a", "<i2"), ("m", "<f4", (2, 3))])
    dtype = np.dtype([("pad", "u1"), ("s", inner), ("k", "<u2", 5)])
    x = np.zeros(6, dtype)
    x["s"]["a"] = np.arange(6) - 3
    x["s"]["m"] = np.arange(36).reshape(6, 2, 3)
    x["k"] = np.arange(30).reshape(6, 5)
    kernel = elementwise("f32(x.s.a) + x.s.m[1].z + f32(x.k[4])")
    want = x["s"]["a"].astype("f4") + x["s"]["m"][:, 1, 2] + x["k"][:, 4]
    same(kernel(gpuarray.asarray(x)), want.astype("f4"))


def test_out_is_written_as_by_a_ufunc():
    p = particles()
    d = gpuarray.asarray(p)
    aged = elementwise("p.vida - dt")
    assert aged(d, 0.5, out=d["vida"]).dtype == "float16"
    p["vida"] -= np.float16(0.5)
    same(d, p)
    with pytest.raises(ValueError):
        aged(d, 0.5, out=gpuarray.zeros(3, "f2"))
    with pytest.raises(TypeError, match="GPUArray"):
        aged(d, 0.5, out=np.zeros(40, "f2"))


# ---- records and vectors as results

LOOSE = np.dtype(
    [("pos", "<f4", 3), ("k", "u1"), ("vel", "<f4", 3), ("t", "<f2"), ("n", "<u4")]
)  # packed: most numbers lie across words


def loose(n=600):
    x = np.zeros(n, LOOSE)
    for k, name in enumerate(("pos", "k", "vel", "t", "n")):
        x[name] = np.arange(x[name].size).reshape(x[name].shape) % (50 + k)
    return x


def advanced(x, dt):
    y = x.copy()
    y["pos"] += np.float32(dt) * y["vel"]
    y["t"] -= np.float16(dt)
    y["k"] += 200
    return y


ADVANCE = elementwise(
    "var q = p; q.pos += dt * q.vel; q.t -= dt; q.k += 200u; return q;", "p dt"
)


@core
def test_a_record_that_is_changed_and_returned():
    x = loose()
    d = gpuarray.asarray(x)
    later = ADVANCE(d, 0.5)
    assert later.dtype == LOOSE
    ADVANCE(d, 2, out=d)  # reads and writes the same memory
    same(later, advanced(x, 0.5))
    x = advanced(x, 2)
    same(d, x)
    mask = elementwise("p.k > 100u")
    same(ADVANCE(d, 1)[mask(d)], advanced(x, 1)[x["k"] > 100])


@core
@pytest.mark.parametrize(
    ("dtype", "code"),
    [
        ([("a", "<f4"), ("b", "<f4")], "Item(x, x * x)"),
        ([("a", "u1"), ("b", "<f2")], "Item(u32(x), x * x)"),
        ([("a", "u1")], "Item(u32(x))"),
        ([("a", "?"), ("b", "i1"), ("c", "<u2", 4)], "Item(x > 3, -2, vec4u(u32(x)))"),
        ([("s", [("a", "<f4"), ("b", "<i2")]), ("v", "<f4", 2)], ""),
    ],
)
def test_records_that_are_made(dtype, code):
    x = np.arange(9, dtype="f4")
    code = (
        code or "var r: Item; r.s.a = x; r.s.b = i32(x); r.v = vec2f(x, 1); return r;"
    )
    want = np.zeros(9, dtype)
    by_name = {
        "a": x > 3 if "c" in want.dtype.names else x,
        "b": np.full(9, -2) if "c" in want.dtype.names else x * x,
        "c": np.repeat(x, 4).reshape(9, 4),
        "v": np.stack([x, np.ones(9)], 1),
    }
    for name in want.dtype.names:
        if name == "s":
            want["s"]["a"], want["s"]["b"] = x, x
        else:
            want[name] = by_name[name]
    same(elementwise(code, "x", dtype)(gpuarray.asarray(x)), want)


def test_some_fields_of_an_array_are_written():
    x = loose()
    d = gpuarray.asarray(x)
    some = np.dtype([("pos", "<f4", 3), ("n", "<u4")])
    elementwise("Item(p.pos * 2.0, p.n + 1u)", dtype=some)(d, out=d[["pos", "n"]])
    x["pos"] *= 2
    x["n"] += 1
    same(d, x)


def test_a_vector_makes_an_axis():
    x = loose(12).reshape(3, 4)
    d = gpuarray.asarray(x)
    double = elementwise("p.pos * s")
    same(double(d, 2), x["pos"] * np.float32(2))
    double(d, 3, out=d["vel"])
    same(d["vel"], x["pos"] * np.float32(3))
    y = np.arange(3, dtype="i2")
    same(
        elementwise("vec2(x, 7)")(gpuarray.asarray(y)),
        np.stack([y, y * 0 + 7], 1).astype("i4"),
    )
    half = elementwise("vec3(x, x, 1)", dtype=("<f2", 3))(
        gpuarray.asarray(y.astype("f4"))
    )
    same(half, np.stack([y, y, y * 0 + 1], 1).astype("f2"))


def test_records_with_bytes_are_not_returned():
    d = gpuarray.asarray(particles())
    with pytest.raises(TypeError, match=r"p.tag of dtype \|S3"):
        elementwise("return p;", "p")(d)
    with pytest.raises(TypeError, match=r"the result\.s of dtype"):
        elementwise("Item(1)", "p", dtype=[("s", "S2")])(d)


# ---- laziness and fusion


def test_what_reads_the_result_is_one_kernel():
    x = gpuarray.asarray(np.arange(300, dtype="f4"))
    square = elementwise("x * x")
    host = np.arange(300, dtype="f4") ** 2
    same(square(x).sum(), host.sum(), rtol=1e-6)  # the bits are those of the tree
    before = current().counters.dispatches
    node = (square(x + 1) * 2)._cell.node
    assert node.buffers == (x._leaf().buffer,)
    assert current().counters.dispatches == before
    chained = square(x + 1) * 2
    _ = chained._leaf()
    assert current().counters.dispatches == before + 1
    same(
        np.cumsum(elementwise("u32(x) % 7u")(x)),
        np.cumsum(np.arange(300) % 7, dtype="u8"),
    )
    same(x[elementwise("x % 3.0 == 0.0")(x)], np.arange(0, 300, 3, "f4"))


def test_a_write_does_not_change_what_was_asked_before():
    x = gpuarray.asarray(np.arange(5, dtype="f4"))
    later = elementwise("x * 2.0")(x)
    x[0] = 100
    same(later, np.arange(5, dtype="f4") * 2)


@core
def test_a_new_scalar_or_shape_compiles_nothing():
    kernel = elementwise("a * x + y - 3.25 * a")
    select = select_kernel("x < least * 1.125")

    def run(n, a):
        x = gpuarray.arange(n, dtype="f4")
        _ = kernel(a, x, x)._leaf()
        _ = select(x, least=a)

    run(10, 2)
    run(5000, 2.5)
    assert pipelines_made(lambda: [run(n, n / 3) for n in (11, 300, 5001)]) == 0


# ---- selections


def test_select_keeps_the_items_that_the_predicate_picks():
    p = particles(5000)
    d = gpuarray.asarray(p)
    alive = select_kernel("p.vida > least && p.n % 2u == 0u")
    want = p[(p["vida"] > 1) & (p["n"] % 2 == 0)]
    same(alive(d, least=1), want)
    same(alive(d, 1), want)
    same(alive.mask(d, 1), (p["vida"] > 1) & (p["n"] % 2 == 0))
    same(alive(d[::-2], 1), p[::-2][((p["vida"] > 1) & (p["n"] % 2 == 0))[::-2]])
    same(np.flatnonzero(alive.mask(d, 5)), np.flatnonzero(np.zeros(5000)))


def test_select_takes_items_in_c_order_of_any_shape():
    x = np.arange(24, dtype="i2").reshape(4, 6)
    odd = select_kernel("x % 2 == 1 || row > limit")
    row = np.arange(4)[:, None].astype("i4")
    want = x.T[((x % 2 == 1) | (row > 2)).T]
    same(odd(gpuarray.asarray(x).T, gpuarray.asarray(row).T, 2), want)
    with pytest.raises(CompileError, match="of type i32, but bool is wanted"):
        select_kernel("x + 1")(gpuarray.asarray(x))


# ---- errors


def fault(code, *values, **options):
    with pytest.raises(CompileError) as caught:
        elementwise(code, **options)(*values)
    return caught.value


def test_a_fault_is_shown_in_the_users_own_line():
    x = gpuarray.arange(3, dtype="f4")
    code = "let a = x * 2.0; // é\nlet b = a * undefined_name(3);\nreturn b;"
    error = fault(code, x)
    assert (error.line, error.column) == (2, 13)
    assert str(error).split("\n")[1:] == [
        "    let b = a * undefined_name(3);",
        "                ^",
    ]
    assert "undefined_name" in error.reason
    assert error.code == code


@pytest.mark.parametrize(
    ("code", "line", "column", "words"),
    [
        ("x * ;", 1, 5, "expected expression"),
        ("x *\n  (x", 2, 5, "expected `)`"),
        ("x + i", 1, 1, "f32 and i32"),
        ("max(x, i)", 1, 1, "inconsistent type"),
        ("if i > 0 { return x; }\nreturn i;", 2, 8, "of type i32, but f32 is wanted"),
        ("let y = x;\n  y = x;\nreturn y;", 1, 5, "`var` instead of `let`"),
        ("vec3f(x, x, x) + i", 1, 1, "vec3<f32> and vec3<i32>"),
    ],
)
def test_places_of_faults(code, line, column, words):
    x, i = gpuarray.arange(3, dtype="f4"), gpuarray.arange(3, dtype="i4")
    error = fault(code, x, i, args="x i")
    assert error.line == line
    assert column in (None, error.column)
    assert words in error.reason


def test_a_fault_in_the_preamble_is_shown_there():
    x = gpuarray.arange(3, dtype="f4")
    preamble = "fn twice(a: f32) -> f32 {\n    return twice2(a) * b;\n}"
    error = fault("twice(x)", x, preamble=preamble)
    assert (error.line, error.column, error.code) == (2, 12, preamble)
    long = "fn long(a: f32) -> f32 { return a; }"  # renamed: columns must not move
    preamble = f"{long}\nfn f(a: f32) -> f32 {{ return long(a) + q; }}"
    error = fault("f(x)", x, preamble=preamble)
    assert (error.line, error.column) == (2, 40)


def test_faults_without_a_place_and_results_without_a_dtype():
    x = gpuarray.arange(3, dtype="f4")
    assert "every path" in fault("if x > 1.0 { return x; }", x).reason
    assert "mat2x2<f32>" in fault("mat2x2f(x, x, x, x)", x).reason


def test_compile_errors_can_be_pickled():
    error = CompileError("no such name", "x * y", 1, 5)
    again = pickle.loads(pickle.dumps(error))
    assert (again.line, again.column, str(again)) == (1, 5, str(error))


@pytest.mark.parametrize("code", ["exp(x)", "let a = sin(x); return a;"])
def test_builtins_that_are_wrong_for_f64_are_refused(code):
    x = gpuarray.asarray(np.linspace(0, 1, 5))
    assert "_f64" in fault(code, x).reason
    own = elementwise(code.replace("exp", "exp_f64").replace("sin", "sin_f64"))
    want = np.exp(x.get()) if "exp" in code else np.sin(x.get())
    same(own(x), want, ulp=4)


def test_arguments_are_pythons():
    x = gpuarray.arange(3, dtype="f4")
    axpy = elementwise("a * x + y", name="axpy")
    for args, kwargs, words in [
        ((1, x), {}, "missing a required argument: 'y'"),
        ((1, x, x, x), {}, "too many positional arguments"),
        ((1, x), {"z": x}, "'z'|'y'"),
        ((1, x, x), {"x": x}, "multiple values for argument 'x'"),
    ]:
        with pytest.raises(TypeError, match=words) as caught:
            axpy(*args, **kwargs)
        assert str(caught.value).startswith("axpy()")


def test_definitions_are_checked():
    for bad, error in [
        (lambda: elementwise("  // nothing"), ValueError),
        (lambda: elementwise(b"x"), TypeError),
        (lambda: elementwise("x", "x x"), ValueError),
        (lambda: elementwise("x", ["x", "3"]), ValueError),
        (lambda: elementwise("x", "x out"), ValueError),
        (lambda: elementwise("x", dtype="S3"), TypeError),
        (lambda: elementwise("x", dtype=object), TypeError),
        (lambda: select_kernel("true"), ValueError),
    ]:
        with pytest.raises(error):
            bad()


def test_fields_without_a_value_are_refused():
    d = gpuarray.asarray(particles())
    with pytest.raises(TypeError, match="p has no field 'mass'"):
        elementwise("p.mass")(d)
    with pytest.raises(TypeError, match=r"p.tag of dtype \|S3"):
        elementwise("p.tag")(d)
    with pytest.raises(TypeError, match="b of dtype"):
        elementwise("b")(gpuarray.asarray(np.array([b"abc"])))


@pytest.mark.parametrize("name", ["baseline"])
def test_more_buffers_than_a_kernel_binds_are_an_error(open_devices, name):
    with gpuarray.device.use_profile(open_devices.get(name, name)) as device:
        open_devices[name] = device
        xs = [gpuarray.arange(3, dtype="f4") for _ in range(8)]
        names = [f"x{k}" for k in range(8)]
        with pytest.raises(ValueError, match="8 buffers, and a kernel reads 5"):
            elementwise(" + ".join(names))(*xs)
        pending = [x + 1 for x in xs[:6]]  # not computed yet, so still one buffer each
        with pytest.raises(ValueError, match="buffers"):
            elementwise(" + ".join(names[:6]))(*pending)


# ---- chains whose length is on the device


def test_compacted_items_go_in_and_come_out_without_a_wait():
    p = particles(3000)
    d = gpuarray.asarray(p)
    kernel = elementwise("p.pos.x * s + f32(p.n)")
    alive = select_kernel("p.vida > least")
    readbacks = current().counters.readbacks
    kept = gpuarray.compact(d, alive.mask(d, 0))
    found = kernel(kept, 2)
    again = gpuarray.compact(found, elementwise("x > 3000.0")(found))
    assert current().counters.readbacks == readbacks
    host = p[p["vida"] > 0]
    want = host["pos"][:, 0] * np.float32(2) + host["n"].astype("f4")
    assert (found.get() == want).all()
    assert (again.get() == want[want > 3000]).all()
    other = gpuarray.compact(d, alive.mask(d, 1))
    with pytest.raises(ValueError, match="different counts"):
        elementwise("a.pos.x + b.pos.x")(kept, other)
    with pytest.raises(TypeError, match="takes no Compacted"):
        kernel(kept, 2, out=gpuarray.zeros(3000, "f4"))
    assert (alive(kept, 2).get()["n"] == host["n"][host["vida"] > 2]).all()
    assert isinstance(alive(kept, 2), gpuarray.Compacted)
    with pytest.raises(TypeError, match="first argument, 'a'"):
        select_kernel("a.vida < b.vida")(d, kept)


def test_a_selection_writes_nothing_and_says_what_it_selects_from():
    x = gpuarray.asarray(np.arange(5, dtype="f4"))
    above = select_kernel("p > t")
    for call in (above, above.mask):
        with pytest.raises(TypeError, match="unexpected keyword argument 'out'"):
            call(x, 1, out=x)
    assert x.get().tolist() == [0, 1, 2, 3, 4]
    assert above(t=1, p=x).get().tolist() == [2, 3, 4]
    with pytest.raises(ValueError, match=r"first argument, 't', .*args=\"p t\""):
        select_kernel("t < p")(1, x)


# ---- what the compiler does not say itself


@pytest.mark.parametrize(
    ("code", "preamble", "place", "reason"),
    [
        ("discard;\nreturn x;", "", (1, 1), "fragment"),
        ("f(x)", "fn f(x: f32) -> f32 {\n  return dpdx(x); }", (2, 10), "fragment"),
        ("workgroupBarrier(); return x;", "", (1, 1), "raw_kernel"),
        ("x + q", "const q = 1.0;\nvar<private> r: f32;", (2, 1), "no variables"),
        ("x + q", "var<workgroup> q: f32;", (1, 1), "no variables"),
        ("x + q", "@id(1) override q: f32 = 1.0;", (1, 1), "write const"),
        ("x > 1.0 and x < 2.0", "", (1, 9), "operator is &&"),
        ("not (x > 1.0)", "", (1, 1), "operator is !"),
        ("x ** 2.0", "", (1, 3), "pow"),
        ("x / 0.0", "", (1, 3), "constant 0"),
        ("x % ((-0e5f)) * 1.0", "", (1, 3), "constant 0"),
        ("x / f32(0)", "", (1, 3), "constant 0"),
        ("let k = 0u;\nreturn 3u / k;", "", (2, 11), "constant 0"),
        ("x / none", "const none: f32 = 0.;", (1, 3), "constant 0"),
        ("if x > 0.0 {\nreturn x;", "", (1, 12), "not closed"),
        ("var k = 0.0;\nreturn x / k;", "", (2, 10), "constant 0"),
        ("x + /* 1.0", "", (1, 5), "comment is not closed"),
        ("x + f(x)", "fn f(self: f32) -> f32 { return 1.0; }", (1, 6), "`self`"),
        ("let v = vec3f(x);\nreturn v[5];", "", (2, 10), "out of bounds"),
        ("let y = x;\r\nlet z = y;\r\nreturn z + 1u;", "", (3, 8), "f32 and u32"),
    ],
)
def test_a_fault_is_placed_at_the_call(code, preamble, place, reason):
    x = gpuarray.asarray(np.arange(5, dtype="f4"))
    error = fault(code, x, preamble=preamble, args="x")
    assert (error.line, error.column) == place
    assert reason in error.reason
    x[0] = 5  # nothing pending is left that would be compiled now
    assert x.get()[0] == 5


@pytest.mark.parametrize(
    ("code", "preamble"),
    [
        ("f(x) - 1.0", "@must_use fn f(x: f32) -> f32 { return x * B + A; }"),
        ("pair(x).b", "struct S { a: f32, b: f32 } fn pair(x: f32) -> S {"
         " return S(x, 2.0 * x); }"),
        ("x * B /* a /* b */ // c\n */", ""),
        ("x / 0.5", ""),
        ("x / (0.0 + 0.5)", ""),
        ("let z = 0.0;\nreturn x / (z + 0.5);", ""),
        ("f(x, 0.5)", "fn f(x: f32, z: f32) -> f32 { return x / z; }"
         " fn g() -> f32 { let z = 0.0; return z; }"),
        ("let z = 0.5; return x / z;", "const z = 0.0;"),
        ("var z = 0.0; z += 0.5; return x / z;", ""),
        ("var z = vec2f(0.0); z.x = 0.5; z.y = 1.0; return (x / z).x;", ""),
        ("var z = 0.0; f(&z); return x / z;", "fn f(p: ptr<function, f32>) {"
         " *p = 0.5; }"),
    ],
)  # fmt: skip
def test_what_wgsl_allows_is_taken(code, preamble):
    consts = "const A = 1.0; const B = 2.0; const_assert A < B; "
    x = np.arange(5, dtype="f4")
    kernel = elementwise(code, "x", preamble=consts + preamble)
    same(kernel(gpuarray.asarray(x)), 2 * x)


@core
@pytest.mark.parametrize("dtype", ["f2", "f4", "f8"])
def test_floats_are_told_apart_by_their_bits(dtype):
    x = np.array([1, -0.0, np.nan, np.inf, -np.inf, 0], dtype)
    if dtype == "f8" and "shader-f64" not in current().features:
        pytest.skip("no float64")
    d = gpuarray.asarray(x)
    same(elementwise("is_nan(a)")(d), np.isnan(x))
    same(elementwise("is_inf(a)")(d), np.isinf(x))
    same(elementwise("select(0, 1, is_finite(a))")(d), np.isfinite(x).astype("i4"))


# ---- fields that have no name in WGSL, and records inside records


def test_fields_may_have_names_that_wgsl_does_not_allow():
    named = np.dtype(
        [("type", "f4"), ("fn", "f4"), ("__q", "f4"), ("_", "f4"), ("a b", "f4")]
    )
    x = np.array([(1, 2, 3, 4, 5), (6, 7, 8, 9, 10)], named)
    d = gpuarray.asarray(x)
    same(elementwise("p")(d), x)
    same(elementwise("p.type + p.fn * p.__q + p._")(d), np.array([11, 71], "f4"))
    made = elementwise("Item(p.fn, p.type, 0.0, 1.0, 2.0)", dtype=named)(d)
    want = np.array([(2, 1, 0, 1, 2), (7, 6, 0, 1, 2)], named)
    same(made, want)
    error = fault("let q = p.fn;\nreturn p.type * q + widht;", d, args="p")
    assert (error.line, error.column) == (2, 21)


def test_a_record_inside_a_record_is_returned():
    inner = np.dtype([("a", "f4"), ("b", "i2")])
    outer = np.dtype([("n", inner), ("m", "f4", (2, 5)), ("t", "f4")])
    x = np.zeros(3, outer)
    x["n"]["b"], x["m"] = [1, -2, 3], np.arange(30).reshape(3, 2, 5)
    d = gpuarray.asarray(x)
    same(elementwise("p.n", "p")(d), x["n"])
    same(elementwise("p.m", "p")(d), x["m"])
    error = fault("S(x)", gpuarray.zeros(3, "f4"), preamble="struct S { a: f32 }")
    assert error.reason.startswith("the code gives S, which no argument has")
