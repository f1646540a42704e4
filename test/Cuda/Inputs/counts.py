"""Tells how many images a run compiled, and how many the driver linked. Empties the
driver's log, to which the next run appends."""
import json
import sys

statistics = json.load(open(sys.argv[1]))
compiles = sum(statistics[each] for each in
               ("compiles", "background_compiles", "base_compiles"))
# The first linker of a device opens the driver's compiler, and links nothing.
links = sum(line.startswith("cuLinkAddData_v2(") and "name=none)" not in line
            for line in open(sys.argv[2]))
open(sys.argv[2], "w").close()
print(f"compiles {compiles}, links {links}")
