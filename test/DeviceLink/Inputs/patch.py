"""patch.py FILE [OFFSET BYTE]...: the file with some bytes changed, on stdout."""

import sys

data = bytearray(open(sys.argv[1], "rb").read())
for offset, value in zip(sys.argv[2::2], sys.argv[3::2]):
    data[int(offset)] = int(value)
sys.stdout.buffer.write(data)
