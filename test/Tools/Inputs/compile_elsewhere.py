#!/usr/bin/env python3
"""Runs a program whose images another process seems to be compiling meanwhile:
compile_elsewhere.py CACHE TRACE PROGRAM. Images that an earlier run left in the folder
of images arrive there while the program waits for them."""

import fcntl
import os
import subprocess
import sys
import time

# Where the bytes of the state file begin whose locks are the claims to compile images.
FIRST_CLAIM = 1 << 62


def run(cache, aside, program, pause):
    images = [name for name in os.listdir(cache) if name.endswith(".img")]
    for name in images:
        os.rename(os.path.join(cache, name), os.path.join(aside, name))
    with open(os.path.join(cache, "omp-jit.state"), "r+b") as state:
        fcntl.lockf(state, fcntl.LOCK_EX, 0, FIRST_CLAIM)
        running = subprocess.Popen([program])
        time.sleep(pause)
        for name in images:
            os.rename(os.path.join(aside, name), os.path.join(cache, name))
        return running.wait()


def main():
    cache, trace, program = sys.argv[1:]
    aside = cache + ".aside"
    os.makedirs(aside, exist_ok=True)
    # On a busy machine, the program may begin to wait late.
    for pause in 0.1, 0.4, 1:
        if run(cache, aside, program, pause):
            sys.exit("the program failed")
        with open(trace) as file:
            if '"waited_ns"' in file.read():
                return
    sys.exit("the program did not wait")


if __name__ == "__main__":
    main()
