#!/usr/bin/env python3
"""Checks that our driver does what the packaged clang does.

usage: same_as_packaged.py <our clang> <packaged clang> <table> <folder> [<option>]

Each line of the table is a command line: variables (NAME=value), the name that
the driver is called by, its arguments, and at the end, if need be, `< file`.
Both drivers run it in <folder>, which holds the input files; standard output,
standard error, exit status and all files written must be equal. Names of
temporary files are made equal first, and what we give clang -cc1 is left out:
our plugins (device-passes.cpp tests them), and the option that leaves LLVM's
OpenMP optimiser out. Lines that start with # are comments. The second driver also gets
the option, so that a driver can be compared with itself.
"""

import os
import re
import shlex
import shutil
import subprocess
import sys

TEMPORARY_NAME = re.compile(rb"-[0-9a-f]{6}\b")
OURS = re.compile(
    rb' "?(-load"? "?|-fpass-plugin=)[^" ]*/libompjit-clang-[a-z-]*\.so"?'
    rb'| "?-mllvm"? "?-openmp-opt-disable"?'
    rb'| "?-mllvm"? "?-nvvm-reflect-add=__CUDA_PREC_SQRT=1"?')


def comparable(output):
    return TEMPORARY_NAME.sub(b"-XXXXXX", OURS.sub(b"", output))


def parse(line):
    """The parts of one line of the table."""
    words = shlex.split(line)
    variables = {}
    while "=" in words[0]:
        name, value = words.pop(0).split("=", 1)
        variables[name] = value
    stdin = None
    if "<" in words:
        stdin = words[words.index("<") + 1]
        words = words[: words.index("<")]
    return variables, words[0], words[1:], stdin


def files_in(folder):
    """Every file below the folder with its content."""
    found = {}
    for parent, _, names in os.walk(folder):
        for name in names:
            path = os.path.join(parent, name)
            with open(path, "rb") as file:
                found[os.path.relpath(path, folder)] = file.read()
    return found


def remove_new(folder, before):
    """Leaves the input files as they are: kernel names hold their inodes."""
    for name in files_in(folder):
        if name not in before:
            os.remove(os.path.join(folder, name))


def run(driver, line, folder, links, options=()):
    """What one driver makes of a line, in a form that can be compared."""
    variables, name, arguments, stdin = parse(line)
    program = os.path.join(links, name)
    if os.path.islink(program):
        os.remove(program)
    os.symlink(driver, program)
    before = files_in(folder)
    done = subprocess.run(
        [program, *arguments, *options],
        cwd=folder,
        env={**os.environ, **variables},
        stdin=open(os.path.join(folder, stdin)) if stdin else subprocess.DEVNULL,
        capture_output=True,
    )
    result = {
        "exit status": done.returncode,
        "standard output": comparable(done.stdout),
        "standard error": comparable(done.stderr),
    }
    for path, content in files_in(folder).items():
        result["file " + path] = content
    remove_new(folder, before)
    return result


def report(line, ours, packaged):
    """Prints the differences; tells whether there are any."""
    different = [
        what
        for what in sorted(ours.keys() | packaged.keys())
        if ours.get(what) != packaged.get(what)
    ]
    for what in different:
        print(f"DIFFERENT {what}: {line}")
        for who, result in (("ours", ours), ("packaged", packaged)):
            print(f"  {who}: {str(result.get(what))[:4000]}")
    return bool(different)


def main():
    ours, packaged, table, folder, *options = sys.argv[1:]
    links = folder + ".links"
    shutil.rmtree(links, ignore_errors=True)
    os.makedirs(links)
    with open(table) as file:
        lines = [l.strip() for l in file if l.strip() and l[0] != "#"]
    failed = sum(
        report(l, run(ours, l, folder, links), run(packaged, l, folder, links, options))
        for l in lines
    )
    print(f"{len(lines)} command lines, {failed} different")
    return 1 if failed or not lines else 0


if __name__ == "__main__":
    sys.exit(main())
