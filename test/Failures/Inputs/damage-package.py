"""Damages the JIT package inside a program and runs the program.

    damage-package.py bits|version PROGRAM

bits     flips one bit at many places; each run has to end in a clear error
version  makes it a package of another version; the error has to name both
"""

import os
import struct
import sys

import survive

MAGIC = b"OMPJITPK"


def find_package(program):
    """Offset and size of the package in the program file."""
    with open(program, "rb") as file:
        data = file.read()
    found = [at for at in range(len(data)) if data.startswith(MAGIC, at)] \
        if data.count(MAGIC) < 50 else []
    for at in found:
        size, = struct.unpack_from("<Q", data, at + 16)
        if 64 < size <= len(data) - at:
            return data, at, size
    sys.exit("no package in " + program)


def places(data, at, size):
    """Every header byte, the section rows and starts, and places all over."""
    sections, = struct.unpack_from("<I", data, at + 12)
    chosen = set(range(8, 64)) | set(range(64, 64 + 24 * sections, 3))
    for row in range(sections):
        offset, = struct.unpack_from("<Q", data, at + 64 + 24 * row + 8)
        chosen |= {offset, offset + 1}
    chosen |= {size * part // 16 for part in range(1, 16)} | {size - 1}
    return sorted(place for place in chosen if place < size)


def write_copy(program, data):
    copy = program + ".damaged"
    with open(copy, "wb") as file:
        file.write(data)
    os.chmod(copy, 0o755)
    return copy


def flip_bits(program):
    data, at, size = find_package(program)
    bad = 0
    for place in places(data, at, size):
        changed = bytearray(data)
        changed[at + place] ^= 1 << place % 8
        copy = write_copy(program, changed)
        done = survive.run([copy], OMP_TARGET_OFFLOAD="MANDATORY")
        bad += not survive.expect("error", done, "byte %d of the package" % place)
        # The default lets the host do the work, where the runtime thinks so.
        done = survive.run([copy])
        bad += not survive.expect("either", done, "byte %d of the package" % place)
    return bad


def change_version(program):
    data, at, _ = find_package(program)
    known, = struct.unpack_from("<I", data, at + 8)
    bad = 0
    for version in (0, known + 1, 0xffffffff):
        changed = bytearray(data)
        struct.pack_into("<I", changed, at + 8, version)
        done = survive.run([write_copy(program, changed)],
                           OMP_TARGET_OFFLOAD="MANDATORY")
        says = r"(?s)(?=.*\b%d\b)(?=.*\b%d\b)" % (version, known)
        bad += not survive.expect("error", done, "version %d" % version, says)
    return bad


def main():
    kind, program = sys.argv[1:]
    return 1 if {"bits": flip_bits, "version": change_version}[kind](program) else 0


if __name__ == "__main__":
    sys.exit(main())
