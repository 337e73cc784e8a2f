"""The flags object of an array: memory order and writeability."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from gpuarray.runtime import layout as lay

if TYPE_CHECKING:
    from typing import Protocol

    class Flagged(Protocol):
        """What flags are read from."""

        shape: tuple[int, ...]
        _writeable: bool

        @property
        def dtype(self) -> Any: ...
        @property
        def strides(self) -> tuple[int, ...]: ...
        @property
        def base(self) -> Any: ...
        def _leaf(self) -> Any: ...


class Flags:
    """NumPy's flags of an array, read from its layout."""

    __slots__ = ("_array",)

    def __init__(self, array: Flagged) -> None:
        self._array = array

    def _of_layout(self) -> Any:
        array = self._array
        layout = lay.Layout(array.shape, array.strides)
        return lay.dummy(layout, array.dtype).flags

    @property
    def c_contiguous(self) -> bool:
        """Whether the items are one block in C order."""
        return bool(self._of_layout().c_contiguous)

    @property
    def f_contiguous(self) -> bool:
        """Whether the items are one block in Fortran order."""
        return bool(self._of_layout().f_contiguous)

    contiguous = c_contiguous

    @property
    def fnc(self) -> bool:
        """Fortran and not C order."""
        return self.f_contiguous and not self.c_contiguous

    @property
    def forc(self) -> bool:
        """Fortran or C order."""
        return self.f_contiguous or self.c_contiguous

    @property
    def owndata(self) -> bool:
        """Whether the array is not a view."""
        return self._array.base is None

    @property
    def aligned(self) -> bool:
        """Whether NumPy would call the strides aligned."""
        unit = self._array.dtype.alignment
        node = self._array._leaf()
        return all(s % unit == 0 for s in (node.layout.offset, *node.layout.strides))

    @property
    def writeable(self) -> bool:
        """Whether items may be assigned; may be set to False."""
        return self._array._writeable

    @writeable.setter
    def writeable(self, value: bool) -> None:
        array = self._array
        if value and array.base is not None and not array.base._writeable:
            raise ValueError("cannot set WRITEABLE flag to True of this array")
        object.__setattr__(array, "_writeable", bool(value))

    def __getitem__(self, name: str) -> bool:
        known = {
            "C": "c_contiguous",
            "F": "f_contiguous",
            "O": "owndata",
            "W": "writeable",
            "A": "aligned",
        }
        try:
            return bool(getattr(self, known.get(name, name.lower())))
        except AttributeError:
            raise KeyError("Unknown flag") from None

    def __setitem__(self, name: str, value: bool) -> None:
        if name not in ("WRITEABLE", "W"):
            raise KeyError("Unknown flag")
        self.writeable = value

    def __repr__(self) -> str:
        names = ("C_CONTIGUOUS", "F_CONTIGUOUS", "OWNDATA", "WRITEABLE", "ALIGNED")
        return "\n".join(f"  {name} : {self[name]}" for name in names)
