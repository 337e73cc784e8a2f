"""Whether a window can be opened, asked before a toolkit ends the process."""

import sys
import warnings


def require_display(instead):
    """Leave with a message and exit status 1 where there is no display."""
    try:
        import glfw
    except ImportError:
        return  # another toolkit, which says so itself
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        opened = glfw.init()
    if not opened:
        sys.exit(f"no window can be opened here: write pictures with {instead}")
