"""Builds a program with one set of flags after another, in every mode, and runs
it: sanitizers, coverage, profiles, hardening, link-time optimisation.

Each cell must build without a word, or with the warning of its row, and the
program must print the right result and nothing else; or the cell is refused
with the one error of its row.

    build_flags.py --build BUILD --llvm LLVM --folder FOLDER [FLAG...]

With flags, only the rows that have them all. Without, and unless OMPJIT_THOROUGH is
set, a row's turn comes in half of the modes.
"""

import argparse
import concurrent.futures
import dataclasses
import os
import subprocess
import sys

HOST = ["-fopenmp", "-fopenmp-targets=x86_64-pc-linux-gnu"]
MODES = {
    "ahead": HOST,
    "lto": HOST + ["-foffload-lto"],
    "jit": HOST + ["-fopenmp-target-jit"],
    "gpu": ["-fopenmp", "--offload-arch=gfx90a", "-fopenmp-target-jit"],
}
RESULT = "1429 4 5 31 16\n"
NOT_COUNTED = "warning: what target regions do on a GPU is not counted"
GPU_IGNORES = "warning: ignoring"


@dataclasses.dataclass
class Row:
    flags: str
    warning: str = ""  # In host modes.
    jit_warning: str = ""
    gpu: str = None  # The warning on a GPU; None: not built for one.
    refused: str = ""


def refused(flags, why):
    return Row(flags, refused="error: '%s' cannot be used with target regions: %s" %
               (flags, why))


ROWS = [
    Row("-fsanitize=address", gpu=GPU_IGNORES),
    Row("-fsanitize=undefined", gpu=GPU_IGNORES),
    Row("-fsanitize=address,undefined"),
    Row("-fsanitize=address -static-libsan"),
    Row("-fsanitize=address -shared-libsan -Wl,-rpath,{runtimes}"),
    Row("-fsanitize=undefined -fsanitize-trap=all", gpu=GPU_IGNORES),
    Row("-fsanitize=undefined -fsanitize-minimal-runtime"),
    Row("-fsanitize=integer,float-divide-by-zero,bounds"),
    Row("-fsanitize=thread", gpu=GPU_IGNORES),
    Row("-fsanitize=leak"),
    Row("-fsanitize=type"),
    Row("-fsanitize=safe-stack", gpu=GPU_IGNORES),
    Row("-fsanitize=cfi -flto -fvisibility=hidden -fuse-ld=lld",
        jit_warning="warning: '-fsanitize=cfi' does not check device code"),
    refused("-fsanitize=memory", "libomp and libomptarget are not instrumented"),
    refused("-fsanitize=hwaddress", "the offload tables cannot have"),
    refused("-fsanitize=dataflow", "libomp and libomptarget have no functions"),
    refused("-fsplit-stack", "device images call libraries"),
    Row("-fsanitize-coverage=trace-pc-guard"),
    Row("-fsanitize-coverage=inline-8bit-counters,pc-table"),
    Row("-fsanitize=fuzzer-no-link", gpu=GPU_IGNORES),
    Row("--coverage", gpu=NOT_COUNTED),
    Row("-fprofile-instr-generate -fcoverage-mapping"),
    Row("-fprofile-instr-use={profile}"),
    Row("-fprofile-generate"),
    Row("-fmemory-profile", gpu="warning: ignoring '-fmemory-profile' in target regions"),
    Row("-pg"),
    Row("-finstrument-functions",
        gpu="warning: ignoring '-finstrument-functions' in target regions"),
    Row("-fxray-instrument"),
    Row("-fstack-protector-all"),
    Row("-D_FORTIFY_SOURCE=3 -O2"),
    Row("-fcf-protection=full", gpu=""),
    Row("-ftrapv", gpu="warning: ignoring '-ftrapv' in target regions"),
    Row("-ftrivial-auto-var-init=pattern"),
    Row("-fno-exceptions"),
    Row("-fno-plt"),
    Row("-mcmodel=large"),
    Row("-flto -fuse-ld=lld"),
    Row("-flto=thin -fuse-ld=lld"),
    Row("-g -gsplit-dwarf"),
    Row("-g -gz"),
]


class Matrix:
    def __init__(self, args):
        self.args = args
        self.source = os.path.join(os.path.dirname(os.path.abspath(__file__)),
                                   "build-flags.cpp")
        self.clang = os.path.join(args.build, "bin", "clang++")
        self.places = {
            "runtimes": os.path.join(args.llvm, "lib/clang/22/lib/linux"),
            "profile": os.path.join(args.folder, "main.profdata"),
        }

    def environment(self):
        return dict(os.environ, OMP_TARGET_OFFLOAD="MANDATORY", OMP_JIT_CACHE="memory",
                    OMP_JIT_VGPU="1", OMP_JIT_VGPU_ARCH="gfx90a",
                    LLVM_PROFILE_FILE="main.profraw")

    def make_profile(self):
        """What -fprofile-instr-use reads."""
        self.run_in("profile", [self.clang, "-O1", *HOST, "-fprofile-instr-generate",
                                self.source, "-o", "main"])
        self.run_in("profile", ["./main"])
        self.run_in("profile", [os.path.join(self.args.llvm, "bin/llvm-profdata"), "merge",
                                "main.profraw", "-o", self.places["profile"]])

    def run_in(self, name, command):
        folder = os.path.join(self.args.folder, name)
        os.makedirs(folder, exist_ok=True)
        return subprocess.run(command, cwd=folder, env=self.environment(), timeout=300,
                              capture_output=True, text=True, check=False)

    def check(self, number, row, mode):
        """What is wrong with the cell; empty if nothing is."""
        name = "%d.%s" % (number, mode)
        flags = row.flags.format(**self.places).split()
        built = self.run_in(name, [self.clang, "-O1", *MODES[mode], *flags, self.source,
                                   "-o", "main"])
        said = [line for line in built.stderr.splitlines()
                if "error:" in line or "warning:" in line]
        if row.refused:
            if built.returncode and len(said) == 1 and row.refused in said[0]:
                return ""
            return "not refused as expected: " + built.stderr
        if built.returncode:
            return "does not build: " + built.stderr
        warning = (row.gpu if mode == "gpu" else
                   row.warning or (row.jit_warning if mode == "jit" else ""))
        if len(said) > 1 or bool(said) != bool(warning) or \
                warning and warning not in said[0]:
            return "is built with other words: " + built.stderr
        ran = self.run_in(name, ["./main"])
        if ran.returncode or ran.stdout != RESULT or ran.stderr:
            return "status %d: %s%s" % (ran.returncode, ran.stdout, ran.stderr)
        return ""


def main():
    parser = argparse.ArgumentParser()
    for option in ("--build", "--llvm", "--folder"):
        parser.add_argument(option, required=True)
    args, wanted = parser.parse_known_args()
    args.folder = os.path.abspath(args.folder)
    matrix = Matrix(args)
    matrix.make_profile()
    cells = [(number, row, mode) for number, row in enumerate(ROWS) for mode in MODES
             if (mode != "gpu" or row.gpu is not None)
             and all(flag in row.flags.split() for flag in wanted)]
    if not wanted and "OMPJIT_THOROUGH" not in os.environ:
        cells = [cell for at, cell in enumerate(cells) if (at + cell[0]) % 2 == 0]
    failed = 0
    with concurrent.futures.ThreadPoolExecutor(max_workers=2) as pool:
        for (_, row, mode), problem in zip(cells, pool.map(lambda c: matrix.check(*c), cells)):
            if problem:
                failed += 1
                print("%s, %s: %s" % (mode, row.flags, problem[:3000]), flush=True)
    print("%d of %d cells are right" % (len(cells) - failed, len(cells)))
    return 1 if failed or not cells else 0


if __name__ == "__main__":
    sys.exit(main())
