"""Reads the machine code of NVIDIA's GPUs as far as counting needs it, for
sm_90: instructions have 16 bytes; the lowest 12 bits are the operation."""

import re
import struct
import subprocess

from assembly import LLVM, busiest, innermost

BRANCH, BARRIER = 0x947, 0xb1d
# LD, LDG, ST, STG, ATOM, ATOMG and RED in the forms that ptxas 13 uses.
MEMORY = {0x980, 0x981, 0x985, 0x986, 0x98a, 0x98e, 0x3a8, 0x9a8}


class Code:
    def __init__(self, words):
        branches = []
        self.size = len(words)
        for at, (low, high) in enumerate(words):
            if low & 0xfff != BRANCH:
                continue
            to = at + 1 + distance(low, high) // 16
            if to == at:  # Behind the end, before what fills the section.
                self.size = min(self.size, at)
            branches.append((at, to))
        operations = [low & 0xfff for low, _ in words[:self.size]]
        self.barriers = operations.count(BARRIER)
        self.loop = busiest(
            innermost([each for each in branches if each[0] < self.size],
                      self.size),
            [at for at, each in enumerate(operations) if each in MEMORY])

    def cells(self):
        return [str(self.size), str(self.loop or "-"), str(self.barriers)]


def distance(low, high):
    """In bytes, from the next instruction. It is in units of four."""
    units = low >> 16 & 0xff | (low >> 34) << 8 | (high & 0x3ffff) << 38
    if units >> 55:
        units -= 1 << 56
    return units * 4


def kernels(path):
    sections = subprocess.run([LLVM + "llvm-readelf", "-SW", path], text=True,
                              capture_output=True, check=True).stdout
    with open(path, "rb") as file:
        content = file.read()
    found = {}
    for name, offset, size in re.findall(
            r"\.text\.(\S+)\s+PROGBITS\s+\S+\s+(\S+)\s+(\S+)", sections):
        text = content[int(offset, 16):int(offset, 16) + int(size, 16)]
        found[name] = Code(list(struct.iter_unpack("<QQ", text)))
    return found
