"""Damages objects and archives with device code and links them; each link has to end
as a link may end.

    mutate_inputs.py --build build [--cases 1000] [--seed 1] [--first 0]
        [--only NAME,...] [--folder DIR] [--verbose]

A seed and a number make a case: one of the good files (GOOD) is damaged in one or two
ways (Inputs/mutations.py). clang-linker-wrapper gets it with what clang would give it
and with a host linker that does nothing, under limits of time and memory. This may come
of it:

refused  the status is 1, and an error names the file
guarded  the same, by the guard that reports crashes of LLVM's readers
linked   the status is 0, and all device code is in it. If some is not, the real host
         linker runs and has to refuse the file

All else fails: a crash, a hang, no message, one that does not name the file, files left
behind, device code that was dropped in silence. Prints a line for each failure and what
it takes to see it again, at the end how many cases ended in which way; the status is 1
if any failed. Damaged files of cases that failed stay in the folder.
"""

import argparse
import collections
import dataclasses
import os
import pathlib
import random
import re
import resource
import shlex
import shutil
import subprocess
import sys
import tempfile

HERE = pathlib.Path(__file__).resolve().parent
sys.path.insert(0, str(HERE / "Inputs"))
import mutations  # noqa: E402

SECONDS = 30  # Of processor time: a hundred times what these links take.
ADDRESS_SPACE = 8 << 30
HOST = "-fopenmp-targets=x86_64-pc-linux-gnu"
NVIDIA, AMD = "--offload-arch=sm_90", "--offload-arch=gfx90a"
JIT, LTO, THIN, AHEAD = ("-fopenmp-target-jit", "-foffload-lto", "-foffload-lto=thin",
                         "-fno-offload-lto")
LINKED = re.compile(r"^ device link for (\S+ \(.*\)):", re.M)
# What LLVM prints before it crashes may have no end of a line.
ERROR = re.compile(r"clang-linker-wrapper: error: .")
GUARDED = re.compile(r"clang-linker-wrapper: error: .*(damaged\?|alone is damaged)")


@dataclasses.dataclass(frozen=True)
class Good:
    """A good file: how it is compiled, of what kind it is."""

    name: str
    flags: tuple
    kind: str = "object"
    more: tuple = ()  # Where it is compiled.

    @property
    def file(self):
        return {"object": "damaged.o", "records": "damaged.bin",
                "member": "damaged.o"}.get(self.kind, "libdamaged.a")


GOOD = [
    Good("host-jit", (HOST, JIT, "-O2")),
    Good("host-jit-g", (HOST, JIT, "-O0"), more=("-g",)),
    Good("host-lto", (HOST, LTO, "-O2")),
    Good("host-lto-O0", (HOST, LTO, "-O0")),
    Good("host-thin-g", (HOST, THIN, "-O2"), more=("-g",)),
    Good("host-elf", (HOST, AHEAD, "-O2")),
    Good("sm_90-jit", (NVIDIA, JIT, "-O2")),
    Good("gfx90a-jit-g", (AMD, JIT, "-O2"), more=("-g",)),
    Good("gfx90a-lto", (AMD, LTO, "-O2")),
    Good("gfx90a-elf", (AMD, AHEAD, "-O2")),
    Good("compressed", (HOST, LTO, "-O2"), more=("-g", "-gz")),
    Good("host-bitcode", (HOST, LTO, "-O2", "-flto", "-fuse-ld=lld")),
    Good("archive", (HOST, LTO, "-O2"), "archive"),
    Good("jit-archive", (AMD, JIT, "-O2"), "archive"),
    Good("thin-archive", (HOST, THIN, "-O2"), "thin archive"),
    Good("thin-member", (HOST, LTO, "-O2"), "member"),
    Good("records", (HOST, LTO, "-O2"), "records"),
]


def run(command, folder, **more):
    return subprocess.run([str(word) for word in command], cwd=folder, check=False,
                          stdin=subprocess.DEVNULL, capture_output=True, **more)


def must(command, folder):
    done = run(command, folder)
    if done.returncode:
        sys.exit(f"{shlex.join(map(str, command))}: {done.stderr.decode()}")
    return done


def limit():
    resource.setrlimit(resource.RLIMIT_CPU, (SECONDS, SECONDS))
    resource.setrlimit(resource.RLIMIT_AS, (ADDRESS_SPACE, ADDRESS_SPACE))
    resource.setrlimit(resource.RLIMIT_CORE, (0, 0))


class Link:
    """How one good file is linked, in a folder with nothing else."""

    def __init__(self, good, chosen):
        self.good, self.chosen = good, chosen
        self.folder = chosen.folder / good.name
        shutil.rmtree(self.folder, ignore_errors=True)
        (self.folder / "tmp").mkdir(parents=True)
        self.file = self.folder / good.file
        self.make()
        self.bytes = self.file.read_bytes()
        self.command = self.wrapper_command()
        self.names = self.listing()
        done = self.wrapper()
        if done.returncode:
            sys.exit(f"{good.name}: {done.stderr.decode()}")
        self.images = self.images_of(done)

    def tool(self, name):
        return self.chosen.llvm / "bin" / name

    def compile(self, output, *more):
        # The same bytes in each folder, but for the kernels' names: they have the
        # number of the source's inode.
        must([self.chosen.build / "bin" / "clang++", "-w", "-fopenmp",
              "-fdebug-compilation-dir=.", f"-ffile-prefix-map={HERE}=.",
              *self.good.flags, *self.good.more, *more, "-c",
              HERE / "Inputs" / "to-damage.cpp", "-o", output], self.folder)

    def make(self):
        kind = self.good.kind
        if kind == "object":
            self.compile("damaged.o")
        elif kind == "records":
            self.compile("whole.o")
            must([self.tool("llvm-objcopy"), "--dump-section",
                  ".llvm.offloading=damaged.bin", "whole.o"], self.folder)
            (self.folder / "whole.o").unlink()
            self.compile("main.o", AHEAD, "-DMAIN")
        else:
            self.compile("main.o", "-DMAIN")
            self.compile("damaged.o", "-DPART")
            how = "rc" if kind == "archive" else "rcT"
            must([self.tool("llvm-ar"), how, "libdamaged.a", "damaged.o"], self.folder)
            if kind == "archive":
                (self.folder / "damaged.o").unlink()

    def wrapper_command(self):
        inputs = [name for name in ("main.o", "libdamaged.a")
                  if (self.folder / name).exists()] or ["damaged.o"]
        if self.good.kind == "records":
            inputs.append("damaged.bin")
        shown = must([self.chosen.build / "bin" / "clang++", "-fopenmp", *self.good.flags,
                      *inputs, "-o", "program", "-###"], self.folder).stderr.decode()
        return shlex.split(shown.strip().splitlines()[-1]) + ["--wrapper-verbose"]

    def wrapper(self, linker="/bin/true"):
        command = [f"--linker-path={linker}" if word.startswith("--linker-path=")
                   and linker else word for word in self.command]
        environment = {**os.environ, "TMPDIR": str(self.folder / "tmp"),
                       "XDG_CACHE_HOME": str(self.chosen.folder / "cache")}
        return run(command, self.folder, timeout=40 * SECONDS, preexec_fn=limit,
                   env=environment)

    def listing(self):
        return sorted(path for path in self.folder.rglob("*"))

    @staticmethod
    def images_of(done):
        return sorted(LINKED.findall(done.stderr.decode(errors="replace")))

    def verdict(self, done):
        """How the link ended, and what is wrong with that."""
        text = done.stderr.decode(errors="replace")
        if self.listing() != self.names:
            return "leftover", "files were left behind"
        if done.returncode == 0:
            if len(self.images_of(done)) == len(self.images) or self.wrapper(None).returncode:
                return "linked", None
            return "dropped", "device code was dropped in silence"
        if done.returncode != 1:
            return "crash", f"the status is {done.returncode}"
        if not ERROR.search(text):
            return "silent", "there is no error"
        if "damaged." not in text[ERROR.search(text).start():]:
            return "nameless", "the error does not name the file"
        return "guarded" if GUARDED.search(text) else "refused", None

    def try_case(self, number):
        """Returns how it ended, what is wrong, and what was done."""
        chance = random.Random(f"{self.chosen.seed} {number}")
        data = bytearray(self.bytes)
        what = mutations.damage(chance, data)
        self.file.write_bytes(data)
        try:
            done = self.wrapper()
            ending, problem = self.verdict(done)
        except subprocess.TimeoutExpired:
            done, ending, problem = None, "hang", "it does not end"
        for path in set(self.listing()) - set(self.names):
            if not path.is_dir():
                path.unlink()
        if problem or self.chosen.keep:
            self.file.rename(self.chosen.folder / f"case-{number}-{self.good.file}")
        if problem:
            said = done.stderr.decode(errors="replace") if done else ""
            problem += ": " + " ".join(said.strip().split("\n")[-3:])[:400]
        elif self.chosen.verbose:
            lines = done.stderr.decode(errors="replace").splitlines()
            print(number, self.good.name, ending, what, "|",
                  " ".join(line for line in lines if "error: " in line)[:300], flush=True)
        self.file.write_bytes(self.bytes)
        return ending, problem, what


def parse():
    parser = argparse.ArgumentParser(description=__doc__.split("\n\n", maxsplit=1)[0])
    parser.add_argument("--build", required=True, type=pathlib.Path)
    parser.add_argument("--llvm", type=pathlib.Path,
                        default=pathlib.Path("/usr/lib/llvm-22"))
    parser.add_argument("--cases", default=1000, type=int)
    parser.add_argument("--first", default=0, type=int, help="the first one's number")
    parser.add_argument("--seed", default=1, type=int)
    parser.add_argument("--only", default="", help="names of good files")
    parser.add_argument("--folder", type=pathlib.Path)
    parser.add_argument("--keep", action="store_true", help="all damaged files stay")
    parser.add_argument("--verbose", action="store_true", help="a line for each case")
    chosen = parser.parse_args()
    chosen.build = chosen.build.resolve()
    chosen.folder = (chosen.folder or
                     pathlib.Path(tempfile.mkdtemp(prefix="mutate-"))).resolve()
    chosen.folder.mkdir(parents=True, exist_ok=True)
    return chosen


def main():
    chosen = parse()
    names = chosen.only.split(",") if chosen.only else [good.name for good in GOOD]
    links = {}
    endings, failed = collections.Counter(), 0
    for number in range(chosen.first, chosen.first + chosen.cases):
        good = GOOD[number % len(GOOD)]
        if good.name not in names:
            continue
        if good.name not in links:
            links[good.name] = Link(good, chosen)
        ending, problem, what = links[good.name].try_case(number)
        endings[ending] += 1
        if problem:
            failed += 1
            print(f"case {number} ({good.name}): {what}: {problem}", flush=True)
    counts = ", ".join(f"{count} {ending}" for ending, count in sorted(endings.items()))
    print(f"{sum(endings.values())} damaged inputs: {counts}; {failed} failed")
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())
