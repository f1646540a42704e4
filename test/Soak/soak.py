"""Runs a program that offloads all day (Inputs/Soak.cpp) beside others that share its
cache and are killed now and then, and looks at what it does and what it has.

    soak.py --build build --seconds N [--seed N] [--folder DIR]

Small limits have images unloaded and removed from the cache all the time. What the
program has at the end is compared with what it had after a third of the time: by then
it has met all kernels. The status is 1 if a result was wrong, a process ended by
itself, or something grew. Needs no network.
"""

import argparse
import contextlib
import json
import os
import pathlib
import random
import signal
import subprocess
import sys
import tempfile
import threading
import time

HERE = pathlib.Path(__file__).resolve().parent
FLAGS = ["-O2", "-fopenmp", "-fopenmp-targets=x86_64-pc-linux-gnu", "-fopenmp-target-jit"]
CACHE_BYTES = 4 << 20
SETTINGS = {"OMP_JIT_MEMORY": "512K", "OMP_JIT_CACHE_SIZE": str(CACHE_BYTES),
            "OMP_JIT_ASYNC": "1", "KMP_WARNINGS": "0"}
# What is there at the end for each that was there after a third of the time.
# Images that are kept in memory may take 64 MiB.
MOST_GROWTH = {"rss_kib": (1.25, 64 << 10), "mappings": (1.25, 200), "descriptors": (1, 8),
               "threads": (1, 8)}


def parse():
    parser = argparse.ArgumentParser(description=__doc__.split("\n\n")[0])
    parser.add_argument("--build", required=True, type=pathlib.Path)
    parser.add_argument("--seconds", required=True, type=int)
    parser.add_argument("--seed", default=1, type=int)
    parser.add_argument("--folder", type=pathlib.Path, help="what is made stays there")
    return parser.parse_args()


class Programs:
    """Builds the program and its library, and starts processes of it."""

    def __init__(self, chosen, folder):
        self.build, self.folder = chosen.build, folder
        self.program, self.library = folder / "soak", folder / "library.so"
        clang = chosen.build / "bin" / "clang++"
        inputs = HERE / "Inputs"
        subprocess.run([clang, *FLAGS, inputs / "Soak.cpp", "-o", self.program], check=True)
        subprocess.run([clang, *FLAGS, "-shared", "-fPIC", inputs / "Library.cpp", "-o",
                        self.library], check=True)

    def start(self, seconds, seed, output):
        environment = os.environ | SETTINGS | {
            "OMP_JIT_CACHE_DIR": str(self.folder / "cache"),
            "LD_LIBRARY_PATH": str(self.build / "lib")}
        return subprocess.Popen([self.program, str(seconds), str(seed), self.library],
                                stdout=output, env=environment)


class Killed(threading.Thread):
    """Processes beside the program, one after the other, each killed sometime."""

    def __init__(self, programs, seed):
        super().__init__()
        self.programs, self.random = programs, random.Random(seed)
        self.is_over = threading.Event()
        self.kills, self.problems = 0, []

    def run(self):
        while not self.is_over.is_set():
            output = self.programs.folder / "killed.jsonl"
            with open(output, "w", encoding="utf-8") as file:
                process = self.programs.start(3600, 1000 + self.kills, file)
                self.is_over.wait(self.random.uniform(0.05, 4))
                status = process.poll()
                process.kill()
                process.wait()
            if status is not None:
                self.problems.append(f"a process ended with status {status} by itself")
            if any(line["wrong"] for line in read_reports(output)):
                self.problems.append("a process that was killed had wrong results")
            self.kills += 1

    def finish(self):
        self.is_over.set()
        self.join()


def read_reports(path):
    reports = []
    for line in path.read_text(encoding="utf-8").splitlines():
        with contextlib.suppress(json.JSONDecodeError):  # Cut off by a kill.
            reports.append(json.loads(line))
    return reports


def bytes_on_disk(folder):
    total = 0
    for path in folder.glob("**/*"):
        with contextlib.suppress(FileNotFoundError):
            total += path.lstat().st_blocks * 512
    return total


def run(chosen, folder):
    """What the program reported, how large its cache was, and what was wrong."""
    programs = Programs(chosen, folder)
    killed = Killed(programs, chosen.seed)
    output, largest = folder / "reports.jsonl", 0
    with open(output, "w", encoding="utf-8") as file:
        process = programs.start(chosen.seconds, chosen.seed, file)
        killed.start()
        deadline = time.monotonic() + chosen.seconds + 120
        while process.poll() is None and time.monotonic() < deadline:
            time.sleep(1)
            largest = max(largest, bytes_on_disk(folder / "cache"))
        killed.finish()
    problems = killed.problems
    if process.poll() is None:
        problems.append("the program hangs")
        process.send_signal(signal.SIGABRT)
    elif process.returncode:
        problems.append(f"the program ended with status {process.returncode}")
    return read_reports(output), largest, killed.kills, problems


def grown(reports):
    """What grew more than it may."""
    early, late = reports[len(reports) // 3], reports[-1]
    for name, (factor, more) in MOST_GROWTH.items():
        if late[name] > early[name] * factor + more:
            yield f"{name} grew from {early[name]} to {late[name]}"


def print_table(reports, largest, kills):
    columns = list(reports[0])
    print("  ".join(f"{name:>12}" for name in columns))
    step = max(1, len(reports) // 10)
    for report in reports[::step] + [reports[-1]]:
        print("  ".join(f"{report[name]:>12}" for name in columns))
    print(f"{kills} processes beside it were killed; the cache had {largest >> 10} KiB on "
          f"disk at the most, of {CACHE_BYTES >> 10} that it may have")


def main():
    chosen = parse()
    with contextlib.ExitStack() as stack:
        folder = chosen.folder or pathlib.Path(
            stack.enter_context(tempfile.TemporaryDirectory(prefix="soak-")))
        folder.mkdir(parents=True, exist_ok=True)
        reports, largest, kills, problems = run(chosen, folder.resolve())
    if not reports:
        problems.append("the program reported nothing")
    else:
        print_table(reports, largest, kills)
        problems += grown(reports)
        if reports[-1]["wrong"]:
            problems.append(f"{reports[-1]['wrong']} results were wrong")
    if largest > CACHE_BYTES * 1.25:
        problems.append(f"the cache had {largest} bytes on disk")
    for problem in problems:
        print("problem:", problem)
    return 1 if problems else 0


if __name__ == "__main__":
    sys.exit(main())
