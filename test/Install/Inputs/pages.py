"""Checks that each program of an installation has a version and a man page.

usage: pages.py TREE
"""

import os
import re
import shutil
import subprocess
import sys

# Their page is not about the packaged clang's options.
BY_HAND = {"clang", "clang++", "flang"}


def output(*command):
    return subprocess.run(command, check=True, stdout=subprocess.PIPE, text=True).stdout


def check(tree, name):
    program = os.path.join(tree, "bin", name)
    assert re.search(r"\b22\.\d+\.\d+", output(program, "--version")), name + " --version"
    manual = os.path.join(tree, "share/man")
    page = os.path.join(manual, "man1", name + ".1")
    with open(page, encoding="utf-8") as file:
        text = file.read().replace("\\", "")
    if text.startswith(".so "):
        page = os.path.join(manual, text[4:].strip())
        with open(page, encoding="utf-8") as file:
            text = file.read().replace("\\", "")
    for part in (".TH ", ".SH NAME", ".SH SYNOPSIS", ".SH DESCRIPTION", ".SH OPTIONS"):
        assert part in text, (page, part)
    options = re.findall(r"^  (-[-a-z]*)", output(program, "--help"), re.M)
    missing = [] if name in BY_HAND else [o for o in options if o not in text]
    assert not missing, (page, missing)
    if shutil.which("man"):
        complaints = subprocess.run(["man", "--warnings", "-E", "UTF-8", "-l", "-Tutf8", page],
                                    stdout=subprocess.DEVNULL, stderr=subprocess.PIPE, text=True,
                                    env=dict(os.environ, MANPAGER="cat"), check=True).stderr
        assert not complaints, complaints


for name in sorted(os.listdir(os.path.join(sys.argv[1], "bin"))):
    check(sys.argv[1], name)
