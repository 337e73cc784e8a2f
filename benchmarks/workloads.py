"""The work that is compared: for each row its data, its bytes and its functions.

The bytes are those that must move: each operand read once, the result written once.
Where a mask picks items, the 32-byte sectors that hold a picked item count, because a
GPU reads and writes no less.
"""

import functools
from dataclasses import dataclass, field

import numpy as np

SECTOR = 32
RECORDS = {
    16: np.dtype([("vida", "f4"), ("y", "i4"), ("z", "f8")]),
    20: np.dtype([("vida", "f4"), ("z", "f8"), ("y", "i4"), ("w", "f4")]),  # packed
}


@dataclass(frozen=True)
class Row:
    """One operation over sizes 2^e.

    data: n -> {name: host array}. moved: (data, result) -> bytes.
    run: dialect -> function of (xp, data) that returns the call to time; "numpy" serves
    numpy, gpuarray and cupy. kind: "device", "transfer" or "small" (100 in a queue).
    loose: results are compared within a tolerance.
    """

    name: str
    exponents: tuple[int, ...]
    data: object
    moved: object
    run: dict = field(repr=False)
    kind: str = "device"
    loose: bool = False


# ---- data


@functools.lru_cache(2)
def values(n):
    """float32, uniform in [0, 1)."""
    return np.random.default_rng(0).random(n, np.float32)


@functools.lru_cache(2)
def half(n, share=0.5):
    """A mask of which `share` is true."""
    return np.random.default_rng(1).random(n, np.float32) < share


def integers(n, dtype="i4"):
    return np.random.default_rng(2).integers(-100, 100, n, dtype)


def near_one(n):
    """Factors whose running product neither vanishes nor overflows."""
    steps = np.random.default_rng(3).integers(-1, 2, n).astype(np.float32)
    return 1 + steps * np.float32(2**-20)


def records(n, itemsize):
    x = np.zeros(n, RECORDS[itemsize])
    x["vida"] = np.random.default_rng(4).random(n, np.float32) - np.float32(0.5)
    x["y"] = np.arange(n, dtype=np.int64) % 5
    x["z"] = np.arange(n)
    return x


def sectors(mask, itemsize):
    """Bytes of the sectors that hold an item picked by a mask, from its first 2^20."""
    part = mask[: 1 << 20]
    at = np.flatnonzero(part) * itemsize
    if not len(at):
        return 0
    first, last = at // SECTOR, (at + itemsize - 1) // SECTOR
    distinct = (last - first + 1).sum() - np.count_nonzero(first[1:] == last[:-1])
    return int(distinct) * SECTOR * len(mask) // len(part)


# ---- bytes


def in_and_out(data, result):
    return sum(a.nbytes for a in data.values()) + nbytes(result)


def picked(data, result):
    x, m = data["x"], data["m"]
    return m.nbytes + min(sectors(m, x.itemsize), x.nbytes) + nbytes(result)


def set_picked(data, result):
    x, m = data["x"], data["m"]
    moved = m.nbytes + min(sectors(m, x.itemsize), x.nbytes)
    return moved + (data["v"].nbytes if "v" in data else 0)


def nbytes(result):
    parts = result if isinstance(result, tuple) else (result,)
    return sum(np.asarray(p).nbytes if type(p) is int else p.nbytes for p in parts)


# ---- functions


def each(call):
    """The same function for every dialect: call(xp, data)."""

    def bound(xp, d):
        return lambda: call(xp, d)

    return bound


def jitted(call):
    """A function of (jnp, data) compiled by JAX."""

    def bound(xp, d):
        import jax

        compiled = jax.jit(lambda d: call(xp, d))
        return lambda: compiled(d)

    return bound


def functions(numpy=None, torch=None, jax=None, eager_jax=None):
    found = {"numpy": each(numpy)}
    if torch:
        found["torch"] = each(torch)
    if jax or eager_jax:
        found["jax"] = jitted(jax) if jax else each(eager_jax)
    return found


def cummax(xp, d):
    import jax

    return jax.lax.cummax(d["x"])


def assign(d, value):
    d["x"][d["m"]] = value
    return d["x"]


CUMSUM = functions(
    lambda xp, d: xp.cumsum(d["x"]),
    lambda xp, d: xp.cumsum(d["x"], 0),
    lambda xp, d: xp.cumsum(d["x"]),
)
PICK = functions(
    lambda xp, d: d["x"][d["m"]],
    lambda xp, d: d["x"][d["m"]],
    eager_jax=lambda xp, d: d["x"][d["m"]],
)
RECORD_PICK = {"numpy": PICK["numpy"]}
NONZERO = functions(
    lambda xp, d: xp.nonzero(d["m"])[0],
    lambda xp, d: xp.nonzero(d["m"], as_tuple=True)[0],
    eager_jax=lambda xp, d: xp.nonzero(d["m"])[0],
)
SHAPES = {  # of n items; at 2^26 they are those of the design's table
    "few long rows": lambda n: (min(4096, n), max(n >> 12, 1)),
    "many short rows": lambda n: (max(n >> 6, 1), min(64, n)),
    "64 rows": lambda n: (min(64, n), max(n >> 6, 1)),
}


def along(name, shape, axis):
    """The four rows of a function along one axis of a shape."""

    def numpy(xp, d):
        return getattr(xp, name)(d["x"], axis=axis)

    def torch(xp, d):
        return getattr(xp, {"max": "amax"}.get(name, name))(d["x"], axis)

    return Row(
        f"{name} float32 {shape}, axis {axis}",
        (26,),
        lambda n: {"x": values(n).reshape(SHAPES[shape](n))},
        in_and_out,
        functions(numpy, torch, numpy),
        loose=name != "max",
    )


def pick_records(itemsize, percent):
    return Row(
        f"x[m] {itemsize}-byte records, {percent} % kept",
        (24,),
        lambda n: {"x": records(n, itemsize), "m": half(n, percent / 100)},
        picked,
        RECORD_PICK,
    )


def x_only(n):
    return {"x": values(n)}


def x_and_m(n):
    return {"x": values(n), "m": half(n)}


def small(name, exponent, data, run):
    return Row(name, exponent, data, in_and_out, run, kind="small", loose=True)


COPY = Row(
    "copy float32",
    (16, 20, 24, 26, 28),
    x_only,
    in_and_out,
    functions(
        lambda xp, d: d["x"].copy(),
        lambda xp, d: d["x"].clone(),
        lambda xp, d: xp.copy(d["x"]),
    ),
)
ROWS = [
    COPY,
    Row(
        "cumsum float32", (16, 20, 24, 26, 28), x_only, in_and_out, CUMSUM, loose=True
    ),
    Row(
        "x[x > 0.5] float32",
        (20, 24, 26, 28),
        x_only,
        in_and_out,
        functions(
            lambda xp, d: d["x"][d["x"] > 0.5],
            lambda xp, d: d["x"][d["x"] > 0.5],
            eager_jax=lambda xp, d: d["x"][d["x"] > 0.5],
        ),
    ),
    Row("x[m] float32", (26, 28), x_and_m, picked, PICK),
    Row("nonzero(m)", (26, 28), lambda n: {"m": half(n)}, in_and_out, NONZERO),
    Row(
        "cumsum int32 -> int64",
        (26, 28),
        lambda n: {"x": integers(n)},
        in_and_out,
        CUMSUM
        | {
            "jax": jitted(lambda xp, d: xp.cumsum(d["x"], dtype="int64")),
        },
    ),
    Row("cumsum int64", (26,), lambda n: {"x": integers(n, "i8")}, in_and_out, CUMSUM),
    Row(
        "cumsum float64",
        (26,),
        lambda n: {"x": values(n).astype("f8")},
        in_and_out,
        CUMSUM,
        loose=True,
    ),
    Row(
        "x[m] = s",
        (26,),
        x_and_m,
        set_picked,
        functions(
            lambda xp, d: assign(d, 0.25),
            lambda xp, d: assign(d, 0.25),
            lambda xp, d: xp.where(d["m"], 0.25, d["x"]),  # .at[m] does not compile
        ),
    ),
    Row(
        "x[m] = v",
        (26,),
        lambda n: (lambda d: d | {"v": d["x"][d["m"]] * 2})(x_and_m(n)),
        set_picked,
        functions(
            lambda xp, d: assign(d, d["v"]),
            lambda xp, d: assign(d, d["v"]),
            eager_jax=lambda xp, d: d["x"].at[d["m"]].set(d["v"]),
        ),
    ),
    Row(
        "count_nonzero(m)",
        (26,),
        lambda n: {"m": half(n)},
        in_and_out,
        functions(*[lambda xp, d: xp.count_nonzero(d["m"])] * 3),
    ),
    Row(
        "sum float32",
        (26,),
        x_only,
        in_and_out,
        functions(*[lambda xp, d: xp.sum(d["x"])] * 3),
        loose=True,
    ),
    Row(
        "max float32",
        (26,),
        x_only,
        in_and_out,
        functions(*[lambda xp, d: xp.max(d["x"])] * 3),
    ),
    Row(
        "a * 2 + b float32",
        (26, 28),
        lambda n: {"a": values(n), "b": values(n)[::-1].copy()},
        in_and_out,
        functions(*[lambda xp, d: d["a"] * 2 + d["b"]] * 3),
        loose=True,
    ),
    Row(
        "exp(x) float32",
        (26, 28),
        x_only,
        in_and_out,
        functions(*[lambda xp, d: xp.exp(d["x"])] * 3),
        loose=True,
    ),
    small("cumsum float32, queued", (10, 16), x_only, CUMSUM),
    small(
        "x > 0, queued", (10, 16), x_only, functions(*[lambda xp, d: d["x"] > 0] * 3)
    ),
    small(
        "x + y, queued",
        (10, 16),
        lambda n: {"x": values(n), "y": values(n)},
        functions(*[lambda xp, d: d["x"] + d["y"]] * 3),
    ),
    small("x[m] float32, small", (10,), x_and_m, PICK),
    small("nonzero(m), small", (10,), lambda n: {"m": half(n)}, NONZERO),
    *(
        Row(way, (20, 26, 28), x_only, lambda d, result: d["x"].nbytes, {},
            kind="transfer")
        for way in ("upload float32", "download float32")
    ),
    *(along("cumsum", shape, axis) for shape in SHAPES for axis in (1, 0)),
    Row(
        "maximum.accumulate float32",
        (26,),
        x_only,
        in_and_out,
        {
            "numpy": each(lambda xp, d: xp.maximum.accumulate(d["x"])),
            "torch": each(lambda xp, d: xp.cummax(d["x"], 0).values),
            "jax": jitted(cummax),  # its maximum.accumulate runs item by item
        },
    ),
    Row(
        "multiply.accumulate float32",
        (26,),
        lambda n: {"x": near_one(n)},
        in_and_out,
        functions(
            lambda xp, d: xp.multiply.accumulate(d["x"]),
            lambda xp, d: xp.cumprod(d["x"], 0),
            lambda xp, d: xp.cumprod(d["x"]),
        ),
        loose=True,
    ),
    *(pick_records(size, share) for size in RECORDS for share in (50, 10, 90)),
    Row(
        "x[(x.vida > 0) & (x.y < 3)] records",
        (24,),
        lambda n: {"x": records(n, 20)},
        lambda d, result: d["x"].nbytes + result.nbytes,
        {
            "numpy": each(
                lambda xp, d: d["x"][(d["x"]["vida"] > 0) & (d["x"]["y"] < 3)]
            )
        },
    ),
    *(along(name, shape, axis)
      for name in ("sum", "max") for shape in SHAPES for axis in (1, 0)),
]  # fmt: skip
