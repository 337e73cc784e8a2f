"""numpy.emath against NumPy: the dtype that the items decide, and its values."""

from __future__ import annotations

import numpy as np
import pytest
from compare import check

import gpuarray

pytestmark = pytest.mark.usefixtures("profile")

ONE = ("sqrt", "log", "log10", "log2", "arccos", "arcsin", "arctanh")
WIDE = [0.25, -0.5, 3.0, -7.0]
INSIDE = [0.25, 1.0, 0.5]


@pytest.mark.parametrize("name", ONE)
def test_items_decide_the_dtype(name):
    for items in (WIDE, INSIDE, []):
        x = np.array(items, "float32")
        with np.errstate(all="ignore"):
            check(lambda xp, x: getattr(xp.emath, name)(x), x, rtol=1e-5)


@pytest.mark.core
@pytest.mark.parametrize("items", [[1, 4, -9], [np.nan, -1.0], [-np.inf]])
def test_single_precision_on_every_profile(items):
    check(lambda xp, x: xp.emath.sqrt(x), np.array(items, "float32"), rtol=1e-5)


@pytest.mark.parametrize(
    "dtype", ["int8", "uint8", "int16", "int32", "float16", "float64", "complex64"]
)
def test_dtypes(dtype):
    x = np.array([1, 0, -1, 5]).astype(dtype)
    for given in (x, x[:2], x[3:], x[:, None]):
        check(lambda xp, x: xp.emath.sqrt(x), given, rtol=2e-3)
    check(lambda xp, x: xp.emath.arcsin(x), x[:3], rtol=2e-3)


def test_bases_and_powers():
    x = np.array([2.0, 4.0, 8.0], "float32")
    for n, given in ((2, x), (2, -x), (x, x), (-x, x[:, None])):
        check(lambda xp, x, n: xp.emath.logn(n, x), given, n, rtol=1e-5)
    k = np.array([2, 4, 3], "int32")
    for base, p in ((k, 2), (k, -2), (-k, 2), (k, -k), (-x, 0.5)):
        check(lambda xp, x, p: xp.emath.power(x, p), base, p, rtol=1e-5)


def test_lists_beside_no_device_array():
    assert np.all(np.emath.sqrt([-1, 4]) == [1j, 2])
    found = gpuarray.emath.sqrt([-1.0, 4.0])
    assert found.dtype == np.complex128
    assert found.get()[0] == 1j
