"""The largest errors of the real functions, in units in the last place (ULP).

    python benchmarks/accuracy.py            # measures, and writes docs/accuracy.md
    python benchmarks/accuracy.py sin float32

Each function is computed on special values (of two arguments every pair), on random bit
patterns, so that every exponent occurs, and on numbers of everyday size; float16
exhaustively where there is one argument. The reference is NumPy in a wider type:
float64 for float16 and float32, extended precision for float64.
"""

import argparse
import datetime
from pathlib import Path

import numpy as np

import gpuarray

# Largest errors allowed: float16 and float32, float64.
BOUNDS = {
    "exp": (2, 4),
    "exp2": (2, 4),
    "expm1": (2, 4),
    "log": (2, 4),
    "log2": (2, 4),
    "log10": (2, 4),
    "log1p": (2, 4),
    "logaddexp": (4, 4),
    "logaddexp2": (4, 4),
    "sqrt": (0.5, 0.5),
    "cbrt": (2, 4),
    "hypot": (2, 4),
    "power": (2, 4),
    "sin": (2, 4),
    "cos": (2, 4),
    "tan": (4, 4),
    "arcsin": (2, 4),
    "arccos": (2, 4),
    "arctan": (2, 4),
    "arctan2": (2, 4),
    "sinh": (2, 4),
    "cosh": (2, 4),
    "tanh": (2, 4),
    "arcsinh": (4, 4),
    "arccosh": (4, 4),
    "arctanh": (4, 4),
}
DTYPES = ("float16", "float32", "float64")
EXTENDED = np.finfo(np.longdouble).nmant >= 63
DOC = Path(__file__).parent.parent / "docs" / "accuracy.md"


def bound(name, dtype):
    """The largest error allowed, with some room for the reference's own."""
    return BOUNDS[name][dtype == "float64"] + 0.01


def specials(dtype):
    """Zeros, subnormals, both ends, infinities, NaN, and where functions turn."""
    info = np.finfo(dtype)
    tiny = [0, info.smallest_subnormal, info.tiny - info.smallest_subnormal, info.tiny]
    ones = [info.eps, 1 - info.epsneg, 1, 1 + info.eps, np.pi / 4, np.pi / 2, np.pi]
    plain = [1e-5, 0.1, 0.25, 0.5, 1.5, 2, np.e, 3, 4, 8, 10, 27, 100, 125, 1000]
    ends = [11, 17, 88.72, 88.73, 103.9, 104, 127.99, 128, 149.5, 709.78, 745.2, 1074.5]
    ends += [info.max / 2, info.max, np.inf, np.nan]
    with np.errstate(over="ignore"):
        x = np.array([*tiny, *ones, *plain, *ends]).astype(dtype)
    return np.concatenate([x, -x])


def bit_patterns(dtype, count, rng):
    """Random numbers of every exponent; NaNs are quiet, as computed ones are."""
    x = np.frombuffer(rng.bytes(count * np.dtype(dtype).itemsize), dtype)
    return np.where(np.isnan(x), np.dtype(dtype).type(np.nan), x)


def sample(dtype, count, rng):
    """One argument: special values, bit patterns, everyday numbers."""
    if dtype == "float16" and count >= 16384:
        every = np.arange(65536).astype(np.uint16).view(np.float16)
        return np.where(np.isnan(every), np.float16(np.nan), every)
    part = count // 8
    columns = [specials(dtype), bit_patterns(dtype, count, rng)]
    near_one = 1 + rng.normal(size=part) * 2.0 ** -rng.uniform(0, 24, part)
    columns += [near_one, rng.uniform(-1, 1, part), rng.uniform(-110, 90, part)]
    columns += [rng.normal(size=part) * scale for scale in (1e-3, 0.3, 1, 5, 400, 1e5)]
    with np.errstate(all="ignore"):
        return np.concatenate([x.astype(dtype) for x in columns])


def arguments(ufunc, dtype, count=8192, seed=1):
    """What a function is measured on."""
    rng = np.random.default_rng(seed)
    if ufunc.nin == 1:
        return [sample(dtype, 2 * count, rng)]
    x = sample(dtype, count // 2, rng)
    y = rng.permutation(x)
    s = specials(dtype)
    with np.errstate(all="ignore"):
        near = (x * (1 + 0.3 * rng.normal(size=x.size))).astype(dtype)
    first = [np.repeat(s, s.size), x, x, np.abs(x)]
    second = [np.tile(s, s.size), y, near, rng.normal(size=x.size).astype(dtype)]
    return [np.concatenate(first), np.concatenate(second)]


def reference(ufunc, arrays, dtype):
    """The function in a wider type."""
    wide = np.float64
    if dtype == "float64" or ufunc in (np.logaddexp, np.logaddexp2):
        wide = np.longdouble
    with np.errstate(all="ignore"):
        return ufunc(*(x.astype(wide) for x in arrays))


def errors(got, want, dtype):
    """|got - want| in units in the last place of `want` in `dtype`.

    What rounds to inf may be inf, and counts as the next power of two otherwise.
    """
    info = np.finfo(dtype)
    with np.errstate(all="ignore"):
        exponent = np.clip(np.frexp(want)[1] - 1, info.minexp, info.maxexp - 1)
        unit = np.ldexp(want.dtype.type(1), exponent - info.nmant)
        end = np.ldexp(want.dtype.type(1), info.maxexp)
        g, w = (np.clip(x.astype(want.dtype), -end, end) for x in (got, want))
        return np.abs(g - w) / unit


def measured(name, dtype, count=8192):
    """(arguments, results, references, errors) where the result is a number."""
    ufunc = getattr(np, name)
    arrays = arguments(ufunc, dtype, count)
    got = ufunc(*(gpuarray.asarray(x) for x in arrays)).get()
    want = reference(ufunc, arrays, dtype)
    assert got.dtype == np.dtype(dtype)
    keep = ~np.isnan(want)
    if "logaddexp" in name:  # cancellation has its own tests, and a wider reference
        with np.errstate(invalid="ignore"):
            keep &= np.abs(want) >= np.abs(np.maximum(*arrays)) / 64
    arrays, got, want = [x[keep] for x in arrays], got[keep], want[keep]
    return arrays, got, want, errors(got, want, dtype)


def table(names, dtypes, count):
    """{(function, dtype): largest error}, printed as it goes."""
    found = {}
    for name in names:
        for dtype in dtypes:
            if dtype == "float64" and not EXTENDED:
                continue
            arrays, got, _, error = measured(name, dtype, count)
            worst = np.nanargmax(np.where(np.isnan(got), np.inf, error))
            found[name, dtype] = float(error[worst])
            at = ", ".join(repr(x[worst].item()) for x in arrays)
            print(f"{name:11} {dtype}  {error[worst]:.3f} ULP at {at}", flush=True)
    return found


HEADING = "| function | allowed, float16, float32 | allowed, float64 |"


def written(found, device, date, command):
    """The text of docs/accuracy.md between its marks."""
    lines = [
        f"Measured on {device}, {date}, by `{command}`.",
        "",
        f"{HEADING} float16 | float32 | float64 |",
        "|---|---|---|---|---|---|",
    ]
    for name, (single, double) in BOUNDS.items():
        cells = [f"`{name}`", f"{single:g}", f"{double:g}"]
        cells += [f"{found[name, d]:.2f}" if (name, d) in found else "" for d in DTYPES]
        lines.append("| " + " | ".join(cells) + " |")
    return "\n".join(lines) + "\n"


def main():
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("function", nargs="?", choices=BOUNDS)
    parser.add_argument("dtype", nargs="?", choices=DTYPES)
    parser.add_argument("--count", type=int, default=65536, help="bit patterns")
    parser.add_argument("--print", action="store_true", help="do not write the page")
    args = parser.parse_args()
    names = [args.function] if args.function else list(BOUNDS)
    found = table(names, [args.dtype] if args.dtype else DTYPES, args.count)
    if args.function:
        return
    device = gpuarray.device.current().name
    date = datetime.datetime.now(datetime.UTC).date().isoformat()
    section = written(found, device, date, "python benchmarks/accuracy.py")
    if args.print:
        print(section)
        return
    page = DOC.read_text("utf-8")
    start, stop = "<!-- measured: start -->\n", "<!-- measured: end -->"
    before, rest = page.split(start)
    DOC.write_text(before + start + section + stop + rest.split(stop)[1], "utf-8")


if __name__ == "__main__":
    main()
