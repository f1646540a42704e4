"""Measures what the steps of a start take on this machine."""

import json
import os
import platform
import time
from statistics import median

from ranks import Site, fail

KERNELS = 40
STAGES = ("load_ms", "specialise_ms", "optimise_ms", "generate_ms", "link_ms", "assemble_ms")


def beside_stages(run):
    """How much longer a compile took than its stages."""
    return median([(each["ms"] - sum(each[stage] for stage in STAGES)) / 1e3
                   for each in run.compiles()])


def check_time(run):
    """From the begin of a look-up until the image is checked: without its loading."""
    loads = [each["dur"] for each in run.events if each.get("cat") == "image" and "dur" in each]
    hits = [each["dur"] for each in run.events if each.get("cat") == "select" and "dur" in each]
    return median([hit - load for hit, load in zip(hits, loads)]) / 1e6


def later(run):
    """Launches but the first."""
    return median(run.launches[1:])


def request_time():
    """Of the system, for a name that is not there."""
    count = 20000
    start = time.perf_counter()
    for _ in range(count):
        os.access("/tmp/no such file", os.F_OK)
    return (time.perf_counter() - start) / count


def once(site, redis):
    """One sample of each time; names with spaces are of more than one step."""
    values = {"local_request": request_time()}
    site.new_node()
    for name in ("cold", "server"):
        site.remove(name)
    cold = site.run(KERNELS, "cold")[0]
    values["compile"] = median([each["ms"] / 1e3 for each in cold.compiles()])
    values["cold first"], values["cold later"] = cold.launches[0], later(cold)
    values["cold beside stages"] = beside_stages(cold)
    values["entry_bytes"] = round(median([each.stat().st_size for each in os.scandir(site.path("cold"))
                                    if each.name.endswith(".img")]))
    server = site.run(KERNELS, "server", OMP_JIT_COMPILER="node")[0]
    values["server first"], values["server later"] = server.launches[0], later(server)
    values["server beside stages"] = beside_stages(server)
    warm = site.run(KERNELS, "cold")[0]
    values["check"] = check_time(site.run(KERNELS, "cold", trace=True)[0])
    values["warm first"], values["warm later"] = warm.launches[0], later(warm)
    site.tool("omp-jit-cache", "--dir=" + site.path("cold"), "export", site.path("bundle"))
    values["check_bundle"] = check_time(site.run(
        KERNELS, "none", trace=True, OMP_JIT_CACHE_BUNDLES=site.path("bundle"))[0])
    if redis:
        entry = os.urandom(values["entry_bytes"])
        redis.command("SET", "image", entry)
        values["redis_get"] = redis.cpu_of(["GET", "image"], 2000)
        values["redis_set"] = redis.cpu_of(["SET", "image", entry], 2000)
        values["redis_request"] = redis.cpu_of(["GET", "nothing"], 2000)
        values["redis_connect"] = redis.cpu_of_connection(500)
    return values


def steps(least):
    """The single steps, from differences."""
    values = {name: value for name, value in least.items() if " " not in name}
    for name, longer, shorter in [
            ("load", "warm later", "check"),
            ("start", "warm first", "warm later"),
            ("open_compiler", "cold first", "cold later"),
            ("start_server", "server first", "server later"),
            ("request", "server beside stages", "cold beside stages")]:
        values[name] = max(0.0, least[longer] - least[shorter])
    # A first launch with a compile is a first launch, too.
    for name in ("open_compiler", "start_server"):
        values[name] = max(0.0, values[name] - values["start"])
    return values


def processor():
    with open("/proc/cpuinfo", encoding="utf-8") as file:
        for line in file:
            if line.startswith("model name"):
                return line.split(":", 1)[1].strip()
    return platform.machine()


def measure(build, path, rounds):
    """The least of some rounds: on a busy machine, what is measured only gets longer."""
    try:
        with open(path, "a", encoding="utf-8"):
            pass
    except OSError as why:
        fail("%s: %s" % (path, why.strerror))
    load = os.getloadavg()[0]
    with Site(build) as site:
        redis = site.redis()
        samples = [once(site, redis) for _ in range(rounds)]
        values = steps({name: min(each[name] for each in samples) for name in samples[0]})
        values["package_bytes"] = site.package_bytes()
        version = site.tool("omp-jit-cache", "--version").strip()
    if not redis:
        print("there is no redis-server: its times are left out")
    content = {
        "what": "seconds of the steps of a start; written by scripts/simulate-start --measure",
        "date": time.strftime("%Y-%m-%d"),
        "machine": "%s, %d processors, %s, load %.1f" % (
            processor(), os.cpu_count(), platform.platform(), load),
        "version": version,
        "samples": "the least of %d runs; %d kernels, medians of a run" % (rounds, KERNELS),
        "values": {name: float("%.3g" % value) if isinstance(value, float) else value
                   for name, value in sorted(values.items())}}
    with open(path, "w", encoding="utf-8") as file:
        json.dump(content, file, indent=1)
        file.write("\n")
    print("%s: %s" % (path, content["machine"]))
    return 0
