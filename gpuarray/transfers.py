"""Watching the copies between host and device that a program did not spell out."""

from __future__ import annotations

import sys
from contextlib import contextmanager
from contextvars import ContextVar
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Literal

from gpuarray.errors import ImplicitTransferError

if TYPE_CHECKING:
    from collections.abc import Iterator

Direction = Literal["host_to_device", "device_to_host"]
Policy = Literal["allow", "log", "forbid"]
_PACKAGE = str(Path(__file__).parent)


@dataclass(frozen=True)
class Transfer:
    """One implicit copy: its direction, its bytes and the line that caused it."""

    direction: Direction
    nbytes: int
    where: str


_Guard = tuple[Policy, list[Transfer]]
_state: ContextVar[_Guard | None] = ContextVar("transfers", default=None)
_open: list[_Guard] = []  # of all threads, for those that have no guard of their own


@contextmanager
def transfer_guard(policy: Policy) -> Iterator[list[Transfer]]:
    """Forbid or list the copies to or from the device that nobody asked for.

    policy: "forbid" raises ImplicitTransferError, "log" fills the list that the
    context manager yields with (direction, nbytes, where), "allow" is the default.
    Copies that the program spells out (asarray, get, asnumpy, np.asarray, item,
    tolist, float, print) are always allowed, and so are the single numbers that a call
    waits for. Covers this thread, and threads that have no guard of their own. Does not
    wait for the device.
    Raises ValueError for another policy. Source: the idea of JAX's transfer_guard.
    """
    if policy not in ("allow", "log", "forbid"):
        raise ValueError(f"policy must be 'allow', 'log' or 'forbid', not {policy!r}")
    found: list[Transfer] = []
    guard = policy, found
    token = _state.set(guard)
    _open.append(guard)
    try:
        yield found
    finally:
        _open[:] = [other for other in _open if other is not guard]
        _state.reset(token)


def implicit(direction: Direction, nbytes: int, what: str) -> None:
    """Note an implicit copy; raises where a guard forbids it."""
    guard = _state.get() or (_open[-1] if _open else None)
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


def _caller() -> str:
    """file:line of the nearest frame outside this package and NumPy."""
    frame = sys._getframe(1)
    numpy = str(Path(sys.modules["numpy"].__file__ or "").parent)
    while frame.f_back is not None and frame.f_code.co_filename.startswith(
        (_PACKAGE, numpy)
    ):
        frame = frame.f_back
    return f"{frame.f_code.co_filename}:{frame.f_lineno}"
