"""NumPy's functions by topic: row 4."""
