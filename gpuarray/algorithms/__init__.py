"""What runs on the device, over expressions and buffers: row 2."""
