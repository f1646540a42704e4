# The lit suite of the project: `lit build/test`. Tests see the tools of the
# packaged LLVM in PATH, our own programs through substitutions, and none of
# the OpenMP settings of whoever starts the run.
#
#   %clang, %clangxx, %flang    our compiler driver
#   %packaged_clang, ..xx       the packaged one
#   %linker_wrapper             our clang-linker-wrapper
#   %libdir, %builddir          the build's lib folder, the build folder
#   %packaged_libdir            the packaged LLVM's lib folder
#   %specialize_plugin          the opt plugin with the specialisation passes
#   %clang_passes               the opt plugin with what clang -cc1 runs first
#   %survive                    runs a program that something is wrong with; see
#                               support/survive.py
#   %run-all-modes              builds and runs a program in every mode; see
#                               Offload/run-modes.sh
#   %run-gpus                   builds and runs a program on virtual GPUs; see
#                               VirtualGpu/run-gpus.sh
#   %run-fortran                builds and runs a program of Fortran in every mode;
#                               see Fortran/run-fortran.sh
#   %run-cuda                   builds and runs a program through the CUDA plugin,
#                               without a GPU; see support/run-standin.sh
#   %run-amdgpu                 the same through the AMDGPU plugin
#   %standin                    runs a program on the stand-in for NVIDIA's driver
#   %run-random                 builds and runs random programs; see
#                               Random/run_random.py
#   %run-lanes                  the same for loops with lanes; see
#                               Random/run_lanes.py
#   %run-streams                the same for loops that write past the cache; see
#                               Random/run_streams.py
#   %without-toolkit            runs a command where no CUDA toolkit and no ROCm
#                               are; see support/without-toolkit.sh; needs tmpfs
#   %run-gpu-random             builds and runs random programs for GPUs; see
#                               Random/run_gpu_random.py
#   %link-ahead                 links a program ahead of time for GPUs; see
#                               VirtualGpu/link-ahead.sh
#
# `lit -D host_queues=1` runs programs with queues that overlap with the host,
# except where a test says otherwise.
#
# Deferred programs compile in the foreground, so that runs repeat; `lit -D async=1`
# runs them with compiles in the background, as outside of tests, except where a test
# says otherwise.
#
# `lit -D thorough=1` does in every way, and with every failure, what a test otherwise
# does in some, which follow from the programs' names; see support/chosen.sh.
# `lit -D levels=O0,O2,O3` builds programs for virtual GPUs with other levels than these.
#
# `lit -D pipeline=quick` or `full` compiles deferred programs with that pipeline.
#
# `lit -D compiler=process` or `node` has them compiled in other processes, except where
# a test says otherwise.
#
# A test's first line states its purpose.

import os
import sys

if not hasattr(config, "ompjit_build_dir"):
    # Started as `lit test`: the site configuration of the default build folder
    # (or of OMPJIT_BUILD_DIR) says where things are.
    source = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))
    build = os.environ.get("OMPJIT_BUILD_DIR", os.path.join(source, "build"))
    site = os.path.join(build, "test", "lit.site.cfg.py")
    if not os.path.exists(site):
        lit_config.fatal("no configured build in %s: run scripts/build" % build)
    lit_config.load_config(config, site)
else:
    sys.path.insert(0, os.path.join(config.ompjit_source_dir, "test", "support"))
    import ompjit_lit

    build = config.ompjit_build_dir
    llvm = config.ompjit_llvm_root

    config.name = "ompjit"
    config.test_source_root = os.path.join(config.ompjit_source_dir, "test")
    config.test_exec_root = os.path.join(build, "test")
    config.suffixes = [".c", ".cpp", ".f90", ".ll", ".test"]
    config.excludes = ["Inputs", "support", "standin", "CrossSections.cpp"]
    config.test_format = ompjit_lit.FreshCacheShTest()
    ompjit_lit.set_environment(config)
    ompjit_lit.set_timeout(lit_config, seconds=900)
    if lit_config.params.get("host_queues") == "1":
        config.environment["LIBOMPTARGET_HOST_QUEUES"] = "1"
    if lit_config.params.get("async") == "1":
        config.environment["OMP_JIT_ASYNC"] = "1"
    if "compiler" in lit_config.params:
        config.environment["OMP_JIT_COMPILER"] = lit_config.params["compiler"]
    if "pipeline" in lit_config.params:
        config.environment["OMP_JIT_PIPELINE"] = lit_config.params["pipeline"]

    # scripts/check-host: programs are compiled for another host and run under an emulator,
    # in a folder of their own.
    if "emulated" in lit_config.params:
        config.test_exec_root = lit_config.params["emulated"]
        config.environment.update(
            (name, os.environ[name]) for name in ("OMPJIT_DEVICE", "OMPJIT_CROSS",
                                                  "OMPJIT_RUNNER", "OMPJIT_MODES"))

    levels = lit_config.params.get("levels", "")
    if lit_config.params.get("thorough") == "1":
        config.environment["OMPJIT_THOROUGH"] = "1"
    for key, value in [
        ("clangxx", os.path.join(build, "bin", "clang++")),
        ("clang", os.path.join(build, "bin", "clang")),
        ("flang", os.path.join(build, "bin", "flang")),
        ("packaged_flang", os.path.join(llvm, "bin", "flang")),
        ("packaged_clangxx", os.path.join(llvm, "bin", "clang++")),
        ("packaged_clang", os.path.join(llvm, "bin", "clang")),
        ("linker_wrapper", os.path.join(build, "bin", "clang-linker-wrapper")),
        ("packaged_libdir", os.path.join(llvm, "lib")),
        ("libdir", os.path.join(build, "lib")),
        ("builddir", build),
        ("sourcedir", config.ompjit_source_dir),
        ("specialize_plugin",
         os.path.join(build, "lib", "libompjit-specialize.so")),
        ("clang_passes",
         os.path.join(build, "lib", "libompjit-clang-passes.so")),
        ("survive", "python3 " + os.path.join(
            config.test_source_root, "support", "survive.py")),
        ("without-toolkit", os.path.join(
            config.test_source_root, "support", "without-toolkit.sh")),
        ("run-all-modes", " ".join([
            os.path.join(config.test_source_root, "Offload", "run-modes.sh"),
            build, llvm])),
        ("run-gpus", " ".join([
            os.path.join(config.test_source_root, "VirtualGpu", "run-gpus.sh"),
            build] + ["--levels=" + levels] * bool(levels))),
        ("run-fortran", " ".join([
            os.path.join(config.test_source_root, "Fortran", "run-fortran.sh"),
            build])),
        ("run-cuda", " ".join([
            os.path.join(config.test_source_root, "support", "run-standin.sh"),
            build, "cuda"])),
        ("run-amdgpu", " ".join([
            os.path.join(config.test_source_root, "support", "run-standin.sh"),
            build, "amdgpu"])),
        ("standin", "env OMP_TARGET_OFFLOAD=MANDATORY LD_LIBRARY_PATH="
            + os.path.join(build, "standin")),
        ("run-gpu-random", " ".join(["python3", os.path.join(
            config.test_source_root, "Random", "run_gpu_random.py"),
            "--build", build])),
        ("run-lanes", " ".join(["python3", os.path.join(
            config.test_source_root, "Random", "run_lanes.py"), "--build", build])),
        ("run-streams", " ".join(["python3", os.path.join(
            config.test_source_root, "Random", "run_streams.py"), "--build", build])),
        ("run-random", " ".join(["python3", os.path.join(
            config.test_source_root, "Random", "run_random.py"),
            "--build", build, "--llvm", llvm])),
        ("link-ahead", " ".join([
            os.path.join(config.test_source_root, "VirtualGpu", "link-ahead.sh"),
            build])),
    ]:
        config.substitutions.append((ompjit_lit.whole_word(key), value))

    ompjit_lit.set_features(config)
    # A test of every target does without NVIDIA's where there is no ptxas.
    config.substitutions.append((ompjit_lit.whole_word("nvptx_target"),
        "--offload-arch=" + ("sm_80" if "ptxas" in config.available_features
                             else "gfx90a")))
    # The packaged clang compiles for NVIDIA's where a toolkit is.
    config.substitutions.append((ompjit_lit.whole_word("packaged_gpus"),
        "sm_90,gfx90a" if "ptxas" in config.available_features else "gfx90a"))
