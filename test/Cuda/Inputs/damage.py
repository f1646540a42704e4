"""Flips a bit in the middle of each file."""
import sys

for path in sys.argv[1:]:
    content = bytearray(open(path, "rb").read())
    content[len(content) // 2] ^= 1
    open(path, "wb").write(content)
