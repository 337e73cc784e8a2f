"""Views: no copies, the strides and flags of NumPy, writes that reach the base."""

import numpy as np
import pytest
from compare import ANY, check, check_each, same, to_device
from hypothesis import given
from hypothesis import strategies as st
from strategies import NUMERIC, any_bits, basic_keys, numbers, packed, shapes, views

import gpuarray

pytestmark = pytest.mark.usefixtures("profile")

AxisError = np.exceptions.AxisError
FLAGS = ("C_CONTIGUOUS", "F_CONTIGUOUS", "OWNDATA", "WRITEABLE", "ALIGNED", "FORC")


def shape_of(v):
    """All that an array says about its layout."""
    if v.ndim == 0:  # NumPy has scalars for some of these, and no flags to compare
        return v.shape, v.size, v.itemsize, v.nbytes
    return (
        v.shape,
        v.strides if v.size else None,  # of nothing, they mean nothing
        v.ndim,
        v.size,
        v.itemsize,
        v.nbytes,
        bool(v.flags.c_contiguous),
        bool(v.flags.f_contiguous),
        bool(v.flags.writeable),
        v.base is None,
    )


VIEWS = (
    lambda xp, x: x[1],
    lambda xp, x: x[-1, 2],
    lambda xp, x: x[1:3],
    lambda xp, x: x[::-1],
    lambda xp, x: x[:, ::-2, 1:],
    lambda xp, x: x[3:1:-1],
    lambda xp, x: x[5:2],
    lambda xp, x: x[..., 0],
    lambda xp, x: x[None],
    lambda xp, x: x[:, None, ..., None],
    lambda xp, x: x[...],
    lambda xp, x: x[()],
    lambda xp, x: x[2, ..., ::3],
    lambda xp, x: x.T,
    lambda xp, x: x.mT,
    lambda xp, x: x.transpose(),
    lambda xp, x: x.transpose(1, 0, 2),
    lambda xp, x: x.transpose((2, 0, 1)),
    lambda xp, x: x.swapaxes(0, -1),
    lambda xp, x: xp.swapaxes(x, 0, 1),
    lambda xp, x: xp.moveaxis(x, 0, -1),
    lambda xp, x: xp.transpose(x, (1, 2, 0)),
    lambda xp, x: xp.expand_dims(x, (0, 2)),
    lambda xp, x: xp.squeeze(x[:1]),
    lambda xp, x: x[:, :1].squeeze(axis=1),
    lambda xp, x: x.reshape(20, 6),
    lambda xp, x: x.reshape(-1),
    lambda xp, x: x.reshape((2, -1, 3)),
    lambda xp, x: x[:, ::2].reshape(4, 3, 3, 2),
    lambda xp, x: x.ravel(),
    lambda xp, x: xp.broadcast_to(x[0], (3, 5, 6)),
    lambda xp, x: xp.broadcast_to(x[:, :1], (4, 9, 6)),
    lambda xp, x: x.real,
    lambda xp, x: x.view(),
)


@pytest.mark.core
@pytest.mark.parametrize("view", range(len(VIEWS)))
def test_values_strides_flags_and_bases(view):
    x = numbers((4, 5, 6), "int16")
    check(VIEWS[view], x)
    check(lambda xp, x: shape_of(VIEWS[view](xp, x)), x)
    # on a view of a view too
    check(lambda xp, x: VIEWS[view](xp, x[:, :, :].transpose(0, 1, 2)), x)


@pytest.mark.parametrize("view", range(len(VIEWS)))
def test_writes_reach_the_base(view):
    def write(xp, x):
        v = VIEWS[view](xp, x)
        v[...] = 77

    check(write, numbers((4, 5, 6), "uint8"), raises=ANY)


@given(shape=shapes(max_side=6), data=st.data())
def test_any_basic_key_gives_numpys_strides(shape, data):
    key = data.draw(basic_keys(shape))
    x = numbers(shape, "int32")
    check(lambda xp, x: shape_of(x[key]), x, raises=ANY)
    check(lambda xp, x: x[key], x, raises=ANY)


@pytest.mark.core
@given(shape=shapes(max_side=6, max_dims=3), data=st.data())
def test_views_of_views_and_writes_through_them(dtypes, shape, data):
    dtype = data.draw(st.sampled_from(dtypes))
    first = data.draw(views(shape))
    middle = first(np.empty(shape)).shape
    second = data.draw(views(middle))

    def write(xp, x):
        v = second(first(x))
        v[...] = v[::-1] if v.ndim and v.shape[0] else 1
        return v

    check(write, numbers(shape, dtype))


def test_views_cost_no_memory():
    x = to_device(numbers((400, 500), "float32"))
    gpuarray.synchronize()
    before = gpuarray.memory_stats()["live_bytes"]
    kept = [x[1:], x.T, x[::-2, 3], x.reshape(-1), x[None], x.ravel(), x.view("u4")]
    kept += [np.broadcast_to(x, (9, 400, 500)), x.real]
    assert gpuarray.memory_stats()["live_bytes"] == before
    assert all(v.buffer is x.buffer for v in kept)


def test_a_view_keeps_its_buffer_alive():
    x = to_device(numbers(1000))
    v = x[::7]
    del x
    junk = [to_device(np.full(1000, 9, "i4")) for _ in range(5)]
    same(v, numbers(1000)[::7])
    del junk


def test_base_is_the_owner():
    x = to_device(numbers((4, 6)))
    assert x.base is None
    assert x[1:].base is x
    assert x[1:].T[::2].base is x
    assert x[x > 0].base is None
    assert (x + 1).base is None
    assert x.copy().base is None


def test_flags_of_fresh_arrays():
    x = numbers((4, 6))
    check_each(
        [
            lambda xp, x: shape_of(x),
            lambda xp, x: shape_of(x + 1),
            lambda xp, x: shape_of(x > 0),
            lambda xp, x: shape_of(x.copy()),
            lambda xp, x: shape_of(x[x > 0]),
            lambda xp, x: shape_of(xp.cumsum(x, axis=0)),
            lambda xp, x: tuple(bool(x[1:].flags[name]) for name in FLAGS),
            lambda xp, x: tuple(bool(x.T.flags[name]) for name in FLAGS),
            lambda xp, x: x.flags["NO SUCH FLAG"],
            lambda xp, x: x.flags.no_such_flag,
        ],
        x,
        raises=ANY,
    )
    check(lambda xp, x: shape_of(x), np.asfortranarray(x))
    check(lambda xp, x: shape_of(x.copy()), np.asfortranarray(x))
    for shape in ((), (1,), (0,), (1, 5), (5, 1), (3, 0, 2), (1, 1)):
        check(lambda xp, x: shape_of(x)[6:9], np.ones(shape))


# ---- reshape, ravel, flatten


@pytest.mark.core
def test_reshape_is_a_view_or_a_copy_as_in_numpy():
    x = numbers((4, 6))

    def into(xp, x, look, shape):
        v = look(x).reshape(shape)
        v[...] = -5
        return v, shape_of(v)[:6]

    looks = (
        lambda x: x,
        lambda x: x.T,
        lambda x: x[::2],
        lambda x: x[:, ::2],
        lambda x: x[::-1],
        lambda x: x[:, :4],
        lambda x: x[:, None],
    )
    for look in looks:
        for shape in (-1, (2, -1), (-1, 2, 2), (1, -1, 1), (4, -1)):
            check(lambda xp, x, lk=look, s=shape: into(xp, x, lk, s), x, raises=ANY)


def test_reshape_forms_and_orders():
    x = numbers((4, 6), "float32")
    check_each(
        [
            lambda xp, x: xp.reshape(x, (3, 8)),
            lambda xp, x: xp.reshape(x, -1),
            lambda xp, x: x.reshape(2, 2, 6),
            lambda xp, x: x.reshape((6, 4), order="F"),
            lambda xp, x: x.T.reshape(-1, order="A"),
            lambda xp, x: xp.reshape(x.T, (4, 6), order="F"),
            lambda xp, x: xp.reshape(x, (3, 8), copy=True),
            lambda xp, x: xp.ravel(x.T),
            lambda xp, x: x.T.ravel("F"),
            lambda xp, x: x.flatten(),
            lambda xp, x: x[:, ::-1].flatten(order="F"),
            lambda xp, x: x[:0].reshape(0, 99),
            lambda xp, x: x[0, 0].reshape(1, 1, 1),
            lambda xp, x: x[:1, 0].reshape(()),
        ],
        x,
    )
    for shape in ((5, 5), (-1, -1), (-1, 5), (0, -1), 7):
        check(lambda xp, x, s=shape: x.reshape(s), x, raises=ValueError)
    check(lambda xp, x: x.reshape(1.5), x, raises=TypeError)
    check(lambda xp, x: x.reshape("a"), x, raises=TypeError)
    check(lambda xp, x: xp.reshape(x.T, -1, copy=False), x, raises=ValueError)
    check(lambda xp, x: x.reshape(2, 12, order="Z"), x, raises=ANY)


def test_assigning_a_shape_is_refused_or_right():
    x = to_device(numbers((4, 6)))
    try:
        x.shape = (3, 8)
    except AttributeError:
        same(x, numbers((4, 6)))
    else:
        same(x, numbers((4, 6)).reshape(3, 8))


# ---- axes


def test_axis_functions_refuse_what_numpy_refuses():
    x = numbers((3, 1, 4))
    for call in (
        lambda xp, x: x.swapaxes(0, 3),
        lambda xp, x: xp.moveaxis(x, 3, 0),
        lambda xp, x: xp.expand_dims(x, 5),
        lambda xp, x: x.squeeze(3),
        lambda xp, x: x.transpose(0, 1, 3),
    ):
        check(call, x, raises=AxisError)
    for call in (
        lambda xp, x: x.squeeze(0),
        lambda xp, x: x.transpose(0, 1),
        lambda xp, x: x.transpose(0, 1, 1),
        lambda xp, x: x[0, 0].mT,
        lambda xp, x: xp.broadcast_to(x, (3, 2)),
        lambda xp, x: xp.broadcast_to(x, (2, 1, 4)),
        lambda xp, x: xp.broadcast_to(x, (3, -1, 4)),
    ):
        check(call, x, raises=ValueError)
    check(lambda xp, x: xp.moveaxis(x, (0, 1), (0,)), x, raises=ValueError)


def test_broadcast_is_read_only_and_so_are_its_views():
    x = numbers((5, 1))
    check_each(
        [
            lambda xp, x: shape_of(xp.broadcast_to(x, (5, 4)))[:9],
            lambda xp, x: shape_of(xp.broadcast_to(x, (5, 4))[2:].T)[:9],
            lambda xp, x: shape_of(xp.broadcast_to(x, (5, 4)).copy())[:9],
            lambda xp, x: xp.broadcast_to(x, (2, 5, 4)),
            lambda xp, x: xp.broadcast_to(x[0, 0], ()),
            lambda xp, x: xp.broadcast_to(x[:0], (0, 7)),
            lambda xp, x: xp.broadcast_arrays(x, x.T),
        ],
        x,
    )
    y = np.broadcast_to(to_device(x), (5, 4))
    with pytest.raises(ValueError, match="read-only"):
        y[0] = 1


def test_setflags():
    x = to_device(numbers(4))
    x.flags.writeable = False
    with pytest.raises(ValueError, match="read-only"):
        x[0] = 1
    with pytest.raises(ValueError, match="read-only"):
        x += 1
    same(x, numbers(4))


# ---- view(dtype)


@pytest.mark.core
def test_the_same_bytes_as_another_dtype(dtypes):
    for source in dtypes:
        x = any_bits(24, source) if source != "bool" else numbers(24, "bool")
        for target in dtypes:
            if target != "bool":
                check(lambda xp, x, d=target: x.view(d), x, bits=True)


def test_view_of_other_layouts():
    x = any_bits(240, "uint16").reshape(10, 24)
    for dtype in ("u1", "u4", "i2", "f2", "u8", "S4", "V8", [("a", "u1"), ("b", "i1")]):
        for look in (
            lambda x: x,
            lambda x: x[::2],
            lambda x: x[:, 4:12],
            lambda x: x[:, ::2],
            lambda x: x.T,
            lambda x: x[:, :3],
            lambda x: x[0, 0],
            lambda x: x[:0],
        ):
            check(
                lambda xp, x, d=dtype, lk=look: lk(x).view(d), x, bits=True, raises=ANY
            )
    for dtype in ("no such type", 3.5):
        check(lambda xp, x, d=dtype: x.view(d), x, raises=TypeError)


def test_writes_through_a_dtype_view():
    def clear_sign(xp, x):
        x.view("u4")[:] &= 0x7FFFFFFF

    def set_bytes(xp, x):
        x.view("u1")[3::4] = 0

    check(clear_sign, any_bits(401, "float32"), bits=True)
    check(set_bytes, any_bits(401, "float32"), bits=True)


# ---- moving to and from the host


@pytest.mark.core
def test_every_bit_survives_the_round_trip(dtypes):
    for dtype in (*dtypes, "S5", "V7", "S1"):
        for n in (0, 1, 2, 3, 5, 257, 1001):
            raw = np.random.default_rng(n).integers(
                0, 256, n * np.dtype(dtype).itemsize, dtype=np.uint8
            )
            x = raw.view(dtype) if dtype != "bool" else raw > 127
            back = gpuarray.asnumpy(gpuarray.asarray(x))
            assert back.dtype == x.dtype
            assert back.tobytes() == x.tobytes()


def test_host_layouts_arrive_in_order():
    x = numbers((6, 7, 8), "int16")
    for look in (
        x.T,
        x[::-1, ::2],
        x[:, 3],
        np.broadcast_to(x[0], (4, 7, 8)),
        np.asfortranarray(x),
        packed(x)["x"],
        x[:0],
        x[2, 3, 4],
    ):
        device = gpuarray.asarray(look)
        same(device, look)
        assert device.flags.writeable
        device[...] = 3  # its own memory, and writable
        same(device, np.full_like(np.ascontiguousarray(look), 3).reshape(look.shape))


def test_big_endian_is_converted_once():
    for dtype in (">i2", ">u4", ">i8", ">f2", ">f4", ">f8"):
        x = np.array([1, 2, 300, 77], dtype)
        device = gpuarray.asarray(x)
        assert device.dtype == x.dtype.newbyteorder("=")
        same(device, x)
        same(np.cumsum(device), np.cumsum(x.astype(x.dtype.newbyteorder("="))))


def test_get_into_out():
    x = numbers((4, 6))
    device = to_device(x)
    for out in (
        np.empty((4, 6), "i4"),
        np.empty((6, 4), "i4").T,
        np.empty((8, 12), "i4"),
    ):
        target = out[::2, ::2] if out.shape == (8, 12) else out
        assert device.get(out=target) is target
        assert (target == x).all()
        device.T.get(out=target.T)
        assert (target == x).all()
    for wrong in (np.empty((6, 4), "i4"), np.empty(24, "i4")):
        with pytest.raises(ValueError):
            device.get(out=wrong)
    with pytest.raises(TypeError):
        device.get(out=[0] * 24)


def test_the_host_copy_is_independent():
    device = to_device(numbers(10))
    host = device.get()
    host[:] = 0
    same(device, numbers(10))
    source = numbers(10)
    device = gpuarray.asarray(source)
    source[:] = 0
    same(device, numbers(10))


@pytest.mark.parametrize("dtype", NUMERIC)
def test_real_and_imag(dtype):
    x = numbers((3, 4), dtype)
    check(lambda xp, x: x.real, x)
    check(lambda xp, x: x.imag, x)


def test_flat_iteration_is_refused_or_right():
    x = numbers((3, 4))
    device = to_device(x)
    try:
        items = [int(v) for v in device.T.flat]
    except (TypeError, NotImplementedError, AttributeError):
        pass
    else:
        assert items == [int(v) for v in x.T.flat]


def test_more_axes_than_numpys_broadcasting_takes():
    x = np.arange(8, dtype="i4").reshape((2,) * 3 + (1,) * 50)
    check(lambda xp, x: (x + x.T)[..., 0], x)
    check(lambda xp, x: xp.where(x > 2, x[::-1], -x), x)
    check(lambda xp, x: xp.broadcast_to(x, (*x.shape[:-1], 3)), x)
    check(lambda xp, x: x[[1, 0], [0, 0]], x)
    check(
        lambda xp, x: x + xp.ones(3, "i4").reshape(3, *(1,) * 51), x, raises=ValueError
    )

    def assign(xp, x):
        x[1] = x[0]
        x[x > 2] = 9
        x[:, [0]] += x[:, [1]]
        return x

    check(assign, x)


def test_views_of_one_item_that_numpy_gives_as_a_scalar():
    for x in (np.array(5), np.zeros((), "i4,f4"), np.array(b"ab")):
        check(lambda xp, x: xp.flip(x), x)
        check(lambda xp, x: xp.flip(x, ()), x)
        check(lambda xp, x: xp.roll(x, 2), x)


def test_windows_that_slide():
    x = np.arange(24, dtype="i2").reshape(4, 6)
    windows = lambda xp: xp.lib.stride_tricks.sliding_window_view  # noqa: E731
    for shape, axis in (((2, 3), None), (3, 1), ((4,), (0,)), ((2, 2), (1, 1))):
        for view in (x, x.T[:4], x[::-1, ::2]):
            check(lambda xp, x, s=shape, a=axis: windows(xp)(x, s, a), view, raises=ANY)
    check(lambda xp, x: windows(xp)(x, 7, 0), x, raises=ValueError)
    device = gpuarray.lib.stride_tricks.sliding_window_view(to_device(x), 2, 0)
    with pytest.raises(ValueError, match="read-only"):
        device[0] = 1


def test_views_by_strides_stay_in_their_memory():
    x = np.arange(24, dtype="i2").reshape(4, 6)
    for view in (x, x.T):
        for shape, strides in (((3, 3), (2, 2)), ((2,), (12,)), ((9,), (0,))):
            check(
                lambda xp, x, a=(shape, strides): xp.lib.stride_tricks.as_strided(
                    x, *a
                ),
                view,
                dispatch=False,
            )
    strided = gpuarray.lib.stride_tricks.as_strided
    device = to_device(x)
    strided(device, (2,), (2,))[1] = 77
    assert int(device[0, 1]) == 77
    for shape, strides in (((25,), (2,)), ((2,), (-2,)), ((2, 2), (2,))):
        with pytest.raises(ValueError, match="strides"):
            strided(device, shape, strides)


def test_ndim_shape_and_size_of_anything():
    for value in (None, "text", {1}, object(), 3, [[1, 2]], np.ones((2, 3))):
        for name in ("ndim", "shape", "size"):
            assert getattr(gpuarray, name)(value) == getattr(np, name)(value)


@pytest.mark.parametrize("dtype", [">i4", [("a", ">i2"), ("b", "i2")], ">i2,(1,)>i2"])
def test_memory_is_not_seen_in_another_byte_order(dtype):
    x = to_device(np.arange(3, dtype="i4"))
    for call in (
        lambda: x.view(dtype),
        lambda: gpuarray.GPUArray((3,), dtype, x),
        lambda: gpuarray.from_buffer(x.buffer, dtype),
    ):
        with pytest.raises(TypeError, match=r"byte order.*x\.get\(\)\.view"):
            call()
    x.view("<i4")
    check(lambda xp, v: v.view(">i1"), np.arange(3, dtype="i4"))


def test_sub_arrays_of_another_byte_order_are_converted():
    host = np.ones(2, [("a", ">i2", (2,))])
    same(to_device(host)["a"] + 1, host["a"].astype("i2") + 1)


def test_a_shape_that_needs_a_copy_cannot_be_assigned():
    x = to_device(np.asfortranarray(numbers((2, 3))))
    with pytest.raises(AttributeError, match="Incompatible shape"):
        x.shape = (3, 2)
    with pytest.raises(ValueError, match="cannot reshape"):
        x.shape = (4, 2)


@pytest.mark.parametrize(
    "dtype", ["f4", "f8", "u1", "i4", "i8", None, "i2,i2", "V4", "O", "zz"]
)
def test_assigned_dtypes(dtype):
    def read_as(xp, x, view):
        y = view(x)
        y.dtype = dtype
        return y, y.shape, x

    for view in (
        lambda x: x[:],
        lambda x: x.T[:],
        lambda x: x[::2],
        lambda x: x[:, ::2],
        lambda x: x[:, :3],
        lambda x: x[0, :1].reshape(()),
        lambda x: x[0, 0],
    ):
        check(read_as, numbers((4, 4), "i4"), view, raises=ANY)

    def written(xp, x):
        later = x + 1
        x.dtype = "u4"
        x[0] = 2**32 - 1
        return x, later, x.sum()

    check(written, numbers((5,), "i4"))


@pytest.mark.parametrize("shape", [(6,), -1, (5,), (3, 2), "a", (5, -1), ()])
def test_assigned_shapes(shape):
    def set_shape(xp, x, view):
        y = view(x)
        y.shape = shape
        return y

    for view in (
        lambda x: x[:],
        lambda x: x.T,
        lambda x: x[:, ::2],
        lambda x: x[::-1],
        lambda x: x[0, :1],
        lambda x: x[0, 0],
    ):
        check(set_shape, np.arange(6.0).reshape(2, 3), view, raises=ANY)


ROWS_2X3 = np.arange(6.0).reshape(2, 3)


@pytest.mark.parametrize("order", ["F", "f", "C"])
@pytest.mark.parametrize(
    "call",
    [
        lambda x, o: np.add(x, 1, order=o),
        lambda x, o: np.add(x[:1], x[0], order=o),
        lambda x, o: np.multiply(x[..., None], x[0], order=o),
        lambda x, o: np.sqrt(x, order=o, dtype="f4"),
        lambda x, o: np.add(x, x[:, :1], order=o, where=True),
        lambda x, o: np.modf(x / 4, order=o)[1],
        lambda x, o: np.add(x[0], 1, order=o),
        lambda x, o: np.matmul(x, x.T, order=o),
        lambda x, o: np.vecdot(x[..., None], x[..., None], order=o),
        lambda x, o: x.astype("f4", order=o),
        lambda x, o: x.copy(order=o),
    ],
)
def test_results_lie_in_the_order_asked_for(call, order):
    wanted, got = call(ROWS_2X3, order), call(to_device(ROWS_2X3), order)
    same(got, wanted)
    assert got.strides == wanted.strides
    assert got.base is None
    assert got.flags.writeable


def test_order_a_follows_the_operands():
    for x in (ROWS_2X3, np.asfortranarray(ROWS_2X3)):
        for y in (x, x[0].copy(), 2, ROWS_2X3):
            wanted = np.add(x, y, order="A")
            on_device = to_device(y) if isinstance(y, np.ndarray) else y
            got = np.add(to_device(x), on_device, order="A")
            same(got, wanted)
            assert got.strides == wanted.strides


def test_order_needs_no_place_for_results():
    x, out = to_device(ROWS_2X3), to_device(np.zeros((2, 3)))
    assert np.add(x, 1, out=out, order="F") is out
    same(out, ROWS_2X3 + 1)
    mask = ROWS_2X3 > 2
    got = np.add(x, 1, where=to_device(mask), order="F")
    assert got.strides == (8, 16)
    same(got[to_device(mask)], ROWS_2X3[mask] + 1)
