"""Starts a program several times at once on an empty cache folder.

    at-once.py PROGRAM PROCESSES ROUNDS

Each has to give the right result, and together they compile as much as one alone.
"""

import concurrent.futures
import sys
import tempfile

import survive


def main():
    program, processes, rounds = sys.argv[1], int(sys.argv[2]), int(sys.argv[3])
    with tempfile.TemporaryDirectory() as cache:
        alone = survive.run([program], OMP_JIT_CACHE_DIR=cache).stats["all_compiles"]
    bad = 0
    for number in range(rounds):
        with tempfile.TemporaryDirectory() as cache, \
                concurrent.futures.ThreadPoolExecutor(processes) as pool:
            runs = list(pool.map(
                lambda _: survive.run([program], OMP_JIT_CACHE_DIR=cache),
                range(processes)))
        bad += sum(not survive.expect("right", done) for done in runs)
        together = sum(done.stats["all_compiles"] for done in runs if done.stats)
        if together != alone:
            print("round %d: %d compiles instead of %d" % (number, together, alone))
            bad += 1
    return 1 if bad or not alone else 0


if __name__ == "__main__":
    sys.exit(main())
