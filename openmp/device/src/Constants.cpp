//===- Constants.cpp - Routines that have one answer on a device ----------===//
//
// Part of the OMP-JIT project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A device has no places, no tools and no environment variables. It releases no
// resources on request, its memory is one space, and its allocators are its
// own.
//
//===----------------------------------------------------------------------===//

#include "Platform.h"

#include <stddef.h>

using namespace ompjit::device;

extern "C" int omp_get_device_num();

OMPJIT_ENTRY int omp_get_dynamic() { return 0; }
OMPJIT_ENTRY int omp_get_nested() { return 0; }
OMPJIT_ENTRY int omp_get_cancellation() { return 0; }
OMPJIT_ENTRY int omp_get_max_active_levels() { return 1; }
OMPJIT_ENTRY int omp_get_supported_active_levels() { return 1; }
OMPJIT_ENTRY int omp_get_max_task_priority() { return 0; }

// Routines for places.
OMPJIT_ENTRY int omp_get_proc_bind() { return 0; }
OMPJIT_ENTRY int omp_get_num_places() { return 0; }
OMPJIT_ENTRY int omp_get_place_num_procs(int) { return 0; }
OMPJIT_ENTRY void omp_get_place_proc_ids(int, int *) {}
OMPJIT_ENTRY int omp_get_place_num() { return -1; }
OMPJIT_ENTRY int omp_get_partition_num_places() { return 0; }
OMPJIT_ENTRY void omp_get_partition_place_nums(int *) {}

/// Writes an empty text. \returns its length.
static size_t nothing(char *Buffer, size_t Size) {
  if (Size)
    *Buffer = 0;
  return 0;
}
// <omp.h> gives them these names.
OMPJIT_ENTRY void ompc_display_affinity(const char *) {}
OMPJIT_ENTRY void ompc_set_affinity_format(const char *) {}
OMPJIT_ENTRY size_t ompc_get_affinity_format(char *Buffer, size_t Size) {
  return nothing(Buffer, Size);
}
OMPJIT_ENTRY size_t ompc_capture_affinity(char *Buffer, size_t Size,
                                          const char *) {
  return nothing(Buffer, Size);
}

OMPJIT_ENTRY void omp_display_env(int) {}
OMPJIT_ENTRY int omp_control_tool(int, int, void *) {
  constexpr int NoTool = -2;
  return NoTool;
}
OMPJIT_ENTRY int omp_pause_resource(int, int) { return -1; }
OMPJIT_ENTRY int omp_pause_resource_all(int) { return -1; }

// Memory spaces and allocators. 0 means none.
static bool isThis(int Count, const int *Devices) {
  return Count == 1 && Devices[0] == omp_get_device_num();
}
OMPJIT_ENTRY uintptr_t omp_get_devices_memspace(int Count, const int *Devices,
                                                uintptr_t Space) {
  return isThis(Count, Devices) ? Space : 0;
}
OMPJIT_ENTRY uintptr_t omp_get_device_memspace(int Device, uintptr_t Space) {
  return isThis(1, &Device) ? Space : 0;
}
OMPJIT_ENTRY uintptr_t omp_get_devices_allocator(int Count, const int *Devices,
                                                 uintptr_t) {
  constexpr uintptr_t Default = 1;
  return isThis(Count, Devices) ? Default : 0;
}
OMPJIT_ENTRY uintptr_t omp_get_device_allocator(int Device, uintptr_t Space) {
  return omp_get_devices_allocator(1, &Device, Space);
}
OMPJIT_ENTRY uintptr_t omp_get_devices_and_host_memspace(int, const int *,
                                                         uintptr_t) {
  return 0;
}
OMPJIT_ENTRY uintptr_t omp_get_device_and_host_memspace(int, uintptr_t) {
  return 0;
}
OMPJIT_ENTRY uintptr_t omp_get_devices_all_memspace(uintptr_t) { return 0; }
OMPJIT_ENTRY uintptr_t omp_get_devices_and_host_allocator(int, const int *,
                                                          uintptr_t) {
  return 0;
}
OMPJIT_ENTRY uintptr_t omp_get_device_and_host_allocator(int, uintptr_t) {
  return 0;
}
OMPJIT_ENTRY uintptr_t omp_get_devices_all_allocator(uintptr_t) { return 0; }
OMPJIT_ENTRY int omp_get_memspace_num_resources(uintptr_t Space) {
  return Space != 0;
}
/// The only resource has number 0.
OMPJIT_ENTRY uintptr_t omp_get_submemspace(uintptr_t Space, int Count,
                                           const int *Resources) {
  return Count == 1 && Resources[0] == 0 ? Space : 0;
}
