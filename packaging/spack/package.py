# A Spack recipe. Spack's own LLVM is another than Debian's, which OMP-JIT is an
# overlay of, so that is named as an external; docs/install.md has the entry.

import os

from spack.package import *


class OmpJit(CMakePackage):
    """OpenMP offloading with device link-time optimisation and run-time compilation
    that specialises kernels; an overlay on LLVM 22."""

    # The checkout that this file lies in, to which a repository of Spack has a link.
    git = "file://" + os.path.dirname(os.path.dirname(os.path.dirname(os.path.realpath(__file__))))

    version("main", branch="main")

    variant("remote_cache", default=True, description="Share images by way of Redis")

    depends_on("c", type="build")
    depends_on("cxx", type="build")
    depends_on("cmake@3.25:", type="build")
    depends_on("ninja", type="build")
    depends_on("python@3.9:", type="build")
    depends_on("llvm@22.1+clang+lld", type=("build", "link", "run"))
    depends_on("abseil-cpp", type="build")
    depends_on("boost+context", type="build")
    depends_on("gperftools", type="build")
    depends_on("hiredis", type="build", when="+remote_cache")
    depends_on("libb2", type="build")
    depends_on("libffi", type="build")
    depends_on("msgpack-c", type="build")
    depends_on("nlohmann-json", type="build")
    depends_on("xxhash", type="build")
    depends_on("libxml2")
    depends_on("zlib-api")
    depends_on("zstd")
    depends_on("googletest+gmock", type="test")
    depends_on("benchmark", type="test")

    generator("ninja")

    def cmake_args(self):
        llvm = self.spec["llvm"].prefix
        return [
            self.define("OMPJIT_LLVM_ROOT", llvm),
            self.define("OMPJIT_BUILD_TESTS", self.run_tests),
            self.define("CMAKE_C_COMPILER", llvm.bin.clang),
            self.define("CMAKE_CXX_COMPILER", join_path(llvm.bin, "clang++")),
            self.define_from_variant("OMPJIT_REMOTE_CACHE", "remote_cache"),
        ]

    @run_after("install")
    @on_package_attributes(run_tests=True)
    def check_install(self):
        Executable(self.prefix.bin.join("ompjit-doctor"))()
