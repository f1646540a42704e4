"""How random programs are built and run: what run_random.py and run_gpu_random.py
share."""

import os
import pathlib
import shutil
import subprocess
import tempfile

HERE = pathlib.Path(__file__).resolve().parent
HOST = "x86_64-pc-linux-gnu"
# The least processors that the packaged clang compiles code for GPUs for; its code
# generation fails now and then for AMD's before gfx906 (docs/limits.md).
LEAST = {"nvptx64-nvidia-cuda": "sm_75", "amdgcn-amd-amdhsa": "gfx906"}
# Waves of 32 lanes are chosen when code is compiled.
LEAST_WAVE32 = "gfx1030"
# Rounding has to be the same everywhere.
FLAGS = ["-std=c++20", "-ffp-contract=off", "-fopenmp", "-I", HERE / "Inputs"]
# Programs that take their floating-point environment from RANDOM_FLOATING link
# with this.
ENVIRONMENT = HERE / "Inputs" / "environment.cpp"
FLOATING = ["ftz", "up", "down", "zero", "ftz,up", "ftz,down"]


class Failure(Exception):
    """What a person is told; the program's files are kept."""

    def __init__(self, message, kind="failed", out=""):
        super().__init__(message)
        self.kind = kind
        self.out = out.splitlines()


class Tools:
    """The compilers, and where programs are built and run."""

    def __init__(self, build, llvm, hides_toolkits=False):
        self.clang = build / "bin" / "clang++"
        self.packaged = llvm / "bin" / "clang++"
        self.hides_toolkits = hides_toolkits
        # scripts/check-host: options for another host, and what runs its programs.
        self.cross = os.environ.get("OMPJIT_CROSS", "").split()
        self.runner = os.environ.get("OMPJIT_RUNNER", "").split()

    def hidden(self, command):
        """The command, or one that runs it where no toolkits are."""
        script = HERE.parent / "support" / "without-toolkit.sh"
        return [script, *command] if self.hides_toolkits else command

    def compile(self, command, seconds=600):
        """What the compiler said."""
        try:
            built = subprocess.run(self.hidden(command), capture_output=True, text=True,
                                   check=False, timeout=seconds)
        except subprocess.TimeoutExpired as error:
            raise Failure(f"not built after {seconds} s", "build") from error
        if built.returncode:
            lines = [line for line in built.stderr.splitlines() if "rror" in line]
            raise Failure("not built: " + "\n".join(lines[:5] or [built.stderr[:2000]]),
                          "build")
        return built.stderr

    def packaged_object(self, source, flags, triple, arch=None):
        """What the packaged clang makes of the source: for GPUs it needs to know
        one, and without a toolkit it has no device libraries, nor the version of
        PTX that the GPU needs."""
        result = source.with_suffix(".o")
        command = [self.packaged, *flags, "-foffload-lto", "-c", source, "-o", result]
        if triple in LEAST:
            command += [f"--offload-arch={arch or LEAST[triple]}",
                        f"-Xopenmp-target={triple}", "-nogpulib"]
        if triple == "nvptx64-nvidia-cuda":
            command.append("--cuda-feature=+ptx70")
        self.compile(command)
        return result

    def run(self, command, environment, name, seconds=600, passes=False):
        """What a program prints; it must end with status 0, or with 1 where results
        that differ pass."""
        try:
            done = subprocess.run(self.hidden([*self.runner, *command]), env=environment,
                                  capture_output=True, text=True, timeout=seconds,
                                  check=False, errors="replace")
        except subprocess.TimeoutExpired as error:
            out = (error.stdout or b"").decode(errors="replace")
            raise Failure(f"{name}: still running after {seconds} s", "time",
                          out) from error
        if done.returncode and not (passes and done.returncode == 1):
            kind = "differs" if done.returncode == 1 else "status"
            raise Failure(f"{name}: status {done.returncode}\n" + done.stdout[:2000]
                          + done.stderr[:2000], kind, done.stdout)
        return done.stdout


def environment_of(architecture, cache, settings, standin=None):
    """Of a run: on a virtual GPU where there is an architecture, by the plugin for
    real ones where there is a folder of stand-ins."""
    environment = {**os.environ, "OMP_TARGET_OFFLOAD": "MANDATORY",
                   "OMP_JIT_CACHE_DIR": str(cache),
                   # Also on a machine with few cores.
                   "KMP_WARNINGS": "0", "KMP_DEVICE_THREAD_LIMIT": "1000"}
    if architecture and standin:
        environment |= {"LD_LIBRARY_PATH": str(standin),
                        "OMPJIT_STANDIN_DEVICES": architecture}
    elif architecture:
        environment |= {"OMP_JIT_VGPU": "1", "OMP_JIT_VGPU_ARCH": architecture}
    return environment | settings


def seeds_of(text):
    """Of an option such as 1-10 or 7."""
    first, _, last = text.partition("-")
    return range(int(first), int(last or first) + 1)


def try_all(seeds, name_of, attempt, base, prefix):
    """Calls attempt(seed, folder) for each seed, and returns the sum of what it
    returns and the number of failures, whose folders are kept."""
    base = base or pathlib.Path(tempfile.mkdtemp(prefix=prefix))
    shutil.rmtree(base, ignore_errors=True)
    total = failures = 0
    for seed in seeds:
        folder = base / name_of(seed)
        folder.mkdir(parents=True)
        try:
            total += attempt(seed, folder)
            shutil.rmtree(folder)
        except Failure as failure:
            failures += 1
            print(f"seed {seed}: {folder}: {failure}", flush=True)
    return total, failures
