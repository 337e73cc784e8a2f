"""Devices, memory, dtypes, expressions and compiled kernels: rows 0 and 1."""
