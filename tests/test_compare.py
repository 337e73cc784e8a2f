"""The comparison that all other tests rest on does see a difference."""

import numpy as np
import pytest
from compare import check, public_class, same

HALF = np.array([0.5, 1.0], "f4")
QUIET = np.array([np.nan], "f4")
PAYLOAD = (QUIET.view("u4") + np.uint32(5)).view("f4")


@pytest.mark.parametrize(
    ("got", "want", "options"),
    [
        (np.arange(3), np.arange(3, dtype="i4"), {}),
        (np.arange(3), np.arange(4), {}),
        (np.arange(3), np.arange(3)[None], {}),
        (np.array(3), np.array([3]), {}),
        (np.array([0.0]), np.array([-0.0]), {}),
        (np.array([1.0]), np.array([np.nan]), {}),
        (np.array([np.nan]), np.array([1.0]), {"rtol": 1}),
        (np.array([np.inf]), np.array([1e300]), {"rtol": 1}),
        (PAYLOAD, QUIET, {"bits": True}),
        (HALF + 2 * np.spacing(HALF), HALF, {"ulp": 1}),
        (np.array([1e-3]), np.array([1e-310]), {"flush": True}),
        ((np.arange(2),), [np.arange(2)], {}),
        ((np.arange(2),), (np.arange(2), np.arange(2)), {}),
        (3, 4, {}),
        (3, 3.0, {}),
        (0.0, -0.0, {}),
        (None, np.arange(2), {}),
        (np.zeros(2, "u1,u1"), np.ones(2, "u1,u1"), {}),
        (np.zeros(1, "u1,f4"), np.array([(0, -0.0)], "u1,f4"), {}),
        (np.array([b"a"]), np.array([b"b"]), {}),
    ],
)
def test_differences_are_seen(got, want, options):
    with pytest.raises(AssertionError):
        same(got, want, host=True, **options)


def test_what_may_differ():
    same(PAYLOAD, QUIET, host=True)
    same(HALF + np.spacing(HALF), HALF, host=True, ulp=1)
    same(np.array([0.0]), np.array([-1e-310]), host=True, flush=True)
    same(np.arange(3, dtype="<i4"), np.arange(3, dtype=">i4"), host=True)
    same([1, (2.5, None)], [1, (2.5, None)])


def test_host_results_do_not_pass_for_device_results():
    with pytest.raises(AssertionError, match="no device array"):
        same(np.arange(3), np.arange(3))


@pytest.mark.usefixtures("profile")
def test_errors_and_stray_writes_are_seen():
    def only_on_the_host(xp, x):
        if isinstance(x, np.ndarray):
            raise ValueError("host")

    def only_on_the_device(xp, x):
        if not isinstance(x, np.ndarray):
            raise ValueError("device")

    def stray_write(xp, x):
        if not isinstance(x, np.ndarray):
            x[0] = 5

    for function in (only_on_the_host, only_on_the_device):
        with pytest.raises(ValueError):
            check(function, np.arange(3))
    with pytest.raises(AssertionError):
        check(only_on_the_host, np.arange(3), raises=ValueError)
    with pytest.raises(AssertionError, match="argument 0 afterwards"):
        check(stray_write, np.arange(3))
    with pytest.raises(AssertionError, match="NumPy answers"):
        check(lambda xp, x: x, np.arange(3), raises=ValueError)


def test_the_public_class_of_private_errors():
    with pytest.raises(TypeError) as error:
        np.add(np.arange(3), 0.5, out=np.arange(3))
    assert public_class(error.value) is TypeError
    with pytest.raises(np.exceptions.AxisError) as error:
        np.cumsum(np.arange(3), axis=4)
    assert public_class(error.value) is np.exceptions.AxisError
