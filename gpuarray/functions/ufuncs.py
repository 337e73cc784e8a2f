"""The names of NumPy's ufuncs that have a device version, as callables."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np

from gpuarray.arrays.array_object import GPUArray, as_array
from gpuarray.functions.elementwise import call
from gpuarray.functions.ufunc_rows import signature_of
from gpuarray.runtime.dispatch import Counted, implements_method

Pair = Callable[..., tuple[GPUArray, GPUArray]]


def _types(ufunc: np.ufunc) -> list[str]:
    """NumPy's signatures, of the dtypes that a device can hold."""
    return [kind for kind in dict.fromkeys(ufunc.types) if not set(kind) & set("GgMmO")]


class Ufunc:
    """A NumPy ufunc for device arrays; host arguments are uploaded.

    Called like the NumPy function of the same name, with `out`, `where`, `casting`,
    `dtype` and `signature`; has its methods `reduce`, `accumulate`, `reduceat`, `outer`
    and `at`. Does not wait for the device. Errors are NumPy's. Source: numpy.ufunc.
    """

    def __init__(self, ufunc: np.ufunc) -> None:
        self._ufunc = ufunc
        self.__name__ = ufunc.__name__
        self.__doc__ = (
            f"Apply numpy.{ufunc.__name__} to device arrays, item by item."
            f"\n\n    {Ufunc.__doc__}"
        )
        self.nin, self.nout, self.nargs = ufunc.nin, ufunc.nout, ufunc.nargs
        self.identity = ufunc.identity
        self.types = _types(ufunc)
        self.ntypes = len(self.types)
        self.__signature__ = signature_of(ufunc)

    def __call__(self, *inputs: Any, **kwargs: Any) -> GPUArray:
        if any([isinstance(value, Counted) for value in inputs]):
            return self._ufunc(*inputs, **kwargs)  # type: ignore[no-any-return]
        first, *rest = inputs or (None,)
        if inputs and not any(isinstance(value, GPUArray) for value in inputs):
            first = as_array(first)
        found: GPUArray = call(
            self._ufunc, *((first, *rest) if inputs else ()), **kwargs
        )
        return found

    def accumulate(self, array: Any, *args: Any, **kwargs: Any) -> GPUArray:
        """The running result along an axis, as ufunc.accumulate."""
        return self._ufunc.accumulate(as_array(array), *args, **kwargs)  # type: ignore

    def reduce(self, array: Any, *args: Any, **kwargs: Any) -> GPUArray:
        """The result over an axis, as ufunc.reduce."""
        return self._ufunc.reduce(as_array(array), *args, **kwargs)  # type: ignore

    def reduceat(self, array: Any, *args: Any, **kwargs: Any) -> GPUArray:
        """The results over ranges of an axis, as ufunc.reduceat."""
        return self._ufunc.reduceat(as_array(array), *args, **kwargs)  # type: ignore

    def at(self, a: GPUArray, indices: Any, /, *b: Any) -> None:
        """Apply it to the items that indices name, once each time, as ufunc.at."""
        self._ufunc.at(a, indices, *b)  # type: ignore

    def outer(self, a: Any, b: Any, **kwargs: Any) -> Any:
        """The result for every pair of items, as ufunc.outer."""
        return outer(self._ufunc, a, b, **kwargs)

    def __repr__(self) -> str:
        return f"<gpuarray ufunc '{self.__name__}'>"


add = Ufunc(np.add)
subtract = Ufunc(np.subtract)
multiply = Ufunc(np.multiply)
divide = Ufunc(np.divide)
floor_divide = Ufunc(np.floor_divide)
remainder = Ufunc(np.remainder)
power = Ufunc(np.power)
negative = Ufunc(np.negative)
positive = Ufunc(np.positive)
absolute = Ufunc(np.absolute)
sign = Ufunc(np.sign)
square = Ufunc(np.square)
sqrt = Ufunc(np.sqrt)
equal = Ufunc(np.equal)
not_equal = Ufunc(np.not_equal)
less = Ufunc(np.less)
less_equal = Ufunc(np.less_equal)
greater = Ufunc(np.greater)
greater_equal = Ufunc(np.greater_equal)
logical_and = Ufunc(np.logical_and)
logical_or = Ufunc(np.logical_or)
logical_xor = Ufunc(np.logical_xor)
logical_not = Ufunc(np.logical_not)
bitwise_and = Ufunc(np.bitwise_and)
bitwise_or = Ufunc(np.bitwise_or)
bitwise_xor = Ufunc(np.bitwise_xor)
invert = Ufunc(np.invert)
left_shift = Ufunc(np.left_shift)
right_shift = Ufunc(np.right_shift)
maximum = Ufunc(np.maximum)
minimum = Ufunc(np.minimum)
fmax = Ufunc(np.fmax)
fmin = Ufunc(np.fmin)
isnan = Ufunc(np.isnan)
isinf = Ufunc(np.isinf)
isfinite = Ufunc(np.isfinite)
signbit = Ufunc(np.signbit)
divmod: Pair = Ufunc(np.divmod)  # type: ignore[assignment]
fmod = Ufunc(np.fmod)
modf: Pair = Ufunc(np.modf)  # type: ignore[assignment]
frexp: Pair = Ufunc(np.frexp)  # type: ignore[assignment]
ldexp = Ufunc(np.ldexp)
rint = Ufunc(np.rint)
floor = Ufunc(np.floor)
ceil = Ufunc(np.ceil)
trunc = Ufunc(np.trunc)
fabs = Ufunc(np.fabs)
conjugate = Ufunc(np.conjugate)
reciprocal = Ufunc(np.reciprocal)
copysign = Ufunc(np.copysign)
nextafter = Ufunc(np.nextafter)
spacing = Ufunc(np.spacing)
heaviside = Ufunc(np.heaviside)
degrees = Ufunc(np.degrees)
rad2deg = Ufunc(np.rad2deg)
radians = Ufunc(np.radians)
deg2rad = Ufunc(np.deg2rad)
float_power = Ufunc(np.float_power)
exp = Ufunc(np.exp)
exp2 = Ufunc(np.exp2)
expm1 = Ufunc(np.expm1)
log = Ufunc(np.log)
log2 = Ufunc(np.log2)
log10 = Ufunc(np.log10)
log1p = Ufunc(np.log1p)
sin = Ufunc(np.sin)
cos = Ufunc(np.cos)
tan = Ufunc(np.tan)
arcsin = Ufunc(np.arcsin)
arccos = Ufunc(np.arccos)
arctan = Ufunc(np.arctan)
arctan2 = Ufunc(np.arctan2)
sinh = Ufunc(np.sinh)
cosh = Ufunc(np.cosh)
tanh = Ufunc(np.tanh)
arcsinh = Ufunc(np.arcsinh)
arccosh = Ufunc(np.arccosh)
arctanh = Ufunc(np.arctanh)
cbrt = Ufunc(np.cbrt)
hypot = Ufunc(np.hypot)
logaddexp = Ufunc(np.logaddexp)
logaddexp2 = Ufunc(np.logaddexp2)
gcd = Ufunc(np.gcd)
lcm = Ufunc(np.lcm)
bitwise_count = Ufunc(np.bitwise_count)

# Other names of the same functions, NumPy's and the array API standard's.
abs = absolute
pow = power
true_divide = divide
mod = remainder
conj = conjugate
asin = arcsin
acos = arccos
atan = arctan
atan2 = arctan2
asinh = arcsinh
acosh = arccosh
atanh = arctanh
bitwise_not = invert
bitwise_invert = invert
bitwise_left_shift = left_shift
bitwise_right_shift = right_shift


@implements_method("outer")
def outer(ufunc: np.ufunc, a: Any, b: Any, **kwargs: Any) -> Any:
    """The ufunc of every pair of items, as ufunc.outer; does not wait."""
    first, second = as_array(a), as_array(b)
    return call(
        ufunc, first.reshape(first.shape + (1,) * second.ndim), second, **kwargs
    )
