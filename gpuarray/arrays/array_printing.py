"""How arrays are shown: in NumPy's words, and records as tables in notebooks.

Of an array that is too long to be shown whole only its corners are copied to the host.
"""

from __future__ import annotations

import html
from typing import TYPE_CHECKING, Any

import numpy as np

if TYPE_CHECKING:
    from typing import Protocol

    class Shown(Protocol):
        """What the methods are written for."""

        @property
        def shape(self) -> tuple[int, ...]: ...
        @property
        def ndim(self) -> int: ...
        @property
        def size(self) -> int: ...
        @property
        def dtype(self) -> np.dtype[Any]: ...
        @property
        def _scalar(self) -> bool: ...
        def get(self) -> Host: ...


Host = np.ndarray[Any, Any]


class Printing:
    """repr, str, format and the notebook's table."""

    __slots__ = ()

    def __repr__(self: Shown) -> str:
        return representation(self)

    def __str__(self: Shown) -> str:
        if self.ndim == 0:
            return str(self.get()[()] if self._scalar else self.get())
        return text(self)

    def __format__(self: Shown, spec: str) -> str:
        if self.ndim and not spec:
            return str(self)
        return format(self.get() if self.ndim else self.get()[()], spec)

    def _repr_html_(self: Shown) -> str | None:
        """Records on one axis as a table, for notebooks; other arrays as text."""
        names = self.dtype.names
        if names is None or self.ndim != 1:
            return None
        shown = corners(self)
        rows = self.get() if shown is None else shown
        edge = None if shown is None else np.get_printoptions()["edgeitems"]
        lines = [_row("th", ["", *names])]
        for at, record in enumerate(rows):
            if at == edge:
                lines.append(_row("td", ["⋮", *("⋮" for _ in names)]))
                continue
            number = at if edge is None or at < edge else self.size - len(rows) + at
            cells = [str(number), *(str(record[name]) for name in names)]
            lines.append(_row("td", cells))
        many = "" if self.size == 1 else "s"
        return f"<table>{''.join(lines)}</table><p>{self.size} record{many}</p>"


def _row(tag: str, cells: list[str]) -> str:
    inside = "".join(f"<{tag}>{html.escape(cell)}</{tag}>" for cell in cells)
    return f"<tr>{inside}</tr>"


def representation(array: Any, *options: Any) -> str:
    """What `repr` of a NumPy array is; options: of numpy.array_repr."""
    shown = corners(array)
    if shown is None:
        host = array.get()
        return repr(host[()]) if array._scalar else np.array_repr(host, *options)
    write: Any = np.array2string
    written = write(
        shown, *options, separator=", ", prefix="array(", suffix=")", threshold=0
    )
    extras = _extras(shown, array.shape)
    if not extras:
        return f"array({written})"
    last = len(f"array({written},".rpartition("\n")[2])
    width = (options and options[0]) or np.get_printoptions()["linewidth"]
    fits = last + len(extras) + 2 <= width
    return f"array({written},{' ' if fits else chr(10) + ' ' * 6}{extras})"


def text(array: Any, *options: Any, **more: Any) -> str:
    """What `str` of a NumPy array is; options: of numpy.array2string."""
    threshold, edge = (more.pop(name, None) for name in ("threshold", "edgeitems"))
    shown = corners(array, threshold, edge)
    if shown is None:
        more |= {"threshold": threshold, "edgeitems": edge}
        return np.array2string(array.get(), *options, **more)
    return np.array2string(shown, *options, **more, threshold=0, edgeitems=edge)


def corners(
    array: Any, threshold: int | None = None, edgeitems: int | None = None
) -> Host | None:
    """What NumPy shows of a long array, with one item more on each shortened axis.

    That item stands where the dots will be, so that NumPy writes dots there. None for
    an array that is shown whole.
    """
    options: Any = np.get_printoptions()
    edge = int(options["edgeitems"] if edgeitems is None else edgeitems)
    if threshold is None:
        threshold = options["threshold"]
    if not edge or array.size <= threshold:
        return None
    whole = array.shape
    for axis, length in enumerate(whole):
        if length > 2 * edge + 1:
            before = (slice(None),) * axis
            ends = (slice(edge + 1), slice(length - edge, None))
            array = np.concatenate([array[(*before, end)] for end in ends], axis)
    return None if array.shape == whole else array.get()


def _extras(shown: Host, shape: tuple[int, ...]) -> str:
    """The rest of NumPy's repr: the shape (since NumPy 2.2) and the dtype."""
    with np.printoptions(threshold=0):
        whole = repr(shown)
    found = []
    if f"shape={shown.shape}" in whole:
        found.append(f"shape={shape}")
    _, marker, dtype = whole.rpartition("dtype=")
    if marker:
        found.append(f"dtype={dtype[:-1]}")
    return ", ".join(found)
