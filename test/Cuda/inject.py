#!/usr/bin/env python3
"""Fails the driver's calls one after the other, and looks at what becomes of the
program.

    inject.py --build BUILD --program PROGRAM --folder FOLDER [--all] [--jobs N]
              [--only FUNCTION] [--first N] [--setting NAME=VALUE]...

Runs PROGRAM on the stand-in once and counts the calls in its log; then again for
each call, or some of each function, with the call failing. Each run has to end
with the right output, or with a diagnostic that holds what the driver said; in
time, not by a crash, and without a violation that the stand-in finds.

Without --all, for each function the first calls and the last one fail, each with
a few codes, which go around.
"""

import argparse
import collections
import concurrent.futures
import os
import re
import signal
import subprocess
import sys

# One of every class: what a call, an image, a kernel and the machine can end in.
CODES = [2, 1, 4, 100, 200, 209, 222, 700, 702, 714, 715, 719, 801, 802, 999]
CALL = re.compile(r"^(cu\w+)\(", re.M)
TIMEOUT = 60


def environment(args, **more):
    env = {k: v for k, v in os.environ.items() if not k.startswith("OMPJIT_")}
    env.update(LD_LIBRARY_PATH=os.path.join(args.build, "standin"),
               OMP_TARGET_OFFLOAD="MANDATORY", OMP_JIT_ASYNC="0",
               OMPJIT_STANDIN_DEVICES="sm_90,sm_90",
               OMP_JIT_CACHE_DIR=os.path.join(args.folder, "cache"))
    env.update(setting.split("=", 1) for setting in args.setting)
    env.update(more)
    return env


def run(args, **more):
    """(status, stdout, stderr); the status is "hangs" where it does."""
    process = subprocess.Popen(
        [args.program], env=environment(args, **more), stdin=subprocess.DEVNULL,
        stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True,
        errors="replace", start_new_session=True)
    try:
        out, err = process.communicate(timeout=TIMEOUT)
    except subprocess.TimeoutExpired:
        os.killpg(process.pid, signal.SIGKILL)
        process.communicate()
        return "hangs", "", ""
    return process.returncode, out, err


def count_calls(args):
    log = os.path.join(args.folder, "log")
    run(args)  # Fills the cache, so that all further runs are alike.
    if os.path.exists(log):
        os.remove(log)
    status, out, err = run(args, OMPJIT_STANDIN_LOG=log)
    if status != 0 or "standin:" in err:
        sys.exit("the program fails as it is: %s\n%s%s" % (status, out, err))
    with open(log, encoding="utf-8", errors="replace") as file:
        return out, collections.Counter(CALL.findall(file.read()))


def injections(calls, args):
    """(function, number of the call, code), the same ones each time."""
    turn = 0
    for function in sorted(calls):
        if args.only and function not in args.only:
            continue
        count = calls[function]
        numbers = range(1, count + 1) if args.all else sorted(
            {n for n in (*range(1, args.first + 1), count) if n <= count})
        for number in numbers:
            if args.all:
                for code in CODES:
                    yield function, number, code
                continue
            for _ in range(args.codes):
                yield function, number, CODES[turn % len(CODES)]
                turn += 1


def driver_says(code, err):
    """Whether a message holds what the driver says of the code."""
    names = {
        1: "INVALID_VALUE", 2: "OUT_OF_MEMORY", 4: "DEINITIALIZED",
        100: "NO_DEVICE", 200: "INVALID_IMAGE", 209: "NO_BINARY_FOR_GPU",
        222: "UNSUPPORTED_PTX_VERSION", 700: "ILLEGAL_ADDRESS",
        702: "LAUNCH_TIMEOUT", 714: "HARDWARE_STACK_ERROR",
        715: "ILLEGAL_INSTRUCTION", 719: "LAUNCH_FAILED",
        801: "NOT_SUPPORTED", 802: "SYSTEM_NOT_READY", 999: "UNKNOWN"}
    return "CUDA_ERROR_" + names[code] in err


def judge(expected, function, code, status, out, err):
    """What is wrong with a run, or None."""
    if status == "hangs":
        return "it hangs"
    if status == 99 or "standin:" in err:
        return "the stand-in found a violation"
    if status == 0:
        return None if out == expected else "the output is wrong, the status 0"
    if status < 0 and status != -signal.SIGABRT:
        return "it crashes with signal %d" % -status
    if "omptarget: error OT" not in err and "omptarget: warning OT" not in err:
        return "there is no diagnostic"
    # A driver that cannot name its errors leaves the number.
    if function.startswith("cuGetError"):
        return None
    if not driver_says(code, err):
        return "the diagnostic does not hold what the driver says"
    return None


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--build", required=True)
    parser.add_argument("--program", required=True)
    parser.add_argument("--folder", required=True)
    parser.add_argument("--all", action="store_true")
    parser.add_argument("--jobs", type=int, default=2)
    parser.add_argument("--only", action="append")
    parser.add_argument("--first", type=int, default=1)
    parser.add_argument("--codes", type=int, default=1)
    parser.add_argument("--setting", action="append", default=[])
    args = parser.parse_args()
    os.makedirs(args.folder, exist_ok=True)

    expected, calls = count_calls(args)
    chosen = list(injections(calls, args))
    print("%d calls of %d functions" % (sum(calls.values()), len(calls)))

    def one(injection):
        function, number, code = injection
        status, out, err = run(
            args, OMPJIT_STANDIN_FAIL="%s:%d:%d" % injection)
        return injection, status, out, err, judge(
            expected, function, code, status, out, err)

    wrong = survived = 0
    with concurrent.futures.ThreadPoolExecutor(args.jobs) as pool:
        for injection, status, out, err, why in pool.map(one, chosen):
            survived += status == 0 and not why
            if why:
                wrong += 1
                print("%s:%d:%d: %s (status %s)" % (*injection, why, status))
                print("".join("  | %s\n" % line for line in
                              (out + err).splitlines()[-6:]), end="")
    print("%d runs, %d of them right all the same, %d wrong"
          % (len(chosen), survived, wrong))
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main())
