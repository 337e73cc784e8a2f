"""einsum: sums of products over labelled axes, two operands at a time.

A pair is contracted as a stack of matrix products; a pair that shares no summed label
is multiplied item by item; one operand alone is a view and a sum.
"""

from __future__ import annotations

import math
from typing import TYPE_CHECKING, Any, NamedTuple

import numpy
from numpy.lib.stride_tricks import as_strided

from gpuarray.algorithms.multiplication import product, reshaped
from gpuarray.arrays.array_object import GPUArray, wrap
from gpuarray.functions.accumulation import device_array, target_of
from gpuarray.functions.arguments import gives_scalars
from gpuarray.functions.subscripts import (
    LETTERS,
    Labels,
    labelled,
    lengths_of,
    separated,
)
from gpuarray.runtime.dispatch import implements
from gpuarray.runtime.dtypes import storable

if TYPE_CHECKING:
    from collections.abc import Sequence

np: Any = numpy  # its stubs do not know arrays that implement its protocols


class _Term(NamedTuple):
    """An operand whose axes have distinct labels."""

    array: GPUArray
    labels: Labels


@implements(np.einsum)
@gives_scalars
def einsum(
    *operands: Any, out: Any = None, optimize: Any = False, **kwargs: Any
) -> GPUArray:
    """Sums of products over labelled axes, as "ij,jk->ik".

    Takes subscripts as one text or as lists after each operand, with an ellipsis and
    repeated labels; dtype, order, casting as NumPy. One operand without sums gives a
    view. Three operands and more are contracted in pairs, in the order that optimize
    gives (False: a greedy one, as the result is the same but for rounding). Does not
    wait. Source: numpy.einsum.
    """
    return _einsum(operands, out, optimize, **kwargs)


def _einsum(
    operands: tuple[Any, ...],
    out: Any,
    optimize: Any,
    dtype: Any = None,
    order: str = "K",
    casting: Any = "safe",
) -> GPUArray:
    text, values = separated(operands)
    arrays = [device_array(value) for value in values]
    target = target_of(out)
    if order not in ("C", "F", "A", "K"):
        raise ValueError(f"order must be one of 'C', 'F', 'A', or 'K' (got {order!r})")
    shapes = [array.shape for array in arrays]
    found, output = labelled(text, shapes)
    lengths = lengths_of(found, shapes)
    terms = [
        _distinct(array, labels) for array, labels in zip(arrays, found, strict=True)
    ]
    if target is None and len(terms) == 1 and set(terms[0].labels) == set(output):
        view = _ordered(terms[0], output)  # in whatever dtype and order, as NumPy's
        return view._view(lambda d: d) if view is arrays[0] else view
    common = _dtype(arrays, target, dtype, casting)
    if len(terms) == 1 and set(terms[0].labels) == set(output):
        result = _ordered(terms[0], output)  # a view
    else:
        for pair in _path(terms, output, optimize):
            picked = [terms[k] for k in pair]
            terms = [term for k, term in enumerate(terms) if k not in pair]
            kept = set(output).union(*(term.labels for term in terms))
            while len(picked) > 1:
                one, two, *picked = picked
                later = kept.union(*(term.labels for term in picked))
                picked = [_pair(one, two, later, common), *picked]
            terms.append(_summed(picked[0], kept, common))
        result = _ordered(terms[0], output)
    shape = tuple([lengths[label] for label in output])
    if result.shape != shape:
        result = np.broadcast_to(result, shape)
    if target is not None:
        if np.broadcast_shapes(shape, target.shape) != target.shape:
            raise ValueError(
                f"operands could not be broadcast together: the result has the shape "
                f"{shape}, out has {target.shape}"
            )
        target._assign(result)
        return target
    result = result.astype(common, copy=False)
    return result.copy("F") if order == "F" and not result.flags.fnc else result


@implements(np.einsum_path)
def einsum_path(
    *operands: Any, optimize: Any = "greedy", einsum_call: bool = False
) -> Any:
    """The order in which einsum would contract pairs, and a report of its cost.

    Only shapes are looked at. Source: numpy.einsum_path.
    """
    parts = [
        numpy.broadcast_to(numpy.zeros((), part.dtype), part.shape)
        if isinstance(part, GPUArray)
        else part
        for part in operands
    ]
    return np.einsum_path(*parts, optimize=optimize, einsum_call=einsum_call)


def _path(terms: list[_Term], output: Labels, optimize: Any) -> list[Sequence[int]]:
    """Which terms to contract in turn; results go to the end of the list."""
    if len(terms) == 1:
        return [(0,)]
    if len(terms) == 2 and not isinstance(optimize, list | tuple | str):
        return [(0, 1)]
    names = {label: None for term in terms for label in term.labels}
    letters = dict(zip(names, LETTERS, strict=False))
    if len(names) > len(LETTERS):
        return [(0, 1)] * (len(terms) - 1)
    text = ",".join("".join(letters[n] for n in term.labels) for term in terms)
    text += "->" + "".join(letters[n] for n in output)
    stand_ins = [numpy.broadcast_to(numpy.int8(0), t.array.shape) for t in terms]
    how = "greedy" if optimize is False or optimize is True else optimize
    path = numpy.einsum_path(text, *stand_ins, optimize=how)[0]
    return list(path[1:])


def _dtype(
    arrays: list[GPUArray], target: GPUArray | None, dtype: Any, casting: Any
) -> numpy.dtype[Any]:
    """The dtype to compute in; TypeError where `casting` forbids it."""
    known = arrays if target is None else [*arrays, target]
    common = np.dtype(dtype or np.result_type(*[array.dtype for array in known]))
    pairs = [(array.dtype, common) for array in arrays]
    if target is not None:
        pairs.append((common, target.dtype))
    for k, (one, two) in enumerate(pairs):
        if not np.can_cast(one, two, casting):
            raise TypeError(
                f"Iterator operand {k} dtype could not be cast from {one!r} to {two!r} "
                f"according to the rule {casting!r}"
            )
    return storable(common)


# ---- one operand


def _distinct(array: GPUArray, labels: Labels) -> _Term:
    """Axes of one label become one, which goes along their diagonal: a view."""
    names = list(dict.fromkeys(labels))
    if len(names) == len(labels):
        return _Term(array, names)
    shape = [array.shape[labels.index(name)] for name in names]

    def diagonal(d: Any) -> Any:
        steps = [
            sum(d.strides[k] for k, label in enumerate(labels) if label == name)
            for name in names
        ]
        return as_strided(d, shape, steps)

    return _Term(array._view(diagonal), names)


def _ordered(term: _Term, labels: Labels) -> GPUArray:
    if term.labels == labels:
        return term.array
    return term.array.transpose([term.labels.index(label) for label in labels])


def _summed(term: _Term, kept: set[str], dtype: numpy.dtype[Any]) -> _Term:
    """Without the axes of labels that nothing needs any more."""
    axes = tuple([k for k, label in enumerate(term.labels) if label not in kept])
    if not axes:
        return term
    found = np.sum(term.array, axis=axes, dtype=dtype)
    return _Term(found, [label for label in term.labels if label in kept])


# ---- two operands


def _pair(one: _Term, two: _Term, kept: set[str], dtype: numpy.dtype[Any]) -> _Term:
    """Two operands as one, summed over what they share and nothing else needs."""
    one = _summed(one, kept | _wide(two), dtype)
    two = _summed(two, kept | _wide(one), dtype)
    one = _summed(one, kept | set(two.labels), dtype)
    both = [label for label in one.labels if label in two.labels]
    stack = [label for label in both if label in kept]
    inner = [label for label in both if label not in kept]
    rows = [label for label in one.labels if label not in both]
    columns = [label for label in two.labels if label not in both]
    if not inner:
        return _multiplied(one, two, [*stack, *rows, *columns], dtype)
    a, b = _ordered(one, stack + rows + inner), _ordered(two, stack + inner + columns)
    n = len(stack)
    rest_a, rest_b = a.shape[n : n + len(rows)], b.shape[n + len(inner) :]
    depth = math.prod(b.shape[n : n + len(inner)])
    a = a.reshape((*a.shape[:n], math.prod(rest_a), depth)).astype(dtype, copy=False)
    b = b.reshape((*b.shape[:n], depth, math.prod(rest_b))).astype(dtype, copy=False)
    found = product(a._leaf(), b._leaf())
    shape = (*found.shape[:n], *rest_a, *rest_b)
    return _Term(wrap(reshaped(found, shape)), stack + rows + columns)


def _wide(term: _Term) -> set[str]:
    """The labels along which an operand has not just one item."""
    pairs = zip(term.labels, term.array.shape, strict=True)
    return {label for label, n in pairs if n != 1}


def _multiplied(
    one: _Term, two: _Term, labels: Labels, dtype: numpy.dtype[Any]
) -> _Term:
    """The products of all pairs of items, computed when they are needed."""

    def spread(term: _Term) -> GPUArray:
        found = _ordered(term, [label for label in labels if label in term.labels])
        pairs = iter(found.shape)
        return found.reshape([next(pairs) if n in term.labels else 1 for n in labels])

    found = np.multiply(spread(one), spread(two), dtype=dtype, casting="unsafe")
    if dtype.kind in "fc":  # sums begin with 0, so that none is -0.0
        found = np.add(found, dtype.type(0))
    return _Term(found, labels)
