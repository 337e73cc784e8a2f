"""The names of NumPy's ufuncs that have a device version, as callables."""

from collections.abc import Callable

import numpy as np

from gpuarray.array_object import GPUArray
from gpuarray.elementwise import Ufunc

Pair = Callable[..., tuple[GPUArray, GPUArray]]

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
