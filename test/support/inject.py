#!/usr/bin/env python3
"""Fails the calls of a vendor's library one after the other, and looks at what
becomes of the program.

    inject.py [--vendor cuda|amdgpu] --build BUILD --program PROGRAM
              --folder FOLDER [--jobs N] [--only FUNCTION]...
              [--calls all|N] [--codes all|N] [--code CODE]...
              [--setting NAME=VALUE]... [--suite] [--cold] [ARGUMENT...]

Runs PROGRAM on the stand-in once and counts the calls in its log; then again for
each call, or some of each function, with the call failing. Each run has to end
with the right output, or with a diagnostic that holds what the library said; in
time, not by a crash, and without a violation that the stand-in finds.

Of each function the first N calls and the last one fail, each with N codes of
different classes, which go around; or all of them, with every code that the library
has, or with those of --code. Of many such runs every third is made, unless
OMPJIT_THOROUGH is set or --code or --codes=all says what is wanted.

--suite: the program is a suite of tests, which may fail. --cold: each run begins
with an empty cache.
"""

import argparse
import collections
import concurrent.futures
import ctypes
import itertools
import os
import re
import signal
import subprocess
import sys
import tempfile

TIMEOUT = 60


class Cuda:
    """NVIDIA's driver."""

    # One of every class: what a call, an image, a kernel and the machine can end in.
    CLASSES = [2, 1, 4, 100, 200, 209, 222, 500, 700, 702, 714, 715, 719, 801, 802, 999]
    CALL = re.compile(r"^(cu\w+)\(", re.M)
    # A library that cannot name its errors leaves the number.
    NAMING = "cuGetError"
    DEVICES = "sm_90,sm_90"
    DEVICES_OF_SUITE = "sm_90,sm_80"

    @staticmethod
    def error_names(folder):
        """code -> name, of all that the driver knows."""
        driver = ctypes.CDLL(os.path.join(folder, "libcuda.so.1"))
        names, name = {}, ctypes.c_char_p()
        for code in range(1, 1000):
            if driver.cuGetErrorName(code, ctypes.byref(name)) == 0:
                names[code] = name.value.decode()
        return names


class Amdgpu:
    """AMD's HSA runtime."""

    CLASSES = [0x1008, 0x1001, 0x1000, 0x1003, 0x1010, 0x100d, 0x1013, 0x1015, 43, 42,
               41, 0x1016, 0x1007, 0x1006, 0x100b, 0x1026]
    CALL = re.compile(r"^(hsa_\w+)\(", re.M)
    NAMING = "hsa_status_string"
    DEVICES = "gfx90a,gfx90a"
    DEVICES_OF_SUITE = "gfx90a,gfx942"

    @staticmethod
    def error_names(folder):
        """code -> name, of all errors that the runtime knows."""
        runtime = ctypes.CDLL(os.path.join(folder, "libhsa-runtime64.so.1"))
        names, text = {}, ctypes.c_char_p()
        for code in range(1, 0x1100):
            if runtime.hsa_status_string(code, ctypes.byref(text)) == 0:
                name = text.value.decode().split(":")[0]
                if name.startswith("HSA_STATUS_ERROR"):
                    names[code] = name
        return names


VENDORS = {"cuda": Cuda, "amdgpu": Amdgpu}
# Runs that take most of a minute.
MANY = 30


def environment(args, **more):
    env = {k: v for k, v in os.environ.items() if not k.startswith("OMPJIT_")}
    env.update(LD_LIBRARY_PATH=os.path.join(args.build, "standin"),
               OMP_TARGET_OFFLOAD="MANDATORY", OMP_JIT_ASYNC="0",
               OMPJIT_STANDIN_DEVICES=args.vendor.DEVICES_OF_SUITE if args.suite
               else args.vendor.DEVICES,
               OMP_JIT_CACHE_DIR=os.path.join(args.folder, "cache"))
    env.update(setting.split("=", 1) for setting in args.setting)
    env.update(more)
    return env


def run(args, **more):
    """(status, stdout, stderr); the status is "hangs" where it does."""
    if not args.cold:
        return run_with(args, **more)
    with tempfile.TemporaryDirectory(dir=args.folder) as cache:
        return run_with(args, OMP_JIT_CACHE_DIR=cache, **more)


def run_with(args, **more):
    process = subprocess.Popen(
        [args.program, *args.arguments], env=environment(args, **more), stdin=subprocess.DEVNULL,
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
        return out, collections.Counter(args.vendor.CALL.findall(file.read()))


def injections(calls, args, names):
    """(function, number of the call, code), the same ones each time."""
    classes = itertools.cycle(args.vendor.CLASSES)
    for function in sorted(calls):
        if args.only and function not in args.only:
            continue
        count = calls[function]
        first = count if args.calls == "all" else min(int(args.calls), count)
        for number in sorted({*range(1, first + 1), count}):
            for code in args.code or (sorted(names) if args.codes == "all" else
                                      itertools.islice(classes, int(args.codes))):
                yield function, number, code


def judge(args, expected, function, name, status, out, err):
    """What is wrong with a run, or None."""
    if status == "hangs":
        return "it hangs"
    if status == 99 or "standin:" in err:
        return "the stand-in found a violation"
    if status == 0:
        return None if args.suite or out == expected \
            else "the output is wrong, the status 0"
    if status < 0 and (args.suite or status != -signal.SIGABRT):
        return "it crashes with signal %d" % -status
    if args.suite:
        return None
    if "omptarget: error OT" not in err and "omptarget: warning OT" not in err:
        return "there is no diagnostic"
    if function.startswith(args.vendor.NAMING):
        return None
    if name not in err:
        return "the diagnostic does not hold what the library says"
    return None


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--vendor", choices=VENDORS, default="cuda")
    parser.add_argument("--build", required=True)
    parser.add_argument("--program", required=True)
    parser.add_argument("--folder", required=True)
    parser.add_argument("--jobs", type=int, default=2)
    parser.add_argument("--only", action="append")
    parser.add_argument("--calls", default="1")
    parser.add_argument("--codes", default="1")
    parser.add_argument("--code", action="append", type=lambda text: int(text, 0))
    parser.add_argument("--setting", action="append", default=[])
    parser.add_argument("--suite", action="store_true")
    parser.add_argument("--cold", action="store_true")
    parser.add_argument("arguments", nargs="*")
    args = parser.parse_args()
    args.vendor = VENDORS[args.vendor]
    os.makedirs(args.folder, exist_ok=True)

    names = args.vendor.error_names(os.path.join(args.build, "standin"))
    expected, calls = count_calls(args)
    chosen = list(injections(calls, args, names))
    wants_all = args.code or args.codes == "all" or "OMPJIT_THOROUGH" in os.environ
    if not wants_all and len(chosen) > MANY:
        chosen = chosen[::3]
    print("%d calls of %d functions" % (sum(calls.values()), len(calls)))

    def one(injection):
        function, number, code = injection
        status, out, err = run(
            args, OMPJIT_STANDIN_FAIL="%s:%d:%d" % injection)
        return injection, status, out, err, judge(
            args, expected, function, names[code], status, out, err)

    wrong = survived = 0
    with concurrent.futures.ThreadPoolExecutor(args.jobs) as pool:
        for injection, status, out, err, why in pool.map(one, chosen):
            survived += status == 0 and not why
            if why:
                wrong += 1
                print("%s:%d:%d: %s (status %s)" % (*injection, why, status),
                      flush=True)
                print("".join("  | %s\n" % line for line in
                              (out + err).splitlines()[-6:]), end="")
    print("%d runs, %d of them right all the same, %d wrong"
          % (len(chosen), survived, wrong))
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main())
