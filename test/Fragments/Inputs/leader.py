"""Starts a program in many processes on an empty cache while another one links the
program's fragments, and kills that one.

    leader.py PROGRAM PROCESSES

Together they link once and compile once, and the results are right.
"""

import concurrent.futures
import os
import subprocess
import sys
import tempfile
import time

import survive


def start_leader(program, cache):
    """One that has the lock of the link and never ends."""
    leader = subprocess.Popen(
        [program], text=True, stderr=subprocess.PIPE,
        env=dict(os.environ, OMP_JIT_CACHE_DIR=cache, OMP_JIT_FAULT="hang@link",
                 OMP_JIT_INFO="3"))
    for line in leader.stderr:
        if "cache: the package of add_up: absent" in line:
            return leader
    sys.exit("the leader does not link")


def main():
    program, processes = sys.argv[1], int(sys.argv[2])
    with tempfile.TemporaryDirectory() as cache, \
            concurrent.futures.ThreadPoolExecutor(processes) as pool:
        leader = start_leader(program, cache)
        runs = [pool.submit(survive.run, [program], OMP_JIT_CACHE_DIR=cache)
                for _ in range(processes)]
        # So that some of them wait for it.
        time.sleep(0.2)
        leader.kill()
        leader.wait()
        runs = [run.result() for run in runs]
    bad = sum(not survive.expect("right", done) for done in runs)
    links, compiles = (sum(done.stats[kind] for done in runs)
                       for kind in ("links", "compiles"))
    waited = sum(done.stats["disk"]["events"]["waited_for_other"] for done in runs)
    print("%d links, %d compiles, %d waited" % (links, compiles, waited))
    return 1 if bad or links != 1 or compiles != 1 or not waited else 0


if __name__ == "__main__":
    sys.exit(main())
