"""Records programs with perf, and checks that samples of images have names.

    check_perf.py LIBRARIES SOURCE FUNCTION PROGRAM...

Nine of ten samples in images must be in a function whose name begins with FUNCTION and
at a line of SOURCE, and there must be many.
"""

import collections
import os
import subprocess
import sys

LEAST_SHARE = 0.9
LEAST_SAMPLES = 50


def samples(program, libraries):
    """(library, function, file and line) of each, by perf."""
    data = program + ".perf"
    environment = dict(os.environ, LD_LIBRARY_PATH=libraries, OMP_NUM_THREADS="2")
    subprocess.run(["perf", "record", "-q", "-e", "cpu-clock", "-F", "999", "-o", data, program],
                   env=environment, check=True, stdout=subprocess.DEVNULL)
    shown = subprocess.run(["perf", "script", "-i", data, "-F", "ip,sym,dso,srcline"], text=True,
                           check=True, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL).stdout
    # "  address function (library)", and the line below it.
    for line in shown.splitlines():
        words = line.split()
        if len(words) >= 3 and words[-1].endswith(")"):
            last = [words[-1].strip("()"), words[1], ""]
            yield last
        elif words:
            last[2] = words[0]


def main():
    libraries, source, function, *programs = sys.argv[1:]
    is_wrong = False
    for program in programs:
        counts = collections.Counter()
        # A list is filled after it was yielded.
        for library, name, line in list(samples(program, libraries)):
            if "omp_image" in library or "omp_offloading" in library or "openmp_image" in library:
                counts["all"] += 1
                counts["named"] += name.startswith(function) and line.startswith(source + ":")
                counts[name, line] += 1
        print(program, counts["named"], "of", counts["all"])
        if counts["all"] < LEAST_SAMPLES or counts["named"] < LEAST_SHARE * counts["all"]:
            is_wrong = True
            print(counts.most_common(10))
    return is_wrong


if __name__ == "__main__":
    sys.exit(main())
