//===- Driver.h - NVIDIA's driver, opened at run time ---------------------===//
//
// Part of the OMP-JIT project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The parts of libcuda.so.1's binary interface that are used: types, numbers
// and functions, declared here so that the build needs no toolkit. The unit
// test compares all of it with <cuda.h>.
//
//===----------------------------------------------------------------------===//

#ifndef OMPJIT_PLUGINS_CUDA_DRIVER_H
#define OMPJIT_PLUGINS_CUDA_DRIVER_H

#include "ompjit/Plugin.h"

#include <cstddef>
#include <cstdint>
#include <string>

namespace ompjit::cuda {

using DeviceHandle = int;
using DevicePointer = uint64_t;
using MemoryHandle = unsigned long long;
struct Context;
struct Stream;
struct Event;
struct Module;
struct Function;
struct LinkState;

/// CUresult. For other codes the driver's own names are used.
enum class Result : int {
  Success = 0,
  OutOfMemory = 2,
  NotInitialized = 3,
  NoDevice = 100,
  EccUncorrectable = 214,
  NvlinkUncorrectable = 220,
  Contained = 226,
  JitCompilerNotFound = 221, ///< A library that comes with the driver.
  NotFound = 500,
  NotReady = 600,
  IllegalAddress = 700,
  LaunchTimeout = 702,
  PeerAccessAlreadyEnabled = 704,
  ContextIsDestroyed = 709,
  Assert = 710,
  HostMemoryAlreadyRegistered = 712,
  HostMemoryNotRegistered = 713,
  HardwareStackError = 714,
  IllegalInstruction = 715,
  MisalignedAddress = 716,
  InvalidAddressSpace = 717,
  InvalidPc = 718,
  LaunchFailed = 719,
  TensorMemoryLeak = 721,
  MpsClientTerminated = 810,
  ExternalDevice = 911,
};

enum class DeviceAttribute : int {
  MaxThreadsPerBlock = 1,
  MaxBlockX = 2,
  MaxBlockY = 3,
  MaxBlockZ = 4,
  MaxGridX = 5,
  MaxGridY = 6,
  MaxGridZ = 7,
  SharedBytesPerBlock = 8,
  ConstantBytes = 9,
  WarpSize = 10,
  RegistersPerBlock = 12,
  ClockKhz = 13,
  Processors = 16,
  TimeLimited = 17,
  Integrated = 18,
  MapsHostMemory = 19,
  ComputeMode = 20,
  ConcurrentKernels = 31,
  Ecc = 32,
  MemoryClockKhz = 36,
  MemoryBusBits = 37,
  L2Bytes = 38,
  ThreadsPerProcessor = 39,
  CopyEngines = 40,
  UnifiedAddresses = 41,
  ComputeMajor = 75,
  ComputeMinor = 76,
  SharedBytesPerProcessor = 81,
  RegistersPerProcessor = 82,
  ManagedMemory = 83,
  PageableAccess = 88,
  ConcurrentManagedAccess = 89,
  CooperativeLaunch = 95,
  SharedBytesPerBlockOptIn = 97,
  VirtualMemory = 102,
  BlocksPerProcessor = 106,
};

enum class FunctionAttribute : int {
  MaxThreadsPerBlock = 0,
  SharedBytes = 1,
  LocalBytes = 3,
  Registers = 4,
  MaxDynamicSharedBytes = 8,
};

enum class Limit : int { StackBytes = 0, PrintBytes = 1, HeapBytes = 2 };
enum class PointerAttribute : int { MemoryType = 2 };
enum class Granularity : int { Minimum = 0 };

enum class JitOption : int {
  MaxRegisters = 0,
  ErrorLog = 5,
  ErrorLogBytes = 6,
  Target = 9,
};
enum class JitInput : int { Ptx = 1 };

/// CUjit_target is the architecture's number plus one of these for a variant.
constexpr int TargetOfOne = 0x10000;    ///< sm_90a
constexpr int TargetOfFamily = 0x20000; ///< sm_100f

constexpr unsigned StreamNonBlocking = 1;
constexpr unsigned EventDisableTiming = 2;
constexpr unsigned HostPortable = 1, HostDeviceMap = 2; // Of both families.
constexpr unsigned AttachGlobal = 1;
constexpr unsigned MemoryTypeHost = 1;

struct Uuid {
  unsigned char Bytes[16];
};

/// CUmemLocation of a device.
struct MemoryLocation {
  int Type = 1;
  int Id = 0;
};

/// CUmemAllocationProp for pinned memory.
struct AllocationProperties {
  int Type = 1;
  int HandleTypes = 0;
  MemoryLocation Location;
  void *Win32Data = nullptr;
  unsigned char Flags[8] = {};
};

/// CUmemAccessDesc for reading and writing.
struct AccessDescription {
  MemoryLocation Location;
  int Flags = 3;
};

/// The values of `extra` in cuLaunchKernel.
inline void *const LaunchParameterEnd = nullptr;
inline void *const LaunchParameterBuffer = reinterpret_cast<void *>(1);
inline void *const LaunchParameterBytes = reinterpret_cast<void *>(2);

/// CUlaunchAttribute of a launch whose blocks run at the same time.
struct CooperativeAttribute {
  int Id = 2;
  int Padding = 0;
  int IsCooperative = 1;
  char Rest[60] = {};
};

/// CUlaunchConfig.
struct LaunchConfiguration {
  unsigned GridX, GridY, GridZ, BlockX, BlockY, BlockZ, SharedBytes;
  Stream *Queue;
  CooperativeAttribute *Attributes;
  unsigned NumAttributes;
};

/// The functions of a driver library. Tests make their own.
struct Driver {
#define OMPJIT_CUDA_FUNCTION(Member, Name, Since, Parameters)                  \
  Result(*Member) Parameters = nullptr;
#define OMPJIT_CUDA_OPTIONAL OMPJIT_CUDA_FUNCTION
#include "DriverFunctions.def"
#undef OMPJIT_CUDA_OPTIONAL
#undef OMPJIT_CUDA_FUNCTION

  /// Only the stand-in, with which this plugin is tested, has this function:
  /// returns ompjit_device_info::emulation.
  const char *(*Emulation)() = nullptr;

  int Version = 0; ///< 12040 is CUDA 12.4.
};

/// Returns the machine's driver, opened and initialised by the first call. Null
/// if none can be used; the error says why.
const Driver *theDriver(ompjit_error *Error);

/// Opens \p Library and finds its functions; does not initialise it.
int openDriver(const char *Library, Driver &Opened, ompjit_error *Error);

/// "CUDA 12.4".
std::string versionText(int Version);

/// Returns the driver's name and text for the code: "CUDA_ERROR_OUT_OF_MEMORY:
/// out of memory".
std::string textOf(const Driver &D, Result Code);

} // namespace ompjit::cuda

#endif // OMPJIT_PLUGINS_CUDA_DRIVER_H
