"""Loads a trace and prints how many events of each name it has, by category.

    check_trace.py FILE [crashed]

Each event must be whole. Without `crashed` the file must be valid JSON as it
is; with it the closing bracket may be missing, as viewers allow.
"""

import collections
import json
import sys

with open(sys.argv[1], encoding="utf-8") as file:
    text = file.read()
if "crashed" in sys.argv and not text.rstrip().endswith("]"):
    text += "]"
counts = collections.Counter()
threads = set()
for event in json.loads(text):
    if event["ph"] == "M":
        continue
    assert event["ts"] > 0 and event["pid"] > 0
    if event["ph"] == "X":
        assert event["dur"] >= 0
    threads.add(event["tid"])
    name = "kernel" if event["cat"] == "kernel" else event["name"]
    counts[event["cat"] + " " + name] += 1
for name, count in sorted(counts.items()):
    print(name + ":", count)
print("threads:", len(threads))
