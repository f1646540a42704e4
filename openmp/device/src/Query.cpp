//===- Query.cpp - Routines that ask --------------------------------------===//
//
// Part of the OMP-JIT project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Debug.h"
#include "Icv.h"
#include "Team.h"

using namespace ompjit::device;

/// Information from the host about itself and the device. The host looks the
/// variable up by name and fills it when it loads the image.
struct DeviceEnvironment {
  uint32_t DebugKind;
  uint32_t NumDevices;
  uint32_t DeviceNum;
  uint32_t DynamicMemoryBytes;
  uint64_t ClockFrequency;
  void *IndirectCallTable;
  uint64_t IndirectCallTableSize;
  uint64_t HardwareParallelism;
};
extern "C" [[gnu::weak,
             gnu::visibility("protected")]] OMPJIT_CONSTANT DeviceEnvironment
    __omp_rtl_device_environment = {};

namespace {

OMPJIT_CONSTANT volatile DeviceEnvironment &environment() {
  return const_cast<OMPJIT_CONSTANT volatile DeviceEnvironment &>(
      __omp_rtl_device_environment);
}

int activeDepth() { return team::isInActive() && team::activeSize() > 1; }

} // namespace

uint32_t debug::kindsOfRun() { return environment().DebugKind; }

// Queries about the thread.
OMPJIT_ENTRY int omp_get_thread_num() { return int(team::threadNum()); }
OMPJIT_ENTRY int omp_get_num_threads() { return int(team::numThreads()); }
OMPJIT_ENTRY int omp_get_level() { return int(team::level()); }
OMPJIT_ENTRY int omp_get_active_level() { return activeDepth(); }
OMPJIT_ENTRY int omp_in_parallel() { return activeDepth(); }
OMPJIT_ENTRY int omp_get_team_num() { return int(blockId()); }
OMPJIT_ENTRY int omp_get_num_teams() { return int(numBlocks()); }

OMPJIT_ENTRY int omp_get_ancestor_thread_num(int Level) {
  if (Level < 0 || Level > int(team::level()))
    return -1;
  return team::isInActive() && Level == int(team::activeLevel())
             ? int(threadId())
             : 0;
}

OMPJIT_ENTRY int omp_get_team_size(int Level) {
  if (Level < 0 || Level > int(team::level()))
    return -1;
  return team::isInActive() && Level == int(team::activeLevel())
             ? int(team::activeSize())
             : 1;
}

// Queries about the thread's task.
OMPJIT_ENTRY int omp_in_explicit_task() { return team::isInTask(); }
OMPJIT_ENTRY int omp_in_final() { return team::isInFinalTask(); }

// Queries about resources.
OMPJIT_ENTRY int omp_get_max_threads() {
  return team::level() > 0 ? 1 : int(icv::numThreads(team::maxThreads()));
}
OMPJIT_ENTRY int omp_get_num_procs() { return int(team::maxThreads()); }
OMPJIT_ENTRY int omp_get_thread_limit() { return int(team::maxThreads()); }
OMPJIT_ENTRY int omp_get_max_teams() { return int(numBlocks()); }
OMPJIT_ENTRY int omp_get_teams_thread_limit() {
  return int(team::maxThreads());
}

OMPJIT_ENTRY void omp_get_schedule(int *Kind, int *Chunk) {
  const icv::Variables Mine = icv::current();
  *Kind = Mine.Schedule;
  *Chunk = Mine.Chunk;
}

// Devices.
OMPJIT_ENTRY int omp_is_initial_device() { return 0; }
OMPJIT_ENTRY int omp_get_num_devices() { return int(environment().NumDevices); }
OMPJIT_ENTRY int omp_get_device_num() { return int(environment().DeviceNum); }
OMPJIT_ENTRY int omp_get_default_device() { return omp_get_device_num(); }
OMPJIT_ENTRY int omp_get_initial_device() { return omp_get_num_devices(); }

// Functions with `declare target indirect`. Code of the compiler's pass
// searches for them before a call by an address that may be the host's.
struct IndirectFunction {
  const void *Host;
  void *Device;
};

OMPJIT_ENTRY void *__llvm_omp_indirect_call_lookup(void *Address) {
  const auto *Table =
      static_cast<const IndirectFunction *>(environment().IndirectCallTable);
  uint64_t Begin = 0, End = environment().IndirectCallTableSize;
  while (Begin != End) {
    const uint64_t Middle = Begin + (End - Begin) / 2;
    if (Table[Middle].Host == Address)
      return Table[Middle].Device;
    if (Table[Middle].Host < Address)
      Begin = Middle + 1;
    else
      End = Middle;
  }
  return Address;
}

// Time.
OMPJIT_ENTRY double omp_get_wtime() { return double(nanoseconds()) * 1e-9; }
OMPJIT_ENTRY double omp_get_wtick() { return 1e-9; }

// Queries in generated code, which LLVM answers at compile time if it can.
OMPJIT_ENTRY bool __kmpc_is_spmd_exec_mode() { return team::isSpmd(); }
OMPJIT_ENTRY int32_t __kmpc_global_thread_num(Ident *) {
  return int32_t(team::threadNum());
}
OMPJIT_ENTRY uint16_t __kmpc_parallel_level(Ident *, uint32_t) {
  return uint16_t(team::level());
}
OMPJIT_ENTRY uint32_t __kmpc_get_hardware_thread_id_in_block() {
  return threadId();
}
OMPJIT_ENTRY uint32_t __kmpc_get_hardware_num_threads_in_block() {
  return blockSize();
}
OMPJIT_ENTRY uint32_t __kmpc_get_hardware_num_blocks() { return numBlocks(); }
OMPJIT_ENTRY uint32_t __kmpc_get_warp_size() { return warpSize(); }
/// Which lanes run the caller together, and no others that call it elsewhere:
/// so it is part of the caller, in code that is not optimised, too.
OMPJIT_ENTRY [[gnu::always_inline]] uint64_t __kmpc_warp_active_thread_mask() {
  return activeLanes();
}
