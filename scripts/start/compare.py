"""Compares the model with real ranks on this machine.

What ranks compile, find and store has to be the same. Their time has to be similar on
a quiet machine; the ranks' start, which is not the model's subject, is as measured."""

import copy
import os

from ranks import Site

# What is compared, and where the statistics of a rank have it.
COUNTS = [("compiles", lambda s: s["compiles"]),
          ("hits", lambda s: s["disk"]["loads"]["hit"]),
          ("absent", lambda s: s["disk"]["loads"]["absent"]),
          ("stores", lambda s: s["disk"]["stores"]["stored"]),
          ("bundle_hits", lambda s: sum(b["loads"]["hit"] for b in s.get("bundles", []))),
          ("remote_hits", lambda s: s["remote"]["loads"]["hit"] if "remote" in s else 0),
          ("remote_absent", lambda s: s["remote"]["loads"]["absent"] if "remote" in s else 0)]


def arrangements(site, redis):
    """Name, arguments of the model, what a run starts with (a function), settings."""
    bundle = site.path("bundle")
    node = {"OMP_JIT_COMPILER": "node"}

    def empty():
        site.remove("ranks")
        site.new_node()

    def empty_with_redis():
        empty()
        redis.command("FLUSHALL")

    yield "local", {}, empty, {}
    yield "local, filled", {"filled": True}, site.new_node, {}
    yield "node", {"node_server": True}, empty, node
    yield "bundle", {"bundle": True}, empty, {"OMP_JIT_CACHE_BUNDLES": bundle}
    if redis:
        yield "redis-empty", {"redis": "empty"}, empty_with_redis, redis.settings()
        yield "redis-filled", {"redis": "filled"}, empty, redis.settings()
        yield ("node+redis-filled", {"redis": "filled", "node_server": True}, empty,
               dict(redis.settings(), **node))


def on_this_machine(given):
    here = copy.copy(given)
    here.nodes, here.processors, here.latency, here.redis_wait = 1, os.cpu_count(), 0.0, 10.0
    here.metadata_rate = here.data_rate = 1e9
    return here


def compare(given, simulate, rounds):
    given = on_this_machine(given)
    rows, differ = [], False
    with Site(given.build, given.launcher) as site:
        site.new_node()
        site.run(given.kernels, "full")
        site.tool("omp-jit-cache", "--dir=" + site.path("full"), "export", site.path("bundle"))
        for name, arguments, prepare, settings in arrangements(site, site.redis()):
            times, modelled, wrong = [], [], []
            for _ in range(rounds):
                prepare()
                runs = site.run(given.kernels, "ranks", ranks=given.ranks, **settings)
                runs.sort(key=lambda run: run.begin)
                first = min(run.begin for run in runs)
                times.append(max(run.end for run in runs) - first)
                result = simulate(given, arguments, [run.begin - first for run in runs])
                modelled.append(result["last"])
                real = {what: sum(count(run.stats) for run in runs) for what, count in COUNTS}
                wrong += [what for what in real if real[what] != result[what]]
            rows.append([name, times, modelled, real, result, wrong])
            differ |= bool(wrong)
    show(given, rows, rounds)
    return 1 if differ else 0


def show(given, rows, rounds):
    print("%d ranks on %d processors, %d kernels; real / model, the fastest of %d runs"
          % (given.ranks, given.processors, given.kernels, rounds))
    for name, times, modelled, real, result, wrong in rows:
        print("%-18s %6.1f / %6.1f ms  %s%s" % (
            name, 1e3 * min(times), 1e3 * modelled[times.index(min(times))],
            ", ".join("%s %d / %d" % (what, real[what], result[what]) for what in real
                      if real[what] or result[what]),
            "; different in a run: " + ", ".join(sorted(set(wrong))) if wrong else ""))
