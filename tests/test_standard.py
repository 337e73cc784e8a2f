"""The array API standard beside NumPy: namespaces, devices, dtypes and DLPack."""

import pickle

import numpy as np
import pytest
from compare import check, same, to_device

import gpuarray

pytestmark = pytest.mark.usefixtures("profile")
LACKS_F64 = ("no-64", "baseline")


def test_arrays_name_their_namespace():
    x = gpuarray.zeros(3, "i4")
    assert x.__array_namespace__() is gpuarray
    assert x.__array_namespace__(api_version="2025.12") is gpuarray
    assert gpuarray.__array_api_version__ == "2025.12"
    with pytest.raises(ValueError, match=r"2025\.12"):
        x.__array_namespace__(api_version="1999.01")


@pytest.mark.core
def test_the_namespace_says_which_dtypes_the_device_has(profile):
    info = gpuarray.__array_namespace_info__()
    lacking = profile in LACKS_F64
    assert ("float64" in info.dtypes()) is not lacking
    assert hasattr(gpuarray, "float64") is not lacking
    default = np.float32 if lacking else np.float64
    assert info.default_dtypes()["real floating"] == default
    assert info.default_dtypes()["integral"] == np.int64
    assert info.default_dtypes()["indexing"] == np.int64
    for name, dtype in info.dtypes().items():
        assert getattr(gpuarray, name) == dtype
        made = gpuarray.ones(3, dtype, device=info.default_device())
        assert (made + made).sum().dtype.kind == ("i" if name == "bool" else dtype.kind)


@pytest.mark.core
def test_what_has_no_dtype_takes_the_default(profile):
    default = np.dtype("f4" if profile in LACKS_F64 else "f8")
    xp = gpuarray
    for made in (
        xp.asarray(0.5),
        xp.asarray([[1, 2.5]]),
        xp.array((0.5,)),
        xp.zeros(3),
        xp.ones(3),
        xp.empty(3),
        xp.full(3, 0.5),
        xp.eye(2),
        xp.identity(2),
        xp.linspace(0, 1, 5),
        xp.arange(0.5, 3),
    ):
        assert made.dtype == default
    assert xp.full(3, 2).dtype == xp.asarray([1, 2]).dtype == np.int64
    if profile in LACKS_F64:  # what has one is never narrowed
        for wrong in (np.zeros(3), np.float64(1), [np.float64(1)]):
            with pytest.raises(TypeError, match="float64"):
                xp.asarray(wrong)
        for make in (xp.zeros, xp.ones, xp.empty, xp.eye, xp.arange):
            with pytest.raises(TypeError, match="float64"):
                make(3, dtype="f8")


def test_kinds_of_dtypes():
    dtypes = gpuarray.__array_namespace_info__().dtypes
    signed = {f"int{n}" for n in (8, 16, 32, 64)}
    assert set(dtypes(kind="signed integer")) == signed
    assert set(dtypes(kind="integral")) == signed | {"u" + name for name in signed}
    assert set(dtypes(kind=("bool", "real floating"))) == {"bool", "float32", "float64"}
    with pytest.raises(ValueError, match="no such kind"):
        dtypes(kind="no such kind")


def test_capabilities_hold():
    capabilities = gpuarray.__array_namespace_info__().capabilities()
    assert capabilities == {
        "boolean indexing": True,
        "data-dependent shapes": True,
        "max dimensions": 32,
    }
    x = gpuarray.ones((1,) * 30 + (2, 3), "i4")
    same(x[x > 0] + 1, np.full(6, 2, "i4"))
    same((x + x).T.sum(axis=-1).ravel(), np.full(6, 2))


# ---- devices


@pytest.fixture
def other():
    """A second device, beside the current one."""
    with gpuarray.device.use_profile("no-64") as device:
        pass
    return device


def test_arrays_are_made_on_the_device_that_is_named(other):
    xp, here = gpuarray, gpuarray.device.current()
    x = xp.asarray(np.arange(6, dtype="i4"))
    assert x.device is here
    for make in (
        lambda d: xp.asarray([1, 2], device=d),
        lambda d: xp.asarray(np.arange(3), device=d),
        lambda d: xp.asarray(x, device=d),
        lambda d: xp.zeros(3, "i4", device=d),
        lambda d: xp.ones((2, 2), "f4", order="F", device=d),
        lambda d: xp.empty((3, 0), "i4", device=d),
        lambda d: xp.full(3, 7, device=d),
        lambda d: xp.arange(5, device=d),
        lambda d: xp.arange(5000, device=d),
        lambda d: xp.linspace(0, 1, 5, dtype="f4", device=d),
        lambda d: xp.eye(3, dtype="i4", device=d),
        lambda d: xp.zeros_like(x, device=d),
        lambda d: xp.full_like(x, 7, device=d),
        lambda d: xp.astype(x, xp.float32, device=d),
        lambda d: xp.from_dlpack(x, device=d),
        lambda d: x.to_device(d),
    ):
        made = make(other)
        assert made.device is other
        assert made._leaf().buffer.owner is other
        assert gpuarray.device.current() is here
        assert make(here).device is here
        same(made + 1, make(here).get() + 1, ulp=1)
        for wrong in ("cpu", "cuda:0", 0):
            with pytest.raises(ValueError, match="device"):
                make(wrong)


def test_moving_between_devices(other):
    x = to_device(np.arange(12, dtype="i2").reshape(3, 4)[:, ::-1])
    moved = x.to_device(other)
    same(moved, x.get())
    assert moved.device is other
    assert x.to_device(x.device) is x
    assert gpuarray.zeros_like(moved).device is other
    with pytest.raises(TypeError, match="float64"):
        gpuarray.ones(3).to_device(other)
    with pytest.raises(ValueError, match="stream"):
        x.to_device(other, stream=1)
    with pytest.raises(ValueError, match="different devices"):
        x + moved
    with pytest.raises(ValueError, match="copy"):
        gpuarray.asarray(x, device=other, copy=False)


def test_a_device_shows_its_name():
    device = gpuarray.device.current()
    assert device.name in repr(device)


# ---- DLPack


@pytest.mark.parametrize("dtype", ["bool", "i1", "u8", "f2", "f4", "f8"])
def test_numpy_takes_and_gives_arrays(dtype):
    x = np.arange(12).reshape(3, 4).astype(dtype)
    for view in (x, x.T, x[::-1, ::2], x[:0], x[1, 2:3].reshape(())):
        host = np.from_dlpack(to_device(view))
        assert type(host) is np.ndarray
        same(host, view, host=True)
        same(gpuarray.from_dlpack(view), view)
    same(np.from_dlpack(to_device(x)[::-1, ::2]), x[::-1, ::2], host=True)


def test_copies_follow_the_standard():
    x = to_device(np.arange(5))
    shared = gpuarray.from_dlpack(x)
    shared[0] = 9
    assert int(x[0]) == 9
    gpuarray.from_dlpack(x, copy=False)[1] = 8
    assert int(x[1]) == 8
    gpuarray.from_dlpack(x, copy=True)[2] = 7
    assert int(x[2]) == 2
    assert x.__dlpack_device__() == (1, 0)
    for refused in (
        lambda: gpuarray.from_dlpack(np.arange(3), copy=False),
        lambda: x.__dlpack__(copy=False),
        lambda: x.__dlpack__(dl_device=(2, 0)),
        lambda: np.from_dlpack(x, copy=False),
        lambda: to_device(np.zeros(3, "S3")).__dlpack__(),
    ):
        with pytest.raises(BufferError):
            refused()
    with pytest.raises(ValueError, match="stream"):
        x.__dlpack__(stream=1)
    for version in (None, (0, 8), (1, 0), (2, 0)):
        assert "dltensor" in repr(x.__dlpack__(max_version=version, copy=True))


# ---- dtypes


def test_rules_of_dtypes():
    x = np.arange(3, dtype="i2")
    for others in ((), ("f4",), (2,), (2.5,), (np.int32(1),), (np.zeros(2, "u4"), 1.5)):
        check(lambda xp, x, o=others: xp.result_type(x, *o), x)
    check(lambda xp, x: xp.result_type(x, "no dtype"), x, raises=TypeError)
    check(lambda xp: xp.result_type(), raises=ValueError, dispatch=False)
    for to in ("i1", "i8", "f4", "f8", "S3"):
        check(lambda xp, x, to=to: xp.can_cast(x, to), x)
        check(lambda xp, x, to=to: xp.can_cast(x, to, casting="same_kind"), x)
    check(lambda xp, x: xp.can_cast(x, "i4", "no rule"), x, raises=ValueError)
    assert gpuarray.finfo(to_device(x).astype("f4")).bits == 32
    assert gpuarray.iinfo(to_device(x)).max == 32767
    assert gpuarray.isdtype(to_device(x).dtype, "signed integer")


def test_numpy_makes_arrays_like_ours():
    like = to_device(np.arange(3))
    for make in (
        lambda xp, **k: xp.asarray([1, 2], **k),
        lambda xp, **k: xp.array([1, 2], ndmin=2, **k),
        lambda xp, **k: xp.array([[1, 2]], ndmax=2, **k),
        lambda xp, **k: xp.asanyarray([1, 2], dtype="f4", **k),
        lambda xp, **k: xp.ascontiguousarray([1, 2], **k),
        lambda xp, **k: xp.zeros((2, 3), **k),
        lambda xp, **k: xp.ones(2, dtype="i4", **k),
        lambda xp, **k: xp.full(2, 7, **k),
        lambda xp, **k: xp.arange(2, 9, 3, **k),
        lambda xp, **k: xp.eye(3, k=1, **k),
        lambda xp, **k: xp.identity(3, **k),
    ):
        same(make(np, like=like), make(np))
    assert isinstance(np.empty(3, like=like), gpuarray.GPUArray)


def test_lists_of_device_arrays_become_one():
    x = np.arange(6, dtype="i2").reshape(2, 3)
    check(lambda xp, x: xp.asarray([x, x]), x, dispatch=False)
    check(lambda xp, x: xp.array([[x[0, 0], 5], [1, x[1, 2]]]), x, dispatch=False)
    check(lambda xp, x: xp.array((x[0], [7, 8, 9]), "f4"), x, dispatch=False)
    check(lambda xp, x: xp.array([x, x[0]]), x, raises=ValueError, dispatch=False)
    with gpuarray.transfer_guard("forbid"):
        gpuarray.asarray([to_device(x), to_device(x)])


def test_spaces_between_device_arrays():
    low, high = np.array([0.0, 5.0, 1.0]), np.array([[1.0], [-2.0]])
    for arguments in ({}, {"num": 5}, {"num": 1}, {"num": 0}, {"endpoint": False}):
        for axis in (0, -1, 1):
            check(
                lambda xp, a, b, k=arguments, x=axis: xp.linspace(a, b, axis=x, **k),
                low,
                high,
                ulp=1,
            )
    check(lambda xp, a: xp.linspace(a, 3, 5, retstep=True), low, ulp=1)
    check(lambda xp, a: xp.linspace(a, 10, 7, dtype="i4"), low)
    check(lambda xp, a: xp.linspace(a, 10, 7), np.arange(3, dtype="i4"), ulp=1)
    check(lambda xp, a: xp.linspace(a, 10, -7), low, raises=ValueError)


def test_records_survive_pickling_and_names_do_not_hide_the_device():
    x = np.zeros(3, [("device", "i4"), ("T", "f4")])
    y = pickle.loads(pickle.dumps(to_device(x)))
    same(y["device"], x["device"])
    assert y.device is gpuarray.device.current()
