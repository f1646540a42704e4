"""The programs of the runtime's benchmarks and the figures that they print: one
row each, with its goal where it has one."""

from collections import namedtuple

from report import Goal, at_most

# How a program is built and started. `source` lies in Inputs; `modes` are the
# ways of building it that are measured: "aot" by the packaged clang, for both
# runtimes; "jit" by ours and deferred, for ours, beside "aot" for the packaged
# one. `rounds` limits how often it runs, where a run takes seconds.
Program = namedtuple("Program", "name source arguments deferred rounds")


def program(name, source=None, arguments=(), deferred=False, rounds=None):
    return Program(name, source or name + ".cpp", list(arguments), deferred, rounds)


LIVE = [10, 1000, 100_000, 1_000_000]
KERNELS = [10, 10_000]
ORDERS = ["ascending", "descending", "random"]
LIFE_BYTES = [8, 64]

PROGRAMS = ([program("Launch"),
             program("Launch-jit", "Launch.cpp", deferred=True),
             program("Teams-jit", "Teams.cpp", deferred=True),
             program("Data"),
             program("Threads")]
            + [program("Mappings-%d" % n, "Mappings.cpp", [str(n)],
                       rounds=3 if n == LIVE[-1] else None) for n in LIVE]
            + [program("Life-%s-%d" % (order, size), "Life.cpp",
                       [str(LIVE[-1]), str(size), order], rounds=3)
               for order in ORDERS for size in LIFE_BYTES]
            + [program("Kernels-%d" % n, "Kernels-%d.cpp" % n) for n in KERNELS])

# A goal bounds a measure's `ratio` (of ours to the packaged runtime's) or its
# `scaling` (of ours to ours in the row that it names, with the `floor` of the
# measure's own program added to the latter).

# What still counts as flat: caches and the machine's noise remain.
FLAT = Goal("scaling", "<=", 1.5)

Measure = namedtuple("Measure", "title program key unit goal base floor")


def measure(title, program, key, goal=None, unit="ns", base=None, floor=None):
    return Measure(title, program, key, unit, goal, base, floor)


LAUNCHES = [
    ("empty region", "empty", None),
    ("empty region, 3 present maps", "present", at_most(0.15)),
    ("3 present sections", "present-sections", None),
    ("2 scalars by value", "scalars", None),
    ("1 scalar mapped and unmapped", "mapped-scalar", None),
    ("nowait, 1 present map", "nowait", at_most(1.0)),
]


def launches():
    rows = [measure(title, "Launch", key, goal) for title, key, goal in LAUNCHES]
    return rows + [measure(title + ", deferred", "Launch-jit", key, goal)
                   for title, key, goal in LAUNCHES]


def teams():
    """The host's loops are the floor; what they are compared with is not ours."""
    return [measure("loop of 1 Ki, one team of 2 threads, deferred", "Teams-jit",
                    "loop", at_most(0.4)),
            measure("parallel loop of 1 Ki, host", "Teams-jit", "loop-host"),
            measure("sum of 1 Ki, one team of 2 threads, deferred", "Teams-jit",
                    "sum", at_most(0.4)),
            measure("parallel sum of 1 Ki, host", "Teams-jit", "sum-host")]


def data():
    return [
        measure("enter and exit data, 1 KiB", "Data", "enter-exit", at_most(0.3)),
        measure("target data, 1 KiB", "Data", "structured", at_most(0.3)),
        measure("enter and exit data, present", "Data", "enter-exit-present",
                at_most(0.3)),
        measure("enter and exit data, 1 MiB", "Data", "enter-exit-large"),
        measure("update to, 1 KiB", "Data", "update"),
        measure("memcpy to device, 64 bytes", "Data", "memcpy-64"),
        measure("memcpy to device, 16 MiB", "Data", "memcpy-16M"),
        measure("target_alloc and free, 1 KiB", "Data", "alloc-free"),
    ]


def mappings():
    # Random addresses among many miss the caches: one miss is added to what may
    # be used, and nothing else.
    uses = [("read of one random line among them", "floor", None, None),
            ("look-up, few addresses", "look-up-hot", FLAT, None),
            ("look-up, random addresses", "look-up-random", FLAT, "floor"),
            ("launch, few addresses", "launch-hot", FLAT, None),
            ("launch, random addresses", "launch-random", FLAT, "floor"),
            ("create a mapping", "create", None, None),
            ("remove a mapping", "remove", None, None)]
    return [measure("%s, %s live" % (title, format(n, ",")), "Mappings-%d" % n, key,
                    goal if n != LIVE[0] else None,
                    base="Mappings-%d" % LIVE[0] if n != LIVE[0] else None,
                    floor=floor)
            for title, key, goal, floor in uses for n in LIVE]


def life():
    """Separate buffers that come and go while a million are mapped."""
    steps = [("bring to the device", "create-to"), ("bring back", "remove-from"),
             ("allocate", "create-alloc"), ("delete", "remove-delete"),
             ("delete and allocate", "replace")]
    return [measure("%s one of 1,000,000 of %d bytes, %s" % (title, size, order),
                    "Life-%s-%d" % (order, size), key, at_most(0.5))
            for order in ORDERS for size in LIFE_BYTES for title, key in steps]


def kernels():
    uses = [("launch, one of %s kernels", "hot"),
            ("launch, each of %s kernels in turn", "turns"),
            ("first launch of each of %s kernels", "first")]
    return [measure(title % format(n, ","), "Kernels-%d" % n, key,
                    FLAT if n != KERNELS[0] and key != "first" else None,
                    base="Kernels-%d" % KERNELS[0] if n != KERNELS[0] else None)
            for title, key in uses for n in KERNELS]


def threads():
    rows = [measure("throughput of 2 threads to 1, arithmetic", "Threads",
                    "arithmetic-gain", unit="x")]
    for title, key in [("own data", "own"), ("the same data", "shared")]:
        rows += [measure("launch by 1 thread, " + title, "Threads", key + "-1"),
                 measure("launch by 2 threads, " + title, "Threads", key + "-2"),
                 measure("throughput of 2 threads to 1, " + title, "Threads",
                         key + "-gain", Goal("ours", ">=", 1.7), unit="x")]
    return rows


def processes():
    """These come from the runner itself, which starts the programs."""
    rows = []
    for title, key in [("one kernel", "aot"), ("one kernel, deferred", "jit"),
                       ("one kernel, OMP_NUM_THREADS", "threads"),
                       ("no kernel runs", "idle"), ("not offloaded", "host")]:
        goal = at_most(0.2) if key in ("aot", "threads") else None
        rows += [measure("process, %s: time" % title, "Process", key + "-time",
                         goal, "us"),
                 measure("process, %s: peak memory" % title, "Process",
                         key + "-memory", goal, "KiB")]
    return rows


MEASURES = (launches() + teams() + data() + mappings() + life() + kernels()
            + threads() + processes())
