"""Stops a process (Ctrl-Z) that holds the lock of an image that it compiles.

    stopped-holder.py PROGRAM

Another process that wants the image waits for a moment, compiles it, and stores it
where the first one does not come to it any more.
"""

import os
import signal
import subprocess
import sys
import tempfile
import time

import survive

# Lock holders were once waited for as long as this, in seconds.
TOO_LONG = 10


def is_locked(path):
    """Whether somebody holds a lock of the file."""
    try:
        inode = os.stat(path).st_ino
    except FileNotFoundError:
        return False
    with open("/proc/locks", encoding="ascii") as file:
        return any((":%d " % inode) in line for line in file)


def main():
    program = sys.argv[1]
    with tempfile.TemporaryDirectory() as cache:
        env = dict(os.environ, OMP_JIT_CACHE_DIR=cache, OMP_JIT_ASYNC="0",
                   OMP_JIT_FAULT="hang@optimise")
        with subprocess.Popen([program], env=env, stdout=subprocess.DEVNULL) as holder:
            try:
                end = time.monotonic() + 60
                while not is_locked(os.path.join(cache, "omp-jit.state")):
                    if holder.poll() is not None or time.monotonic() > end:
                        print("nobody holds a lock")
                        return 1
                    time.sleep(0.01)
                holder.send_signal(signal.SIGSTOP)
                begin = time.monotonic()
                done = survive.run([program], OMP_JIT_CACHE_DIR=cache,
                                   OMP_JIT_ASYNC="0")
                took = time.monotonic() - begin
                again = survive.run([program], OMP_JIT_CACHE_DIR=cache,
                                    OMP_JIT_ASYNC="0")
            finally:
                holder.kill()
    bad = not survive.expect("right", done) or not survive.expect("right", again)
    print("%.1f s, %d compiles, %d in the next run" %
          (took, done.stats["all_compiles"], again.stats["all_compiles"]))
    return 1 if bad or took >= TOO_LONG or again.stats["all_compiles"] else 0


if __name__ == "__main__":
    sys.exit(main())
