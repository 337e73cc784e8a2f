"""What a program did not spell out: copies between host and device, lost parts."""

from __future__ import annotations

import sys
import threading
import warnings
from contextlib import contextmanager
from contextvars import ContextVar
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any, Literal

import numpy as np

from gpuarray.runtime.errors import ImplicitTransferError

if TYPE_CHECKING:
    from collections.abc import Iterator
    from contextlib import AbstractContextManager
    from types import FrameType

Direction = Literal["host_to_device", "device_to_host"]
Policy = Literal["allow", "log", "forbid"]
_PACKAGE = str(Path(__file__).parents[1])
_NUMPY = str(Path(np.__file__).parent)


@dataclass(frozen=True)
class Transfer:
    """One implicit copy: its direction, its bytes and the line that caused it."""

    direction: Direction
    nbytes: int
    where: str


_Guard = tuple[Policy, list[Transfer]]
_state: ContextVar[_Guard | None] = ContextVar("transfers", default=None)
_main: list[_Guard] = []  # of the main thread, for threads without one of their own


@contextmanager
def transfer_guard(policy: Policy) -> Iterator[list[Transfer]]:
    """Forbid or list the copies to or from the device that nobody asked for.

    policy: "forbid" raises ImplicitTransferError, "log" fills the list that the
    context manager yields with (direction, nbytes, where), "allow" is the default.
    Copies that the program spells out (asarray, get, asnumpy, np.asarray, item,
    tolist, float, print) are always allowed, and so are the single numbers that a call
    waits for. Covers this thread; one of the main thread also covers threads that have
    no guard of their own. Does not wait for the device.
    Raises ValueError for another policy. Source: the idea of JAX's transfer_guard.
    """
    if policy not in ("allow", "log", "forbid"):
        raise ValueError(f"policy must be 'allow', 'log' or 'forbid', not {policy!r}")
    found: list[Transfer] = []
    guard = policy, found
    token = _state.set(guard)
    if _in_main():
        _main.append(guard)
    try:
        yield found
    finally:
        _main[:] = [other for other in _main if other is not guard]
        _state.reset(token)


def implicit(direction: Direction, nbytes: int, what: str) -> None:
    """Note an implicit copy; raises where a guard forbids it."""
    guard = _state.get()
    if guard is None and _main and not _in_main():
        guard = _main[-1]
    if guard is None or guard[0] == "allow":
        return
    policy, found = guard
    where = _caller()
    if policy == "forbid":
        raise ImplicitTransferError(
            f"{what} would copy {nbytes} bytes ({direction.replace('_', ' ')}) at "
            f"{where}; spell the copy with gpuarray.asarray(...) or .get()"
        )
    found.append(Transfer(direction, nbytes, where))


def warn_discarded(source: np.dtype[Any], target: np.dtype[Any]) -> None:
    """NumPy's ComplexWarning, at the program's line, where a conversion deserves it."""
    if source.kind == "c" and target.kind in "iuf":
        frame, level = sys._getframe(0), 1
        while frame.f_back is not None and _is_inside(frame):
            frame, level = frame.f_back, level + 1
        warnings.warn(
            "Casting complex values to real discards the imaginary part",
            np.exceptions.ComplexWarning,
            stacklevel=level,
        )


def quiet() -> AbstractContextManager[Any]:
    """Without NumPy's ComplexWarning: ours names the program's line."""
    return warnings.catch_warnings(
        action="ignore", category=np.exceptions.ComplexWarning
    )


def _in_main() -> bool:
    return threading.current_thread() is threading.main_thread()


def _caller() -> str:
    """file:line of the nearest frame outside this package and NumPy."""
    frame = sys._getframe(1)
    while frame.f_back is not None and _is_inside(frame):
        frame = frame.f_back
    return f"{frame.f_code.co_filename}:{frame.f_lineno}"


def _is_inside(frame: FrameType) -> bool:
    return frame.f_code.co_filename.startswith((_PACKAGE, _NUMPY))
