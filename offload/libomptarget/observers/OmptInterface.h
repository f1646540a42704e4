//===- OmptInterface.h - OMPT's device interface, in C++ ------------------===//
//
// Part of the OMP-JIT project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The part of OpenMP's tool interface that has to do with devices: the numbers
// and signatures of omp-tools.h. They are fixed by the OpenMP documents; that
// header itself belongs to a compiler and may not be installed.
//
//===----------------------------------------------------------------------===//

#ifndef OMPJIT_LIBOMPTARGET_OBSERVERS_OMPTINTERFACE_H
#define OMPJIT_LIBOMPTARGET_OBSERVERS_OMPTINTERFACE_H

#include <cstddef>
#include <cstdint>

namespace ompjit::ompt {

/// ompt_data_t: belongs to the tool; the runtime creates it with zeros.
union Data {
  uint64_t Value;
  void *Pointer;
};

using Id = uint64_t; ///< ompt_id_t; 0 is none.

/// ompt_callbacks_t
enum class Event : int {
  Target = 8,
  TargetDataOp = 9,
  TargetSubmit = 10,
  DeviceInitialize = 12,
  DeviceFinalize = 13,
  DeviceLoad = 14,
  DeviceUnload = 15,
  TargetMap = 22,
  TargetEmi = 33,
  TargetDataOpEmi = 34,
  TargetSubmitEmi = 35,
  TargetMapEmi = 36,
};

/// ompt_scope_endpoint_t
enum class Endpoint : int { Begin = 1, End = 2 };

/// ompt_target_t; the nowait forms follow at a distance of NoWait.
enum class TargetKind : int {
  Target = 1,
  EnterData = 2,
  ExitData = 3,
  Update = 4,
  NoWait = 8,
};

/// ompt_target_data_op_t
enum class DataOp : int {
  Alloc = 1,
  TransferToDevice = 2,
  TransferFromDevice = 3,
  Delete = 4,
  Associate = 5,
  Disassociate = 6,
};

/// ompt_target_map_flag_t
enum MapFlag : unsigned {
  MapFlagTo = 0x01,
  MapFlagFrom = 0x02,
  MapFlagAlloc = 0x04,
  MapFlagRelease = 0x08,
  MapFlagDelete = 0x10,
  MapFlagImplicit = 0x20,
};

using Function = void (*)();
using Lookup = Function (*)(const char *Name);

using DeviceInitializeFn = void (*)(int DeviceId, const char *Type,
                                    void *Device, Lookup, const char *Document);
using DeviceFinalizeFn = void (*)(int DeviceId);
using DeviceLoadFn = void (*)(int DeviceId, const char *File, int64_t Offset,
                              void *AddressInFile, size_t Bytes, void *Host,
                              void *Device, uint64_t ModuleId);
using DeviceUnloadFn = void (*)(int DeviceId, uint64_t ModuleId);
using TargetFn = void (*)(TargetKind, Endpoint, int DeviceId, Data *Task,
                          Id Target, const void *CodeAddress);
using TargetEmiFn = void (*)(TargetKind, Endpoint, int DeviceId, Data *Task,
                             Data *TargetTask, Data *Target,
                             const void *CodeAddress);
using TargetDataOpFn = void (*)(Id Target, Id HostOp, DataOp, void *Source,
                                int SourceDevice, void *Destination,
                                int DestinationDevice, size_t Bytes,
                                const void *CodeAddress);
using TargetDataOpEmiFn = void (*)(Endpoint, Data *TargetTask, Data *Target,
                                   Id *HostOp, DataOp, void *Source,
                                   int SourceDevice, void *Destination,
                                   int DestinationDevice, size_t Bytes,
                                   const void *CodeAddress);
using TargetSubmitFn = void (*)(Id Target, Id HostOp, unsigned NumTeams);
using TargetSubmitEmiFn = void (*)(Endpoint, Data *Target, Id *HostOp,
                                   unsigned NumTeams);
using TargetMapFn = void (*)(Id Target, unsigned Count, void **Host,
                             void **Device, size_t *Bytes, unsigned *Flags,
                             const void *CodeAddress);
using TargetMapEmiFn = void (*)(Data *Target, unsigned Count, void **Host,
                                void **Device, size_t *Bytes, unsigned *Flags,
                                const void *CodeAddress);

/// ompt_start_tool_result_t: a runtime that connects passes one to libomp,
/// which calls Initialize with its lookup function if a tool is active, and
/// Finalize before the tool is finalized.
struct StartResult {
  int (*Initialize)(Lookup, int InitialDevice, Data *ToolData);
  void (*Finalize)(Data *ToolData);
  Data ToolData;
};

} // namespace ompjit::ompt

#endif // OMPJIT_LIBOMPTARGET_OBSERVERS_OMPTINTERFACE_H
