"""User code compiled for arguments of certain dtypes: one function of numbers."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np

from gpuarray.algorithms.user_values import (
    PLAIN,
    Shape,
    packed_words,
    value_of,
)
from gpuarray.runtime import user_text
from gpuarray.runtime.dtypes import ROWS
from gpuarray.runtime.errors import CompileError
from gpuarray.runtime.user_code import Code, Function, entered, function

if TYPE_CHECKING:
    from gpuarray.runtime.device import Device

DType = np.dtype[Any]
_VECTOR = re.compile(r"vec([234])<(\w+)>")
VECTOR = "v"  # the one field of a record that stands for a vector


class Given(NamedTuple):
    """An argument: its name, dtype, whether it is a Python number, the fields used."""

    name: str
    dtype: DType
    weak: bool
    fields: list[str] | None


class Form(NamedTuple):
    """The code compiled for arguments of some dtypes.

    function: takes the numbers of the arguments one after another; where the result is
    a record, also which word of it is wanted. shapes: of each argument in WGSL; None
    for one that the code does not use. vector: whether the result is a record of one
    field, `VECTOR`, whose items make a further axis.
    """

    function: str
    result: DType
    shapes: tuple[Shape | None, ...]
    vector: bool = False


def form_of(
    device: Device, code: Code, arguments: list[Given], wanted: DType | None
) -> Form:
    """The code as a function for arguments of these dtypes.

    wanted: the dtype of the result, a record or a sub-array too; None is what the code
    gives. CompileError, or TypeError for dtypes that have no value in WGSL.
    """
    shapes = [_shape(device, argument) for argument in arguments]
    params = [
        (argument.name, shape.type)
        for argument, shape in zip(arguments, shapes, strict=True)
        if shape is not None
    ]
    types = dict.fromkeys(t for shape in shapes if shape for t in shape.types)
    type_, names = "", {}
    if wanted is not None:
        result = value_of(device, wanted, "the result")
        type_ = result.type
        types |= dict.fromkeys(result.types)
        if wanted.names is not None:
            names["Item"] = type_
    made = function(device, code, params, type_, "\n".join(types), names)
    dtype = wanted or _inferred(device, code, made, arguments, shapes)
    vector = dtype.subdtype is not None
    if vector:
        dtype = np.dtype([(VECTOR, dtype)])
    if dtype.names is None:
        return Form(_flat(made, shapes), dtype, tuple(shapes))
    words = _words(device, made, shapes, dtype, vector=vector)
    return Form(words, dtype, tuple(shapes), vector)


def _shape(device: Device, argument: Given) -> Shape | None:
    record = argument.dtype.names is not None
    if record and argument.fields == []:
        return None
    fields = argument.fields if record else None
    return value_of(device, argument.dtype, argument.name, fields)


def _inferred(
    device: Device,
    code: Code,
    made: Function,
    arguments: list[Given],
    shapes: list[Shape | None],
) -> DType:
    """The dtype of a WGSL type: NumPy's of the arguments that are of that type."""
    vector = _VECTOR.fullmatch(made.type)
    number = vector[2] if vector else made.type
    alike: dict[bool, list[DType]] = {False: [], True: []}
    for argument, shape in zip(arguments, shapes, strict=True):
        if shape is None:
            continue
        if shape.type == made.type and argument.dtype.names is not None:
            return argument.dtype
        if shape.type == made.type and argument.dtype in ROWS:
            alike[argument.weak].append(argument.dtype)
    found = alike[False] or alike[True]  # arrays before Python's numbers
    if found:
        return np.result_type(*found)
    if number in PLAIN:
        dtype = PLAIN[number]
        return np.dtype((dtype, (int(vector[1]),))) if vector else dtype
    for argument, shape in zip(arguments, shapes, strict=True):
        for part in _inside(argument.dtype, argument.fields) if shape else ():
            if value_of(device, part, argument.name).type == made.type:
                return part
    raise CompileError(
        f"the code gives {user_text.names_before(made.type, {})}, which no argument "
        "has: say with dtype= what it is",
        code.written[0],
    )


def _inside(dtype: DType, fields: list[str] | None) -> list[DType]:
    """The records and sub-arrays inside an item, of the fields that are used."""
    found = []
    for name in dtype.names or ():
        if fields is None or name in fields:
            part = dtype[name]
            if part.names is not None or part.subdtype is not None:
                found += [part, *_inside(part, None)]
    if dtype.subdtype is not None:
        base, (_, *rest) = dtype.subdtype
        inner = np.dtype((base, tuple(rest))) if rest else base
        if inner.names is not None or inner.subdtype is not None:
            found += [inner, *_inside(inner, None)]
    return found


def _flat(made: Function, shapes: list[Shape | None]) -> str:
    """The name of a function that takes numbers and calls the user's with values."""
    if all(shape.made == "{0}" for shape in shapes if shape is not None):
        return made.name
    params, values = _spread(shapes)
    return entered(
        made.name,
        f"fn {{name}}({params}) -> {made.type} {{ return {made.name}({values}); }}",
    )


def _words(
    device: Device,
    made: Function,
    shapes: list[Shape | None],
    dtype: DType,
    *,
    vector: bool,
) -> str:
    """The name of a function that gives word k of the record that the user's makes."""
    item = value_of(device, dtype, "the result")
    params, values = _spread(shapes)
    result = f"{made.name}({values})"
    if vector:
        result = f"{item.type}({result})"
    words = packed_words(item, dtype, "r")
    cases = "".join(
        f"        case {k}u: {{ return {word}; }}\n"
        for k, word in enumerate(words[:-1])
    )
    taken = f"{params}, k: u32" if params else "k: u32"
    return entered(
        f"{made.name}_words",
        f"fn {{name}}({taken}) -> u32 {{\n"
        f"    let r = {result};\n"
        f"    switch k {{\n{cases}"
        f"        default: {{ return {words[-1]}; }}\n    }}\n}}",
    )


def _spread(shapes: list[Shape | None]) -> tuple[str, str]:
    """Parameters of numbers, and the values made of them."""
    params, values = [], []
    for k, shape in enumerate(shapes):
        if shape is None:
            continue
        names = [f"p{k}_{j}" for j in range(len(shape.parts))]
        for name, part in zip(names, shape.parts, strict=True):
            params.append(f"{name}: {part.type}")
        values.append(shape.made.format(*names))
    return ", ".join(params), ", ".join(values)
