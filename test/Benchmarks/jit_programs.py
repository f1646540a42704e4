"""The programs of the JIT's benchmark: how they are built and run, and the figures
that they, their statistics and the engine's lines give."""

import glob
import os
import re
import shutil
import statistics
import subprocess
import sys

from report import INPUTS, build_spawner, clean_environment, write_if_changed

HERE = os.path.dirname(os.path.abspath(__file__))
DEMO = os.path.join(HERE, "..", "Demo")
HEADERS = os.path.join(HERE, "..", "..", "offload", "include")
OFFLOAD = ["-fopenmp", "-fopenmp-targets=x86_64-pc-linux-gnu"]
JIT = ["-fopenmp-target-jit"]
FLAGS = {"ahead": [], "jit": JIT, "both": JIT + ["--offload-arch=x86-64-v3"]}

# Lines of OMP_JIT_INFO=1.
COMPILED = re.compile(r"compiled .* in ([0-9.]+) ms \((.*?)\)")
# What a program has opened where it loaded LLVM.
LLVM = re.compile(r"libompjit-compiler|libLLVM|libclang|liblld")


def kernels_source(count):
    """A program of so many kernels; the first is launched with ten values. Prints
    its first launch and the median of the others."""
    lines = ['#include "Timing.h"', "using namespace bench;", "namespace {",
             "double Values[64];"]
    lines += ["void k%d(double F) {\n"
              "#pragma omp target firstprivate(F)\n"
              "  for (int I = 0; I < 64; ++I)\n"
              "    Values[I] = Values[I] * 0.5 + F * %d;\n}" % (i, i + 1)
              for i in range(count)]
    lines += ["void (*const volatile All[])(double) = {%s};"
              % ", ".join("k%d" % i for i in range(count)),
              "}",
              "int main() {",
              "#pragma omp target enter data map(to : Values)",
              "  std::vector<double> Times;",
              "  for (int I = 0; I < 10; ++I) {",
              "    const double Start = nowNs();",
              "    All[0](I + 0.25);",
              "    Times.push_back(nowNs() - Start);",
              "  }",
              '  report("first", Times[0]);',
              "  Times.erase(Times.begin());",
              '  report("next", median(Times));',
              "}"]
    return "\n".join(lines) + "\n"


def opening_ns(library):
    """What a fresh process takes to open it."""
    code = ("import ctypes, sys, time; s = time.monotonic_ns(); "
            "ctypes.CDLL(sys.argv[1]); print(time.monotonic_ns() - s)")
    done = subprocess.run([sys.executable, "-c", code, library], text=True,
                          check=True, stdout=subprocess.PIPE)
    return float(done.stdout)


def compile_figures(lines):
    """Of the second compile and later: the time of all, and of its steps."""
    whole, steps = [], []
    for total, each in COMPILED.findall(lines)[1:]:
        whole.append(float(total) * 1e6)
        steps.append(1e6 * sum(float(part.split()[-1]) for part in each.split(",")))
    if not whole:
        return {}
    return {"compile": statistics.median(whole), "steps": statistics.median(steps)}


class Programs:
    def __init__(self, build, llvm, folder):
        self.compiler = os.path.join(build, "bin", "clang++")
        self.service = os.path.join(build, "lib", "libompjit-compiler.so")
        self.floor = os.path.join(build, "bin", "CompileFloor")
        self.folder = folder
        self.cache = os.path.join(folder, "cache")
        self.built = {}
        self.spawner = build_spawner(llvm, folder)

    def path(self, name, build):
        if (name, build) not in self.built:
            self.built[name, build] = self.compile(name, build)
        return self.built[name, build]

    def sources(self, name):
        if name == "threads":
            return [os.path.join(HERE, "../Tiers/Inputs/threads.cpp")]
        if name == "xslookup":
            return [os.path.join(DEMO, each)
                    for each in ("xslookup.cpp", "CrossSections.cpp")]
        if name.startswith("Kernels-"):
            path = os.path.join(self.folder, name + ".cpp")
            write_if_changed(path, kernels_source(int(name[len("Kernels-"):])))
            return [path]
        return [os.path.join(INPUTS, name + ".cpp")]

    def compile(self, name, build):
        path = os.path.join(self.folder, "%s-%s" % (name, build))
        subprocess.run([self.compiler, "-O2", "-std=c++20", "-I", INPUTS, "-I",
                        HEADERS, *OFFLOAD,
                        *FLAGS[build], *self.sources(name), "-o", path], check=True)
        return path

    def environment(self, settings):
        return clean_environment(OMP_JIT_CACHE_DIR=self.cache,
                                 **{"OMP_JIT_ASYNC": "1", **settings})

    def forget_images(self):
        shutil.rmtree(self.cache, ignore_errors=True)

    def images(self):
        return len(glob.glob(os.path.join(self.cache, "*.img")))

    def run(self, program, arguments, settings):
        """Its figures, by name."""
        done = subprocess.run([self.spawner, "1", program, *arguments],
                              env=self.environment(settings), text=True,
                              stdout=subprocess.PIPE,
                              stderr=subprocess.PIPE if "OMP_JIT_INFO" in settings
                              else None)
        if done.returncode:
            sys.exit("bench-jit: error: %s ended with status %d"
                     % (program, done.returncode))
        *lines, used = done.stdout.splitlines()
        figures = {"whole": float(used.split()[0])}
        for line in lines:
            if not line.startswith("{") and len(line.split()) == 2:
                figures[line.split()[0]] = float(line.split()[1])
        if done.stderr:
            figures.update(compile_figures(done.stderr))
        if "steps" in figures and os.path.exists(self.floor):
            figures.update(self.plain_llvm(program))
        return figures

    def plain_llvm(self, program):
        """What plain LLVM takes for a kernel of it: with all that a process does
        once, and later."""
        done = subprocess.run([self.floor, program, "k0", "x86-64-v3"], text=True,
                              check=True, stdout=subprocess.PIPE)
        figures = dict(line.split() for line in done.stdout.splitlines())
        return {"plain first": opening_ns(self.service) + float(figures["first"]),
                "plain next": float(figures["next"])}

    def opens_llvm(self, program, arguments, settings):
        done = subprocess.run([program, *arguments], text=True,
                              env=dict(self.environment(settings), LD_DEBUG="files"),
                              stdout=subprocess.DEVNULL, stderr=subprocess.PIPE)
        return bool(LLVM.search(done.stderr))
