//===- Hsa.h - AMD's HSA runtime, opened at run time ------------*- C++ -*-===//
//
// Part of the OMP-JIT project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The parts of libhsa-runtime64.so.1's binary interface that are used: types,
// numbers and functions, declared here so that the build does not need ROCm.
// The unit test compares all of it with <hsa/hsa.h> and <hsa/hsa_ext_amd.h>.
//
//===----------------------------------------------------------------------===//

#ifndef OMPJIT_PLUGINS_AMDGPU_HSA_H
#define OMPJIT_PLUGINS_AMDGPU_HSA_H

#include "ompjit/Plugin.h"

#include <cstddef>
#include <cstdint>
#include <string>

namespace ompjit::amdgpu {

// Handles, which are passed by value. Each has a type of its own.
struct Agent {
  uint64_t Handle;
};
struct Isa {
  uint64_t Handle;
};
struct MemoryPool {
  uint64_t Handle;
};
struct SignalHandle {
  uint64_t Handle;
};
struct Executable {
  uint64_t Handle;
};
struct CodeObjectReader {
  uint64_t Handle;
};
struct LoadedCodeObject {
  uint64_t Handle;
};
struct Symbol {
  uint64_t Handle;
};
struct MemoryHandle {
  uint64_t Handle;
};

/// hsa_status_t. For other codes the library's own text is used.
enum class Status : int {
  Success = 0,
  MemoryFault = 43,
  Error = 0x1000,
  InvalidArgument = 0x1001,
  OutOfResources = 0x1008,
  InvalidSymbolName = 0x1013,
};

enum class SystemInfo : int {
  VersionMajor = 0,       ///< uint16_t
  VersionMinor = 1,       ///< uint16_t
  TimestampFrequency = 3, ///< uint64_t, in Hz.
  /// bool: GPUs reach all of the host's memory.
  HostMemoryIsAccessible = 0x202,
  ReservesAddresses = 0x205, ///< bool
};

/// The comments name the type of the value that agent_get_info writes.
enum class AgentInfo : int {
  Name = 0,             ///< char[64]: the processor, "gfx90a".
  VendorName = 1,       ///< char[64]
  WavefrontSize = 6,    ///< uint32_t
  WorkgroupMaxSize = 8, ///< uint32_t
  GridMaxSize = 10,     ///< uint32_t, in threads.
  QueuesMax = 12,       ///< uint32_t
  QueueMinSize = 13,    ///< uint32_t, in packets.
  QueueMaxSize = 14,    ///< uint32_t
  Device = 17,          ///< DeviceType
  CacheBytes = 18,      ///< uint32_t[4]
  // AMD's extension.
  CachelineBytes = 0xa001,      ///< uint32_t
  ComputeUnits = 0xa002,        ///< uint32_t
  ClockMhz = 0xa003,            ///< uint32_t
  BdfId = 0xa006,               ///< uint32_t: bus, device and function on PCI.
  MemoryBusBits = 0xa007,       ///< uint32_t
  MemoryClockMhz = 0xa008,      ///< uint32_t
  ProductName = 0xa009,         ///< char[64]
  WavesPerComputeUnit = 0xa00a, ///< uint32_t
  SimdsPerComputeUnit = 0xa00b, ///< uint32_t
  ShaderEngines = 0xa00c,       ///< uint32_t
  PciDomain = 0xa00f,           ///< uint32_t
  CooperativeQueues = 0xa010,   ///< bool
  Uuid = 0xa011,                ///< char[21]
  HostAccess = 0xa013,          ///< bool: the host reads and writes its memory.
  /// uint8_t[8], of ROCm 6. The second bit: it shares the host's memory.
  MemoryProperties = 0xa114,
};

enum class DeviceType : int { Cpu = 0, Gpu = 1 };

enum class IsaInfo : int {
  NameLength = 0, ///< uint32_t, with the zero.
  Name = 1,       ///< char[]: "amdgcn-amd-amdhsa--gfx90a:sramecc+:xnack-".
};

enum class PoolInfo : int {
  Segment = 0,     ///< Segment
  GlobalFlags = 1, ///< uint32_t, PoolFlag bits.
  Bytes = 2,       ///< size_t
  CanAllocate = 5, ///< bool
  Granule = 6,     ///< size_t: sizes are multiples of it.
  MaxBytes = 16,   ///< size_t: what one process gets of it.
};

enum class Segment : int { Global = 0, Group = 3 };

/// hsa_queue_t; its packets have 64 bytes.
struct AqlQueue {
  uint32_t Type;
  uint32_t Features;
  void *Packets;
  SignalHandle Doorbell;
  uint32_t Size; ///< In packets, a power of two.
  uint32_t Reserved;
  uint64_t Id;
};

enum class QueueType : uint32_t { Multi = 0, Cooperative = 2 };

enum class PacketType : uint16_t { Invalid = 1, Dispatch = 2, BarrierAnd = 3 };

// Positions of the fields in a packet's header.
constexpr unsigned HeaderBarrierBit = 8;
constexpr unsigned HeaderAcquireBit = 9;
constexpr unsigned HeaderReleaseBit = 11;
constexpr unsigned FenceOfSystem = 2;

/// hsa_barrier_and_packet_t.
struct BarrierPacket {
  uint16_t Header = 0;
  uint16_t Reserved0 = 0;
  uint32_t Reserved1 = 0;
  SignalHandle Needs[5] = {}; ///< The packet waits until all are 0.
  uint64_t Reserved2 = 0;
  SignalHandle Completion = {}; ///< Or 0.
};
static_assert(sizeof(BarrierPacket) == 64);

enum class Condition : int { Equal = 0, Less = 2 };
enum class WaitState : int { Blocked = 0, Active = 1 };

enum class Profile : int { Base = 0, Full = 1 };
enum class Rounding : int { Default = 0 };

enum class SymbolInfo : int {
  VariableBytes = 9,    ///< uint32_t
  KernargBytes = 11,    ///< uint32_t
  GroupBytes = 13,      ///< uint32_t
  VariableAddress = 21, ///< uint64_t
  KernelObject = 22,    ///< uint64_t
};

enum class MemoryType : int { Any = 0 };

enum class Permission : int { None = 0, ReadAndWrite = 3 };

/// hsa_amd_memory_access_desc_t.
struct AccessDescription {
  Permission Allowed;
  Agent To;
};

enum class PointerType : int {
  Unknown = 0, ///< Neither the runtime's memory nor locked.
  Allocated = 1,
  Locked = 2,
};

/// hsa_amd_pointer_info_t.
struct PointerInfo {
  uint32_t Size = sizeof(PointerInfo);
  PointerType Type = PointerType::Unknown;
  void *OnAgents = nullptr; ///< Where it begins.
  void *OnHost = nullptr;
  size_t Bytes = 0;
  void *UserData = nullptr;
  Agent Owner = {};
  uint32_t PoolFlags = 0;
};

/// hsa_amd_profiling_dispatch_time_t, in ticks of the system.
struct DispatchTime {
  uint64_t Start, End;
};

enum class EventType : int { MemoryFault = 0 };

/// hsa_amd_event_t.
struct SystemEvent {
  EventType Type;
  struct {
    Agent Gpu;
    uint64_t Address;
    uint32_t Reasons;
  } Fault;
};

enum PoolFlag : uint32_t {
  PoolOfArguments = 1,
  PoolFineGrained = 2,
  PoolCoarseGrained = 4,
};

/// The functions of a library. Tests make their own.
struct Hsa {
#define OMPJIT_HSA_FUNCTION(Return, Member, Name, Parameters)                  \
  Return(*Member) Parameters = nullptr;
#define OMPJIT_HSA_OPTIONAL OMPJIT_HSA_FUNCTION
#include "HsaFunctions.def"
#undef OMPJIT_HSA_FUNCTION
  /// Only a stand-in has this function: see ompjit_device_info.
  const char *(*Emulation)() = nullptr;

  uint16_t Major = 0, Minor = 0; ///< Version of the HSA interface, such as 1.5.
};

/// Returns the machine's library, opened and initialised by the first call.
/// Null if none can be used; the error says why.
const Hsa *theHsa(ompjit_error *Error);

/// Opens \p Library and finds its functions; does not initialise it.
int openHsa(const char *Library, Hsa &Opened, ompjit_error *Error);

/// Returns the library's name and text for the code, without a full stop:
/// "HSA_STATUS_ERROR_...: ...".
std::string textOf(const Hsa &H, Status Code);

} // namespace ompjit::amdgpu

#endif // OMPJIT_PLUGINS_AMDGPU_HSA_H
