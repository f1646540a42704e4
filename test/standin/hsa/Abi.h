//===- Abi.h - Types and numbers of the runtime's interface -------------===//
//
// Part of the OMP-JIT project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// As documented by the HSA Foundation and AMD. unittests/AbiTest.cpp compares
// them with <hsa/hsa.h> and <hsa/hsa_ext_amd.h> if these are installed; nothing
// else needs them. They are declared separately from the plugin's, so that a
// mistake is not made in both.
//
//===----------------------------------------------------------------------===//

#ifndef OMPJIT_STANDIN_HSA_ABI_H
#define OMPJIT_STANDIN_HSA_ABI_H

#include <cstddef>
#include <cstdint>

namespace ompjit::standin {

enum Status : int {
  Success = 0,
  InvalidMemoryPool = 40,
  Failure = 0x1000,
  InvalidArgument = 0x1001,
  InvalidQueueCreation = 0x1002,
  InvalidAllocation = 0x1003,
  InvalidAgent = 0x1004,
  InvalidSignal = 0x1006,
  InvalidQueue = 0x1007,
  OutOfResources = 0x1008,
  InvalidPacketFormat = 0x1009,
  ResourceFree = 0x100a,
  NotInitialized = 0x100b,
  IncompatibleArguments = 0x100d,
  InvalidIsa = 0x100f,
  InvalidCodeObject = 0x1010,
  InvalidExecutable = 0x1011,
  FrozenExecutable = 0x1012,
  InvalidSymbolName = 0x1013,
  Exception = 0x1016,
  InvalidCodeSymbol = 0x1018,
  InvalidExecutableSymbol = 0x1019,
  InvalidReader = 0x1021,
};

/// A handle of an agent, pool, signal, executable or the like: a structure with
/// a number, passed by value.
struct Handle {
  uint64_t Value;
};

enum SystemInfo : int {
  SystemVersionMajor = 0,
  SystemVersionMinor = 1,
  SystemTimestamp = 2,
  SystemTimestampFrequency = 3,
  SystemPageableAccess = 0x202,
  SystemReservesAddresses = 0x205,
};

enum AgentInfo : int {
  AgentName = 0,
  AgentVendorName = 1,
  AgentFeature = 2,
  AgentWavefrontSize = 6,
  AgentWorkgroupMaxSize = 8,
  AgentGridMaxSize = 10,
  AgentQueuesMax = 12,
  AgentQueueMinSize = 13,
  AgentQueueMaxSize = 14,
  AgentNode = 16,
  AgentDevice = 17,
  AgentCacheSize = 18,
  AgentChipId = 0xa000,
  AgentCachelineSize = 0xa001,
  AgentComputeUnits = 0xa002,
  AgentMaxClock = 0xa003,
  AgentBdfId = 0xa006,
  AgentMemoryWidth = 0xa007,
  AgentMemoryMaxFrequency = 0xa008,
  AgentProductName = 0xa009,
  AgentMaxWavesPerCu = 0xa00a,
  AgentSimdsPerCu = 0xa00b,
  AgentShaderEngines = 0xa00c,
  AgentDomain = 0xa00f,
  AgentCooperativeQueues = 0xa010,
  AgentUuid = 0xa011,
  AgentHostAccess = 0xa013,
  AgentMemoryProperties = 0xa114, ///< Of ROCm 6.
};

enum DeviceType : int { DeviceCpu = 0, DeviceGpu = 1 };

enum IsaInfo : int { IsaNameLength = 0, IsaName = 1 };

enum PoolInfo : int {
  PoolSegment = 0,
  PoolGlobalFlags = 1,
  PoolSize = 2,
  PoolCanAllocate = 5,
  PoolGranule = 6,
  PoolAlignment = 7,
  PoolAccessibleByAll = 15,
  PoolMostBytes = 16,
};

enum Segment : int { SegmentGlobal = 0, SegmentGroup = 3 };

enum PoolFlag : uint32_t {
  PoolKernarg = 1,
  PoolFineGrained = 2,
  PoolCoarseGrained = 4,
};

enum PointerType : int {
  PointerUnknown = 0,
  PointerAllocated = 1,
  PointerLocked = 2,
  PointerMapped = 6, ///< Mapped at reserved addresses.
};

struct PointerInfo {
  uint32_t Size; ///< Set by the caller.
  PointerType Type;
  void *AgentBase;
  void *HostBase;
  size_t Bytes;
  void *UserData;
  Handle Owner;
  uint32_t GlobalFlags;
};

constexpr int MemoryTypeAny = 0, MemoryTypePinned = 1;
constexpr int AccessNone = 0, AccessReadWrite = 3;

struct AccessDescription {
  int Allowed; ///< AccessReadWrite.
  Handle To;
};

enum SignalCondition : int {
  SignalEqual = 0,
  SignalNotEqual = 1,
  SignalLess = 2,
  SignalGreaterOrEqual = 3,
};

enum WaitState : int { WaitBlocked = 0, WaitActive = 1 };

enum QueueType : uint32_t {
  QueueMulti = 0,
  QueueSingle = 1,
  QueueCooperative = 2,
};

constexpr uint32_t FeatureDispatch = 1;

/// hsa_queue_t.
struct AqlQueue {
  uint32_t Type;
  uint32_t Features;
  void *Packets;
  Handle Doorbell;
  uint32_t Size; ///< In packets.
  uint32_t Reserved;
  uint64_t Id;
};

enum PacketType : unsigned {
  PacketInvalid = 1,
  PacketDispatch = 2,
  PacketBarrierAnd = 3,
};

constexpr unsigned HeaderTypeMask = 0xff, HeaderBarrier = 8, HeaderAcquire = 9,
                   HeaderRelease = 11, HeaderUsedBits = 13;
constexpr unsigned FenceOfSystem = 2;

constexpr size_t MaxNeeds = 5;

/// hsa_barrier_and_packet_t.
struct BarrierPacket {
  uint16_t Header;
  uint16_t Reserved0;
  uint32_t Reserved1;
  Handle Needs[MaxNeeds];
  uint64_t Reserved2;
  Handle Completion;
};
static_assert(sizeof(BarrierPacket) == 64);

enum Profile : int { ProfileBase = 0, ProfileFull = 1 };
enum Rounding : int { RoundingDefault = 0 };

enum SymbolInfo : int {
  SymbolType = 0,
  SymbolNameLength = 1,
  SymbolName = 2,
  SymbolVariableSize = 9,
  SymbolKernargSize = 11,
  SymbolKernargAlignment = 12,
  SymbolGroupSize = 13,
  SymbolPrivateSize = 14,
  SymbolDynamicStack = 15,
  SymbolVariableAddress = 21,
  SymbolKernelObject = 22,
};
constexpr int SymbolIsVariable = 0, SymbolIsKernel = 1;

constexpr int EventMemoryFault = 0;
constexpr uint32_t FaultPageNotPresent = 1;

/// hsa_amd_event_t, of a memory fault.
struct SystemEvent {
  int Type;
  struct {
    Handle Where;
    uint64_t Address;
    uint32_t Reasons;
  } Fault;
};

struct DispatchTime {
  uint64_t Start, End;
};

using AgentVisitor = Status (*)(Handle Found, void *Context);
using QueueCallback = void (*)(Status Code, AqlQueue *Where, void *Context);
using EventHandler = Status (*)(const SystemEvent *Event, void *Context);

} // namespace ompjit::standin

#endif // OMPJIT_STANDIN_HSA_ABI_H
