//===- Abi.h - Types and numbers of the driver's interface ----------------===//
//
// Part of the OMP-JIT project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// As documented by NVIDIA. unittests/AbiTest.cpp compares them with <cuda.h> if
// that is installed; nothing else needs it.
//
//===----------------------------------------------------------------------===//

#ifndef OMPJIT_STANDIN_CUDA_ABI_H
#define OMPJIT_STANDIN_CUDA_ABI_H

#include <cstddef>

namespace ompjit::standin {

enum Result : int {
  Success = 0,
  InvalidValue = 1,
  OutOfMemory = 2,
  NotInitialized = 3,
  Deinitialized = 4,
  NoDevice = 100,
  InvalidDevice = 101,
  InvalidImage = 200,
  InvalidContext = 201,
  NoBinaryForGpu = 209,
  UnsupportedLimit = 215,
  PeerAccessUnsupported = 217,
  InvalidPtx = 218,
  JitCompilerNotFound = 221,
  UnsupportedPtxVersion = 222,
  InvalidHandle = 400,
  NotFound = 500,
  NotReady = 600,
  IllegalAddress = 700,
  LaunchOutOfResources = 701,
  LaunchTimeout = 702,
  PeerAccessAlreadyEnabled = 704,
  PrimaryContextActive = 708,
  ContextIsDestroyed = 709,
  AssertFailed = 710,
  HostMemoryAlreadyRegistered = 712,
  HostMemoryNotRegistered = 713,
  HardwareStackError = 714,
  LaunchFailed = 719,
  CooperativeLaunchTooLarge = 720,
  NotSupported = 801,
};

using DevicePointer = unsigned long long;
using DeviceNumber = int;
/// A handle of a context, stream, event, module, function or linker.
using Handle = void *;
using AllocationHandle = unsigned long long;

struct Uuid {
  char Bytes[16];
};

struct MemoryLocation {
  int Type; ///< LocationDevice.
  int Id;
};

struct AllocationProperties {
  int Type; ///< AllocationPinned.
  int HandleTypes;
  MemoryLocation Location;
  void *Metadata;
  unsigned char Flags[8];
};

struct AccessDescription {
  MemoryLocation Location;
  int Flags; ///< AccessReadWrite.
};

constexpr int LocationDevice = 1;
constexpr int AllocationPinned = 1;
constexpr int AccessNone = 0, AccessRead = 1, AccessReadWrite = 3;

enum DeviceAttribute : int {
  MaxThreadsPerBlock = 1,
  MaxBlockX = 2,
  MaxBlockY = 3,
  MaxBlockZ = 4,
  MaxGridX = 5,
  MaxGridY = 6,
  MaxGridZ = 7,
  SharedPerBlock = 8,
  ConstantMemory = 9,
  WarpSize = 10,
  MaxPitch = 11,
  RegistersPerBlock = 12,
  ClockRate = 13,
  TextureAlignment = 14,
  GpuOverlap = 15,
  NumMultiprocessors = 16,
  ExecutionTimeout = 17,
  Integrated = 18,
  CanMapHostMemory = 19,
  ComputeMode = 20,
  ConcurrentKernels = 31,
  EccEnabled = 32,
  PciBus = 33,
  PciDevice = 34,
  TccDriver = 35,
  MemoryClockRate = 36,
  MemoryBusWidth = 37,
  L2CacheSize = 38,
  ThreadsPerMultiprocessor = 39,
  NumAsyncEngines = 40,
  UnifiedAddressing = 41,
  PciDomain = 50,
  ComputeMajor = 75,
  ComputeMinor = 76,
  StreamPriorities = 78,
  SharedPerMultiprocessor = 81,
  RegistersPerMultiprocessor = 82,
  ManagedMemory = 83,
  MultiGpuBoard = 84,
  PageableAccess = 88,
  ConcurrentManagedAccess = 89,
  ComputePreemption = 90,
  HostPointerForRegistered = 91,
  CooperativeLaunch = 95,
  SharedPerBlockOptin = 97,
  HostRegister = 99,
  PageableUsesHostTables = 100,
  VirtualMemoryManagement = 102,
  BlocksPerMultiprocessor = 106,
  ReservedSharedPerBlock = 111,
  MemoryPools = 115,
  ClusterLaunch = 120,
};

enum FunctionAttribute : int {
  FunctionMaxThreads = 0,
  FunctionSharedBytes = 1,
  FunctionConstBytes = 2,
  FunctionLocalBytes = 3,
  FunctionNumRegisters = 4,
  FunctionPtxVersion = 5,
  FunctionBinaryVersion = 6,
  FunctionMaxDynamicShared = 8,
  FunctionSharedCarveout = 9,
};

enum Limit : int { StackSize = 0, PrintfFifoSize = 1, MallocHeapSize = 2 };

enum JitOption : int {
  JitMaxRegisters = 0,
  JitInfoLog = 3,
  JitInfoLogSize = 4,
  JitErrorLog = 5,
  JitErrorLogSize = 6,
  JitOptimizationLevel = 7,
  JitTargetFromContext = 8,
  JitTarget = 9,
  JitDebugInfo = 11,
  JitLogVerbose = 12,
  JitLineInfo = 13,
};

constexpr int InputCubin = 0, InputPtx = 1;

enum PointerAttribute : int {
  PointerContext = 1,
  PointerMemoryType = 2,
  PointerDevicePointer = 3,
  PointerHostPointer = 4,
  PointerIsManaged = 8,
  PointerDeviceOrdinal = 9,
};
constexpr int MemoryTypeHost = 1, MemoryTypeDevice = 2;

constexpr unsigned StreamNonBlocking = 1;
constexpr unsigned EventBlockingSync = 1, EventDisableTiming = 2;
constexpr unsigned ContextFlagsMask = 0xff;
constexpr unsigned HostAllocFlags = 7, HostRegisterFlags = 15;

struct LaunchAttribute {
  int Id;
  int Padding;
  int Value; ///< Of the attributes that the stand-in knows.
  char Rest[60];
};
constexpr int AttributeCooperative = 2;

struct LaunchConfig {
  unsigned GridX, GridY, GridZ, BlockX, BlockY, BlockZ, SharedBytes;
  Handle Stream;
  LaunchAttribute *Attributes;
  unsigned NumAttributes;
};

// Elements of the array that may replace a launch's parameters.
constexpr size_t LaunchParamEnd = 0, LaunchParamPointer = 1,
                 LaunchParamSize = 2;

} // namespace ompjit::standin

#endif // OMPJIT_STANDIN_CUDA_ABI_H
