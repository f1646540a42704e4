"""Prints the routines of omp.h that a device runtime library has not.

    missing_routines.py OMP_H LIBRARY

Those of the host alone are left out, and so are names of C's spelling: omp.h
may give a routine another name by a macro.
"""

import re
import subprocess
import sys

HOST_ONLY = re.compile("|".join([
    r"omp_target_\w+",           # memory of devices, from outside
    r"omp_get_mapped_ptr",
    r"omp_get_interop_\w+",      # objects that the host makes
    r"omp_get_num_interop_properties",
    r"ompx_dump_mapping_tables",
    r"kmp_\w+",                  # libomp's own
]))


def declared(header):
    """The names under which compiled code calls the routines."""
    with open(header) as file:
        text = file.read()
    renamed = dict(re.findall(r"#\s*define\s+(omp_\w+)\s+(ompc_\w+)", text))
    text = re.sub(r"/\*.*?\*/", "", text, flags=re.S)
    names = re.findall(r"\bextern\b[^;{]*?\b((?:omp|ompx|kmp)_\w+)\s*\(", text)
    return {renamed.get(name, name) for name in names
            if not HOST_ONLY.fullmatch(name)}


def defined(library):
    output = subprocess.run(
        ["llvm-nm", "--defined-only", "--format=just-symbols", library],
        stdout=subprocess.PIPE, check=True, text=True).stdout
    return set(output.split())


def main():
    routines = declared(sys.argv[1])
    missing = sorted(routines - defined(sys.argv[2]))
    for name in missing:
        print("missing:", name)
    print(len(routines), "routines,", len(missing), "missing")
    return bool(missing)


sys.exit(main())
