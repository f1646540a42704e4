"""Builds a library of fragments and one of whole kernels, for the benchmark of fragments."""

import itertools
import json
import os
import random
import resource
import subprocess
import time
from collections import namedtuple

from report import write_if_changed

EXAMPLE = os.path.join(os.path.dirname(os.path.abspath(__file__)), "../../examples/ivf_flat")
PROCESSOR = "x86_64-pc-linux-gnu"

# What a build took and made.
Built = namedtuple("Built", "wall_ns cpu_ns bytes")

# A kernel with all its parts, in a namespace of its own. The host's version of the
# region does nothing, so that only code for the device counts.
KERNEL = """#include <cstdint>
using half = _Float16;
#include "shared.h"
namespace %(name)s {
#ifdef ON_DEVICE
#include "scan.h"
#include "compute_distance_%(metric)s.h"
#include "post_process_%(post)s.h"
#include "filter_%(filter)s.h"
#else
template <typename, typename, int, int, bool, bool, typename... Arguments> inline void scan_list(Arguments...) {}
#endif
void scan(const %(T)s *Lists, const uint32_t *Starts, const uint32_t *Sizes, const %(T)s *Queries, int NumQueries,
          int NumLists, int Dim, const uint32_t *Bits, float *Distances, uint32_t *Indices) {
#pragma omp target teams distribute parallel for is_device_ptr(Lists, Starts, Sizes, Queries, Bits, Distances, Indices)
  for (int I = 0; I < NumQueries * NumLists; ++I) {
    const int Query = I / NumLists, List = I %% NumLists;
    scan_list<%(T)s, %(AccT)s, %(veclen)s, %(capacity)s, %(ascending)s, %(compute_norm)s>(
        Query, Lists + Starts[List] * uint64_t(Dim), Starts[List], Sizes[List], Queries + Query * Dim, Dim, Bits,
        Distances + I * %(capacity)s, Indices + I * %(capacity)s);
  }
}
} // namespace %(name)s
"""


def timed(command, folder):
    """(wall, processor) time of a command, with all that it starts."""
    before = resource.getrusage(resource.RUSAGE_CHILDREN)
    start = time.monotonic_ns()
    subprocess.run(command, cwd=folder, check=True, stdout=subprocess.DEVNULL)
    wall = time.monotonic_ns() - start
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    return wall, 1e9 * (after.ru_utime - before.ru_utime + after.ru_stime - before.ru_stime)


def installed(build, folder):
    tree = os.path.join(folder, "tree")
    subprocess.run(["cmake", "--install", build, "--prefix", tree], check=True,
                   stdout=subprocess.DEVNULL)
    return tree


def fragment_library(tree, folder, is_sample):
    whole = os.path.join(folder, "fragments")
    subprocess.run(["cmake", "-G", "Ninja", "-S", EXAMPLE, "-B", whole,
                    "-DCMAKE_PREFIX_PATH=" + tree,
                    "-DIVF_FLAT_SAMPLE=" + ("ON" if is_sample else "OFF")],
                   check=True, stdout=subprocess.DEVNULL)
    subprocess.run(["ninja", "clean"], cwd=whole, check=True, stdout=subprocess.DEVNULL)
    wall, cpu = timed(["ninja", "libivf_flat.so"], whole)
    return Built(wall, cpu, os.path.getsize(os.path.join(whole, "libivf_flat.so")))


def all_kernels(tree, is_sample):
    """The parameters of every kernel of the fragments."""
    kind = "sample" if is_sample else "matrix"

    def entries(name):
        done = subprocess.run([os.path.join(tree, "bin/ompjit-matrix"),
                               os.path.join(EXAMPLE, "device", name + ".json")],
                              check=True, text=True, stdout=subprocess.PIPE)
        return json.loads(done.stdout)

    return [{**scan, "metric": metric, **post, **filtering}
            for scan, metric, post, filtering in itertools.product(
                entries("scan_" + kind), ["euclidean", "inner_product"],
                entries("post_process_matrix"), entries("filter_matrix"))]


def kernel_library(tree, folder, kernels, count):
    """What the library of all kernels takes, from a sample of so many: times and
    bytes are proportional to kernels, but for the bytes that each library has."""
    chosen = random.Random(1).sample(kernels, count)
    folder = os.path.join(folder, "kernels")
    os.makedirs(folder, exist_ok=True)
    flags = ("-O3 -DNDEBUG -std=c++17 -fPIC -fopenmp -fopenmp-targets=%s -fno-offload-lto -I %s "
             "-Xopenmp-target=x86_64-pc-linux-gnu -DON_DEVICE"
             % (PROCESSOR, os.path.join(EXAMPLE, "device")))
    compiler = os.path.join(tree, "bin/clang++")
    lines = ["rule cc", "  command = %s %s -c $in -o $out" % (compiler, flags),
             "rule link", "  command = %s %s -shared $in -o $out" % (compiler, flags)]
    objects = []
    for number, kernel in enumerate(chosen):
        name = "kernel_%d" % number
        write_if_changed(os.path.join(folder, name + ".cpp"), KERNEL % {"name": name, **kernel})
        objects.append(name + ".o")
        lines.append("build %s.o: cc %s.cpp" % (name, name))
    lines += ["build all.so: link " + " ".join(objects),
              "build half.so: link " + " ".join(objects[:count // 2]), ""]
    write_if_changed(os.path.join(folder, "build.ninja"), "\n".join(lines))
    subprocess.run(["ninja", "-t", "clean"], cwd=folder, check=True, stdout=subprocess.DEVNULL)
    wall, cpu = timed(["ninja", "all.so"], folder)
    subprocess.run(["ninja", "half.so"], cwd=folder, check=True, stdout=subprocess.DEVNULL)
    size, half = (os.path.getsize(os.path.join(folder, name)) for name in ("all.so", "half.so"))
    scale = len(kernels) / count
    per_kernel = (size - half) / (count - count // 2)
    return Built(wall * scale, cpu * scale, size + (len(kernels) - count) * per_kernel)
