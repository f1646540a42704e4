# Finds what the project builds on. A missing piece ends the configuration with
# the Debian package that holds it.

include(GNUInstallDirs)

function(ompjit_missing What Package)
  message(FATAL_ERROR
    "${What} was not found. On Debian it is in the package '${Package}':\n"
    "  apt-get install ${Package}\n"
    "scripts/build installs everything that the project needs.")
endfunction()

set(OMPJIT_LLVM_ROOT /usr/lib/llvm-22 CACHE PATH
    "Installation prefix of the packaged LLVM 22")

# Its programs run on the machine that builds; what is linked in is for the host.
set(OMPJIT_LLVM_LIBS ${CMAKE_SYSROOT}${OMPJIT_LLVM_ROOT}/lib)

if(OMPJIT_BUILD_COMPILERS)
  find_package(LLVM 22.1 CONFIG QUIET PATHS ${OMPJIT_LLVM_ROOT} NO_DEFAULT_PATH)
  if(NOT LLVM_FOUND)
    ompjit_missing("LLVM 22 (looked in ${OMPJIT_LLVM_ROOT})" llvm-22-dev)
  endif()
  find_package(Clang CONFIG QUIET PATHS ${OMPJIT_LLVM_ROOT} NO_DEFAULT_PATH)
  if(NOT Clang_FOUND)
    ompjit_missing("Clang 22's libraries" libclang-22-dev)
  endif()
  find_package(LLD CONFIG QUIET PATHS ${OMPJIT_LLVM_ROOT} NO_DEFAULT_PATH)
  if(NOT LLD_FOUND)
    ompjit_missing("LLD 22's libraries" liblld-22-dev)
  endif()
endif()

foreach(Tool IN ITEMS clang:clang-22 ld.lld:lld-22 llvm-offload-binary:llvm-22)
  string(REPLACE ":" ";" Pair ${Tool})
  list(GET Pair 0 Name)
  list(GET Pair 1 Package)
  if(NOT EXISTS ${OMPJIT_LLVM_ROOT}/bin/${Name})
    ompjit_missing("${OMPJIT_LLVM_ROOT}/bin/${Name}" ${Package})
  endif()
endforeach()
if(NOT EXISTS ${OMPJIT_LLVM_ROOT}/lib/clang/22/include/omp.h)
  ompjit_missing("The OpenMP runtime of LLVM 22" libomp-22-dev)
endif()

# In Debian's packages for arm64 the link in LLVM's folder leads nowhere.
find_library(OMPJIT_LIBOMP omp PATHS ${OMPJIT_LLVM_LIBS} NO_DEFAULT_PATH)
find_library(OMPJIT_LIBOMP omp)
if(NOT OMPJIT_LIBOMP)
  ompjit_missing("libomp.so" libomp-22-dev)
endif()

find_path(XXHASH_INCLUDE_DIR xxhash.h)
if(NOT XXHASH_INCLUDE_DIR)
  ompjit_missing("xxHash" libxxhash-dev)
endif()
find_path(BLAKE2_INCLUDE_DIR blake2.h)
find_library(BLAKE2_LIBRARY NAMES libb2.a)
if(NOT BLAKE2_INCLUDE_DIR OR NOT BLAKE2_LIBRARY)
  ompjit_missing("BLAKE2" libb2-dev)
endif()
find_path(MSGPACK_INCLUDE_DIR msgpack.h)
# Linked in: a program has nothing more to open.
find_library(MSGPACK_LIBRARY NAMES libmsgpackc.a)
if(NOT MSGPACK_INCLUDE_DIR OR NOT MSGPACK_LIBRARY)
  ompjit_missing("MessagePack for C" libmsgpack-dev)
endif()
# Headers only, for a tool that reads traces.
find_path(NLOHMANN_INCLUDE_DIR nlohmann/json.hpp)
if(NOT NLOHMANN_INCLUDE_DIR)
  ompjit_missing("JSON for Modern C++" nlohmann-json3-dev)
endif()
# Without it programs cannot share images by way of a Redis server.
option(OMPJIT_REMOTE_CACHE "Build the remote layer of the image cache" ON)
if(OMPJIT_REMOTE_CACHE)
  find_path(HIREDIS_INCLUDE_DIR hiredis/hiredis.h)
  # Linked in: a program that does not use it has nothing more to open.
  find_library(OMPJIT_HIREDIS NAMES libhiredis.a hiredis)
  if(NOT HIREDIS_INCLUDE_DIR OR NOT OMPJIT_HIREDIS)
    ompjit_missing("hiredis (-DOMPJIT_REMOTE_CACHE=OFF does without)"
      libhiredis-dev)
  endif()
else()
  unset(OMPJIT_HIREDIS CACHE)
endif()
find_path(FFI_INCLUDE_DIR ffi.h)
# Position-independent code to link in: one shared object less to find, to map
# and to relocate at the first offload.
find_library(FFI_LIBRARY NAMES libffi_pic.a ffi)
if(NOT FFI_INCLUDE_DIR OR NOT FFI_LIBRARY)
  ompjit_missing("libffi" libffi-dev)
endif()
# Only a container, which is a header; nothing of it is linked.
find_path(ABSEIL_INCLUDE_DIR absl/container/inlined_vector.h)
if(NOT ABSEIL_INCLUDE_DIR)
  ompjit_missing("Abseil" libabsl-dev)
endif()
set(Libraries zstd:libzstd-dev)
if(OMPJIT_BUILD_COMPILERS)
  list(APPEND Libraries z:zlib1g-dev xml2:libxml2-dev)
endif()
foreach(Library IN LISTS Libraries)
  string(REPLACE ":" ";" Pair ${Library})
  list(GET Pair 0 Name)
  list(GET Pair 1 Package)
  find_library(OMPJIT_LIB_${Name} ${Name})
  if(NOT OMPJIT_LIB_${Name})
    ompjit_missing("lib${Name}" ${Package})
  endif()
endforeach()
# Linked in as a whole: it takes malloc's place in one program.
if(OMPJIT_BUILD_COMPILERS)
  find_library(OMPJIT_LIB_tcmalloc libtcmalloc_minimal.a)
  if(NOT OMPJIT_LIB_tcmalloc)
    ompjit_missing("tcmalloc" libgoogle-perftools-dev)
  endif()
endif()
find_package(Threads REQUIRED)
set(Boost_USE_STATIC_LIBS ON)
find_package(Boost QUIET COMPONENTS context)
if(NOT TARGET Boost::context)
  ompjit_missing("Boost.Context" libboost-context-dev)
endif()

if(OMPJIT_BUILD_TESTS)
  find_package(GTest QUIET)
  if(NOT GTest_FOUND)
    ompjit_missing("GoogleTest" "libgtest-dev libgmock-dev")
  endif()
  find_package(benchmark QUIET)
  if(NOT benchmark_FOUND)
    ompjit_missing("google-benchmark" libbenchmark-dev)
  endif()
endif()
