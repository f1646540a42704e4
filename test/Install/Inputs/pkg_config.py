"""Prints variables and fields of a .pc file, as pkg-config does.

usage: pkg_config.py FILE NAME...

pkg-config is asked where it is installed, so that it is known to agree.
"""

import os
import re
import shutil
import subprocess
import sys

FIELDS = {"Cflags": "--cflags", "Libs": "--libs"}


def read(path):
    """All variables and fields, with variables replaced."""
    known = {"pcfiledir": os.path.dirname(path)}
    with open(path, encoding="utf-8") as file:
        for line in file:
            match = re.match(r"(\w+)\s*[=:]\s*(.*)", line)
            if match:
                known[match[1]] = re.sub(r"\$\{(\w+)\}", lambda use: known[use[1]], match[2])
    return known


def ask(path, name):
    option = FIELDS.get(name, "--variable=" + name)
    return subprocess.run(
        ["pkg-config", option, os.path.basename(path).removesuffix(".pc")],
        env=dict(os.environ, PKG_CONFIG_PATH=os.path.dirname(path)),
        check=True, stdout=subprocess.PIPE, text=True).stdout.strip()


path, names = sys.argv[1], sys.argv[2:]
known = read(path)
for name in names:
    if shutil.which("pkg-config"):
        assert ask(path, name) == known[name], (ask(path, name), known[name])
    print(known[name])
