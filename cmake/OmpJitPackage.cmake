# `cpack` in the build folder makes a Debian package of what `cmake --install`
# installs, below /opt/omp-jit: names like `clang` are those of other packages.
# packaging/try-deb installs it into a fresh Debian and tries it.

set(CPACK_GENERATOR DEB)
set(CPACK_PACKAGE_NAME omp-jit)
set(CPACK_PACKAGE_VENDOR "OMP-JIT")
set(CPACK_PACKAGE_CONTACT "OMP-JIT developers <omp-jit@localhost>")
set(CPACK_PACKAGE_DESCRIPTION_SUMMARY
  "OpenMP offloading with device LTO and run-time compilation")
set(CPACK_PACKAGING_INSTALL_PREFIX /opt/omp-jit)
set(CPACK_STRIP_FILES ON)
# Half a minute less than xz.
set(CPACK_DEBIAN_COMPRESSION_TYPE zstd)
set(CPACK_DEBIAN_FILE_NAME DEB-DEFAULT)
set(CPACK_DEBIAN_PACKAGE_SECTION devel)
set(CPACK_DEBIAN_PACKAGE_DESCRIPTION
  "A clang that takes the usual offloading flags, and a libomptarget that runs
 regions on processors, NVIDIA's and AMD's GPUs, compiled ahead of time or when
 they are launched, then specialised for the values of the launch. An overlay on
 the packaged LLVM 22.")
# What the files name; the packaged LLVM compiles, and is not needed to run.
set(CPACK_DEBIAN_PACKAGE_DEPENDS "libc6 (>= 2.36), libgcc-s1, libstdc++6 (>= 12), \
libllvm22, libomp-22-dev, libxml2, libzstd1, zlib1g")
set(CPACK_DEBIAN_PACKAGE_RECOMMENDS "clang-22, lld-22, llvm-22")
set(CPACK_DEBIAN_PACKAGE_SUGGESTS "nvidia-cuda-toolkit, libhsa-runtime64-1, \
bash-completion")
include(CPack)
