//===- HostThreads.cpp - Threads of regions on the host -------------------===//
//
// Part of the OMP-JIT project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "policy/HostThreads.h"

#include <algorithm>
#include <cstdint>
#include <thread>

namespace {

/// ident_t: what libomp is told of the place of a region.
struct Place {
  int32_t Reserved = 0, Flags = 2, More[2] = {};
  const char *Source = ";unknown;unknown;0;0;;";
};

/// The default of KMP_BLOCKTIME, in milliseconds.
constexpr int DefaultBlocktime = 200;

} // namespace

/// Programs of OpenMP have these; tests of the engine do not.
extern "C" {
// NOLINTBEGIN(readability-identifier-naming)
int omp_get_max_threads(void) __attribute__((weak));
int omp_get_num_procs(void) __attribute__((weak));
int omp_in_parallel(void) __attribute__((weak));
int kmp_get_blocktime(void) __attribute__((weak));
void kmp_set_blocktime(int Milliseconds) __attribute__((weak));
void __kmpc_fork_call(Place *, int32_t NumArguments, void (*Body)(...), ...)
    __attribute__((weak));
// NOLINTEND(readability-identifier-naming)
}

using namespace ompjit;

unsigned jit::hostThreads() {
  if (!omp_get_max_threads)
    return std::max(1u, std::thread::hardware_concurrency());
  return unsigned(std::max(1, omp_get_max_threads()));
}

bool jit::fillProcessors() {
  return !omp_get_num_procs || hostThreads() >= unsigned(omp_get_num_procs());
}

static void doNothing(int32_t *, int32_t *) {}

/// Threads decide at the end of a region how long they look for the next one.
void jit::restHostThreads() {
  if (!omp_in_parallel || !kmp_get_blocktime || !kmp_set_blocktime ||
      !__kmpc_fork_call || hostThreads() == 1 || omp_in_parallel() ||
      kmp_get_blocktime() != DefaultBlocktime)
    return;
  Place Here;
  kmp_set_blocktime(0);
  __kmpc_fork_call(&Here, 0, reinterpret_cast<void (*)(...)>(doNothing));
  kmp_set_blocktime(DefaultBlocktime);
}
