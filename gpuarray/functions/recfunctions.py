"""Fields of records rearranged, as numpy.lib.recfunctions does.

Results are copies unless they can be views. Masked arrays and record arrays have no
counterpart on the device, so `usemask` and `asrecarray` must be false where given.
"""

from __future__ import annotations

import itertools
from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.lib import recfunctions as rfn

from gpuarray.arrays.array_object import GPUArray, as_array, blank, wrap
from gpuarray.functions.arguments import array_of
from gpuarray.functions.filled import zeros
from gpuarray.functions.record_columns import columns_of, no_masks
from gpuarray.functions.record_joining import join_by as join_by
from gpuarray.functions.record_joining import merge_arrays as merge_arrays
from gpuarray.functions.record_joining import stack_arrays as stack_arrays
from gpuarray.runtime.dispatch import implements
from gpuarray.runtime.dtypes import storable

if TYPE_CHECKING:
    from collections.abc import Callable

DType = np.dtype[Any]


@implements(rfn.structured_to_unstructured)
def structured_to_unstructured(
    arr: Any, dtype: Any = None, copy: bool = False, casting: Any = "unsafe"
) -> GPUArray:
    """The fields of records as a last axis of one dtype.

    dtype: default the common one. A view where the fields have it and lie evenly
    spaced, unless copy is true. Does not wait. ValueError, TypeError. Source:
    numpy.lib.recfunctions.structured_to_unstructured.
    """
    array = as_array(arr)
    if array.dtype.names is None:
        raise ValueError("arr must be a structured array")
    columns = list(columns_of(array))
    if not columns:
        if dtype is None:
            raise ValueError("arr has no fields. Unable to guess dtype")
        raise NotImplementedError("arr with no fields is not supported")
    types = [column.dtype for column in columns]
    target = storable(np.result_type(*types) if dtype is None else dtype)
    view = None if copy or any(t != target for t in types) else _evenly(columns)
    if view is not None:
        return view
    for kind in types:
        np.empty(0, kind).astype(target, casting=casting)  # NumPy's own errors
    shape = (*array.shape, len(columns))
    result = wrap(blank(shape, target, array._device()))
    for k, column in enumerate(columns):
        result[..., k] = column
    return result


def _evenly(columns: list[GPUArray]) -> GPUArray | None:
    """Columns of one dtype as a last axis, if the steps between them are the same."""
    first = columns[0]._leaf()
    starts = [column._leaf().layout.offset for column in columns]
    steps = {b - a for a, b in itertools.pairwise(starts)}
    if len(steps) > 1:
        return None
    step = steps.pop() if steps else first.dtype.itemsize
    shape, strides = (*first.shape, len(columns)), (*first.layout.strides, step)
    return columns[0]._view(
        lambda d: np.lib.stride_tricks.as_strided(d, shape, strides)
    )


@implements(rfn.unstructured_to_structured)
def unstructured_to_structured(
    arr: Any,
    dtype: Any = None,
    names: Any = None,
    align: bool = False,
    copy: bool = False,
    casting: Any = "unsafe",
) -> GPUArray:
    """Records whose fields are the items of the last axis; a copy.

    dtype: of the records, or names: of fields of the array's dtype. Does not wait.
    ValueError where the numbers of fields and items differ, TypeError for casts that
    `casting` forbids. Source: numpy.lib.recfunctions.unstructured_to_structured.
    """
    array = as_array(arr)
    tiny = np.zeros(array.shape[-1:], array.dtype)
    target = storable(
        rfn.unstructured_to_structured(
            tiny, dtype, names, align, casting=casting
        ).dtype  # NumPy's own errors
    )
    result = zeros(array.shape[:-1], target)
    for k, column in enumerate(columns_of(result)):
        column[...] = array[..., k]
    return result


@implements(rfn.repack_fields)
def repack_fields(a: Any, align: bool = False, recurse: bool = False) -> Any:
    """Records without padding between the fields, or aligned as C does.

    The array itself if nothing changes. Does not wait. Source:
    numpy.lib.recfunctions.repack_fields.
    """
    if isinstance(a, np.dtype):
        return rfn.repack_fields(a, align, recurse)
    array = as_array(a)
    return array.astype(rfn.repack_fields(array.dtype, align, recurse), copy=False)


@implements(rfn.rename_fields)
def rename_fields(base: Any, namemapper: dict[str, str]) -> GPUArray:
    """A view with other names of fields, nested ones too.

    Source: numpy.lib.recfunctions.rename_fields.
    """
    array = as_array(base)
    return array._view(lambda d: rfn.rename_fields(d, namemapper))


@implements(rfn.assign_fields_by_name)
def assign_fields_by_name(dst: Any, src: Any, zero_unassigned: bool = True) -> None:
    """Write fields to the fields of the same name; others become zero, or stay.

    Source: numpy.lib.recfunctions.assign_fields_by_name.
    """
    if dst.dtype.names is None:
        dst[...] = src
        return
    source = array_of(src)
    for name in dst.dtype.names:
        if name in (source.dtype.names or ()):
            assign_fields_by_name(dst[name], source[name], zero_unassigned)
        elif zero_unassigned:
            dst[name] = 0


@implements(rfn.require_fields)
def require_fields(array: Any, required_dtype: Any) -> GPUArray:
    """Records of another dtype with the values of the fields of the same names.

    Fields that are missing become zero. Source: numpy.lib.recfunctions.require_fields.
    """
    source = as_array(array)
    result = zeros(source.shape, required_dtype)
    assign_fields_by_name(result, source)
    return result


@implements(rfn.recursive_fill_fields)
def recursive_fill_fields(input: Any, output: Any) -> Any:
    """Write the fields of the same names into the first records of the output.

    Returns the output. Source: numpy.lib.recfunctions.recursive_fill_fields.
    """
    source = array_of(input)
    for name in output.dtype.names:
        if name not in (source.dtype.names or ()):
            continue
        field = source[name]
        if field.dtype.names is not None:
            recursive_fill_fields(field, output[name])
        else:
            output[name][: len(field)] = field
    return output


@implements(rfn.drop_fields)
def drop_fields(
    base: Any, drop_names: Any, usemask: bool = True, asrecarray: bool = False
) -> GPUArray:
    """A copy without some fields, nested ones too.

    usemask, asrecarray: must be false. Does not wait. TypeError. Source:
    numpy.lib.recfunctions.drop_fields.
    """
    no_masks(usemask, asrecarray)
    array = as_array(base)
    tiny = rfn.drop_fields(np.zeros(0, array.dtype), drop_names, usemask=False)
    result = zeros(array.shape, tiny.dtype)
    recursive_fill_fields(array, result)
    return result


@implements(rfn.append_fields)
def append_fields(
    base: Any,
    names: Any,
    data: Any,
    dtypes: Any = None,
    fill_value: Any = -1,
    usemask: bool = True,
    asrecarray: bool = False,
) -> GPUArray:
    """A copy with more fields, on one axis.

    names, data: a name and an array, or as many of each; dtypes: theirs, or one for
    all. Where data is too short its field gets fill_value, where base is, zeros (NumPy
    leaves most of these undefined). usemask, asrecarray: must be false. ValueError,
    TypeError. Source: numpy.lib.recfunctions.append_fields.
    """
    no_masks(usemask, asrecarray)
    labels = [names] if isinstance(names, str) else list(names)
    parts = [array_of(part) for part in ([data] if isinstance(names, str) else data)]
    if len(labels) != len(parts):
        raise ValueError("The number of arrays does not match the number of names")
    if dtypes is not None:
        kinds = list(dtypes) if isinstance(dtypes, list | tuple) else [dtypes]
        if len(kinds) == 1:
            kinds *= len(parts)
        if len(kinds) != len(parts):
            raise ValueError("The dtypes argument must be None, a dtype, or a list.")
        parts = [part.astype(kind) for part, kind in zip(parts, kinds, strict=True)]
    records = as_array(base).ravel()
    fields: list[Any] = [
        (name, records.dtype[name]) for name in records.dtype.names or ()
    ]
    fields += [(name, part.dtype) for name, part in zip(labels, parts, strict=True)]
    length = max(len(records), *(len(part) for part in parts))
    result = zeros((length,), np.dtype(fields))
    recursive_fill_fields(records, result)
    for name, part in zip(labels, parts, strict=True):
        result[name][: len(part)] = part
        result[name][len(part) :] = fill_value
    return result


@implements(rfn.apply_along_fields)
def apply_along_fields(func: Callable[..., Any], arr: Any) -> Any:
    """A function of (array, axis) applied to the fields as a last axis.

    Called once. ValueError without fields. Source:
    numpy.lib.recfunctions.apply_along_fields.
    """
    return func(structured_to_unstructured(arr), axis=-1)
