"""The programs that the lit suite runs on GPUs: those of its RUN lines with
%run-gpus, which have to print on a GPU what they print on the host device.
"""

import glob
import os
import re
import shlex

TESTS = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))


def run_lines(path):
    """A test's commands that run a program on GPUs, each as one line."""
    with open(path, encoding="utf-8") as file:
        text = file.read()
    joined = ""
    for part in re.findall(r"(?:RUN:)(.*)", text):
        joined += part.strip()
        if joined.endswith("\\"):
            joined = joined[:-1]
            continue
        if "%run-gpus" in joined and not joined.startswith("not "):
            yield joined
        joined = ""


def programs_of(path):
    """(name, the compiler's arguments, the program's) of each in a test."""
    paths = {"%sourcedir": os.path.dirname(TESTS), "%S": os.path.dirname(path),
             "%s": path}
    for number, line in enumerate(run_lines(path)):
        words = shlex.split(line[line.index("%run-gpus") + len("%run-gpus"):])
        words = [word for word in words if not word.startswith("--")
                 or word == "--"][1:]
        for name, value in paths.items():
            words = [word.replace(name, value) for word in words]
        own = words[words.index("--") + 1:] if "--" in words else []
        if "--" in words:
            words = words[:words.index("--")]
        name = os.path.relpath(path, TESTS).replace("/", "-")
        yield name + ("-%d" % number if number else ""), words, own


def suite(only=""):
    """Of all tests, the programs whose names match."""
    for path in sorted(glob.glob(os.path.join(TESTS, "*", "**", "*.*"),
                                 recursive=True)):
        if "/Inputs/" in path or not path.endswith((".cpp", ".c", ".test")):
            continue
        for program in programs_of(path):
            if re.search(only, program[0]):
                yield program
