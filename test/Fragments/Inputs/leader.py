"""Starts a program in many processes on an empty cache while another one links the
program's fragments, and kills that one.

    leader.py PROGRAM PROCESSES [--stopped]

Together they link once and compile once, and the results are right. A leader that is
only stopped keeps its lock: each of the others waits until its deadline and links.
"""

import concurrent.futures
import os
import signal
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
    is_stopped = sys.argv[3:] == ["--stopped"]
    with tempfile.TemporaryDirectory() as cache, \
            concurrent.futures.ThreadPoolExecutor(processes) as pool:
        leader = start_leader(program, cache)
        if is_stopped:
            leader.send_signal(signal.SIGSTOP)
        runs = [pool.submit(survive.run, [program], OMP_JIT_CACHE_DIR=cache)
                for _ in range(processes)]
        if not is_stopped:
            # So that some of them wait for it.
            time.sleep(0.2)
            leader.kill()
        runs = [run.result() for run in runs]
        leader.kill()
        leader.wait()
    bad = sum(not survive.expect("right", done) for done in runs)
    links, compiles = (sum(done.stats[kind] for done in runs)
                       for kind in ("links", "compiles"))
    waited, timed_out = (sum(done.stats["disk"]["events"][kind] for done in runs)
                         for kind in ("waited_for_other", "waits_timed_out"))
    print("%d links, %d compiles, %d waited, %d until their deadline"
          % (links, compiles, waited, timed_out))
    if is_stopped:
        return 1 if bad or not timed_out else 0
    return 1 if bad or links != 1 or compiles != 1 or not waited else 0


if __name__ == "__main__":
    sys.exit(main())
