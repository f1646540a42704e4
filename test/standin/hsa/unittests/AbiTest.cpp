//===- AbiTest.cpp - The interface is that of AMD's headers -------------===//
//
// Part of the OMP-JIT project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Where the headers are at hand, the compiler compares. Also that all is there
// that the plugin uses.
//
//===----------------------------------------------------------------------===//

#include "../Abi.h"

#include <gtest/gtest.h>

#include <cstdint>
#include <string_view>
#include <type_traits>

#if __has_include(<hsa/hsa.h>)
#define HAS_HSA_HEADER 1
#include <hsa/hsa.h>
#include <hsa/hsa_ext_amd.h>
#else
#define HAS_HSA_HEADER 0
#endif

namespace {

constexpr std::string_view Exported[] = {
#define HSA_FUNCTION(Return, Name, Parameters) #Name,
#include "../Functions.def"
#undef HSA_FUNCTION
};

constexpr bool isExported(std::string_view Name) {
  for (std::string_view Each : Exported)
    if (Each == Name)
      return true;
  return false;
}

#define OMPJIT_HSA_FUNCTION(Return, Member, Name, Parameters)                  \
  static_assert(isExported(#Name), #Name);
#define OMPJIT_HSA_OPTIONAL OMPJIT_HSA_FUNCTION
#include "amdgpu/HsaFunctions.def"
#undef OMPJIT_HSA_FUNCTION

#if HAS_HSA_HEADER

namespace ours = ompjit::standin;
using namespace ompjit::standin;

/// Passed in the same way: a pointer, or a number of the same size and kind.
template <typename A, typename B> constexpr bool isAlike() {
  if constexpr (std::is_void_v<A> || std::is_void_v<B>)
    return std::is_void_v<A> && std::is_void_v<B>;
  else if constexpr (std::is_pointer_v<A> || std::is_pointer_v<B>)
    return std::is_pointer_v<A> && std::is_pointer_v<B>;
  else
    return sizeof(A) == sizeof(B) &&
           std::is_floating_point_v<A> == std::is_floating_point_v<B> &&
           std::is_class_v<A> == std::is_class_v<B>;
}

template <typename A, typename B> struct AreAlike : std::false_type {};
template <typename R, typename... A, typename S, typename... B>
  requires(sizeof...(A) == sizeof...(B))
struct AreAlike<R (*)(A...), S (*)(B...)>
    : std::bool_constant<isAlike<R, S>() && (isAlike<A, B>() && ...)> {};

// The headers may be older.
#define HSA_NEWER_FUNCTION(Return, Name, Parameters)
#define HSA_FUNCTION(Return, Name, Parameters)                                 \
  using Name##_here = Return(*) Parameters;                                    \
  static_assert(AreAlike<Name##_here, decltype(&::Name)>::value, #Name);
#include "../Functions.def"
#undef HSA_FUNCTION

#define HSA_STATUS(Code, Name, Text) static_assert(HSA_STATUS_##Name == Code);
#include "../Statuses.def"
#undef HSA_STATUS

#define SAME(Ours, Theirs) static_assert(int(ours::Ours) == int(Theirs))
SAME(Success, HSA_STATUS_SUCCESS);
SAME(InvalidMemoryPool, HSA_STATUS_ERROR_INVALID_MEMORY_POOL);
SAME(Failure, HSA_STATUS_ERROR);
SAME(InvalidArgument, HSA_STATUS_ERROR_INVALID_ARGUMENT);
SAME(InvalidQueueCreation, HSA_STATUS_ERROR_INVALID_QUEUE_CREATION);
SAME(InvalidAllocation, HSA_STATUS_ERROR_INVALID_ALLOCATION);
SAME(InvalidAgent, HSA_STATUS_ERROR_INVALID_AGENT);
SAME(InvalidSignal, HSA_STATUS_ERROR_INVALID_SIGNAL);
SAME(InvalidQueue, HSA_STATUS_ERROR_INVALID_QUEUE);
SAME(OutOfResources, HSA_STATUS_ERROR_OUT_OF_RESOURCES);
SAME(InvalidPacketFormat, HSA_STATUS_ERROR_INVALID_PACKET_FORMAT);
SAME(ResourceFree, HSA_STATUS_ERROR_RESOURCE_FREE);
SAME(NotInitialized, HSA_STATUS_ERROR_NOT_INITIALIZED);
SAME(IncompatibleArguments, HSA_STATUS_ERROR_INCOMPATIBLE_ARGUMENTS);
SAME(InvalidIsa, HSA_STATUS_ERROR_INVALID_ISA);
SAME(InvalidCodeObject, HSA_STATUS_ERROR_INVALID_CODE_OBJECT);
SAME(InvalidExecutable, HSA_STATUS_ERROR_INVALID_EXECUTABLE);
SAME(FrozenExecutable, HSA_STATUS_ERROR_FROZEN_EXECUTABLE);
SAME(InvalidSymbolName, HSA_STATUS_ERROR_INVALID_SYMBOL_NAME);
SAME(Exception, HSA_STATUS_ERROR_EXCEPTION);
SAME(InvalidCodeSymbol, HSA_STATUS_ERROR_INVALID_CODE_SYMBOL);
SAME(InvalidExecutableSymbol, HSA_STATUS_ERROR_INVALID_EXECUTABLE_SYMBOL);
SAME(InvalidReader, HSA_STATUS_ERROR_INVALID_CODE_OBJECT_READER);
SAME(SystemVersionMajor, HSA_SYSTEM_INFO_VERSION_MAJOR);
SAME(SystemVersionMinor, HSA_SYSTEM_INFO_VERSION_MINOR);
SAME(SystemTimestamp, HSA_SYSTEM_INFO_TIMESTAMP);
SAME(SystemTimestampFrequency, HSA_SYSTEM_INFO_TIMESTAMP_FREQUENCY);
SAME(SystemPageableAccess, HSA_AMD_SYSTEM_INFO_SVM_ACCESSIBLE_BY_DEFAULT);
SAME(AgentName, HSA_AGENT_INFO_NAME);
SAME(AgentVendorName, HSA_AGENT_INFO_VENDOR_NAME);
SAME(AgentFeature, HSA_AGENT_INFO_FEATURE);
SAME(AgentWavefrontSize, HSA_AGENT_INFO_WAVEFRONT_SIZE);
SAME(AgentWorkgroupMaxSize, HSA_AGENT_INFO_WORKGROUP_MAX_SIZE);
SAME(AgentGridMaxSize, HSA_AGENT_INFO_GRID_MAX_SIZE);
SAME(AgentQueuesMax, HSA_AGENT_INFO_QUEUES_MAX);
SAME(AgentQueueMinSize, HSA_AGENT_INFO_QUEUE_MIN_SIZE);
SAME(AgentQueueMaxSize, HSA_AGENT_INFO_QUEUE_MAX_SIZE);
SAME(AgentNode, HSA_AGENT_INFO_NODE);
SAME(AgentDevice, HSA_AGENT_INFO_DEVICE);
SAME(AgentCacheSize, HSA_AGENT_INFO_CACHE_SIZE);
SAME(AgentChipId, HSA_AMD_AGENT_INFO_CHIP_ID);
SAME(AgentCachelineSize, HSA_AMD_AGENT_INFO_CACHELINE_SIZE);
SAME(AgentComputeUnits, HSA_AMD_AGENT_INFO_COMPUTE_UNIT_COUNT);
SAME(AgentMaxClock, HSA_AMD_AGENT_INFO_MAX_CLOCK_FREQUENCY);
SAME(AgentBdfId, HSA_AMD_AGENT_INFO_BDFID);
SAME(AgentMemoryWidth, HSA_AMD_AGENT_INFO_MEMORY_WIDTH);
SAME(AgentMemoryMaxFrequency, HSA_AMD_AGENT_INFO_MEMORY_MAX_FREQUENCY);
SAME(AgentProductName, HSA_AMD_AGENT_INFO_PRODUCT_NAME);
SAME(AgentMaxWavesPerCu, HSA_AMD_AGENT_INFO_MAX_WAVES_PER_CU);
SAME(AgentSimdsPerCu, HSA_AMD_AGENT_INFO_NUM_SIMDS_PER_CU);
SAME(AgentShaderEngines, HSA_AMD_AGENT_INFO_NUM_SHADER_ENGINES);
SAME(AgentDomain, HSA_AMD_AGENT_INFO_DOMAIN);
SAME(AgentCooperativeQueues, HSA_AMD_AGENT_INFO_COOPERATIVE_QUEUES);
SAME(AgentUuid, HSA_AMD_AGENT_INFO_UUID);
SAME(AgentHostAccess, HSA_AMD_AGENT_INFO_SVM_DIRECT_HOST_ACCESS);
SAME(DeviceCpu, HSA_DEVICE_TYPE_CPU);
SAME(DeviceGpu, HSA_DEVICE_TYPE_GPU);
SAME(IsaNameLength, HSA_ISA_INFO_NAME_LENGTH);
SAME(IsaName, HSA_ISA_INFO_NAME);
SAME(PoolSegment, HSA_AMD_MEMORY_POOL_INFO_SEGMENT);
SAME(PoolGlobalFlags, HSA_AMD_MEMORY_POOL_INFO_GLOBAL_FLAGS);
SAME(PoolSize, HSA_AMD_MEMORY_POOL_INFO_SIZE);
SAME(PoolCanAllocate, HSA_AMD_MEMORY_POOL_INFO_RUNTIME_ALLOC_ALLOWED);
SAME(PoolGranule, HSA_AMD_MEMORY_POOL_INFO_RUNTIME_ALLOC_GRANULE);
SAME(PoolAlignment, HSA_AMD_MEMORY_POOL_INFO_RUNTIME_ALLOC_ALIGNMENT);
SAME(PoolAccessibleByAll, HSA_AMD_MEMORY_POOL_INFO_ACCESSIBLE_BY_ALL);
SAME(SegmentGlobal, HSA_AMD_SEGMENT_GLOBAL);
SAME(SegmentGroup, HSA_AMD_SEGMENT_GROUP);
SAME(PoolKernarg, HSA_AMD_MEMORY_POOL_GLOBAL_FLAG_KERNARG_INIT);
SAME(PoolFineGrained, HSA_AMD_MEMORY_POOL_GLOBAL_FLAG_FINE_GRAINED);
SAME(PoolCoarseGrained, HSA_AMD_MEMORY_POOL_GLOBAL_FLAG_COARSE_GRAINED);
SAME(PointerUnknown, HSA_EXT_POINTER_TYPE_UNKNOWN);
SAME(PointerAllocated, HSA_EXT_POINTER_TYPE_HSA);
SAME(PointerLocked, HSA_EXT_POINTER_TYPE_LOCKED);
SAME(SignalEqual, HSA_SIGNAL_CONDITION_EQ);
SAME(SignalNotEqual, HSA_SIGNAL_CONDITION_NE);
SAME(SignalLess, HSA_SIGNAL_CONDITION_LT);
SAME(SignalGreaterOrEqual, HSA_SIGNAL_CONDITION_GTE);
SAME(WaitBlocked, HSA_WAIT_STATE_BLOCKED);
SAME(WaitActive, HSA_WAIT_STATE_ACTIVE);
SAME(QueueMulti, HSA_QUEUE_TYPE_MULTI);
SAME(QueueSingle, HSA_QUEUE_TYPE_SINGLE);
SAME(QueueCooperative, HSA_QUEUE_TYPE_COOPERATIVE);
SAME(FeatureDispatch, HSA_QUEUE_FEATURE_KERNEL_DISPATCH);
SAME(FeatureDispatch, HSA_AGENT_FEATURE_KERNEL_DISPATCH);
SAME(PacketInvalid, HSA_PACKET_TYPE_INVALID);
SAME(PacketDispatch, HSA_PACKET_TYPE_KERNEL_DISPATCH);
SAME(PacketBarrierAnd, HSA_PACKET_TYPE_BARRIER_AND);
SAME(HeaderBarrier, HSA_PACKET_HEADER_BARRIER);
SAME(HeaderAcquire, HSA_PACKET_HEADER_SCACQUIRE_FENCE_SCOPE);
SAME(HeaderRelease, HSA_PACKET_HEADER_SCRELEASE_FENCE_SCOPE);
SAME(HeaderUsedBits, int(HSA_PACKET_HEADER_SCRELEASE_FENCE_SCOPE) +
                         int(HSA_PACKET_HEADER_WIDTH_SCRELEASE_FENCE_SCOPE));
SAME(FenceOfSystem, HSA_FENCE_SCOPE_SYSTEM);
SAME(ProfileBase, HSA_PROFILE_BASE);
SAME(ProfileFull, HSA_PROFILE_FULL);
SAME(RoundingDefault, HSA_DEFAULT_FLOAT_ROUNDING_MODE_DEFAULT);
SAME(SymbolType, HSA_EXECUTABLE_SYMBOL_INFO_TYPE);
SAME(SymbolNameLength, HSA_EXECUTABLE_SYMBOL_INFO_NAME_LENGTH);
SAME(SymbolName, HSA_EXECUTABLE_SYMBOL_INFO_NAME);
SAME(SymbolVariableSize, HSA_EXECUTABLE_SYMBOL_INFO_VARIABLE_SIZE);
SAME(SymbolVariableAddress, HSA_EXECUTABLE_SYMBOL_INFO_VARIABLE_ADDRESS);
SAME(SymbolKernelObject, HSA_EXECUTABLE_SYMBOL_INFO_KERNEL_OBJECT);
SAME(SymbolKernargSize, HSA_EXECUTABLE_SYMBOL_INFO_KERNEL_KERNARG_SEGMENT_SIZE);
SAME(SymbolKernargAlignment,
     HSA_EXECUTABLE_SYMBOL_INFO_KERNEL_KERNARG_SEGMENT_ALIGNMENT);
SAME(SymbolGroupSize, HSA_EXECUTABLE_SYMBOL_INFO_KERNEL_GROUP_SEGMENT_SIZE);
SAME(SymbolPrivateSize, HSA_EXECUTABLE_SYMBOL_INFO_KERNEL_PRIVATE_SEGMENT_SIZE);
SAME(SymbolDynamicStack, HSA_EXECUTABLE_SYMBOL_INFO_KERNEL_DYNAMIC_CALLSTACK);
SAME(SymbolIsVariable, HSA_SYMBOL_KIND_VARIABLE);
SAME(SymbolIsKernel, HSA_SYMBOL_KIND_KERNEL);
SAME(EventMemoryFault, HSA_AMD_GPU_MEMORY_FAULT_EVENT);
SAME(FaultPageNotPresent, HSA_AMD_MEMORY_FAULT_PAGE_NOT_PRESENT);
#undef SAME

#define SAME_PLACE(Ours, A, Theirs, B)                                         \
  static_assert(sizeof(ours::Ours) == sizeof(Theirs) &&                        \
                offsetof(ours::Ours, A) == offsetof(Theirs, B))
SAME_PLACE(AqlQueue, Type, hsa_queue_t, type);
SAME_PLACE(AqlQueue, Features, hsa_queue_t, features);
SAME_PLACE(AqlQueue, Packets, hsa_queue_t, base_address);
SAME_PLACE(AqlQueue, Doorbell, hsa_queue_t, doorbell_signal);
SAME_PLACE(AqlQueue, Size, hsa_queue_t, size);
SAME_PLACE(AqlQueue, Id, hsa_queue_t, id);
SAME_PLACE(BarrierPacket, Needs, hsa_barrier_and_packet_t, dep_signal);
SAME_PLACE(BarrierPacket, Completion, hsa_barrier_and_packet_t,
           completion_signal);
SAME_PLACE(PointerInfo, Size, hsa_amd_pointer_info_t, size);
SAME_PLACE(PointerInfo, Type, hsa_amd_pointer_info_t, type);
SAME_PLACE(PointerInfo, AgentBase, hsa_amd_pointer_info_t, agentBaseAddress);
SAME_PLACE(PointerInfo, HostBase, hsa_amd_pointer_info_t, hostBaseAddress);
SAME_PLACE(PointerInfo, Bytes, hsa_amd_pointer_info_t, sizeInBytes);
SAME_PLACE(PointerInfo, UserData, hsa_amd_pointer_info_t, userData);
SAME_PLACE(PointerInfo, Owner, hsa_amd_pointer_info_t, agentOwner);
SAME_PLACE(PointerInfo, GlobalFlags, hsa_amd_pointer_info_t, global_flags);
SAME_PLACE(DispatchTime, Start, hsa_amd_profiling_dispatch_time_t, start);
SAME_PLACE(DispatchTime, End, hsa_amd_profiling_dispatch_time_t, end);
SAME_PLACE(SystemEvent, Type, hsa_amd_event_t, event_type);
SAME_PLACE(SystemEvent, Fault, hsa_amd_event_t, memory_fault);
static_assert(offsetof(SystemEvent, Fault.Address) ==
              offsetof(hsa_amd_event_t, memory_fault.virtual_address));
static_assert(offsetof(SystemEvent, Fault.Reasons) ==
              offsetof(hsa_amd_event_t, memory_fault.fault_reason_mask));
#undef SAME_PLACE

#endif

TEST(AbiTest, IsComparedWithTheHeaders) {
  if (!HAS_HSA_HEADER)
    GTEST_SKIP() << "AMD's headers are not at hand";
}

} // namespace
