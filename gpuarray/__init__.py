"""NumPy arrays that live on any GPU.

`gpuarray.asarray` puts NumPy data on the device; operators, indexing and NumPy's own
functions then work on it there and give NumPy's values, dtypes, shapes and errors.
"""

from numpy import bool_ as bool  # noqa: A004 - the array API's name
from numpy import (
    e,
    float16,
    float32,
    float64,
    inf,
    int8,
    int16,
    int32,
    int64,
    nan,
    newaxis,
    pi,
    uint8,
    uint16,
    uint32,
    uint64,
)

from gpuarray import device
from gpuarray._collision import warn
from gpuarray.array_object import GPUArray
from gpuarray.creation import (
    arange,
    array,
    asanyarray,
    asarray,
    ascontiguousarray,
    asnumpy,
    empty,
    empty_like,
    eye,
    from_buffer,
    full,
    full_like,
    identity,
    linspace,
    ones,
    ones_like,
    zeros,
    zeros_like,
)

warn()
del warn
