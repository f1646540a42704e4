"""What the lit configuration needs beyond lit itself.

Used by test/lit.cfg.py and test/Unit/lit.cfg.py. It lies in a module of its own
because lit sends the test format to its worker processes by name.
"""

import copy
import os
import shutil
import subprocess
import tempfile

import lit.formats
import lit.Test
import lit.TestRunner
import lit.util

import sanitizer

SETTINGS = ("OMP_", "OMPJIT_", "LIBOMPTARGET_", "KMP_", "LIBOMP_")
# Libraries forced on the tests from outside would be tested instead of ours.
LOADER = ("LD_LIBRARY_PATH", "LD_PRELOAD", "LIBRARY_PATH")


class FreshCacheShTest(lit.formats.ShTest):
    """A shell test that starts with an empty JIT cache folder of its own. It
    fails if a sanitizer reported anything, and if it names an unknown feature."""

    def __init__(self):
        super().__init__(execute_external=True)

    def execute(self, test, litConfig):
        _, base = lit.TestRunner.getTempPaths(test)
        cache = base + ".jit-cache"
        shutil.rmtree(cache, ignore_errors=True)
        home = base + ".home"
        shutil.rmtree(home, ignore_errors=True)
        os.makedirs(home)
        # The configuration is shared by the tests of a folder.
        test.config = copy.copy(test.config)
        test.config.environment = dict(test.config.environment,
                                       OMP_JIT_CACHE_DIR=cache, HOME=home)
        result = (self.watched(test, litConfig, base + ".sanitizer")
                  if test.config.ompjit_sanitize
                  else super().execute(test, litConfig))
        # To lit, what nobody knows is not there.
        for name in test.getUsedFeatures() - test.config.ompjit_features:
            result.output += f"\nThere is no feature {name}."
            result.code = lit.Test.FAIL
        return result

    def watched(self, test, litConfig, reports):
        """Runs the test with reports going to files: what a program prints is
        the test's, and so is the status that a report would change."""
        sanitizer.log_to(test.config, reports)
        result = super().execute(test, litConfig)
        for report in sanitizer.reports(reports):
            result.output += "\n" + report
            result.code = lit.Test.FAIL
        return result


def whole_word(key):
    """A substitution pattern that `%clang` does not find in `%clangxx`."""
    return "%" + key + r"(?![\w-])"


def set_environment(config):
    """Settings come from the test alone, tools from the packaged LLVM."""
    for name in list(config.environment):
        if name.startswith(SETTINGS) or name in LOADER + ("XDG_CACHE_HOME",):
            del config.environment[name]
    config.environment["PATH"] = os.pathsep.join(
        [os.path.join(config.ompjit_llvm_root, "bin"), os.environ.get("PATH", "")])
    config.environment["LC_ALL"] = "C"
    # scripts/check makes compilers faster by it.
    if "GLIBC_TUNABLES" in os.environ:
        config.environment["GLIBC_TUNABLES"] = os.environ["GLIBC_TUNABLES"]
    # Which launch compiles what is certain in the foreground only. What goes on
    # in the background has tests of its own, in Tiers.
    config.environment["OMP_JIT_ASYNC"] = "0"
    sanitizer.set_environment(config)


def set_timeout(lit_config, seconds):
    """A test that hangs is a failed test, where lit can end it."""
    supported, _ = lit.util.killProcessAndChildrenIsSupported()
    if supported and not lit_config.maxIndividualTestTime:
        lit_config.maxIndividualTestTime = seconds


def can_mount_tmpfs():
    """Whether a test may mount a small tmpfs in a mount namespace of its own."""
    if not shutil.which("unshare"):
        return False
    with tempfile.TemporaryDirectory() as folder:
        return subprocess.call(
            ["unshare", "-m", "mount", "-t", "tmpfs", "-o", "size=64k", "none",
             folder],
            stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL) == 0


def has_nvidia_gpu():
    gpus = "/proc/driver/nvidia/gpus"
    return os.path.isdir(gpus) and bool(os.listdir(gpus))


def has_processor_flag(name):
    with open("/proc/cpuinfo") as description:
        flags = next((line for line in description if line.startswith("flags")), "")
    return name in flags.split()


def can_record_with_perf():
    """Not on every machine may programs be watched."""
    if not shutil.which("perf"):
        return False
    with tempfile.TemporaryDirectory() as folder:
        return subprocess.run(["perf", "record", "-q", "-e", "cpu-clock", "-o",
                               os.path.join(folder, "data"), "true"],
                              stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL,
                              check=False).returncode == 0


def known_features(config):
    """All features that tests may name in REQUIRES and UNSUPPORTED, and whether
    each is there."""

    def is_packaged(*parts):
        return all(os.path.exists(os.path.join(config.ompjit_llvm_root, part))
                   for part in parts)

    def can_emulate(host):
        folder = getattr(config, "ompjit_build_dir", "build") + "-" + host
        emulator = "qemu-%s-static" % host.partition("-")[0]
        return (os.path.exists(os.path.join(folder, "sysroot", "has-runtime"))
                and bool(shutil.which(emulator)))

    kind = config.ompjit_sanitize and sanitizer.kind(config)
    return {
        # To link with it and to run with it: two packages.
        "packaged-runtime": is_packaged("bin/clang-linker-wrapper",
                                        "lib/libomptarget.so"),
        "flang": is_packaged("bin/flang"),
        # The one that scripts/check installs.
        "clang-tidy": is_packaged("bin/clang-tidy"),
        # The runtimes of sanitizers, profiles and coverage.
        "compiler-rt": is_packaged(
            "lib/clang/22/lib/linux/libclang_rt.asan-x86_64.a"),
        # The packaged linker plugin, which makes LTO work with GNU ld.
        "lto-plugin": is_packaged("lib/LLVMgold.so"),
        # What scripts/check-host needs, and scripts/check gets where it can.
        "emulated-host": can_emulate("aarch64-linux-gnu"),
        # Fused multiplications.
        "fma": has_processor_flag("fma"),
        # What takes minutes and is rarely the first to tell of a fault.
        "thorough": "OMPJIT_THOROUGH" in config.environment,
        "root": os.geteuid() == 0,
        "tmpfs": can_mount_tmpfs(),
        "ptxas": bool(shutil.which("ptxas") or
                      os.path.exists("/usr/local/cuda/bin/ptxas")),
        # For CUDA sources, with the library that links what it makes.
        "nvcc": all(os.path.exists("/usr/local/cuda/" + part) for part in
                    ("bin/nvcc", "lib64/libnvJitLink.so.13")),
        "gdb": bool(shutil.which("gdb")),
        "lldb": bool(shutil.which("lldb-22")),
        "perf": can_record_with_perf(),
        "chromium": bool(shutil.which("chromium")),
        "zsh": bool(shutil.which("zsh")),
        "fish": bool(shutil.which("fish")),
        "autoconf": bool(shutil.which("autoconf")),
        "mpi": bool(shutil.which("mpirun") and shutil.which("mpicxx")),
        "nvidia-gpu": has_nvidia_gpu(),
        "sanitizer": bool(kind),
        "address-sanitizer": kind == "address",
        "thread-sanitizer": kind == "thread",
    }


def set_features(config):
    known = known_features(config)
    config.ompjit_features = set(known)
    config.available_features.update(name for name in known if known[name])
