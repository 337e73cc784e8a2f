"""`GPUArray` and its parts: row 3."""
