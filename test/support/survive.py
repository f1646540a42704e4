#!/usr/bin/env python3
"""Runs a program that something is wrong with and checks how it ends.

    survive.py right|error|either [--says REGEX] [--stats CONDITION] [--] PROGRAM [ARGUMENT...]

right   the status is 0, and it printed the right results
error   it ended by itself with another status, and said why on stderr in a line
        of libomptarget's
either  one of the two

Never right: a signal, a wrong result, a hang. --says is a regular expression
that its stderr has to match, --stats a condition on its OMP_JIT_STATS, such as
"compiles == 0".

The tests that damage files import this module.
"""

import argparse
import json
import os
import re
import subprocess
import sys
import tempfile

RIGHT = re.compile(r"^total \d+, right$", re.M)
ERROR = re.compile(r"^omptarget: error", re.M)


def run(command, seconds=120, **environment):
    """A finished run, its statistics (or None) as attribute `stats`."""
    with tempfile.TemporaryDirectory() as folder:
        stats = os.path.join(folder, "stats.json")
        env = dict(os.environ, OMP_JIT_STATS=stats, **environment)
        done = subprocess.run(command, env=env, text=True, errors="replace",
                              timeout=seconds, stdin=subprocess.DEVNULL,
                              stdout=subprocess.PIPE, stderr=subprocess.PIPE)
        done.stats = None
        if os.path.exists(stats) and os.path.getsize(stats):
            with open(stats, encoding="utf-8") as file:
                done.stats = json.load(file)
    return done


def verdict(done):
    """"right", "error", or a sentence about what it was instead."""
    if done.returncode < 0 or done.returncode > 128:
        return "ended by a signal, status %d" % done.returncode
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
    parser.add_argument("command", nargs=argparse.REMAINDER)
    options = parser.parse_args()
    command = options.command[options.command[:1] == ["--"]:]
    done = run(command)
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
