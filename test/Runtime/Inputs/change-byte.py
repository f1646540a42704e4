"""Changes one byte of a file, or cuts it.

    change-byte.py FILE OFFSET      the byte there becomes another one
    change-byte.py FILE cut         the last byte goes
"""

import sys

path, where = sys.argv[1:]
with open(path, "rb") as file:
    data = bytearray(file.read())
if where == "cut":
    del data[-1]
else:
    data[int(where)] ^= 0xFF
with open(path, "wb") as file:
    file.write(data)
