"""The largest errors of the complex functions, in units in the last place (ULP).

    python benchmarks/complex_accuracy.py            # measures, and writes the page
    python benchmarks/complex_accuracy.py sin complex64

The reference is mpmath with 300 bits and more. Each function is computed on random bit
patterns, so that every exponent occurs in either part, on numbers of everyday size, and
near the unit circle and the points where functions branch. Two figures: of each part,
in its own units, and of the number, in units of its larger part.
"""

import argparse
import datetime

import mpmath
import numpy as np
from accuracy import DOC

import gpuarray

# Largest errors allowed: of a part, of the number.
BOUNDS = {
    "square": (np.inf, 2),
    "reciprocal": (3, 3),
    "absolute": (2, 2),
    "sqrt": (3, 3),
    "exp": (4, 4),
    "exp2": (5, 5),
    "expm1": (np.inf, 5),
    "log": (4, 4),
    "log2": (5, 4),
    "log10": (5, 4),
    "log1p": (4, 4),
    "sin": (5, 5),
    "cos": (5, 5),
    "tan": (8, 8),
    "sinh": (5, 5),
    "cosh": (5, 5),
    "tanh": (8, 8),
    "arcsin": (6, 6),
    "arccos": (6, 6),
    "arctan": (6, 6),
    "arcsinh": (6, 6),
    "arccosh": (6, 6),
    "arctanh": (6, 6),
}
# The real part of a logarithm near the unit circle may be off by this, absolutely.
NEAR_CIRCLE = {"complex64": 2.0**-46, "complex128": 2.0**-104}
DTYPES = ("complex64", "complex128")
TRUE = {
    "square": lambda z: z * z,
    "reciprocal": lambda z: 1 / z,
    "absolute": abs,
    "exp2": lambda z: mpmath.exp(z * mpmath.log(2)),
    "expm1": lambda z: mpmath.exp(z) - 1,
    "log2": lambda z: mpmath.log(z) / mpmath.log(2),
    "log10": lambda z: mpmath.log(z) / mpmath.log(10),
    "log1p": lambda z: mpmath.log(1 + z),
    "arcsin": mpmath.asin,
    "arccos": mpmath.acos,
    "arctan": mpmath.atan,
    "arcsinh": mpmath.asinh,
    "arccosh": mpmath.acosh,
    "arctanh": mpmath.atanh,
}


def bit_patterns(real, count, rng):
    """Random finite numbers of every exponent."""
    word = np.dtype(f"u{real.itemsize}")
    x = rng.integers(0, np.iinfo(word).max, 2 * count, word).view(real)
    return x[np.isfinite(x)][:count]


def arguments(dtype, count, seed=1):
    """What a function is measured on."""
    rng = np.random.default_rng(seed)
    real = np.dtype(np.dtype(dtype).char.lower())
    part = count // 8
    tiny = 2.0 ** -rng.uniform(1, 24 if real.itemsize == 4 else 53, part)
    circle = np.exp(1j * rng.uniform(-np.pi, np.pi, part))
    columns = [
        rng.normal(size=part) * s + 1j * rng.normal(size=part) * s for s in (0.1, 1, 8)
    ]
    columns += [rng.normal(size=part) * 60 + 1j * rng.normal(size=part) * 60]
    columns += [circle, circle * (1 + rng.normal(size=part) * tiny)]
    near = (rng.normal(size=part) + 1j * rng.normal(size=part)) * tiny
    columns += [near + rng.choice([1, -1, 1j, -1j], part), near]
    z = np.concatenate(columns).astype(dtype)
    bits = np.empty(count, dtype)
    bits.real = bit_patterns(real, count, rng)
    bits.imag = bit_patterns(real, count, rng)
    mixed = bits[:part].copy()
    mixed.imag = rng.normal(size=mixed.size)
    turned = mixed.real + 1j * 0
    turned = turned.astype(dtype)
    turned.imag, turned.real = mixed.real, mixed.imag
    return np.concatenate([z, bits, mixed, turned])


def true_values(name, z):
    """The parts of the exact results, rounded to extended precision."""
    function = TRUE.get(name) or getattr(mpmath, name)
    parts = np.zeros((2, z.size), np.longdouble)
    for i, item in enumerate(z):
        x, y = float(item.real), float(item.imag)
        # Enough for the least part beside the largest.
        mpmath.mp.prec = 400 if z.itemsize == 8 else 1400
        mpmath.mp.prec += min(int(max(abs(x), abs(y), 1)), 1500)
        value = _guarded(name, function, x, y)
        parts[:, i] = [_extended(value.real), _extended(value.imag)]
    return parts


def _guarded(name, function, x, y):
    size = max(abs(x), abs(y))
    if size > 3000 and name in _GROWING:
        return mpmath.mpc(mpmath.nan, mpmath.nan)
    try:
        return mpmath.mpc(function(mpmath.mpc(x, y)))
    except (ZeroDivisionError, OverflowError, ValueError):
        return mpmath.mpc(mpmath.nan, mpmath.nan)


# What overflows, or of which mpmath takes too long, beyond some argument.
_GROWING = {"exp", "exp2", "expm1", "sin", "cos", "sinh", "cosh", "tan", "tanh"}


def _extended(x):
    """An mpmath number as a long double."""
    if not mpmath.isfinite(x):
        return np.longdouble(float(x))
    mantissa, exponent = mpmath.frexp(x)
    high = float(mantissa)
    low = float(mantissa - high)
    return np.ldexp(np.longdouble(high) + np.longdouble(low), int(exponent))


def unit(want, dtype):
    """A unit in the last place of each reference."""
    info = np.finfo(dtype)
    exponent = np.clip(np.frexp(want)[1] - 1, info.minexp, info.maxexp - 1)
    return np.ldexp(np.longdouble(1), exponent - info.nmant)


def measured(name, dtype, count):
    """(arguments, results, errors of the parts, errors of the number)."""
    z = arguments(dtype, count)
    result = getattr(np, name)(gpuarray.asarray(z)).get()
    want = true_values(name, z)
    got = np.stack([result.real, result.imag]).astype(np.longdouble)
    end = np.longdouble(np.finfo(dtype).max)
    keep = (np.abs(want) <= end).all(axis=0)
    z, result, want, got = z[keep], result[keep], want[:, keep], got[:, keep]
    gap = np.abs(got - want)
    if name.startswith("log"):
        gap[0] = np.maximum(gap[0] - NEAR_CIRCLE[dtype], 0)
    with np.errstate(invalid="ignore"):
        by_part = (gap / unit(want, dtype)).max(axis=0)
        by_size = gap.max(axis=0) / unit(np.abs(want).max(axis=0), dtype)
    return z, result, by_part, by_size


def table(names, dtypes, count):
    """{(function, dtype): (largest error of a part, of the number)}, printed."""
    found = {}
    for name in names:
        for dtype in dtypes:
            z, got, *errors = measured(name, dtype, count)
            worst = [np.argmax(np.where(np.isnan(e), np.inf, e)) for e in errors]
            figures = [float(e[i]) for e, i in zip(errors, worst, strict=True)]
            found[name, dtype] = tuple(figures)
            shown = "  ".join(
                f"{e:.3f} at {z[i]} -> {got[i]}"
                for e, i in zip(figures, worst, strict=True)
            )
            print(f"{name:11} {dtype:10} {len(z)}: {shown}", flush=True)
    return found


def written(found, device, date):
    """The text of docs/accuracy.md between the marks of this table."""
    lines = [
        f"Measured on {device}, {date}, by `python benchmarks/complex_accuracy.py`.",
        "",
        "| function | complex64, part | number | complex128, part | number |",
        "|---|---|---|---|---|",
    ]
    for name in BOUNDS:
        cells = [f"{figure:.2f}" for d in DTYPES for figure in found[name, d]]
        lines.append(f"| `{name}` | " + " | ".join(cells) + " |")
    return "\n".join(lines) + "\n"


def main():
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("function", nargs="?", choices=BOUNDS)
    parser.add_argument("dtype", nargs="?", choices=DTYPES)
    parser.add_argument("--count", type=int, default=512, help="bit patterns")
    args = parser.parse_args()
    names = [args.function] if args.function else list(BOUNDS)
    with np.errstate(all="ignore"):
        found = table(names, [args.dtype] if args.dtype else DTYPES, args.count)
    if args.function:
        return
    date = datetime.datetime.now(datetime.UTC).date().isoformat()
    section = written(found, gpuarray.device.current().name, date)
    start, stop = "<!-- complex: start -->\n", "<!-- complex: end -->"
    before, rest = DOC.read_text("utf-8").split(start)
    DOC.write_text(before + start + section + stop + rest.split(stop)[1], "utf-8")


if __name__ == "__main__":
    main()
