"""The errors that a device, rather than a value, can cause."""


class NoAdapterError(RuntimeError):
    """No usable WebGPU adapter was found on this machine."""

    cause = ""  # what WebGPU said, without the advice


class DeviceLostError(RuntimeError):
    """The device stopped answering; its arrays are gone."""


class DeviceMemoryError(MemoryError):
    """The device has no room for an array, or cannot hold one so large."""


class ImplicitTransferError(TypeError):
    """Data would have crossed between host and device without being asked for."""
