"""Starts a program's ranks at once on one cache folder, and counts their compiles."""

import argparse
import glob
import json
import os
import shutil
import subprocess
import sys

parser = argparse.ArgumentParser(description=__doc__)
parser.add_argument("--folder", required=True, help="has the program, ranks")
parser.add_argument("--ranks", type=int, default=64)
options = parser.parse_args()

CACHE = os.path.join(options.folder, "cache")
VALUES = [str(10 * (I + 1)) for I in range(8)]


def run():
    for path in glob.glob(os.path.join(options.folder, "stats.*")):
        os.remove(path)
    env = dict(os.environ, OMP_TARGET_OFFLOAD="MANDATORY", OMP_JIT_ASYNC="0",
               OMP_JIT_CACHE_DIR=CACHE, OMP_JIT_THRESHOLD="100",
               OMP_JIT_STATS=os.path.join(options.folder, "stats.%p"),
               # Ranks are many more than processors.
               OMPI_MCA_mpi_yield_when_idle="1", OMPI_MCA_btl_vader_backing_directory="/tmp",
               # No other machine is wanted, and ssh may not be there.
               OMPI_MCA_plm_rsh_agent="sh", OMPI_ALLOW_RUN_AS_ROOT="1", OMPI_ALLOW_RUN_AS_ROOT_CONFIRM="1")
    done = subprocess.run(["mpirun", "--oversubscribe", "--bind-to", "none", "-n",
                           str(options.ranks),
                           os.path.join(options.folder, "ranks"), *VALUES],
                          env=env, text=True, stdout=subprocess.PIPE)
    if done.returncode or not done.stdout.startswith("wrong 0 "):
        sys.exit("ranks: %d %s" % (done.returncode, done.stdout))
    stats = [json.load(open(path))
             for path in glob.glob(os.path.join(options.folder, "stats.*"))]
    if len(stats) != options.ranks:
        sys.exit("ranks: %d of %d left statistics" % (len(stats), options.ranks))
    return stats, done.stdout.strip()


def total(stats, *path):
    values = stats
    for each in path:
        values = [value[each] for value in values]
    return sum(values)


def main():
    shutil.rmtree(CACHE, ignore_errors=True)
    for run_name, compiles in (("cold", len(VALUES)), ("warm", 0)):
        stats, said = run()
        found = {"compiles": total(stats, "compiles"),
                 "launches": total(stats, "launches"),
                 "waits that ended in vain": total(stats, "disk", "events",
                                                   "waits_timed_out")}
        wanted = {"compiles": compiles,
                  "launches": options.ranks * len(VALUES),
                  "waits that ended in vain": 0}
        if found != wanted:
            sys.exit("ranks: %s: %s, not %s" % (run_name, found, wanted))
        print("%s: %d ranks, %d images, %d compiles, %s"
              % (run_name, options.ranks, len(VALUES), compiles, said))


main()
