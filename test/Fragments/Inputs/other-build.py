"""Copies a library, and gives the copy another build id: IN OUT."""

import sys

with open(sys.argv[1], "rb") as file:
    data = bytearray(file.read())
# The name in a note, behind which the id is.
place = data.index(b"\x14\0\0\0\x03\0\0\0GNU\0") + 12
data[place] ^= 0xff
with open(sys.argv[2], "wb") as file:
    file.write(data)
