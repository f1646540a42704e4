"""Runs a program whose compiles fail in every stage and in every way.

    faults.py PORTABLE WITH-NATIVE

PORTABLE has device code as a package, WITH-NATIVE a native image besides. A run ends
with the right result, or with a clear error where nothing is left to run; and what it
leaves in the cache is good.
"""

import sys
import tempfile

import survive

STAGES = ["load", "specialise", "optimise", "generate", "link"]
KINDS = ["fail", "fatal", "crash", "hang"]
# A hang costs its time limit for each kernel.
STAGES_TO_HANG_IN = ["specialise", "generate"]


def cases():
    """(which program, fault, how it has to end)"""
    for kind in KINDS:
        for stage in STAGES if kind != "hang" else STAGES_TO_HANG_IN:
            fault = "%s@%s" % (kind, stage)
            yield "portable", fault + "/specialised", "right"
            yield "native", fault, "right"
            yield "portable", fault, "error"


def is_as_expected(program, fault, background, ending):
    with tempfile.TemporaryDirectory() as cache:
        done = survive.run([program], OMP_JIT_CACHE_DIR=cache,
                           OMP_JIT_ASYNC=background, OMP_JIT_TIME_LIMIT="1",
                           OMP_JIT_FAULT=fault)
        what = "%s, OMP_JIT_ASYNC=%s, OMP_JIT_FAULT=%s" % (
            program, background, fault)
        good = survive.expect(ending, done, what)
        if ending == "error" and "the fault point" not in done.stderr \
                and "crashed" not in done.stderr \
                and "did not end within 1 seconds" not in done.stderr:
            print("%s: the error does not name the cause: %s"
                  % (what, done.stderr))
            good = False
        if done.stats and done.stats["launches"] != sum(
                done.stats[kind] for kind in
                ["l1_hits", "l2_memory_hits", "l2_disk_hits", "compiles",
                 "fallbacks"]):
            print("%s: launches do not add up: %s" % (what, done.stats))
            good = False
        after = survive.run([program], OMP_JIT_CACHE_DIR=cache)
        return survive.expect("right", after, "after " + what) and good


def main():
    programs = {"portable": sys.argv[1], "native": sys.argv[2]}
    bad = number = 0
    for which, fault, ending in cases():
        for background in "01":
            number += 1
            bad += not is_as_expected(programs[which], fault, background,
                                      ending)
    print("%d runs, %d bad" % (number, bad))
    return 1 if bad or not number else 0


if __name__ == "__main__":
    sys.exit(main())
