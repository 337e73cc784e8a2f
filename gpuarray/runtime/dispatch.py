"""The two tables through which NumPy's protocols reach this package.

Row 4 of the layers fills them on import; nothing here imports it.
"""

from __future__ import annotations

import functools
from collections.abc import Callable
from typing import TYPE_CHECKING, Any, TypeVar, cast

if TYPE_CHECKING:
    import numpy as np

FUNCTIONS: dict[Callable[..., Any], Callable[..., Any]] = {}
UFUNC_METHODS: dict[str, Callable[..., Any]] = {}


class Counted:
    """An array whose length is a number on the device; few functions take one."""

    __slots__ = ()
    _count: Any

    def array(self) -> Any:
        """The items as an array; waits for the count."""
        raise NotImplementedError

    def _call(self, function: Callable[..., Any], args: Any, kwargs: Any) -> Any:
        """What a function that is entered as counted gives for this argument."""
        raise NotImplementedError


TAKE_COUNTED: set[Callable[..., Any]] = set()  # NumPy's functions
F = TypeVar("F", bound=Callable[..., Any])


def implements(
    *numpy_functions: Callable[..., Any], counted: bool = False
) -> Callable[[F], F]:
    """Enter the decorated function as the device version of NumPy's.

    counted: it also takes a `Counted`, which says how.
    """

    def enter(function: F) -> F:
        if counted:
            function = _for_counted(function)
            TAKE_COUNTED.update(numpy_functions)
        for numpy_function in numpy_functions:
            if numpy_function in FUNCTIONS:
                raise RuntimeError(f"{numpy_function.__name__} has a device version")
            FUNCTIONS[numpy_function] = function
        return function

    return enter


def _for_counted(function: F) -> F:
    @functools.wraps(function)
    def call(*args: Any, **kwargs: Any) -> Any:
        for value in (*args, *kwargs.values()):
            if isinstance(value, Counted):
                return value._call(function, args, kwargs)
        return function(*args, **kwargs)

    return cast("F", call)


def implements_method(method: str) -> Callable[[F], F]:
    """Enter the decorated function for a ufunc method: "reduce", "accumulate"..

    "__call___of_core": for a call of a ufunc that has a signature, as matmul.
    """

    def enter(function: F) -> F:
        UFUNC_METHODS[method] = function
        return function

    return enter


def missing(name: str) -> TypeError:
    """The error for a NumPy function that has no device version."""
    return TypeError(
        f"{name} has no device version in gpuarray; copy the arguments to the host "
        "with .get() to use NumPy's"
    )


def ufunc_name(ufunc: np.ufunc, method: str) -> str:
    """`np.add` or `np.add.reduce`, for messages."""
    name = f"numpy.{ufunc.__name__}"
    return name if method == "__call__" else f"{name}.{method}"
