"""Points to look at."""

import numpy as np


def cloud(count, seed=3):
    """`count` points of a spiral galaxy, 2 units across: float32 (count, 3)."""
    rng = np.random.default_rng(seed)
    radius = rng.beta(1.3, 2.2, count)
    arm = rng.integers(0, 4, count) * (np.pi / 2)
    angle = arm + 5 * radius + rng.normal(0, 0.16, count)
    height = rng.normal(0, 0.05, count) * np.exp(-2 * radius)
    points = np.stack([radius * np.cos(angle), radius * np.sin(angle), height], axis=1)
    return points.astype(np.float32)
