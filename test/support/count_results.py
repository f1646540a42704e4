"""Prints what came of lit's tests in one line, `N passed, N failed`, and names
the failed ones before it.

    count_results.py RESULTS.json

Ends with a failure where a test failed or where there are no results at all.
"""

import collections
import json
import os
import sys

PASSED = {"PASS", "FLAKYPASS", "XFAIL"}
SKIPPED = {"UNSUPPORTED", "SKIPPED", "EXCLUDED"}


def main():
    tests = []
    if os.path.exists(sys.argv[1]):
        with open(sys.argv[1], encoding="utf-8") as file:
            tests = json.load(file)["tests"]
    count = collections.Counter()
    for test in tests:
        kind = ("passed" if test["code"] in PASSED else
                "skipped" if test["code"] in SKIPPED else "failed")
        count[kind] += 1
        if kind == "failed":
            print("%s: %s" % (test["code"], test["name"]))
    if not count["passed"]:
        count["failed"] += not count["failed"]
    line = "%d passed, %d failed" % (count["passed"], count["failed"])
    if count["skipped"]:
        line += ", %d skipped" % count["skipped"]
    print(line)
    return 1 if count["failed"] else 0


if __name__ == "__main__":
    sys.exit(main())
