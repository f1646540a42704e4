# A build for AArch64 on another machine, as scripts/build --host=aarch64-linux-gnu
# makes it: the packaged clang compiles, Debian's arm64 packages in
# OMPJIT_SYSROOT are compiled and linked against, qemu-user runs what is built.

set(CMAKE_SYSTEM_NAME Linux)
set(CMAKE_SYSTEM_PROCESSOR aarch64)
set(CMAKE_LIBRARY_ARCHITECTURE aarch64-linux-gnu)
# CMake reads this file again for the trials of its own.
list(APPEND CMAKE_TRY_COMPILE_PLATFORM_VARIABLES OMPJIT_SYSROOT)
set(CMAKE_SYSROOT ${OMPJIT_SYSROOT})

set(CMAKE_C_COMPILER clang-22)
set(CMAKE_CXX_COMPILER clang++-22)
set(CMAKE_C_COMPILER_TARGET aarch64-linux-gnu)
set(CMAKE_CXX_COMPILER_TARGET aarch64-linux-gnu)
# Found below /lib, which is a link, headers would get paths through it that Ninja
# shortens to ones that do not exist.
file(GLOB Gcc ${OMPJIT_SYSROOT}/usr/lib/gcc/aarch64-linux-gnu/*)
set(CMAKE_C_FLAGS_INIT --gcc-install-dir=${Gcc})
set(CMAKE_CXX_FLAGS_INIT --gcc-install-dir=${Gcc})
set(CMAKE_EXE_LINKER_FLAGS_INIT -fuse-ld=lld)
set(CMAKE_SHARED_LINKER_FLAGS_INIT -fuse-ld=lld)
set(CMAKE_MODULE_LINKER_FLAGS_INIT -fuse-ld=lld)

# Programs are those of this machine, everything else is the sysroot's.
set(CMAKE_FIND_ROOT_PATH ${OMPJIT_SYSROOT})
set(CMAKE_FIND_ROOT_PATH_MODE_PROGRAM NEVER)
set(CMAKE_FIND_ROOT_PATH_MODE_LIBRARY ONLY)
set(CMAKE_FIND_ROOT_PATH_MODE_INCLUDE ONLY)
set(CMAKE_FIND_ROOT_PATH_MODE_PACKAGE ONLY)
set(CMAKE_CROSSCOMPILING_EMULATOR qemu-aarch64-static -L ${OMPJIT_SYSROOT})
