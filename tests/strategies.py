"""What to test with: sizes beside boundaries, layouts, masks, keys, special floats."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from hypothesis import strategies as st

WORKGROUP = 256
TILE = 4096
GRID = 65_535  # workgroups in one dimension of a dispatch
BINDING = 2**27  # bytes of one storage binding on a software adapter

INTEGERS = ("int8", "int16", "int32", "int64", "uint8", "uint16", "uint32", "uint64")
FLOATS = ("float16", "float32", "float64")
COMPLEX = ("complex64", "complex128")
NUMERIC = ("bool", *INTEGERS, *FLOATS)

SMALL_SIZES = (0, 1, 2, 3, 4, 5, 31, 32, 33, 63, 64, 65, 127, 128, 129, 255, 256, 257)
MIDDLE_SIZES = (511, 513, 1023, 1024, 1025, 2047, 2049, 4095, 4096, 4097)
LARGE_SIZES = (8191, 8192, 8193, 12_289, 65_535, 65_536, 65_537)
SIZES = SMALL_SIZES + MIDDLE_SIZES + LARGE_SIZES

DENSITIES = (0.0, 0.01, 0.5, 1.0)


def rng(*seed):
    return np.random.default_rng(seed or 0)


def numbers(shape, dtype="int32", low=-9, high=10, seed=0):
    """Random small whole numbers: their float sums are exact."""
    dtype = np.dtype(dtype)
    if dtype.kind in "ub":
        low = 0
    drawn = rng(seed).integers(low, high, size=shape)
    if dtype.kind == "c":
        return (drawn + 1j * rng(seed, 1).integers(low, high, size=shape)).astype(dtype)
    return drawn > (high - 1) // 2 if dtype.kind == "b" else drawn.astype(dtype)


def steps(shape, dtype, seed=0):
    """Numbers of -1, 0 and 1: a long float16 running sum of them stays exact."""
    return numbers(shape, dtype, -1, 2, seed)


def wild(shape, dtype, seed=0):
    """Numbers over the dtype's whole range, or special floats among ordinary ones."""
    dtype = np.dtype(dtype)
    r = rng(seed)
    if dtype.kind == "b":
        return r.random(shape) < 0.5
    if dtype.kind in "iu":
        info = np.iinfo(dtype)
        return r.integers(info.min, info.max, shape, dtype=dtype, endpoint=True)
    if dtype.kind == "c":
        size = (*np.atleast_1d(np.array(shape, int)), 2)
        return wild(size, dtype.char.lower(), seed).view(dtype)[..., 0]
    ordinary = r.normal(size=shape).astype(dtype)
    return np.where(r.random(shape) < 0.4, r.choice(specials(dtype), shape), ordinary)


def specials(dtype):
    """The corner values of a dtype."""
    dtype = np.dtype(dtype)
    if dtype.kind == "b":
        return np.array([False, True])
    if dtype.kind in "iu":
        low, high = np.iinfo(dtype).min, np.iinfo(dtype).max
        some = [low, low + 1, high - 1, high, high // 2, high // 2 + 1, 0, 1, 2, 3, 7]
        return np.array(some, dtype)
    if dtype.kind == "c":
        return pairs(specials(dtype.char.lower()))
    info = np.finfo(dtype)
    some = [0.0, -0.0, 1.0, -1.0, 0.5, 2.5, -2.5, 3.0, np.inf, -np.inf, np.nan]
    return np.array([*some, info.max, info.min, info.smallest_normal], dtype)


def pairs(parts):
    """Each real part with each imaginary part."""
    grid = np.empty((len(parts), len(parts)), np.result_type(parts.dtype, np.complex64))
    grid.real = parts[:, None]
    grid.imag = parts
    return grid.reshape(-1)


def any_bits(n, dtype, seed=0):
    """Every kind of bit pattern: NaN payloads, both zeros, subnormals, infinities."""
    dtype = np.dtype(dtype)
    raw = rng(seed).integers(0, 256, n * dtype.itemsize, dtype=np.uint8)
    drawn = raw.view(dtype).copy() if n else np.zeros(0, dtype)
    if dtype.kind == "c":
        return any_bits(2 * n, dtype.char.lower(), seed).view(dtype)
    if dtype.kind == "f" and n:
        word = f"u{dtype.itemsize}"
        infinity = int(np.array(np.inf, dtype).view(word))
        top = np.iinfo(word).max
        half = top // 2 + 1
        odd = [0, 1, 2, infinity - 1, infinity, infinity + 1, infinity + 77, half]
        odd += [half + 1, half + infinity, half + infinity + 3, top, top - 5]
        drawn[::2] = np.resize(np.array(odd, word).view(dtype), drawn[::2].shape)
    return drawn


def mask(shape, density=0.5, seed=1):
    return rng(seed).random(shape) < density


def packed(array, name="x"):
    """The array as a field at an odd offset of a packed record of odd size."""
    dtype = np.dtype([("before", "u1"), (name, array.dtype), ("after", "S2")])
    records = np.zeros(array.shape, dtype)
    records["before"] = 171
    records[name] = array
    records["after"] = b"zz"
    return records


def shapes(max_dims=4, max_side=9, min_side=0, min_dims=1):
    side = st.integers(min_side, max_side)
    return st.lists(side, min_size=min_dims, max_size=max_dims).map(tuple)


seeds = st.integers(0, 99)
densities = st.sampled_from(DENSITIES)


@dataclass(frozen=True)
class View:
    """A way to look at an array: slices, then a permutation of the axes."""

    key: tuple
    axes: tuple

    def __call__(self, x):
        return x[self.key].transpose(self.axes)


@st.composite
def views(draw, shape):
    """Steps of both signs, offsets and transposes, in every mixture."""
    key = []
    for side in shape:
        start = draw(st.none() | st.integers(-side, side))
        key.append(slice(start, None, draw(st.sampled_from((None, 1, 2, 3, -1, -2)))))
    return View(tuple(key), tuple(draw(st.permutations(range(len(shape))))))


@st.composite
def basic_keys(draw, shape, newaxes=True):
    """Slices, ints, None and Ellipsis that suit a shape."""
    kinds = ["slice", "slice", "int"] + (["new"] if newaxes else [])
    key, axis, dots = [], 0, False
    for _ in range(len(shape) + 2):
        kind = draw(st.sampled_from([*kinds, "dots", "stop"]))
        if kind == "stop":
            break
        if kind == "new":
            key.append(None)
        elif kind == "dots":
            if not dots:
                dots = True
                key.append(Ellipsis)
                axis += draw(st.integers(0, len(shape) - axis))
        elif axis < len(shape):
            # behind an ellipsis the axes are counted from the end: a small int is safe
            side = min(shape) if dots else shape[axis]
            key.append(draw(_int_or_slice(kind, side)))
            axis += 1
    return tuple(key)


def _int_or_slice(kind, side):
    if kind == "int" and side:
        return st.integers(-side, side - 1)
    bound = st.none() | st.integers(-side - 1, side + 1)
    step = st.sampled_from((None, 1, 2, -1, -3))
    return st.builds(slice, bound, bound, step)


@st.composite
def mixed_keys(draw, shape):
    """Masks, index arrays, slices, ints, None and Ellipsis; not all of them valid."""
    key, axis, dots, length = [], 0, False, draw(st.integers(1, 3))
    kinds = ("slice", "int", "new", "mask", "mask", "plane", "array", "dots", "stop")
    for _ in range(len(shape) + 1):
        kind = draw(st.sampled_from(kinds))
        if kind == "stop" or (axis >= len(shape) and kind != "new"):
            break
        if kind == "new":
            key.append(None)
            continue
        if kind == "dots":
            if not dots:
                dots = True
                key.append(Ellipsis)
            continue
        side = shape[axis]
        if kind == "plane" and axis + 1 < len(shape):
            key.append(mask(shape[axis : axis + 2], 0.4, draw(seeds)))
            axis += 1
        elif kind in ("mask", "plane"):
            wrong = draw(st.integers(0, 19)) == 0
            key.append(mask(side + wrong, draw(densities), draw(seeds)))
        elif kind == "array" and side:
            key.append(rng(draw(seeds)).integers(-side, side, length))
        elif kind == "array":
            key.append(np.zeros(0, np.intp))
        else:
            key.append(draw(_int_or_slice(kind, side)))
        axis += 1
    return tuple(key)
