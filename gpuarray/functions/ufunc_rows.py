"""NumPy's ufuncs as rows: which functions of the value library compute them."""

from __future__ import annotations

import inspect
from dataclasses import dataclass

import numpy as np


@dataclass(frozen=True)
class Row:
    """How a ufunc is computed: `function` with the suffix of its values' type."""

    function: str
    second: str = ""  # the function of the second result
    truth: bool = False  # the arguments count as true or false
    whole: str = ""  # the kinds of dtypes that are not returned as they are
    half: bool = False  # float16 has a function of its own


CLIP: np.ufunc = np._core.umath.clip  # type: ignore[attr-defined]
TABLE: dict[np.ufunc, Row] = {
    np.add: Row("add"),
    np.subtract: Row("sub"),
    np.multiply: Row("mul"),
    np.divide: Row("div"),
    np.floor_divide: Row("floordiv"),
    np.remainder: Row("mod"),
    np.power: Row("pow"),
    np.negative: Row("neg"),
    np.positive: Row(""),  # a copy
    np.absolute: Row("abs"),
    np.sign: Row("sign"),
    np.square: Row("square"),
    np.sqrt: Row("sqrt"),
    np.equal: Row("eq"),
    np.not_equal: Row("ne"),
    np.less: Row("lt"),
    np.less_equal: Row("le"),
    np.greater: Row("gt"),
    np.greater_equal: Row("ge"),
    np.logical_and: Row("and", truth=True),
    np.logical_or: Row("or", truth=True),
    np.logical_xor: Row("xor", truth=True),
    np.logical_not: Row("not", truth=True),
    np.bitwise_and: Row("and"),
    np.bitwise_or: Row("or"),
    np.bitwise_xor: Row("xor"),
    np.invert: Row("invert"),
    np.left_shift: Row("shl"),
    np.right_shift: Row("shr"),
    np.maximum: Row("max", half=True),
    np.minimum: Row("min", half=True),
    CLIP: Row("clip"),
    np.fmax: Row("fmax", half=True),
    np.fmin: Row("fmin", half=True),
    np.divmod: Row("floordiv", second="mod"),
    np.fmod: Row("fmod"),
    np.modf: Row("modf_fraction", second="modf_whole"),
    np.frexp: Row("frexp_mantissa", second="frexp_exponent"),
    np.ldexp: Row("ldexp"),
    np.rint: Row("rint"),
    np.floor: Row("floor", whole="f"),
    np.ceil: Row("ceil", whole="f"),
    np.trunc: Row("trunc", whole="f"),
    np.fabs: Row("abs"),
    np.conjugate: Row("conj", whole="c"),
    np.reciprocal: Row("reciprocal"),
    np.copysign: Row("copysign"),
    np.nextafter: Row("nextafter", half=True),
    np.spacing: Row("spacing", half=True),
    np.heaviside: Row("heaviside"),
    np.degrees: Row("degrees"),
    np.rad2deg: Row("degrees"),
    np.radians: Row("radians"),
    np.deg2rad: Row("radians"),
    np.float_power: Row("pow"),
    np.exp: Row("exp"),
    np.exp2: Row("exp2"),
    np.expm1: Row("expm1"),
    np.log: Row("log"),
    np.log2: Row("log2"),
    np.log10: Row("log10"),
    np.log1p: Row("log1p"),
    np.sin: Row("sin"),
    np.cos: Row("cos"),
    np.tan: Row("tan"),
    np.arcsin: Row("arcsin"),
    np.arccos: Row("arccos"),
    np.arctan: Row("arctan"),
    np.arctan2: Row("arctan2"),
    np.sinh: Row("sinh"),
    np.cosh: Row("cosh"),
    np.tanh: Row("tanh"),
    np.arcsinh: Row("arcsinh"),
    np.arccosh: Row("arccosh"),
    np.arctanh: Row("arctanh"),
    np.cbrt: Row("cbrt"),
    np.hypot: Row("hypot"),
    np.logaddexp: Row("logaddexp"),
    np.logaddexp2: Row("logaddexp2"),
    np.gcd: Row("gcd"),
    np.lcm: Row("lcm"),
    np.bitwise_count: Row("bitcount"),
    np.isnan: Row("isnan"),
    np.isinf: Row("isinf"),
    np.isfinite: Row("isfinite"),
    np.signbit: Row("signbit"),
}
COMPARISONS = frozenset(
    {
        np.equal,
        np.not_equal,
        np.less,
        np.less_equal,
        np.greater,
        np.greater_equal,
    }
)
# What integers and bools answer without being looked at.
CONSTANT = {"isnan": False, "isinf": False, "isfinite": True}


def signature_of(ufunc: np.ufunc) -> inspect.Signature:
    """What `help` and the array API standard's tests read."""
    names = ["x"] if ufunc.nin == 1 else [f"x{i + 1}" for i in range(ufunc.nin)]
    kind = inspect.Parameter
    options = {
        "where": True,
        "casting": "same_kind",
        "order": "K",
        "dtype": None,
        "subok": True,
        "signature": None,
    }
    return inspect.Signature(
        [
            *(kind(name, kind.POSITIONAL_ONLY) for name in names),
            kind("out", kind.POSITIONAL_OR_KEYWORD, default=None),
            *(kind(n, kind.KEYWORD_ONLY, default=v) for n, v in options.items()),
        ]
    )
