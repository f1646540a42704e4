"""Copies a program as if it were of another build: other_build.py PROGRAM COPY

The copy has another build id, and does the same.
"""

import shutil
import subprocess
import sys

program, copy = sys.argv[1:]
notes = subprocess.run(["readelf", "-n", program], check=True, text=True,
                       stdout=subprocess.PIPE).stdout
build_id = bytes.fromhex(notes.split("Build ID:")[1].split()[0])
shutil.copy(program, copy)
with open(copy, "r+b") as file:
    content = file.read()
    file.seek(content.index(build_id))
    file.write(build_id[::-1])
