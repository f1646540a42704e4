"""What random programs choose from."""

# Type: bits, and whether it is signed or a number with a fraction.
TYPES = {
    "int8_t": (8, "signed"), "uint8_t": (8, "unsigned"),
    "int16_t": (16, "signed"), "uint16_t": (16, "unsigned"),
    "int32_t": (32, "signed"), "uint32_t": (32, "unsigned"),
    "int64_t": (64, "signed"), "uint64_t": (64, "unsigned"),
    "bool": (1, "bool"), "float": (32, "real"), "double": (64, "real"),
}
INTEGERS = [name for name, (_, kind) in TYPES.items()
            if kind in ("signed", "unsigned")]
UNSIGNED = [name for name, (_, kind) in TYPES.items() if kind == "unsigned"]
REALS = ["float", "double"]
# Common ones more often.
ANY = INTEGERS + REALS + ["int32_t"] * 4 + ["uint64_t"] * 2 + ["double", "bool"]
ELEMENTS = INTEGERS + REALS + ["int32_t"] * 3 + ["uint64_t", "double"]

# Operation: types that have it.
OPERATIONS = {
    "+": INTEGERS + REALS, "*": UNSIGNED, "&": INTEGERS, "|": INTEGERS,
    "^": INTEGERS, "min": INTEGERS + REALS, "max": INTEGERS + REALS,
}

SCHEDULES = ["", "", "", "schedule(static)", "schedule(static, 1)",
             "schedule(static, {chunk})", "schedule(dynamic)",
             "schedule(dynamic, {chunk})", "schedule(guided)",
             "schedule(guided, {chunk})", "schedule(auto)", "schedule(runtime)",
             "schedule(monotonic : dynamic, {chunk})",
             "schedule(nonmonotonic : dynamic)"]
ORDERED_SCHEDULES = ["", "schedule(static)", "schedule(static, {chunk})",
                     "schedule(dynamic)", "schedule(dynamic, {chunk})"]
DIST_SCHEDULES = ["", "", "", "dist_schedule(static)",
                  "dist_schedule(static, {chunk})", "dist_schedule(static, 1)"]

# What shares a loop's iterations. Where: in which scopes. Modes: what may become
# of the variables outside of it. Clauses: which others it can have.
DATA = ["read", "owned", "atomic", "critical", "reduction", "firstprivate",
        "private", "lastprivate", "nothing"]
QUIET = [mode for mode in DATA if mode not in ("atomic", "critical")]
UNSHARED = [mode for mode in DATA if mode != "firstprivate"]
PARALLEL = ["schedule", "num_threads", "if", "collapse", "proc_bind"]
TEAMS = ["num_teams", "thread_limit", "dist_schedule", "collapse"]
LOOPS = {
    # name: (where, modes, clauses, weight)
    "parallel for": (("team",), DATA, PARALLEL, 10),
    "parallel for simd": (("team",), QUIET, PARALLEL, 2),
    "parallel loop": (("team",), QUIET[:-3] + ["private", "nothing"],
                      ["num_threads", "collapse"], 1),
    "for": (("replicated",), DATA, ["schedule", "collapse"], 10),
    "for simd": (("replicated",), QUIET, ["schedule", "collapse"], 1),
    "simd": (("team", "iteration", "function", "replicated"),
             ["read", "owned", "reduction", "private", "lastprivate",
              "nothing"], ["simdlen", "safelen", "collapse"], 3),
    "distribute": (("teams",), ["read", "owned", "atomic", "critical",
                                "firstprivate", "private", "nothing"],
                   ["dist_schedule", "collapse"], 4),
    "distribute parallel for": (
        ("teams",), DATA[:-2] + ["nothing"],
        ["dist_schedule", "schedule", "num_threads", "collapse"], 4),
    "distribute parallel for simd": (
        ("teams",), QUIET[:-2] + ["nothing"],
        ["dist_schedule", "schedule", "num_threads"], 1),
    "distribute simd": (("teams",), ["read", "owned", "private", "nothing"],
                        ["dist_schedule", "simdlen"], 1),
}
TARGET_LOOPS = {
    # name: (modes, clauses, level of the body, weight)
    "target parallel for": (DATA, PARALLEL, "iteration", 6),
    "target parallel for simd": (QUIET, PARALLEL, "simd", 1),
    "target parallel loop": (QUIET[:4] + ["private", "nothing"],
                             ["num_threads", "collapse"], "iteration", 1),
    "target simd": (["read", "owned", "reduction", "private", "nothing"],
                    ["simdlen"], "simd", 1),
    "target teams distribute": (DATA, TEAMS, "team", 12),
    "target teams distribute simd": (
        ["read", "owned", "reduction", "private", "nothing"], TEAMS, "simd", 1),
    "target teams distribute parallel for": (
        DATA, TEAMS + ["schedule", "num_threads"], "iteration", 10),
    "target teams distribute parallel for simd": (
        QUIET, TEAMS + ["schedule", "num_threads"], "simd", 2),
    "target teams loop": (["read", "owned", "reduction", "private",
                           "nothing"], ["num_teams", "thread_limit",
                                        "collapse"], "iteration", 2),
}

THREADS = [1, 2, 3, 7, 8, 31, 32, 33, 64, 65, 96, 100, 128]
MANY_THREADS = [129, 160, 192, 200, 256, 300, 512]
TEAM_COUNTS = [1, 1, 2, 3, 4, 5, 8, 13]
TRIPS = [1, 2, 3, 5, 8, 13, 16, 20, 31, 32, 33, 48, 64, 65, 100]
FEW_TRIPS = [1, 2, 3, 4, 5, 6, 8, 10]
ATOMIC_ORDERS = ["", "", "", " relaxed", " seq_cst", " acq_rel", " release"]
