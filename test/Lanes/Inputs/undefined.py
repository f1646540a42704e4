"""Prints the undefined symbols of the device image in a program: undefined.py PROGRAM"""

import subprocess
import sys
import tempfile

with open(sys.argv[1], "rb") as file:
    content = file.read()
with tempfile.NamedTemporaryFile() as image:
    image.write(content[content.index(b"\x7fELF", 1):])
    image.flush()
    print(subprocess.run(["llvm-nm", "-D", "-u", image.name], check=True, text=True,
                         stdout=subprocess.PIPE).stdout)
