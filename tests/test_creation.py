"""Creation functions against NumPy, errors included, and shared buffers."""

import numpy as np
import pytest
import wgpu
from compare import ANY, Host, check, same, to_device
from strategies import NUMERIC, numbers, packed

import gpuarray

pytestmark = pytest.mark.usefixtures("profile")

each_dtype = pytest.mark.parametrize("dtype", NUMERIC)
SHAPES = ((), 0, 1, 5, (0,), (3, 4), (2, 0, 3), [2, 3], np.int64(4), (1,) * 6)


def made(name, *args, **kwargs):
    """gpuarray.<name> makes what NumPy's makes, or raises what it raises."""
    options = {k: kwargs.pop(k) for k in ("raises", "rtol") if k in kwargs}
    call = f"{name}{args}{kwargs}"
    assert callable(getattr(gpuarray, name)), call
    check(lambda xp: getattr(xp, name)(*args, **kwargs), dispatch=False, **options)


# ---- constant arrays


@pytest.mark.core
def test_constant_arrays(dtypes):
    for dtype in (*dtypes, "S3", "V5", [("a", "u1"), ("b", "i8")]):
        for shape in SHAPES:
            made("zeros", shape, dtype)
            if not isinstance(dtype, list) and dtype[0] not in "SV":
                made("ones", shape, dtype)
                made("full", shape, 1, dtype)
        empty = gpuarray.empty((3, 4), dtype)
        assert (empty.shape, empty.dtype) == ((3, 4), np.dtype(dtype))
        empty[...] = np.zeros((), dtype)
        same(empty, np.zeros((3, 4), dtype))


def test_default_dtypes_and_orders():
    for shape in SHAPES:
        made("zeros", shape)
        made("ones", shape=shape)
        for value in (1, 2.5, True, np.int8(3), np.float32(0.5), 2**40, b"abc"):
            made("full", shape, value)
    assert gpuarray.empty(3).dtype == np.float64
    for order in "CF":
        check(
            lambda xp, o=order: (
                xp.zeros((3, 4), order=o).strides,
                xp.ones((3, 4), "i2", o).strides,
                xp.empty((3, 4), order=o).strides,
                xp.full((3, 4), 1, order=o).strides,
            ),
            dispatch=False,
        )


def test_full_values():
    made("full", (2, 3), [1, 2, 3])
    made("full", (2, 3), [[1], [2]])
    made("full", 3, float("nan"))
    made("full", 3, -0.0, "f4")
    made("full", (2, 3), [1, 2], raises=ValueError)
    for dtype in ("int8", "uint8", "int32", "uint64", "float16", "bool"):
        for value in (-1, 255, 300, 2**63, 2.5, 1e300):
            made("full", 3, value, dtype, raises=ANY)
    same(gpuarray.full((2, 3), to_device(np.array(7))), np.full((2, 3), 7))


def test_arrays_are_their_own():
    x, y = gpuarray.zeros(5, "i4"), gpuarray.zeros(5, "i4")
    x += 1
    x[2] = 9
    same(y, np.zeros(5, "i4"))
    same(x, np.array([1, 1, 9, 1, 1], "i4"))
    assert x.flags.writeable


def test_bad_shapes_dtypes_and_orders():
    for name in ("zeros", "ones", "empty"):
        for shape in (-1, (2, -3)):
            made(name, shape, raises=ValueError)
        for shape in (1.5, "3", None, (2, 2.5), {}):
            made(name, shape, raises=ANY)
        made(name, 3, "no such dtype", raises=TypeError)
        made(name, 3, order="Z", raises=ValueError)
        made(name, raises=TypeError)
        made(name, (1,) * 65, raises=ValueError)


@pytest.mark.parametrize("name", ["zeros_like", "ones_like", "empty_like"])
def test_likes(name):
    x = numbers((3, 4), "int16")
    for source in (x, np.asfortranarray(x), x[::-1, ::2], np.array(3), x[:0], x > 0):

        def like(xp, x, **kwargs):
            y = getattr(xp, name)(x, **kwargs)
            if name == "empty_like":
                y[...] = 0
            return y

        check(like, source)
        check(lambda xp, x: like(xp, x, dtype="f4"), source)
        check(lambda xp, x: like(xp, x, shape=(2, 5)), source)
        for order in "CFAK" * bool(source.size):
            check(lambda xp, x, o=order: like(xp, x, order=o).strides, source)
            check(lambda xp, x, o=order: like(xp, x.T, order=o).strides, source)


def test_full_like():
    x = numbers((3, 4), "int16")
    check(lambda xp, x: xp.full_like(x, 7), x)
    check(lambda xp, x: xp.full_like(x, 2.9), x)
    check(lambda xp, x: xp.full_like(x, [1, 2, 3, 4], dtype="f4"), x)
    check(lambda xp, x: xp.full_like(x, 40_000), x, raises=ANY)
    check(lambda xp, x: xp.full_like(x, 1, shape=5), x)


# ---- ranges


@pytest.mark.core
def test_integer_ranges():
    for arguments in (
        (0,),
        (1,),
        (7,),
        (4099,),
        (3, 9),
        (9, 3),
        (0, 10, 3),
        (10, 0, -3),
        (-5, 5, 2),
        (5, 5),
        (2**40, 2**40 + 5),
        (np.int8(3), np.int8(9)),
        (0, 2**62, 2**60),
        (True,),
    ):
        made("arange", *arguments)
    for dtype in ("int8", "uint8", "int32", "uint64", "float32", "float16"):
        made("arange", 9, dtype=dtype)
        made("arange", 2, 20, 3, dtype)
    made("arange", 300, dtype="u1", raises=ANY)


def test_float_ranges():
    for arguments in (
        (5.0,),
        (0.5, 5),
        (0, 1, 0.1),
        (1, 0, -0.25),
        (1.0, 3.0, 0.1),
        (0, 1e6, 333.3),
        (0.0, -1.0),
    ):
        made("arange", *arguments, rtol=1e-15)
        made("arange", *arguments, dtype="f4", rtol=2e-7)
    made("arange", 0.5, 5, dtype="i4", raises=ANY)
    made("arange", stop=5)
    made("arange", start=2, stop=5, step=2)


def test_ranges_that_are_refused():
    made("arange", raises=TypeError)
    made("arange", 0, 5, 0, raises=ZeroDivisionError)
    made("arange", 0, float("nan"), raises=ValueError)
    made("arange", "a", raises=ANY)
    made("arange", 5, dtype="bool", raises=ANY)
    made("arange", 2, dtype="bool")


def test_linspace():
    for arguments in (
        (0, 1),
        (0, 1, 7),
        (5, -5, 4),
        (2, 2, 3),
        (0, 10, 1),
        (0, 10, 0),
        (-1e10, 1e10, 1001),
        (True, 9, 3),
    ):
        made("linspace", *arguments, rtol=2e-15)
        made("linspace", *arguments, endpoint=False, rtol=2e-15)
        made("linspace", *arguments, dtype="f4", rtol=2e-7)
    made("linspace", 0, 10, 5, dtype="i4")
    values, step = gpuarray.linspace(0, 1, 5, retstep=True)
    same(values, np.linspace(0, 1, 5))
    assert float(step) == 0.25
    made("linspace", [0, 1], [10, 20], 4, rtol=1e-15)
    made("linspace", [0, 1], [10, 20], 4, axis=-1, rtol=1e-15)
    made("linspace", 0, 1, -1, raises=ValueError)
    made("linspace", 0, 1, 2.5, raises=TypeError)
    ends = gpuarray.linspace(0.1, 0.7, 9).get()[[0, -1]]
    assert (ends == [0.1, 0.7]).all()


@pytest.mark.core
def test_eye(dtypes):
    for arguments in ((0,), (1,), (5,), (3, 5), (5, 3), (300, 299)):
        for k in (0, 1, -1, 4, -9):
            made("eye", *arguments, k=k, dtype="f4")
    for dtype in dtypes:
        made("eye", 4, 5, 1, dtype)


@pytest.mark.parametrize("k", [3, -3, 2**63, -(2**70)])
def test_eye_far_off_the_diagonal(k):
    check(lambda xp: xp.eye(3, 2, k), dispatch=False)


def test_an_array_of_a_scalar_may_change():
    def run(xp, x):
        scalar = x.sum()
        found = [xp.asarray(scalar), xp.asarray(scalar, copy=True), xp.array(scalar)]
        for array in found:
            array[...] = 1
        return (*found, scalar)

    check(run, np.arange(4, dtype="f4"), dispatch=False)


def test_eye_options():
    made("eye", 3)
    made("eye", 3, None, 1, int)
    made("eye", -1, raises=ValueError)
    for k in (2**63, -(2**63) - 1, np.int8(-1)):
        made("eye", 3, 4, k)
    made("eye", 2.5, raises=TypeError)
    check(lambda xp: xp.eye(3, 4, order="F").strides, dispatch=False)


# ---- from data


def test_from_python_data():
    for data in (
        3,
        2.5,
        True,
        2**40,
        b"abc",
        [],
        [1, 2, 3],
        [1, 2.5],
        [True, False],
        (1, 2),
        [[1, 2], [3, 4]],
        [[], []],
        range(5),
        [np.int8(1), np.int8(2)],
        [np.float32(1), 2],
        [b"a", b"bcd"],
        np.float16(2),
        [np.arange(3), np.arange(3)],
        bytearray(b"xyz"),
        memoryview(b"xyz"),
    ):
        for name in ("asarray", "array"):
            made(name, data)
    for dtype in ("int8", "float32", "bool", "uint64"):
        made("asarray", [1, 0, 3], dtype)
        made("array", [1, 0, 3], dtype=dtype)
    made("asarray", [(1, 2.5), (3, 4.5)], [("a", "i4"), ("b", "f8")])


def test_from_python_data_that_is_refused():
    for name in ("asarray", "array"):
        made(name, [[1, 2], [3]], raises=ValueError)
        made(name, [300], "uint8", raises=OverflowError)
        made(name, ["a"], "i4", raises=ValueError)
        for data in (None, [None], "text", ["text"], {}, object(), 2**70):
            with pytest.raises(TypeError):
                getattr(gpuarray, name)(data)


def test_from_device_arrays():
    x = to_device(numbers((3, 4), "int16"))
    assert gpuarray.asarray(x) is x
    assert gpuarray.asarray(x, "i2") is x
    assert gpuarray.asarray(x, copy=False) is x
    for other in (
        gpuarray.array(x),
        gpuarray.asarray(x, copy=True),
        gpuarray.array(x, copy=True),
        gpuarray.asarray(x, dtype="f4"),
    ):
        same(other, numbers((3, 4), "int16").astype(other.dtype))
        other[...] = 0
    same(x, numbers((3, 4), "int16"))
    with pytest.raises(ValueError, match="copy"):
        gpuarray.asarray(x, dtype="f4", copy=False)
    with pytest.raises(ValueError, match="copy"):
        gpuarray.asarray(numbers(3), copy=False)


def test_array_options():
    x = numbers((3, 4), "int16")
    check(
        lambda xp, x: (xp.array(x, ndmin=4).shape, xp.array(x, order="F").strides),
        x,
        dispatch=False,
    )
    check(lambda xp, x: xp.array(x, dtype=">f4"), x, dispatch=False)
    check(lambda xp, x: xp.asarray(x.T, order="C").strides, x, dispatch=False)
    check(lambda xp, x: xp.array(x.T).strides, x, dispatch=False)
    made("array", 5, ndmin=2)
    made("array", [1, 2], no_such_option=1, raises=TypeError)


def test_to_the_host():
    x = numbers((3, 4), "int16")
    for source in (to_device(x), to_device(x).T.T, to_device(x) + 0, x, x.tolist()):
        host = gpuarray.asnumpy(source)
        assert type(host) is np.ndarray
        assert (host == x).all()
    assert gpuarray.asnumpy(to_device(x)[0, 0]).shape == ()


# ---- buffers


def test_the_buffer_is_wgpus_own():
    x = to_device(numbers(1000))
    assert isinstance(x.buffer, wgpu.GPUBuffer)
    assert x.buffer.size >= x.nbytes
    assert (x + 1).buffer.size >= 4000  # an expression is computed first
    y = gpuarray.from_buffer(x.buffer, "i4", 1000)
    same(y, numbers(1000))


def test_buffers_are_shared_without_a_copy():
    x = to_device(numbers((10, 12), "int32"))
    before = gpuarray.memory_stats()["live_bytes"]
    y = gpuarray.from_buffer(x.buffer, np.int32, (12, 10), strides=(4, 48))
    z = gpuarray.from_buffer(x.buffer, "u1", (5,), offset=7, strides=(48,))
    assert gpuarray.memory_stats()["live_bytes"] == before
    host = numbers((10, 12), "int32")
    same(y, host.T)
    same(z, host.view("u1").reshape(-1)[7::48][:5])
    y[3, 4] = 99
    z[0] = 7
    host[4, 3] = 99
    host.view("u1").reshape(-1)[7] = 7
    same(x, host)
    x[0] = 5
    host[0] = 5
    same(y, host.T)


def test_buffers_that_other_code_writes(xp):
    gpu = xp.device.current().gpu
    usage = wgpu.BufferUsage.STORAGE | wgpu.BufferUsage.COPY_DST
    buffer = gpu.create_buffer(size=400, usage=usage | wgpu.BufferUsage.COPY_SRC)
    for seed in (1, 2):
        host = numbers(100, "float32", seed=seed)
        gpu.queue.write_buffer(buffer, 0, host)
        x = gpuarray.from_buffer(buffer, "f4", (100,))
        same(x, host)
        same(np.cumsum(x), np.cumsum(host))
        same(x[x > 0], host[host > 0])


def test_buffers_of_records():
    x = packed(numbers(50, "int64"))
    device = to_device(x)
    same(gpuarray.from_buffer(device.buffer, x.dtype, 50), x)
    field = gpuarray.from_buffer(device.buffer, "i8", 50, 1, (11,))
    same(field, x["x"])


def test_buffers_that_do_not_fit():
    x = to_device(numbers(100))
    size = x.buffer.size
    for arguments in (
        ("i4", size // 4 + 1),
        ("i4", size // 4, 4),
        ("i4", 3, size - 8),
        ("i4", 3, 0, (size,)),
        ("i4", 3, 0, (-4,)),
        ("i4", 3, -4),
        ("i4", (3, 4), 0, (4,)),
        ("i4", -1),
    ):
        with pytest.raises(ValueError):
            gpuarray.from_buffer(x.buffer, *arguments)
    for wrong in (None, numbers(3), x, b"bytes"):
        with pytest.raises(TypeError):
            gpuarray.from_buffer(wrong, "i4", 3)
    with pytest.raises(TypeError):
        gpuarray.from_buffer(x.buffer, "O", 3)


@pytest.mark.parametrize("name", ["zeros", "ones"])
def test_sub_array_dtypes_become_axes(name):
    made(name, 3, "(2,)i4")
    made(name, (2, 3), "(2, 4)u1")


def test_likes_of_sub_arrays_and_other_ranks():
    x = numbers((3, 4), "int16")
    check(lambda xp, x: xp.zeros_like(x, dtype="(2,)i4"), x)
    check(lambda xp, x: xp.zeros_like(x.T, shape=(2, 3, 4)).strides, x)


def test_buffers_of_no_whole_words_are_refused():
    device = gpuarray.device.current().gpu
    usage = gpuarray.zeros(1, "i4").buffer.usage
    with pytest.raises(ValueError, match="multiple of 4"):
        gpuarray.from_buffer(device.create_buffer(size=6, usage=usage), "i1", (6,))


@pytest.mark.parametrize("shape", [(1, 3, 1), (3, 1), (2, 1, 3, 4), (2, 0, 3), (1,)])
def test_strides_of_axes_of_length_one(shape):
    for host in (np.ones(shape), np.ones(shape, order="F"), np.ones(shape[::-1]).T):
        check(lambda xp, x: x.strides, host)
        for o in "KACF":
            check(lambda xp, x, o=o: x.copy(o).strides, host)
            check(lambda xp, x, o=o: x.astype("f4", o).strides, host)
            check(lambda xp, x, o=o: xp.empty_like(x, order=o).strides, host)
            array = lambda xp, x, o=o: xp.array(x, order=o).strides  # noqa: E731
            check(array, host, dispatch=False)
            check(array, Host(host), dispatch=False)


def test_orders_are_read_in_either_case():
    x = np.arange(24, dtype="i2").reshape(2, 3, 4)
    for order in ("c", "F", "f", "a", "K", "k", None):
        for view in (x, x.T, x.transpose(1, 2, 0), x[::-1, ::2]):
            check(lambda xp, x, o=order: x.copy(o).strides, view)
            check(lambda xp, x, o=order: xp.copy(x, o).strides, view)
            check(lambda xp, x, o=order: x.astype("i4", o).strides, view)
            check(lambda xp, x, o=order: xp.zeros_like(x, order=o).strides, view)
            check(lambda xp, x, o=order: x.ravel(o), view)
            check(lambda xp, x, o=order: x.flatten(o), view)
            check(lambda xp, x, o=order: x.reshape(4, 6, order=o), view, raises=ANY)
            for make in ("asarray", "array"):
                check(
                    lambda xp, x, m=make, o=order: getattr(xp, m)(x, order=o).strides,
                    np.array(view, order="K"),
                    dispatch=False,
                )
        for make in ("zeros", "ones", "empty"):
            check(
                lambda xp, m=make, o=order: getattr(xp, m)((2, 3), order=o).strides,
                raises=ANY,
                dispatch=False,
            )
    for order in ("Z", "CF", 1):
        check(lambda xp, x, o=order: x.copy(o), x, raises=ANY)
        made("zeros", 3, order=order, raises=ANY)


def test_no_copy_where_the_order_is_right():
    x = to_device(np.asfortranarray(np.ones((2, 3), "i4")))
    for same_order in ("F", "A", "K", None):
        assert x.astype("i4", same_order, copy=False) is x
        assert gpuarray.array(x, copy=None, order=same_order) is x
    assert x.astype("i4", "C", copy=False) is not x
    with pytest.raises(ValueError, match="order"):
        gpuarray.array(x, copy=False, order="C")
    check(lambda xp, x: xp.array([x, x], order="F").strides, np.ones((2, 3), "i4"))


def test_numpys_readers(tmp_path):
    path = tmp_path / "numbers.txt"
    path.write_text("1 2 3\n4 5 6\n")
    binary = tmp_path / "numbers.bin"
    np.arange(5, dtype="i2").tofile(binary)
    for read in (
        lambda xp: xp.loadtxt(path, dtype="f4"),
        lambda xp: xp.genfromtxt(path, dtype="i4"),
        lambda xp: xp.fromfile(binary, "i2"),
        lambda xp: xp.frombuffer(b"abcdef", "u1", offset=1),
        lambda xp: xp.fromiter(iter([1, 2, 3]), "i4"),
        lambda xp: xp.fromstring("1 2 3", "i4", sep=" "),
    ):
        check(read, dispatch=False)
        same(read(gpuarray), read(np))
    made("loadtxt", tmp_path / "nothing", raises=FileNotFoundError)


def test_windows_of_signal_processing():
    for name in ("bartlett", "blackman", "hamming", "hanning"):
        for m in (-1, 0, 1, 2, 9, 10, 5.0):
            made(name, m)
    made("kaiser", 9, 14)
    made("kaiser", 1, 5.5)
    same(gpuarray.kaiser(6, to_device(np.array(2.5))), np.kaiser(6, 2.5))
    made("hanning", "text", raises=ANY)


def test_finite_arrays_are_taken():
    for data in ([1.5, 2], np.arange(3), np.array(["1"], "S1")):
        made("asarray_chkfinite", data)
    for bad in (np.nan, np.inf):
        made("asarray_chkfinite", np.array([1, bad], "f4"), raises=ValueError)
