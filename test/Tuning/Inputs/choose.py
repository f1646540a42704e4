"""Prints a tuning profile for one kernel of a program.

choose.py BUILD [--device=TRIPLE/ARCH/PROCESSORS] PROGRAM KERNEL WORD...

KERNEL is a part of its name, WORD what is chosen. Without --device it is for
this machine's processors.
"""

import json
import os
import re
import subprocess
import sys

build, *words = sys.argv[1:]
if words[0].startswith("--device="):
    triple, arch, processors = words.pop(0)[len("--device="):].split("/")
else:
    triple = "x86_64-pc-linux-gnu"
    known = json.loads(subprocess.check_output(
        [os.path.join(build, "bin", "ompjit-device-info"), "--json"]))
    arch = next(device["architecture"] for plugin in known["plugins"]
                for device in plugin["devices"]
                if device.get("triple") == triple)
    processors = len(os.sched_getaffinity(0))
program, kernel, *chosen = words
dump = subprocess.check_output(
    [os.path.join(build, "bin", "ompjit-package-dump"), program], text=True)
found = [(symbol, code) for symbol, code in re.findall(
    r'kernel symbol="([^"]*)".* code=([0-9a-f]{16})', dump) if kernel in symbol]
if len(found) != 1:
    sys.exit(f"{len(found)} kernels have '{kernel}' in their name:\n{dump}")
print("ompjit-profile 1")
print("kernel", f"name={found[0][0]} code={found[0][1]} triple={triple}",
      f"arch={arch} processors={processors}", *chosen)
