#!/usr/bin/env python3
"""Builds all that a check on a real GPU needs, and packs it: the suite's programs
with what they must print, the measured programs, and the runtime with the
libraries that it needs.

Called by scripts/gpu-check. The pack needs Python and the GPU's driver where it is
unpacked, and nothing else; run.py in it runs all.

--random adds files of random programs (test/Random/Inputs/generate_gpu.py), which
compare what they compute with the host's results.

A folder of --programs holds more to measure, ready to run: executables
NAME.ahead, NAME.lto, NAME.jit and NAME.cuda, any of them, and the file NAME.args.
"""

import argparse
import concurrent.futures
import glob
import json
import os
import re
import shlex
import shutil
import subprocess
import sys

HERE = os.path.dirname(os.path.abspath(__file__))
TESTS = os.path.dirname(HERE)
sys.path.insert(0, os.path.join(TESTS, "support"))
sys.path.insert(0, os.path.join(TESTS, "Random"))
import gpu_programs  # noqa: E402
import run_gpu_random  # noqa: E402
import running  # noqa: E402
CONFORMANCE = os.path.join(TESTS, "..", "offload", "plugins", "conformance")
INPUTS = os.path.join(HERE, "Inputs")
CROSS_SECTIONS = os.path.join(TESTS, "Demo", "CrossSections.cpp")
GENERATOR = os.path.join(TESTS, "Random", "Inputs", "generate_gpu.py")
PROGRAMS_OF_FILE = 30
MEASURED = {"Launch": [], "Stream": [], "Lookup": [CROSS_SECTIONS]}
# By the vendor: the plugin, the suite of its interface, and the image for that.
VENDORS = {"nvidia": {"plugin": "libomptarget.rtl.cuda.so",
                      "suite": "CudaConformanceTests",
                      "image": "conformance.cubin"},
           "amd": {"plugin": "libomptarget.rtl.amdgpu.so",
                   "suite": "AmdgpuConformanceTests",
                   "image": "conformance.hsaco"}}
# What every Linux has, and must not be mixed with another version's.
OF_SYSTEM = re.compile(r"^(ld-linux|linux-vdso|lib(c|m|dl|rt|pthread|resolv|cuda|hsa-runtime64)\.so)")


def vendor_of(arch):
    return "nvidia" if arch.startswith("sm_") else "amd"


def flags_for(mode, arch):
    target = "-fopenmp-targets=" + {"nvidia": "nvptx64-nvidia-cuda",
                                    "amd": "amdgcn-amd-amdhsa"}[vendor_of(arch)]
    # A package is for waves of 64 threads, unless it has an image for others.
    of_package = ["--offload-arch=" + arch] if re.match("gfx1[0-9]", arch) else []
    return {"host": ["-fopenmp-targets=x86_64-pc-linux-gnu"],
            # File by file; what is linked as one program is the default.
            "ahead": [target, "--offload-arch=" + arch, "-fno-offload-lto"],
            "lto": [target, "--offload-arch=" + arch, "-foffload-lto"],
            "jit": [target, "-fopenmp-target-jit", *of_package]}[mode]


# --- Building -----------------------------------------------------------------


class Builder:
    def __init__(self, options):
        self.build = os.path.abspath(options.build)
        self.arch = options.arch
        self.folder = os.path.abspath(options.folder)
        self.nvcc = shutil.which(options.nvcc)
        self.failures = []

    def compile(self, name, mode, arguments, level="-O2"):
        """The program's path in the pack; None if it cannot be built."""
        path = os.path.join("programs", name + "." + mode)
        is_c = not any(word.endswith((".cpp", ".cc")) for word in arguments)
        compiler = os.path.join(self.build, "bin", "clang" if is_c else "clang++")
        return self.make(path, [compiler, level, "-fopenmp",
                                *flags_for(mode, self.arch), *arguments])

    def compile_cuda(self, name, more):
        if not self.nvcc or vendor_of(self.arch) != "nvidia":
            return None
        return self.make(os.path.join("programs", name + ".cuda"),
                         [self.nvcc, "-O3", "-std=c++20", "-arch=" + self.arch,
                          os.path.join(INPUTS, name + ".cu"), *more])

    def make(self, path, command):
        done = subprocess.run([*command, "-o", os.path.join(self.folder, path)],
                              text=True, stdout=subprocess.PIPE,
                              stderr=subprocess.STDOUT)
        if done.returncode == 0:
            return path
        self.failures.append("%s: %s" % (path, done.stdout.strip()[:2000]))
        return None

    def test(self, name, arguments, own):
        """What the manifest says of a program of the suite."""
        made = {mode: self.compile(name, mode, arguments)
                for mode in ("host", "ahead", "lto", "jit")}
        host = made.pop("host")
        if not host:
            return None
        # What the program asks for, the host's device shall have.
        environment = dict(os.environ, KMP_DEVICE_THREAD_LIMIT="10000",
                           KMP_TEAMS_THREAD_LIMIT="1000")
        done = subprocess.run([os.path.join(self.folder, host), *own], text=True,
                              env=environment, timeout=300,
                              stdout=subprocess.PIPE, stderr=subprocess.PIPE)
        os.remove(os.path.join(self.folder, host))
        if done.returncode:
            self.failures.append("%s: status %d on the host: %s"
                                 % (name, done.returncode, done.stderr[:500]))
            return None
        return {"name": name, "modes": {m: p for m, p in made.items() if p},
                "arguments": own, "prints": done.stdout}

    def random(self, seed):
        """A file of random programs; they tell themselves what is wrong."""
        name = "random-%d" % seed
        source = os.path.join(self.folder, name + ".cpp")
        target = {"nvidia": "sm_90", "amd": "gfx90a"}[vendor_of(self.arch)]
        choice = run_gpu_random.Choice.of(seed, {"way": "lto", "target": target})
        with open(source, "w", encoding="utf-8") as file:
            # Large ones take three times as long to build.
            subprocess.run([sys.executable, GENERATOR, str(seed), str(PROGRAMS_OF_FILE),
                            "--avoid", ",".join(["large", *choice.avoid()])],
                           stdout=file, check=True)
        debug = ["-g"] if choice.debug == "yes" else []
        made = {mode: self.compile(name, mode, [*map(str, running.FLAGS), "-w", *debug, source,
                                                str(running.ENVIRONMENT)], "-O" + choice.level)
                for mode in ("ahead", "lto", "jit")}
        os.remove(source)
        return {"name": name, "modes": {m: p for m, p in made.items() if p},
                "arguments": [], "prints": None}

    def measured(self, name, more):
        source = os.path.join(INPUTS, name + ".cpp")
        made = {mode: self.compile(name, mode, ["-std=c++20", source, *more], "-O3")
                for mode in ("ahead", "lto", "jit")}
        made["cuda"] = self.compile_cuda(name, more)
        return {"name": name, "modes": {m: p for m, p in made.items() if p},
                "arguments": ["1"]}


def build_conformance_image(builder, llvm):
    """For the suite of the plugin's interface, and the suite itself."""
    vendor = VENDORS[vendor_of(builder.arch)]
    suite_program = os.path.join(builder.build, "unittests", vendor["suite"])
    if not os.path.exists(suite_program):
        return
    os.makedirs(os.path.join(builder.folder, "unittests"))
    shutil.copy2(suite_program, os.path.join(builder.folder, "unittests"))
    image = os.path.join("unittests", vendor["image"])
    compiler = [os.path.join(llvm, "bin", "clang++"), "-O2", "-nogpulib",
                "-ffreestanding", os.path.join(CONFORMANCE, "Image.cpp")]
    if vendor_of(builder.arch) == "amd":
        builder.make(image, [*compiler, "--target=amdgcn-amd-amdhsa",
                             "-mcpu=" + builder.arch])
        return
    assembly = os.path.join("unittests", "conformance.ptx")
    if builder.make(assembly, [*compiler, "-S", "--target=nvptx64-nvidia-cuda",
                               "-march=" + builder.arch]):
        builder.make(image, ["ptxas", "-arch=" + builder.arch,
                             os.path.join(builder.folder, assembly)])


def others(folder, target):
    """The programs of a folder; see above."""
    found = {}
    for path in sorted(glob.glob(os.path.join(folder, "*"))):
        name, _, mode = os.path.basename(path).rpartition(".")
        entry = found.setdefault(name, {"name": name, "modes": {}, "arguments": []})
        if mode == "args":
            with open(path, encoding="utf-8") as file:
                entry["arguments"] = shlex.split(file.read())
        elif mode in ("ahead", "lto", "jit", "cuda"):
            entry["modes"][mode] = os.path.join("programs", name + "." + mode)
            shutil.copy2(path, os.path.join(target, entry["modes"][mode]))
    return [each for each in found.values() if each["modes"]]


# --- Packing ------------------------------------------------------------------


def copy_runtime(build, target):
    """The runtime, its plugins and compiler, and two tools."""
    for pattern in ("lib/libomptarget.so*", "lib/libomptarget.rtl.*.so",
                    "lib/libompjit-compiler.so", "bin/ompjit-device-info",
                    "bin/omp-jit-cache"):
        for path in glob.glob(os.path.join(build, pattern)):
            to = os.path.join(target, os.path.relpath(path, build))
            os.makedirs(os.path.dirname(to), exist_ok=True)
            shutil.copy2(path, to, follow_symlinks=True)


def needed_libraries(path):
    """name -> path, of the libraries that the dynamic linker would load."""
    done = subprocess.run(["ldd", path], text=True, stdout=subprocess.PIPE,
                          stderr=subprocess.DEVNULL)
    return dict(re.findall(r"^\s*(\S+) => (/\S+)", done.stdout, re.MULTILINE))


def copy_libraries(target):
    """What programs and the runtime need besides."""
    own = set(os.listdir(os.path.join(target, "lib")))
    for path in [*glob.glob(os.path.join(target, "lib", "*")),
                 *glob.glob(os.path.join(target, "unittests", "*Tests")),
                 *glob.glob(os.path.join(target, "programs", "*.jit"))]:
        for name, found in needed_libraries(path).items():
            if name not in own and not OF_SYSTEM.match(name):
                shutil.copy2(found, os.path.join(target, "lib", name))
                own.add(name)


def commit():
    done = subprocess.run(["git", "-C", HERE, "rev-parse", "--short", "HEAD"],
                          text=True, stdout=subprocess.PIPE,
                          stderr=subprocess.DEVNULL)
    return done.stdout.strip()


def main():
    parser = argparse.ArgumentParser(description=__doc__,
                                     formatter_class=argparse.RawTextHelpFormatter)
    parser.add_argument("--build", required=True, help="the build folder")
    parser.add_argument("--llvm", default="/usr/lib/llvm-22")
    parser.add_argument("--folder", required=True, help="to build in; is emptied")
    parser.add_argument("--pack", help="the file to write, .tar.gz, .tar.xz or .tar.zst")
    parser.add_argument("--arch", default="sm_90",
                        help="of the GPU, such as gfx90a")
    parser.add_argument("--only", default="", help="tests whose name matches this")
    parser.add_argument("--random", help="seeds of random programs, such as 1-20")
    parser.add_argument("--programs", help="a folder of more programs to measure")
    parser.add_argument("--nvcc", default="nvcc",
                        help="for the programs to compare with")
    options = parser.parse_args()
    if options.programs and not os.path.isdir(options.programs):
        parser.error("there is no folder " + options.programs)

    shutil.rmtree(options.folder, ignore_errors=True)
    os.makedirs(os.path.join(options.folder, "programs"))
    builder = Builder(options)
    with concurrent.futures.ThreadPoolExecutor(os.cpu_count()) as pool:
        tests = list(pool.map(lambda each: builder.test(*each),
                              gpu_programs.suite(options.only)))
        tests += pool.map(builder.random, run_gpu_random.seeds_of(options.random)
                          if options.random else [])
        programs = list(pool.map(lambda each: builder.measured(*each),
                                 MEASURED.items()))
    build_conformance_image(builder, options.llvm)
    if options.programs:
        programs += others(options.programs, options.folder)
    copy_runtime(builder.build, options.folder)
    copy_libraries(options.folder)
    shutil.copy2(os.path.join(HERE, "run.py"), options.folder)
    with open(os.path.join(options.folder, "manifest.json"), "w",
              encoding="utf-8") as file:
        json.dump({"arch": options.arch, "commit": commit(),
                   **VENDORS[vendor_of(options.arch)],
                   "tests": [each for each in tests if each],
                   "programs": programs, "failures": builder.failures},
                  file, indent=1)
    if not builder.nvcc and vendor_of(options.arch) == "nvidia":
        print("gpu-check: there is no %s: nothing to compare with is built"
              % options.nvcc)
    for failure in builder.failures:
        print("gpu-check: not built: " + failure)
    print("gpu-check: %d tests and %d programs for %s"
          % (sum(map(bool, tests)), len(programs), options.arch))
    if options.pack:
        subprocess.run(["tar", "-C", options.folder, "--auto-compress", "-cf",
                        options.pack, "."], check=True)
        print("gpu-check: %s has %.1f MB"
              % (options.pack, os.path.getsize(options.pack) / 1e6))
    return 1 if builder.failures else 0


if __name__ == "__main__":
    sys.exit(main())
