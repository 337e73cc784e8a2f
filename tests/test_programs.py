"""Random programs over views, expressions and writes, run on NumPy and the device.

A name may be a view of another, an expression not yet computed, or both; a program
that reads everything after each statement and one that reads only at the end find
different faults, so both are drawn.
"""

import operator

import numpy as np
import pytest
from compare import same, to_device
from hypothesis import given, note
from hypothesis import strategies as st
from strategies import mask, numbers, seeds, views

pytestmark = pytest.mark.usefixtures("profile")

OPERATORS = ("add", "sub", "mul", "xor", "and_", "or_")
IN_PLACE = ("iadd", "isub", "imul", "ixor", "iand")
DTYPES = ("int32", "uint8", "int64", "int16", "uint32")


class Program:
    """The same variables twice: on the host and on the device."""

    def __init__(self, draw, shape, dtypes):
        self.draw = draw
        self.dtypes = dtypes
        self.pairs = []
        for i in range(draw(st.integers(1, 3))):
            host = numbers(shape, draw(st.sampled_from(dtypes)), -50, 50, seed=i)
            self.pairs.append((host, to_device(host)))

    def pick(self, like=None):
        """A variable, if possible one that broadcasts to `like`."""
        fitting = [
            pair
            for pair in self.pairs
            if like is None or pair[0].shape == like or pair[0].size == 1
        ]
        return self.draw(st.sampled_from(fitting)) if fitting else None

    def add(self, host, device):
        if len(self.pairs) > 6:
            del self.pairs[self.draw(st.integers(0, len(self.pairs) - 1))]
        self.pairs.append((host, device))

    def both(self, function, *pairs):
        """Run on both sides; the outcome, or the error's class, must agree."""
        host = _attempt(function, [p[0] if isinstance(p, tuple) else p for p in pairs])
        device = _attempt(
            function, [p[1] if isinstance(p, tuple) else p for p in pairs]
        )
        if isinstance(host, Exception) or isinstance(device, Exception):
            assert isinstance(device, Exception), (host, device)
            assert isinstance(host, Exception), (host, device)
            note(f"  raises {type(host).__name__}")
            return None
        return host, device

    def compare(self):
        for host, device in self.pairs:
            same(device, np.asarray(host))

    # ---- statements

    def view(self):
        pair = self.pick()
        look = self.draw(views(pair[0].shape))
        note(f"v = a{look}")
        self.add(*self.both(look, pair))

    def flat_view(self):
        pair = self.pick()
        self.add(*self.both(lambda a: a.reshape(-1)[::2], pair))

    def expression(self):
        left = self.pick()
        right = self.pick(left[0].shape)
        name = self.draw(st.sampled_from(OPERATORS))
        note(f"c = a {name} b")
        result = self.both(getattr(operator, name), left, right)
        if result is not None:
            self.add(*result)

    def scalar_expression(self):
        pair = self.pick()
        name = self.draw(st.sampled_from(OPERATORS))
        value = self.draw(st.integers(0, 9))
        note(f"c = a {name} {value}")
        result = self.both(lambda a: getattr(operator, name)(a, value), pair)
        if result is not None:
            self.add(*result)

    def where(self):
        a = self.pick()
        b = self.pick(a[0].shape)
        note("c = where(a > 3, a, b)")
        result = self.both(lambda a, b: np.where(a > 3, a, b), a, b)
        if result is not None:
            self.add(*result)

    def copy(self):
        self.add(*self.both(lambda a: a.copy(), self.pick()))

    def cast(self):
        dtype = self.draw(st.sampled_from(self.dtypes))
        note(f"c = a.astype({dtype})")
        self.add(*self.both(lambda a: a.astype(dtype), self.pick()))

    def write_scalar(self):
        pair = self.pick()
        look = self.draw(views(pair[0].shape))
        value = self.draw(st.integers(0, 99))
        note(f"a{look}[...] = {value}")

        def write(a):
            look(a)[...] = value

        self.both(write, pair)

    def write_array(self):
        target = self.pick()
        source = self.pick(target[0].shape)
        turn = self.draw(st.booleans())
        note(f"a[...] = b{'[::-1]' if turn else ''}")

        def write(a, b):
            a[...] = b[::-1] if turn and b.ndim else b

        self.both(write, target, source)

    def write_masked(self):
        target = self.pick()
        limit = self.draw(st.integers(-20, 20))
        value = self.draw(st.integers(0, 99))
        note(f"a[a > {limit}] = {value}")

        def write(a):
            a[a > limit] = value

        self.both(write, target)

    def write_masked_array(self):
        target = self.pick()
        source = self.pick(target[0].shape)
        m = mask(target[0].shape, 0.5, self.draw(seeds))
        note("a[m] = b[m]")

        def write(a, b, m):
            a[m] = b[m] if b.shape == m.shape else b.reshape(1)

        self.both(write, target, source, (m, to_device(m)))

    def in_place(self):
        target = self.pick()
        source = self.pick(target[0].shape)
        name = self.draw(st.sampled_from(IN_PLACE))
        note(f"a {name} b")
        self.both(lambda a, b: getattr(operator, name)(a, b) is a, target, source)

    def in_place_masked(self):
        target = self.pick()
        note("a[a % 2 == 1] += 5")

        def write(a):
            a[a % 2 == 1] += 5

        self.both(write, target)

    def shift(self):
        note("a[1:] = a[:-1]")

        def write(a):
            a[1:] = a[:-1]

        self.both(write, self.pick())

    def scan_into_itself(self):
        pair = self.pick()
        axis = self.draw(st.integers(0, pair[0].ndim - 1)) if pair[0].ndim else None
        note(f"cumsum(a, {axis}, out=a)")

        def write(a):
            np.cumsum(a, axis=axis, dtype=a.dtype, out=a)

        self.both(write, pair)

    def scan(self):
        pair = self.pick()
        note("c = cumsum(a, -1)")
        if pair[0].ndim:
            self.add(*self.both(lambda a: np.cumsum(a, -1, dtype=a.dtype), pair))

    def select(self):
        note("c = a[a > 2]")
        host, device = self.both(lambda a: a[a > 2], self.pick())
        same(device, host)

    def locate(self):
        host, device = self.both(lambda a: np.argwhere(a & 1), self.pick())
        same(device, host)

    def fill(self):
        value = self.draw(st.integers(0, 9))
        note(f"a.fill({value})")
        self.both(lambda a: a.fill(value), self.pick())

    def forget(self):
        if len(self.pairs) > 1:
            del self.pairs[self.draw(st.integers(0, len(self.pairs) - 1))]


def _attempt(function, arguments):
    try:
        return function(*arguments)
    except (TypeError, ValueError, IndexError) as error:
        return error


STATEMENTS = sorted(
    name
    for name in vars(Program)
    if name[0] != "_" and name not in ("pick", "add", "both", "compare")
)
PROGRAM = st.lists(st.sampled_from(STATEMENTS), min_size=3, max_size=14)


def run(data, shape, dtypes, names, watch):
    program = Program(data.draw, shape, dtypes)
    for name in names:
        note(name)
        getattr(program, name)()
        if watch:
            program.compare()
    program.compare()


@pytest.mark.core
@given(data=st.data(), names=PROGRAM, watch=st.booleans())
def test_programs_on_small_matrices(data, names, watch):
    shape = data.draw(st.sampled_from([(5, 4), (3, 3), (2, 3, 4), (1, 6), (7,)]))
    run(data, shape, DTYPES, names, watch)


@given(data=st.data(), names=PROGRAM, watch=st.booleans())
def test_programs_on_one_dtype(data, names, watch):
    """With one dtype every statement succeeds, so that programs grow long."""
    dtype = data.draw(st.sampled_from(DTYPES))
    run(data, data.draw(st.sampled_from([(6, 6), (40,)])), (dtype,), names, watch)


@given(data=st.data(), names=PROGRAM, watch=st.booleans())
def test_programs_beyond_a_tile(data, names, watch):
    shape = data.draw(st.sampled_from([(4099,), (70, 61), (3, 1400), (1400, 3)]))
    run(data, shape, ("int32", "uint8"), names, watch)
