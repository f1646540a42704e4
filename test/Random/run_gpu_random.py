"""Builds files of random GPU programs and runs each in one of many ways; see
Inputs/generate_gpu.py for what they are.

    run_gpu_random.py --build build --seeds 1-100,205 [--programs 30] [--folder DIR]
        [--with PART=VALUE,...] [--only K] [--reduce] [--jobs N] [--standin]

A seed chooses the programs and how they are built: for which target, at which
level, with debug information or not, and how. What is built then runs generic,
specialised, and on a virtual GPU with its checks of accesses. --with replaces parts
of what a seed chooses: target, level, debug, way. With --avoid large the programs are
small, and a third as long to build and run. Prints a line for each file, then
how many programs and runs there were; the status is 1 if anything failed.

--only builds one program of a file, and --reduce leaves out statements as long as it
still fails in the same way. What failed stays in the folder, without one in a
temporary folder that is named.
"""

import argparse
import concurrent.futures
import dataclasses
import pathlib
import shutil
import subprocess
import sys
import tempfile
import time

import reducing
import running
from running import Failure

HERE = pathlib.Path(__file__).resolve().parent
TARGETS = {"host": running.HOST, "sm_90": "nvptx64-nvidia-cuda",
           "gfx90a": "amdgcn-amd-amdhsa", "gfx1100": "amdgcn-amd-amdhsa"}
# How the device code is built; the packaged compiler makes objects only.
WAVE32 = "gfx1100"
WAYS = {"jit": ["-fopenmp-target-jit"], "lto": ["-foffload-lto"],
        "packaged": ["-fopenmp-target-jit"], "ahead": []}
# What a seed chooses, by its remainders.
TARGET_CYCLE = ["sm_90", "gfx90a", "sm_90", "gfx90a", "host", "gfx1100"]
WAY_CYCLE = ["jit", "lto", "jit", "packaged", "lto"]
LEVEL_CYCLE = [2, 0, 3, 1, 2, 3, 1]
SPECIALISED = {"OMP_JIT_THRESHOLD": "1000000", "OMP_JIT_ASYNC": "0"}
GENERIC = ("generic", {"OMP_JIT_SPECIALIZE": "none", "OMP_JIT_ASYNC": "0"})
# One process fills the cache in another floating-point environment for the next.
CHANGED, AFTER = ("changed environment", SPECIALISED), ("after it", SPECIALISED)
AHEAD = "ahead of time"
CHECKED = ("checked", {**SPECIALISED, "OMP_JIT_VGPU_CHECK": "1"})


@dataclasses.dataclass
class Choice:
    """How one file is built."""

    target: str
    level: str
    debug: str
    way: str
    seed: int

    @classmethod
    def of(cls, seed, replaced):
        parts = {"target": TARGET_CYCLE[seed % 6], "way": WAY_CYCLE[seed % 5],
                 "level": str(LEVEL_CYCLE[seed % 7]),
                 "debug": "yes" if seed // 6 % 2 else "no"} | replaced
        if parts["target"] == WAVE32 and "way" not in replaced:
            parts["way"] = "jit"
        if parts["way"] == "packaged" and "debug" not in replaced and \
                (parts["target"] == "gfx90a"
                 or parts["target"] == "sm_90" and parts["level"] == "0"):
            parts["debug"] = "no"
        if parts["target"] == "host" and parts["way"] == "packaged" and "way" not in replaced:
            parts["way"] = "ahead"
        return cls(**parts, seed=seed)

    @property
    def architecture(self):
        return "" if self.target == "host" else self.target

    def avoid(self):
        """What clang 22 gets wrong for GPUs (docs/limits.md): all of it in objects of
        the packaged one. What libomp 22 does on the host."""
        is_gpu = self.target != "host"
        return ["nested"] * (not is_gpu) + ["packaged", "captures", "box", "target teams loop"] \
            * (self.way == "packaged") + ["scan", "private"] * is_gpu \
            + ["section"] * (is_gpu and self.debug == "yes") \
            + ["sized"] * (self.target == "sm_90" or is_gpu and self.debug == "yes")

    def flags(self):
        flags = [*running.FLAGS, "-w", f"-O{self.level}",
                 "-fopenmp-targets=" + TARGETS[self.target]]
        flags += ["-g"] if self.debug == "yes" else []
        # What the host runs is no test for a GPU; it took a fourth of a file's time.
        if self.target != "host" and self.seed % 4:
            flags += ["-Xarch_host", "-O0"]
        return flags + ([f"--offload-arch={running.LEAST_WAVE32}"]
                        if self.target == WAVE32 else [])

    def runs(self):
        """Names and settings; ahead of time nothing depends on them."""
        if self.way == "ahead":
            return [(AHEAD, {})]
        runs = [GENERIC, CHANGED, AFTER] if self.seed % 4 == 3 else \
            [GENERIC, ("specialised", SPECIALISED)]
        if self.target == "host":
            return runs + [("unspecialised", {"OMP_JIT": "0"})]
        floating = running.FLOATING[self.seed // 4 % len(running.FLOATING)]
        return [(name, settings | self.opt_level(name)
                 | ({"RANDOM_FLOATING": floating} if name == CHANGED[0] else {}))
                for name, settings in runs + [CHECKED]]

    def opt_level(self, run):
        """Users compile what was built with -O0 at the default level; one run does not."""
        is_default = self.level == "0" and run != GENERIC[0]
        return {} if is_default else {"OMP_JIT_OPT_LEVEL": self.level}

    def __str__(self):
        return f"{self.target} -O{self.level}{' -g' * (self.debug == 'yes')} {self.way}"


class File:
    """One file of programs, or one program of it without some statements."""

    def __init__(self, chosen, seed, folder, only="", dropped=()):
        self.chosen, self.seed, self.folder = chosen, seed, folder
        self.choice = Choice.of(seed, chosen.replaced)
        self.only, self.dropped = only, dropped

    def generate(self, *more):
        """The text, or what else the generator prints."""
        command = [sys.executable, HERE / "Inputs" / "generate_gpu.py", str(self.seed),
                   str(self.chosen.programs), "--only", self.only, "--avoid",
                   ",".join(self.choice.avoid() + self.chosen.avoid), "--drop",
                   ",".join(map(str, self.dropped)), *more]
        return subprocess.run(command, capture_output=True, text=True, check=True).stdout

    def build(self):
        source, program = self.folder / "program.cpp", self.folder / "program"
        source.write_text(self.generate(), encoding="utf-8")
        flags, tools = self.choice.flags(), self.chosen.tools
        if self.choice.way == "packaged":
            source = tools.packaged_object(source, flags, TARGETS[self.choice.target])
        tools.compile([tools.clang, *flags, *WAYS[self.choice.way], source,
                       running.ENVIRONMENT, "-o", program])
        return program

    def failing(self, program, name, settings, failure):
        """Which programs of the file fail in a run, and how. Those behind one that
        ends the process run in another."""
        found, first = [], 0
        while failure:
            found += [f"  {name}: {line}" for line in failure.out if "instead of" in line]
            if failure.kind == "differs":
                break
            begun = [int(line.split()[1]) for line in failure.out
                     if line.startswith("program ")]
            first = begun[-1] + 1 if begun else first + 1
            message = " ".join(str(failure).split()[-60:])
            found.append(f"  {name}: k{first - 1}: {message[:600]}")
            failure = None
            if first < self.chosen.programs:
                try:
                    self.run(program, name, settings,
                             *map(str, range(first, self.chosen.programs)))
                except Failure as next_failure:
                    failure = next_failure
        return "\n".join(["", *found])

    def run(self, program, name, settings, *numbers):
        cache = self.folder / "cache"
        if name != AFTER[0]:
            shutil.rmtree(cache, ignore_errors=True)
        environment = running.environment_of(
            self.choice.architecture, cache, settings,
            self.chosen.build / "standin" if self.chosen.standin else None)
        begin = time.monotonic()
        out = self.chosen.tools.run([program, *numbers], environment, name,
                                    self.chosen.seconds)
        return out.splitlines()[-1], time.monotonic() - begin


class Chosen(argparse.Namespace):
    """What the command line says."""

    def asks_for(self, run):
        """Whether a run is wanted; a file built ahead of time has no other."""
        return not self.runs or run in self.runs or run == AHEAD


def parse():
    parser = argparse.ArgumentParser(description=__doc__.split("\n\n")[0])
    parser.add_argument("--build", required=True, type=pathlib.Path)
    parser.add_argument("--llvm", type=pathlib.Path,
                        default=pathlib.Path("/usr/lib/llvm-22"))
    parser.add_argument("--standin", action="store_true",
                        help="GPUs by their vendors' plugins, on stand-ins for the drivers")
    parser.add_argument("--without-toolkit", action="store_true",
                        help="no CUDA toolkit and no ROCm are in sight")
    parser.add_argument("--seeds", default="1-10")
    parser.add_argument("--programs", default=30, type=int)
    parser.add_argument("--only", default="")
    parser.add_argument("--with", dest="replaced", default="")
    parser.add_argument("--avoid", default="")
    parser.add_argument("--runs", default="", help="only these")
    parser.add_argument("--seconds", default=300, type=int, help="limit of a run")
    parser.add_argument("--jobs", default=1, type=int, help="files at a time")
    parser.add_argument("--reduce", action="store_true")
    parser.add_argument("--folder", type=pathlib.Path)
    chosen = parser.parse_args(namespace=Chosen())
    chosen.seeds = [seed for part in chosen.seeds.split(",") for seed in seeds_of(part)]
    chosen.replaced = dict(part.split("=") for part in chosen.replaced.split(",") if part)
    chosen.avoid = [part for part in chosen.avoid.split(",") if part]
    chosen.runs = [part for part in chosen.runs.split(",") if part]
    chosen.tools = running.Tools(chosen.build, chosen.llvm, chosen.without_toolkit)
    chosen.folder = chosen.folder or pathlib.Path(tempfile.mkdtemp(prefix="random-"))
    return chosen


def seeds_of(text):
    first, _, last = text.partition("-")
    return range(int(first), int(last or first) + 1)


def try_file(chosen, seed, folder):
    """Builds and runs one file; tells how many runs there were."""
    file = File(chosen, seed, folder, chosen.only)
    begin = time.monotonic()
    program = file.build()
    times = [f"build {time.monotonic() - begin:.1f}"]
    expected, failures, runs = None, [], 0
    for name, settings in file.choice.runs():
        if not chosen.asks_for(name):
            continue
        runs += 1
        try:
            result, seconds = file.run(program, name, settings)
            expected = expected or result
            times.append(f"{name} {seconds:.1f}")
            if result != expected:
                failures.append(f"{name}: {result} instead of {expected}")
        except Failure as failure:
            failures.append(str(failure) if chosen.only else
                            file.failing(program, name, settings, failure))
    if failures:
        raise Failure("".join(failures))
    print(f"seed {seed}: {file.choice}: {expected} ({', '.join(times)})", flush=True)
    return runs


def runs_of(chosen, seed):
    """How many runs of a file there were, or none if it failed."""
    folder = chosen.folder / str(seed)
    shutil.rmtree(folder, ignore_errors=True)
    folder.mkdir(parents=True)
    try:
        runs = try_file(chosen, seed, folder)
        shutil.rmtree(folder)
        return runs
    except Failure as failure:
        print(f"seed {seed}: {Choice.of(seed, chosen.replaced)}: {folder}: {failure}",
              flush=True)
        return None


def main():
    chosen = parse()
    if chosen.reduce:
        return reducing.reduce(chosen, File)
    with concurrent.futures.ThreadPoolExecutor(chosen.jobs) as pool:
        runs = list(pool.map(lambda seed: runs_of(chosen, seed), chosen.seeds))
    failures = runs.count(None)
    print(f"{len(runs) * chosen.programs} programs, "
          f"{sum(filter(None, runs)) * chosen.programs} runs, {failures} files failed")
    return failures != 0


if __name__ == "__main__":
    sys.exit(main())
