#!/usr/bin/env python3
"""Counts what is in the code of the kernels in Inputs/kernels.cpp for GPUs.

  gpu_code.py --build FOLDER --folder FOLDER --arch ARCH [--record FILE]
  gpu_code.py ... --check FILE    fails if a count is above the recorded one
  gpu_code.py ... --table         with the machine code of NVIDIA's GPUs, and
                                  that of nvcc for the same kernels in CUDA

A kernel is compiled twice, as the JIT does: for any launch (generic), and for
LAUNCH (special).
"""

import argparse
import json
import os
import re
import subprocess
import sys

HERE = os.path.dirname(os.path.abspath(__file__))
sys.path.insert(0, HERE)
import assembly  # noqa: E402
import sass  # noqa: E402

INPUTS = os.path.join(HERE, "Inputs")
LAUNCH = ["--teams=1056", "--threads=128", "--scalar=0=4096"]
KINDS = {"generic": [], "special": LAUNCH}
CUDA = "/usr/local/cuda/bin"


def run(*command):
    done = subprocess.run(command, text=True, capture_output=True)
    if done.returncode:
        sys.exit("%s\n%s%s" % (" ".join(command), done.stdout, done.stderr))
    return done.stdout


def tool(name):
    """A tool of a CUDA toolkit; nothing where there is none."""
    for folder in os.environ.get("PATH", "").split(":") + [CUDA]:
        if os.access(os.path.join(folder, name), os.X_OK):
            return os.path.join(folder, name)
    return None


def function_of(kernel):
    """The source function of a kernel: its name has the mangled one's."""
    found = re.search(r"__Z(\d+)(\w+)", kernel)
    return found[2][:int(found[1])]


class Compiler:
    def __init__(self, build, folder, arch):
        self.bin = os.path.join(build, "bin")
        self.folder, self.arch = folder, arch
        os.makedirs(folder, exist_ok=True)
        self.program = os.path.join(folder, "kernels." + arch)
        run(os.path.join(self.bin, "clang++"), "-O3", "-w", "-fopenmp",
            "--offload-arch=" + arch, "-fopenmp-target-jit",
            os.path.join(INPUTS, "kernels.cpp"), "-o", self.program)

    def compile(self, kind, *options):
        output = os.path.join(self.folder, kind)
        os.makedirs(output, exist_ok=True)
        run(os.path.join(self.bin, "ompjit-compile"), self.program,
            "--output=" + output, *options)
        return {
            function_of(name): os.path.join(output, name)
            for name in os.listdir(output)
            if name.startswith(self.arch + ".__omp_offloading_") and
            name.endswith((".s", ".so"))
        }

    def kernels(self):
        """The files of the kernels' code, for each kind."""
        found = {"generic": self.compile("generic")}
        for path in found["generic"].values():
            kernel = os.path.basename(path)[len(self.arch) + 1:].rsplit(".", 1)[0]
            found["special"] = self.compile("special", "--kernel=" + kernel,
                                            *LAUNCH)
        return found


def measure(compiler):
    read = assembly.ptx if compiler.arch.startswith("sm_") else assembly.amdgcn
    return {kind: {name: read(path) for name, path in sorted(files.items())}
            for kind, files in compiler.kernels().items()}


def check(measured, path, arch):
    with open(path, encoding="utf-8") as file:
        bounds = json.load(file)[arch]
    wrong = fewer = 0
    for kind, kernels in measured.items():
        for name, counts in kernels.items():
            for what, count in counts.items():
                bound = bounds[kind][name][what]
                fewer += count < bound
                if count > bound:
                    wrong += 1
                    print("%s, %s: %d %s, recorded are %d" %
                          (name, kind, count, what, bound))
    print("%d counts, %d above what is recorded, %d below" %
          (sum(len(c) for k in measured.values() for c in k.values()), wrong,
           fewer))
    return wrong


def record(measured, path, arch):
    known = {}
    if os.path.exists(path):
        with open(path, encoding="utf-8") as file:
            known = json.load(file)
    known[arch] = measured
    with open(path, "w", encoding="utf-8") as file:
        json.dump(known, file, indent=1, sort_keys=True)
        file.write("\n")


def machine_code(path, arch):
    """What ptxas makes of PTX."""
    output = path + ".cubin"
    said = run(tool("ptxas"), "-v", "-O3", "-arch=" + arch, path, "-o", output)
    return output, said


def print_table(compiler):
    cuda = {}
    if tool("nvcc"):
        output = os.path.join(compiler.folder, "kernels.cubin")
        run(tool("nvcc"), "-O3", "-arch=" + compiler.arch, "-cubin",
            os.path.join(INPUTS, "kernels.cu"), "-o", output)
        cuda = sass.kernels(output)
    rows = {}
    for kind, files in compiler.kernels().items():
        for name, path in files.items():
            cubin, _ = machine_code(path, compiler.arch)
            rows.setdefault(name, {})[kind] = next(
                code for kernel, code in sass.kernels(cubin).items()
                if kernel.startswith("__omp_offloading_"))
    print("| kernel | generic | loop | barriers | special | loop | barriers "
          "| nvcc | loop | barriers |")
    print("| --- |" + " --- |" * 9)
    for name in sorted(rows):
        cells = []
        for code in [rows[name]["generic"], rows[name]["special"],
                     cuda.get(name)]:
            cells += code.cells() if code else ["-"] * 3
        print("| %s | %s |" % (name, " | ".join(cells)))


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--build", required=True)
    parser.add_argument("--folder", required=True)
    parser.add_argument("--arch", required=True)
    parser.add_argument("--check")
    parser.add_argument("--record")
    parser.add_argument("--table", action="store_true")
    options = parser.parse_args()
    compiler = Compiler(options.build, options.folder, options.arch)
    if options.table:
        print_table(compiler)
    if not (options.check or options.record):
        return 0
    measured = measure(compiler)
    if options.record:
        record(measured, options.record, options.arch)
    return bool(options.check and
                check(measured, options.check, options.arch))


if __name__ == "__main__":
    sys.exit(main())
