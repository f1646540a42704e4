"""Prints an object whose section of device code is damaged.

    damage_section.py OBJECT type|size|header|content|symbols

The section's type is another one, its size is 0, its header or its content is zeros,
or the table of symbols of the object in it has entries of another size.
"""

import struct
import sys

DEVICE_CODE, SYMBOLS = 0x6FFF4C0B, 2
HEADER = struct.Struct("<IIQQQQIIQQ")
TYPE, OFFSET, SIZE, ENTRY_SIZE = 1, 4, 5, 9


def header_at(data, wanted, start=0):
    """Where the header of a section of that type is, in the object at start."""
    table, = struct.unpack_from("<Q", data, start + 0x28)
    count, = struct.unpack_from("<H", data, start + 0x3C)
    for index in range(count):
        at = start + table + index * HEADER.size
        if HEADER.unpack_from(data, at)[TYPE] == wanted:
            return at
    raise SystemExit(f"no section of type {wanted:#x}")


def damage(data, how):
    at = header_at(data, DEVICE_CODE)
    fields = list(HEADER.unpack_from(data, at))
    begin, end = fields[OFFSET], fields[OFFSET] + fields[SIZE]
    if how == "symbols":
        at = header_at(data, SYMBOLS, data.index(b"\x7fELF", begin))
        fields = list(HEADER.unpack_from(data, at))
        fields[ENTRY_SIZE] = 25
    elif how == "content":
        data[begin:end] = bytes(end - begin)
    elif how == "header":
        fields = [0] * len(fields)
    else:
        fields[TYPE if how == "type" else SIZE] = 0x6FFF0000 if how == "type" else 0
    HEADER.pack_into(data, at, *fields)


def main():
    with open(sys.argv[1], "rb") as file:
        data = bytearray(file.read())
    damage(data, sys.argv[2])
    sys.stdout.buffer.write(data)


main()
