"""Tells how many images a run compiled, and how many the driver linked. Empties the
driver's log, to which the next run appends."""
import json
import sys

statistics = json.load(open(sys.argv[1]))
compiles = sum(statistics[each] for each in
               ("compiles", "background_compiles", "base_compiles"))
links = sum(line.startswith("cuLinkComplete(") for line in open(sys.argv[2]))
open(sys.argv[2], "w").close()
print(f"compiles {compiles}, links {links}")
