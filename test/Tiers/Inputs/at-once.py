"""Starts a program of many threads in many processes at once on an empty cache.

    at-once.py PROGRAM PROCESSES ROUNDS

Each has to give the right result, and whoever compiles, in the foreground or in the
background: there are as many compiles as images.
"""

import concurrent.futures
import glob
import os
import sys
import tempfile

import survive


def count_compiles(done):
    return sum(done.stats[kind] for kind in
               ["compiles", "background_compiles", "base_compiles", "links"])


def play_round(program, processes, background):
    """What was wrong, in sentences."""
    with tempfile.TemporaryDirectory() as cache, \
            concurrent.futures.ThreadPoolExecutor(processes) as pool:
        runs = list(pool.map(
            lambda _: survive.run([program], OMP_JIT_CACHE_DIR=cache,
                                  OMP_JIT_ASYNC=background,
                                  OMP_JIT_EXIT_WAIT="60000"),
            range(processes)))
        images = len(glob.glob(os.path.join(cache, "*.img")))
    if not all([survive.expect("right", done) for done in runs]):
        return ["a run failed"]
    together = sum(map(count_compiles, runs))
    if together != images or (background == "0" and not images):
        return ["OMP_JIT_ASYNC=%s: %d compiles for %d images"
                % (background, together, images)]
    return []


def main():
    program, processes, rounds = sys.argv[1], int(sys.argv[2]), int(sys.argv[3])
    bad = [sentence for _ in range(rounds) for background in "01"
           for sentence in play_round(program, processes, background)]
    print("\n".join(bad))
    return 1 if bad else 0


if __name__ == "__main__":
    sys.exit(main())
