"""transfer_guard: which copies count as spelled, and what it says of the others."""

import io
import pickle
import threading
from contextlib import redirect_stdout
from pathlib import Path

import numpy as np
import pytest
from compare import same, to_device
from strategies import mask, numbers

import gpuarray

pytestmark = pytest.mark.usefixtures("profile")

IMPLICIT = {
    "operand": lambda x: x + np.arange(5),
    "reflected operand": lambda x: np.arange(5) * x,
    "comparison": lambda x: x < np.arange(5),
    "in-place operand": lambda x: x.__iadd__(np.arange(5)),
    "mask": lambda x: x[np.ones(5, bool)],
    "value": lambda x: x.__setitem__(slice(None), np.arange(5)),
    "argument": lambda x: np.where(x > 2, x, np.arange(5)),
}
WITH_LISTS = {
    "delete": lambda x: np.delete(x, [1, 2]),
    "positions": lambda x: x[[1, 2]],
    "take": lambda x: np.take(x, [1]),
    "x.take": lambda x: x.take([[1, 2]]),
    "put": lambda x: np.put(x, [1], 2),
    "take_along_axis": lambda x: np.take_along_axis(x, np.array([1]), 0),
    "put_along_axis": lambda x: np.put_along_axis(x, np.array([1]), 9, 0),
    "choose": lambda x: np.choose([1, 0], [x[:2], x[2:4]]),
    "repeat": lambda x: np.repeat(x, [1, 2, 1, 0, 0]),
    "where=": lambda x: np.add(x, 1, out=x, where=[True] * 5),
    "copyto": lambda x: np.copyto(x, 1, where=[True] * 5),
    "full": lambda x: gpuarray.full((2, 5), np.arange(5)),
    "full dtype": lambda x: gpuarray.full((2, 5), [1, 2, 3, 4, 5], "i4"),
}
SPELLED = {
    "asarray": lambda x: gpuarray.asarray(np.arange(5)),
    "array": lambda x: gpuarray.array([1, 2, 3]),
    "full": lambda x: gpuarray.full(4, 2.5),
    "get": lambda x: x.get(),
    "get expression": lambda x: (x + 1).get(),
    "get into": lambda x: x.get(out=np.empty(5, x.dtype)),
    "asnumpy": lambda x: gpuarray.asnumpy(x),
    "np.asarray": lambda x: np.asarray(x),
    "np.array": lambda x: np.array(x, dtype="f4"),
    "float": lambda x: float(x[0]),
    "int": lambda x: int(x[0]),
    "item": lambda x: x.item(2),
    "tolist": lambda x: x.tolist(),
    "str": lambda x: str(x),
    "repr": lambda x: repr(x),
    "pickle": lambda x: pickle.dumps(x),
}
ON_DEVICE = {
    "arithmetic": lambda x: (x + 1) * x > 2,
    "numpy scalar": lambda x: x * np.float32(2) + np.int64(1),
    "mask": lambda x: x[x > 2],
    "scan": lambda x: np.cumsum(x),
    "nonzero": lambda x: np.nonzero(x),
    "write": lambda x: x.__setitem__(x > 2, 0),
    "scalar write": lambda x: x.__setitem__(1, 7),
    "count": lambda x: np.count_nonzero(x),
    "copy": lambda x: x[::-1].copy(),
    "delete": lambda x: np.delete(x, slice(None, None, 2)),
}


@pytest.fixture
def x():
    return to_device(numbers(5, "int64"))


@pytest.mark.parametrize("name", IMPLICIT)
def test_forbidden(name, x):
    with gpuarray.transfer_guard("forbid"):
        with pytest.raises(gpuarray.ImplicitTransferError, match="asarray") as error:
            IMPLICIT[name](x)
        assert isinstance(error.value, TypeError)
        assert Path(__file__).name in str(error.value)
    same(x, numbers(5, "int64"))
    IMPLICIT[name](x)  # allowed by default


@pytest.mark.parametrize("name", WITH_LISTS)
def test_lists_to_delete_and_to_fill_with_count(name, x):
    error = pytest.raises(gpuarray.ImplicitTransferError)
    with gpuarray.transfer_guard("forbid"), error:
        WITH_LISTS[name](x)
    with gpuarray.transfer_guard("log") as records:
        WITH_LISTS[name](x)
    assert len(records) == 1


@pytest.mark.parametrize("name", IMPLICIT)
def test_logged(name, x):
    with gpuarray.transfer_guard("log") as records:
        IMPLICIT[name](x)
    assert len(records) == 1
    assert records[0].direction == "host_to_device"
    assert records[0].nbytes in (5, 40)  # five truths, or five int64
    file, line = records[0].where.rsplit(":", 1)
    assert Path(file).name == Path(__file__).name
    assert IMPLICIT[name].__code__.co_firstlineno == int(line)


@pytest.mark.parametrize("name", SPELLED)
@pytest.mark.parametrize("policy", ["forbid", "log", "allow"])
def test_spelled_copies_are_free(name, policy, x):
    with gpuarray.transfer_guard(policy) as records, redirect_stdout(io.StringIO()):
        SPELLED[name](x)
        print(x)
    assert not records


@pytest.mark.parametrize("name", ON_DEVICE)
def test_work_on_the_device_moves_nothing(name, x):
    with gpuarray.transfer_guard("forbid"):
        ON_DEVICE[name](x)


def test_guards_nest_and_end():
    x = to_device(numbers(5))
    with gpuarray.transfer_guard("forbid"):
        with gpuarray.transfer_guard("log") as inner:
            x + np.arange(5)
        with pytest.raises(gpuarray.ImplicitTransferError):
            x + np.arange(5)
    assert len(inner) == 1
    with pytest.raises(ZeroDivisionError), gpuarray.transfer_guard("forbid"):
        raise ZeroDivisionError
    x + np.arange(5)
    with gpuarray.transfer_guard("log") as outer:
        with gpuarray.transfer_guard("allow"):
            x + np.arange(5)
        x[mask(5)]
    assert [record.nbytes for record in outer] == [5]


def test_other_policies_are_refused():
    with (
        pytest.raises(ValueError, match="forbid"),
        gpuarray.transfer_guard("sometimes"),
    ):
        pass


def test_keys_are_found_whatever_they_are_written_as():
    x = to_device(numbers(5))
    for key in ([1, 2], np.array([1, 2]), mask(5), mask(5).tolist(), (slice(2), None)):
        with gpuarray.transfer_guard("log") as found:
            x[key]
        assert len(found) == (not isinstance(key, tuple)), key
        with gpuarray.transfer_guard("log") as found:
            x[key] = 1
        assert len(found) == (not isinstance(key, tuple)), key


def test_one_number_from_the_device_is_no_transfer():
    x = to_device(numbers(5))
    i = gpuarray.asarray(2)
    with gpuarray.transfer_guard("forbid"):
        same(x[i], numbers(5)[2])
        x[i] = 9
        x[x > 3] += 1


def test_a_guard_covers_threads_without_one_of_their_own():
    x = to_device(numbers(5))
    raised = []

    def work():
        try:
            x + np.arange(5)
        except gpuarray.ImplicitTransferError as error:
            raised.append(error)
        with gpuarray.transfer_guard("allow"):
            x + np.arange(5)

    def run():
        thread = threading.Thread(target=work)
        thread.start()
        thread.join()

    with gpuarray.transfer_guard("forbid"):
        run()
        assert len(raised) == 1
    run()
    assert len(raised) == 1


def test_comparing_device_arrays_downloads_nothing(xp):
    x, y = xp.asarray(np.arange(6)), xp.asarray(np.arange(6.0))
    device = gpuarray.device.current()
    before = device.counters.readbacks
    assert (x == y).shape == (x != y).shape == (6,)
    assert device.counters.readbacks == before
