"""Changes the device image inside of a linked program.

    patch-image.py PROGRAM WHAT

WHAT is `region` (the host names its kernels differently from the JIT package)
or, of a native image, `machine=N` (the ELF machine of the image), `phoff=N` (where its program
headers are said to be), `magic` (it is no ELF file any longer) or `kernel` (it
has its kernels under other names).
"""

import struct
import sys


def main():
    path, what = sys.argv[1:]
    with open(path, "rb") as file:
        data = bytearray(file.read())
    name, _, value = what.partition("=")
    if name == "region":
        package = data.index(b"OMPJITPK")
        while struct.unpack_from("<Q", data, package + 16)[0] > len(data):
            package = data.index(b"OMPJITPK", package + 1)
        (size,) = struct.unpack_from("<Q", data, package + 16)
        kept = data[package:package + size]
        data = data.replace(b"__omp_offloading_", b"__OMP_offloading_")
        data[package:package + size] = kept
        write(path, data)
        return
    # The program's own header comes first.
    image = data.index(b"\x7fELF\x02\x01\x01", 1)
    if name == "machine":
        struct.pack_into("<H", data, image + 18, int(value))
    elif name == "phoff":
        struct.pack_into("<Q", data, image + 32, int(value))
    elif name == "magic":
        data[image] = 0
    elif name == "kernel":
        (size,) = struct.unpack_from("<Q", data, image + 40)
        end = image + size
        data[image:end] = data[image:end].replace(
            b"__omp_offloading_", b"__OMP_offloading_")
    else:
        sys.exit("unknown change " + what)
    write(path, data)


def write(path, data):
    with open(path, "wb") as file:
        file.write(data)


if __name__ == "__main__":
    main()
