#!/usr/bin/env python3
"""Runs a program that something is wrong with and checks how it ends.

    survive.py right|error|either [--says REGEX] [--stats CONDITION] -- PROGRAM [ARGUMENT...]

right   the status is 0, and it printed the right results
error   it printed no result and said why on stderr in a line of libomptarget's
either  one of the two

An error may end in abort(), as in the packaged runtime; any other signal is a
crash. Never right: a crash, a wrong result, a hang. --says is a regular expression
that its stderr has to match, --stats a condition on its OMP_JIT_STATS, such as
"all_compiles == 0".

The tests that damage files import this module.
"""

import argparse
import json
import os
import re
import signal
import subprocess
import sys
import tempfile

RIGHT = re.compile(r"^total \d+, right$", re.M)
ERROR = re.compile(r"^omptarget: error", re.M)


def run(command, seconds=120, **environment):
    """A finished run; its statistics (or None) are the attribute `stats`. Where
    OMP_JIT_STATS is set already, even to nothing, it is left alone."""
    env = {**os.environ, **environment}
    if "OMP_JIT_STATS" in env:
        return finished(command, env, seconds)
    with tempfile.TemporaryDirectory() as folder:
        env["OMP_JIT_STATS"] = stats = os.path.join(folder, "stats.json")
        done = finished(command, env, seconds)
        if os.path.exists(stats):
            with open(stats, encoding="utf-8") as file:
                done.stats = with_totals(json.load(file))
    return done


def with_totals(stats):
    """Adds what kernels, base images and links come to together."""
    stats["all_compiles"] = stats["compiles"] + stats["base_compiles"] + stats["links"]
    return stats


def finished(command, env, seconds):
    done = subprocess.run(command, env=env, text=True, errors="replace",
                          timeout=seconds, stdin=subprocess.DEVNULL,
                          # What a test has a signal ignored for stays so.
                          restore_signals=False,
                          stdout=subprocess.PIPE, stderr=subprocess.PIPE)
    done.stats = None
    return done


def verdict(done):
    """"right", "error", or a sentence about what it was instead."""
    aborted = done.returncode == -signal.SIGABRT
    if done.returncode < 0 and not (aborted and ERROR.search(done.stderr)):
        return "ended by signal %d" % -done.returncode
    if done.returncode == 0:
        return "right" if RIGHT.search(done.stdout) else "printed no right result"
    if RIGHT.search(done.stdout):
        return "status %d after a right result" % done.returncode
    return "error" if ERROR.search(done.stderr) else "said nothing of what is wrong"


def expect(kind, done, what="", says=None):
    """Whether a run ended as it should; tells if not."""
    found = verdict(done)
    if found == kind or (kind == "either" and found in ("right", "error")):
        if not says or re.search(says, done.stderr):
            return True
        found = "stderr does not match '%s'" % says
    print("%s%s\nstdout: %s\nstderr: %s"
          % (what + ": " if what else "", found, done.stdout, done.stderr))
    return False


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("kind", choices=["right", "error", "either"])
    parser.add_argument("--says")
    parser.add_argument("--stats")
    parser.add_argument("command", nargs="+")
    options = parser.parse_args()
    done = run(options.command)
    sys.stdout.write(done.stdout)
    sys.stderr.write(done.stderr)
    if not expect(options.kind, done, says=options.says):
        return 1
    if options.stats and not (done.stats and eval(options.stats, {}, done.stats)):
        print("not %s: %s" % (options.stats, done.stats))
        return 1
    return 0


if __name__ == "__main__":
    sys.exit(main())
