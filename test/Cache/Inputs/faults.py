"""Runs a program once for each call that it makes on its cache, and has that call fail,
or kill the program."""

import argparse
import errno
import json
import os
import shutil
import signal
import subprocess
import sys

parser = argparse.ArgumentParser(description=__doc__)
parser.add_argument("--folder", required=True, help="has faulty.so")
parser.add_argument("--tool", required=True, help="omp-jit-cache")
parser.add_argument("--stride", type=int, default=1,
                    help="try each error at every so many calls only (default: 1)")
parser.add_argument("command", nargs="+", help="the program and its arguments")
options = parser.parse_args()

CACHE = os.path.join(options.folder, "cache")
STATS = os.path.join(options.folder, "stats.json")
COUNT = os.path.join(options.folder, "count")
KILL = 0


def run(**faults):
    """Its status and statistics."""
    for path in (STATS, COUNT):
        if os.path.exists(path):
            os.remove(path)
    env = dict(os.environ, OMP_TARGET_OFFLOAD="MANDATORY", OMP_JIT_ASYNC="0",
               OMP_JIT_CACHE_DIR=CACHE, OMP_JIT_STATS=STATS, OMP_JIT_THRESHOLD="1",
               LD_PRELOAD=os.path.join(options.folder, "faulty.so"),
               FAULTY_FOLDER=CACHE, FAULTY_COUNT=COUNT,
               **{"FAULTY_" + name: str(value) for name, value in faults.items()})
    done = subprocess.run(options.command, env=env, text=True, timeout=100,
                          stdout=subprocess.DEVNULL, stderr=subprocess.PIPE)
    stats = None
    if os.path.exists(STATS):
        with open(STATS) as file:
            stats = json.load(file)
    return done.returncode, stats, done.stderr


def made(stats):
    """How many packages and images it linked or compiled."""
    return stats["links"] + stats["compiles"]


def calls():
    with open(COUNT) as file:
        return int(file.read())


def expect(is_so, *what):
    if not is_so:
        sys.exit("faults: " + " ".join(map(str, what)))


def all_counted(stats):
    """Whether each launch that found nothing in memory has a reason."""
    looks = stats["launches"] - stats["l1_hits"] - stats["l2_memory_hits"]
    return sum(stats["disk"]["loads"].values()) >= looks > 0


def prepare(is_warm):
    shutil.rmtree(CACHE, ignore_errors=True)
    if is_warm:
        expect(run()[0] == 0, "a run without faults failed")


def check_what_is_left(*what):
    """No entry is bad, nothing else is left, and the next run is right."""
    if os.path.isdir(CACHE):
        verified = subprocess.run([options.tool, "--dir=" + CACHE, "verify"],
                                  text=True, stdout=subprocess.PIPE)
        expect(verified.returncode == 0, *what, "left bad entries:", verified.stdout)
        temporary = [name for name in os.listdir(CACHE) if ".tmp." in name]
        # A note is written to a name of its own first; it goes away after an hour.
        expect(len(temporary) <= 1, *what, "left", temporary)
    status, stats, said = run()
    expect(status == 0, *what, "and the next run failed:", said)
    first = made(stats)
    status, stats, _ = run()
    expect(status == 0 and made(stats) == 0, *what, "and the cache does not heal:",
           first, "compiles, then", made(stats))


def try_all(is_warm):
    prepare(is_warm)
    status, stats, said = run()
    expect(status == 0 and bool(made(stats)) != is_warm, said, stats)
    expect(all_counted(stats), stats)
    total = calls()
    expect(total >= 10, "there were", total, "calls only")
    tried = 0
    for number in range(1, total + 1):
        for code in (errno.EIO, errno.ENOSPC, errno.ESTALE, errno.EMFILE, KILL):
            tried += 1
            if code != KILL and tried % options.stride:
                continue
            what = ("call %d of %d" % (number, total), "with",
                    errno.errorcode.get(code, "a kill"))
            prepare(is_warm)
            status, stats, said = run(CALL=number, ERRNO=code)
            if code == KILL and status == -signal.SIGKILL:
                check_what_is_left(*what)
                continue
            expect(status == 0, *what, "the program failed:", status, said)
            expect(all_counted(stats), *what, "not every look-up is counted:", stats)
            check_what_is_left(*what)
    for code in (errno.EIO, errno.EMFILE, errno.EACCES):
        prepare(is_warm)
        status, stats, said = run(CALL=0, ERRNO=code)
        expect(status == 0, "all calls with", errno.errorcode[code], said)
        expect(made(stats) > 0, stats)
        check_what_is_left("all calls")
    return total


for is_warm in (False, True):
    print("warm" if is_warm else "cold", "run:", try_all(is_warm), "calls")
