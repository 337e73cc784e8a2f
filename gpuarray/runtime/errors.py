"""The errors that a device, rather than a value, can cause."""

from __future__ import annotations


class NoAdapterError(RuntimeError):
    """No usable WebGPU adapter was found on this machine."""

    cause = ""  # what WebGPU said, without the advice


class DeviceLostError(RuntimeError):
    """The device stopped answering; its arrays are gone."""


class DeviceMemoryError(MemoryError):
    """The device has no room for an array, or cannot hold one so large."""


class ImplicitTransferError(TypeError):
    """Data would have crossed between host and device without being asked for."""


class CompileError(RuntimeError):
    """WGSL that a user wrote was refused.

    reason: what is wrong. code: the text. line, column: where, counted from 1 in that
    text; None where the fault lies nowhere in particular.
    """

    def __init__(
        self,
        reason: str,
        code: str = "",
        line: int | None = None,
        column: int | None = None,
    ) -> None:
        self.reason, self.code = reason, code
        self.line, self.column = line, column
        words = reason
        if line is not None and column is not None:
            shown = code.split("\n")[line - 1].replace("\t", " ")
            mark = " " * (column - 1) + "^"
            words = f"line {line}, column {column}: {reason}\n    {shown}\n    {mark}"
        super().__init__(words)

    def __reduce__(self) -> tuple[type[CompileError], tuple[object, ...]]:
        return type(self), (self.reason, self.code, self.line, self.column)
