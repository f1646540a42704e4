"""Cuts and rewrites the entries of a cache in place, as the cache itself never does,
while processes read them.

    rewrite.py PROGRAM PROCESSES RUNS

Each process runs the program RUNS times, one after the other; all results are right.
"""

import concurrent.futures
import glob
import os
import sys
import threading

import survive


def rewrite(entries, has_ended):
    turn = 0
    while not has_ended.is_set():
        turn += 1
        for path, content in entries.items():
            file = os.open(path, os.O_RDWR | os.O_CREAT, 0o600)
            os.ftruncate(file, turn * 977 % len(content))
            os.pwrite(file, content, 0)
            os.close(file)


def main():
    program, processes, runs = sys.argv[1], int(sys.argv[2]), int(sys.argv[3])
    entries = {}
    for path in glob.glob(os.environ["OMP_JIT_CACHE_DIR"] + "/*.img"):
        with open(path, "rb") as file:
            entries[path] = file.read()
    has_ended = threading.Event()
    writer = threading.Thread(target=rewrite, args=(entries, has_ended))
    writer.start()
    try:
        with concurrent.futures.ThreadPoolExecutor(processes) as pool:
            done = list(pool.map(lambda _: survive.run([program]),
                                 range(processes * runs)))
    finally:
        has_ended.set()
        writer.join()
    bad = sum(not survive.expect("right", run) for run in done)
    print("%d entries, %d runs, %d of them linked or compiled"
          % (len(entries), len(done), sum(run.stats["all_compiles"] > 0 for run in done)))
    return 1 if bad or len(entries) != 2 else 0


if __name__ == "__main__":
    sys.exit(main())
