"""NumPy's functions that write arrays as text; only what is shown is copied."""

from __future__ import annotations

from typing import Any

import numpy as np

from gpuarray.arrays.array_object import as_array
from gpuarray.arrays.array_printing import representation, text
from gpuarray.runtime.dispatch import implements


@implements(np.array2string)
def array2string(
    a: Any,
    max_line_width: int | None = None,
    precision: int | None = None,
    suppress_small: bool | None = None,
    separator: str = " ",
    prefix: str = "",
    *,
    formatter: Any = None,
    threshold: int | None = None,
    edgeitems: int | None = None,
    sign: Any = None,
    floatmode: Any = None,
    suffix: str = "",
    legacy: Any = None,
) -> str:
    """An array as text, with dots where it is long; waits for the device.

    Arguments as numpy.array2string. Copies to the host only what is shown.
    """
    return text(
        as_array(a),
        max_line_width,
        precision,
        suppress_small,
        separator,
        prefix,
        formatter=formatter,
        threshold=threshold,
        edgeitems=edgeitems,
        sign=sign,
        floatmode=floatmode,
        suffix=suffix,
        legacy=legacy,
    )


@implements(np.array_repr)
def array_repr(
    arr: Any,
    max_line_width: int | None = None,
    precision: int | None = None,
    suppress_small: bool | None = None,
) -> str:
    """What `repr` of the array gives; waits for the device.

    Arguments as numpy.array_repr. Copies to the host only what is shown.
    """
    return representation(as_array(arr), max_line_width, precision, suppress_small)


@implements(np.array_str)
def array_str(
    a: Any,
    max_line_width: int | None = None,
    precision: int | None = None,
    suppress_small: bool | None = None,
) -> str:
    """What `str` of the array gives; waits for the device.

    Arguments as numpy.array_str. Copies to the host only what is shown.
    """
    array = as_array(a)
    if array.ndim == 0:
        return np.array_str(array.get(), max_line_width, precision, suppress_small)
    return text(array, max_line_width, precision, suppress_small)
