"""Says so where another distribution installs a package of the same name.

Both would write into one folder, `gpuarray/`, and the later one wins file by file.
"""

from __future__ import annotations

import os
import re
import sys
import warnings

OURS = "gpuarray-wgpu"
METADATA = re.compile(
    r"gpuarray(?:-(?P<version>[^-]+))?(?:-py[\d.]+)?\.(?:dist|egg)-info", re.IGNORECASE
)


def others() -> list[str]:
    """Metadata folders on `sys.path` of the distribution named `gpuarray`.

    importlib.metadata.packages_distributions() would find any name, but it opens every
    distribution (over 50 ms for 40 of them); listing the folders takes 0.3 ms.
    """
    found = []
    for folder in sys.path:
        try:
            names = os.listdir(folder or ".")
        except OSError:  # a zip file, or a folder that is gone
            continue
        found += [
            os.path.join(folder, name) for name in names if METADATA.fullmatch(name)
        ]
    return found


def warn() -> None:
    """One RuntimeWarning that names the other distribution and the remedy."""
    for path in others():
        folder, name = os.path.split(path)
        match = METADATA.fullmatch(name)
        version = (match and match["version"]) or "of unknown version"
        warnings.warn(
            f"the distribution gpuarray {version} in {folder} also installs a package "
            f"named gpuarray, and its files mix with those of {OURS}. Keep one: "
            f"pip uninstall gpuarray {OURS}, then pip install {OURS}",
            RuntimeWarning,
            stacklevel=3,  # the line that imports gpuarray
        )
        return
