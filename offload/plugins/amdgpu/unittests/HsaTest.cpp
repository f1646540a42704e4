//===- HsaTest.cpp - Tests of the interface to the HSA runtime ------------===//
//
// Part of the OMP-JIT project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// If AMD's headers are available, the declarations are compared with them when
// this is compiled.
//
//===----------------------------------------------------------------------===//

#include "Hsa.h"

#include "Agents.h"
#include "Alike.h"
#include "FakeHsa.h"
#include "Properties.h"

#include <gtest/gtest.h>

#if __has_include(<hsa/hsa.h>)
#include <hsa/hsa.h>
#include <hsa/hsa_ext_amd.h>

namespace {

namespace ours = ompjit::amdgpu;

#define OMPJIT_HSA_FUNCTION(Return, Member, Name, Parameters)                  \
  static_assert(                                                               \
      ours::AreAlike<decltype(ours::Hsa::Member), decltype(&::Name)>, #Name);
#include "HsaFunctions.def"
#undef OMPJIT_HSA_FUNCTION

#define SAME(Ours, Theirs) static_assert(int(ours::Ours) == int(Theirs))
SAME(Status::Success, HSA_STATUS_SUCCESS);
SAME(Status::InvalidArgument, HSA_STATUS_ERROR_INVALID_ARGUMENT);
SAME(Status::OutOfResources, HSA_STATUS_ERROR_OUT_OF_RESOURCES);
SAME(Status::InvalidSymbolName, HSA_STATUS_ERROR_INVALID_SYMBOL_NAME);
SAME(Status::MemoryFault, HSA_STATUS_ERROR_MEMORY_FAULT);
SAME(Status::Error, HSA_STATUS_ERROR);
SAME(SystemInfo::TimestampFrequency, HSA_SYSTEM_INFO_TIMESTAMP_FREQUENCY);
SAME(SystemInfo::HostMemoryIsAccessible,
     HSA_AMD_SYSTEM_INFO_SVM_ACCESSIBLE_BY_DEFAULT);
SAME(QueueType::Multi, HSA_QUEUE_TYPE_MULTI);
SAME(QueueType::Cooperative, HSA_QUEUE_TYPE_COOPERATIVE);
SAME(PacketType::Invalid, HSA_PACKET_TYPE_INVALID);
SAME(PacketType::Dispatch, HSA_PACKET_TYPE_KERNEL_DISPATCH);
SAME(PacketType::BarrierAnd, HSA_PACKET_TYPE_BARRIER_AND);
SAME(HeaderBarrierBit, HSA_PACKET_HEADER_BARRIER);
SAME(HeaderAcquireBit, HSA_PACKET_HEADER_SCACQUIRE_FENCE_SCOPE);
SAME(HeaderReleaseBit, HSA_PACKET_HEADER_SCRELEASE_FENCE_SCOPE);
SAME(FenceOfSystem, HSA_FENCE_SCOPE_SYSTEM);
SAME(Condition::Equal, HSA_SIGNAL_CONDITION_EQ);
SAME(Condition::Less, HSA_SIGNAL_CONDITION_LT);
SAME(WaitState::Blocked, HSA_WAIT_STATE_BLOCKED);
SAME(WaitState::Active, HSA_WAIT_STATE_ACTIVE);
SAME(Profile::Base, HSA_PROFILE_BASE);
SAME(Profile::Full, HSA_PROFILE_FULL);
SAME(Rounding::Default, HSA_DEFAULT_FLOAT_ROUNDING_MODE_DEFAULT);
SAME(SymbolInfo::VariableBytes, HSA_EXECUTABLE_SYMBOL_INFO_VARIABLE_SIZE);
SAME(SymbolInfo::KernargBytes,
     HSA_EXECUTABLE_SYMBOL_INFO_KERNEL_KERNARG_SEGMENT_SIZE);
SAME(SymbolInfo::GroupBytes,
     HSA_EXECUTABLE_SYMBOL_INFO_KERNEL_GROUP_SEGMENT_SIZE);
SAME(SymbolInfo::VariableAddress, HSA_EXECUTABLE_SYMBOL_INFO_VARIABLE_ADDRESS);
SAME(SymbolInfo::KernelObject, HSA_EXECUTABLE_SYMBOL_INFO_KERNEL_OBJECT);
SAME(PointerType::Unknown, HSA_EXT_POINTER_TYPE_UNKNOWN);
SAME(PointerType::Allocated, HSA_EXT_POINTER_TYPE_HSA);
SAME(PointerType::Locked, HSA_EXT_POINTER_TYPE_LOCKED);
SAME(EventType::MemoryFault, HSA_AMD_GPU_MEMORY_FAULT_EVENT);
SAME(SystemInfo::VersionMajor, HSA_SYSTEM_INFO_VERSION_MAJOR);
SAME(SystemInfo::VersionMinor, HSA_SYSTEM_INFO_VERSION_MINOR);
SAME(AgentInfo::Name, HSA_AGENT_INFO_NAME);
SAME(AgentInfo::VendorName, HSA_AGENT_INFO_VENDOR_NAME);
SAME(AgentInfo::WavefrontSize, HSA_AGENT_INFO_WAVEFRONT_SIZE);
SAME(AgentInfo::WorkgroupMaxSize, HSA_AGENT_INFO_WORKGROUP_MAX_SIZE);
SAME(AgentInfo::GridMaxSize, HSA_AGENT_INFO_GRID_MAX_SIZE);
SAME(AgentInfo::QueuesMax, HSA_AGENT_INFO_QUEUES_MAX);
SAME(AgentInfo::QueueMinSize, HSA_AGENT_INFO_QUEUE_MIN_SIZE);
SAME(AgentInfo::QueueMaxSize, HSA_AGENT_INFO_QUEUE_MAX_SIZE);
SAME(AgentInfo::Device, HSA_AGENT_INFO_DEVICE);
SAME(AgentInfo::CacheBytes, HSA_AGENT_INFO_CACHE_SIZE);
SAME(AgentInfo::CachelineBytes, HSA_AMD_AGENT_INFO_CACHELINE_SIZE);
SAME(AgentInfo::ComputeUnits, HSA_AMD_AGENT_INFO_COMPUTE_UNIT_COUNT);
SAME(AgentInfo::ClockMhz, HSA_AMD_AGENT_INFO_MAX_CLOCK_FREQUENCY);
SAME(AgentInfo::BdfId, HSA_AMD_AGENT_INFO_BDFID);
SAME(AgentInfo::MemoryBusBits, HSA_AMD_AGENT_INFO_MEMORY_WIDTH);
SAME(AgentInfo::MemoryClockMhz, HSA_AMD_AGENT_INFO_MEMORY_MAX_FREQUENCY);
SAME(AgentInfo::ProductName, HSA_AMD_AGENT_INFO_PRODUCT_NAME);
SAME(AgentInfo::WavesPerComputeUnit, HSA_AMD_AGENT_INFO_MAX_WAVES_PER_CU);
SAME(AgentInfo::SimdsPerComputeUnit, HSA_AMD_AGENT_INFO_NUM_SIMDS_PER_CU);
SAME(AgentInfo::ShaderEngines, HSA_AMD_AGENT_INFO_NUM_SHADER_ENGINES);
SAME(AgentInfo::PciDomain, HSA_AMD_AGENT_INFO_DOMAIN);
SAME(AgentInfo::CooperativeQueues, HSA_AMD_AGENT_INFO_COOPERATIVE_QUEUES);
SAME(AgentInfo::Uuid, HSA_AMD_AGENT_INFO_UUID);
SAME(AgentInfo::HostAccess, HSA_AMD_AGENT_INFO_SVM_DIRECT_HOST_ACCESS);
SAME(DeviceType::Cpu, HSA_DEVICE_TYPE_CPU);
SAME(DeviceType::Gpu, HSA_DEVICE_TYPE_GPU);
SAME(IsaInfo::NameLength, HSA_ISA_INFO_NAME_LENGTH);
SAME(IsaInfo::Name, HSA_ISA_INFO_NAME);
SAME(PoolInfo::Segment, HSA_AMD_MEMORY_POOL_INFO_SEGMENT);
SAME(PoolInfo::GlobalFlags, HSA_AMD_MEMORY_POOL_INFO_GLOBAL_FLAGS);
SAME(PoolInfo::Bytes, HSA_AMD_MEMORY_POOL_INFO_SIZE);
SAME(PoolInfo::CanAllocate, HSA_AMD_MEMORY_POOL_INFO_RUNTIME_ALLOC_ALLOWED);
SAME(Segment::Global, HSA_AMD_SEGMENT_GLOBAL);
SAME(Segment::Group, HSA_AMD_SEGMENT_GROUP);
SAME(PoolOfArguments, HSA_AMD_MEMORY_POOL_GLOBAL_FLAG_KERNARG_INIT);
SAME(PoolFineGrained, HSA_AMD_MEMORY_POOL_GLOBAL_FLAG_FINE_GRAINED);
SAME(PoolCoarseGrained, HSA_AMD_MEMORY_POOL_GLOBAL_FLAG_COARSE_GRAINED);
#undef SAME

#define SAME_PLACE(Ours, A, Theirs, B)                                         \
  static_assert(sizeof(ours::Ours) == sizeof(Theirs) &&                        \
                offsetof(ours::Ours, A) == offsetof(Theirs, B))
SAME_PLACE(AqlQueue, Packets, hsa_queue_t, base_address);
SAME_PLACE(AqlQueue, Doorbell, hsa_queue_t, doorbell_signal);
SAME_PLACE(AqlQueue, Size, hsa_queue_t, size);
SAME_PLACE(BarrierPacket, Needs, hsa_barrier_and_packet_t, dep_signal);
SAME_PLACE(BarrierPacket, Completion, hsa_barrier_and_packet_t,
           completion_signal);
SAME_PLACE(PointerInfo, OnAgents, hsa_amd_pointer_info_t, agentBaseAddress);
SAME_PLACE(PointerInfo, OnHost, hsa_amd_pointer_info_t, hostBaseAddress);
SAME_PLACE(PointerInfo, Bytes, hsa_amd_pointer_info_t, sizeInBytes);
SAME_PLACE(PointerInfo, Owner, hsa_amd_pointer_info_t, agentOwner);
SAME_PLACE(DispatchTime, End, hsa_amd_profiling_dispatch_time_t, end);
SAME_PLACE(SystemEvent, Fault, hsa_amd_event_t, memory_fault);
#undef SAME_PLACE

} // namespace
#endif

using namespace ompjit::amdgpu;

namespace {

constexpr char Isa[] = "amdgcn-amd-amdhsa--gfx90a:sramecc+:xnack-";

TEST(HsaTest, ALibraryThatIsNotThereIsNamed) {
  Hsa H;
  ompjit_error Error = {};
  EXPECT_NE(openHsa("libno-such-runtime.so.1", H, &Error), 0);
  EXPECT_NE(
      std::string(Error.text)
          .find("AMD's HSA runtime cannot be opened: libno-such-runtime.so.1"),
      std::string::npos)
      << Error.text;
}

TEST(HsaTest, AnotherLibraryLacksFunctions) {
  Hsa H;
  ompjit_error Error = {};
  EXPECT_NE(openHsa("libm.so.6", H, &Error), 0);
  EXPECT_STREQ(Error.text, "AMD's HSA runtime (libm.so.6) is too old: it has "
                           "no function hsa_init");
}

TEST(HsaTest, TextsAreTheLibrarysOrTheNumber) {
  const FakeHsa Fake({});
  EXPECT_EQ(textOf(Fake.Table, Status::OutOfResources),
            "HSA_STATUS_ERROR_OUT_OF_RESOURCES: none is left");
  EXPECT_EQ(textOf(Fake.Table, Status(77)), "status 77");
}

TEST(AgentsTest, GpusAndProcessorsKeepTheirOrder) {
  const FakeHsa Fake({fakeCpu(), fakeGpu(Isa), fakeCpu(), fakeGpu(Isa)});
  Agents Found;
  ASSERT_EQ(listAgents(Fake.Table, Found, nullptr), 0);
  ASSERT_EQ(Found.Gpus.size(), 2u);
  EXPECT_EQ(Found.Gpus[0].Handle, 2u);
  EXPECT_EQ(Found.Gpus[1].Handle, 4u);
  EXPECT_EQ(Found.Cpus.size(), 2u);
}

TEST(AgentsTest, ARuntimeThatFailsToListIsAnError) {
  FakeHsa Fake({fakeGpu(Isa)});
  Fake.Failures["IterateAgents"] = Status::OutOfResources;
  Agents Found;
  ompjit_error Error = {};
  EXPECT_NE(listAgents(Fake.Table, Found, &Error), 0);
  EXPECT_STREQ(Error.text, "AMD's HSA runtime cannot list its agents: "
                           "HSA_STATUS_ERROR_OUT_OF_RESOURCES: none is left");
}

TEST(AgentsTest, WhatTheRuntimeDoesNotKnowIsNothing) {
  const FakeHsa Fake({fakeGpu(Isa)});
  EXPECT_EQ(ask<uint32_t>(Fake.Table, {1}, AgentInfo::ComputeUnits), 104u);
  EXPECT_FALSE(ask<uint32_t>(Fake.Table, {1}, AgentInfo::ClockMhz));
  EXPECT_EQ(askText(Fake.Table, {1}, AgentInfo::Name), "gfx90a");
  EXPECT_EQ(askText(Fake.Table, {1}, AgentInfo::VendorName), "");
  std::vector<std::string> Isas;
  EXPECT_EQ(listIsas(Fake.Table, {1}, Isas), Status::Success);
  EXPECT_EQ(Isas, std::vector<std::string>{Isa});
}

TEST(AgentsTest, PoolsAreThoseToAllocateIn) {
  FakeAgent Gpu = fakeGpu(Isa);
  Gpu.Pools.push_back({.Flags = PoolFineGrained, .CanAllocate = false});
  const FakeHsa Fake({Gpu});
  std::vector<Pool> Found;
  EXPECT_EQ(listPools(Fake.Table, {1}, Found), Status::Success);
  ASSERT_EQ(Found.size(), 2u);
  EXPECT_EQ(Found[0].Flags, uint32_t(PoolCoarseGrained));
  EXPECT_EQ(Found[0].Bytes, size_t(64) << 30);
  EXPECT_EQ(Found[1].Flags, uint32_t(PoolFineGrained));
}

TEST(AgentsTest, PoolsHaveLimitsWhereTheRuntimeTellsThem) {
  FakeAgent Gpu = fakeGpu(Isa);
  Gpu.Pools.push_back({.Flags = PoolFineGrained, .MaxBytes = 12345});
  const FakeHsa Fake({Gpu});
  std::vector<Pool> Found;
  EXPECT_EQ(listPools(Fake.Table, {1}, Found), Status::Success);
  ASSERT_EQ(Found.size(), 3u);
  EXPECT_EQ(Found[0].MaxBytes, 0u);
  EXPECT_EQ(Found[0].Granule, 4096u);
  EXPECT_EQ(Found[2].MaxBytes, 12345u);
  EXPECT_EQ(Found[2].Granule, size_t(64) << 10);
}

TEST(PropertiesTest, RowsAreWhatTheRuntimeKnows) {
  FakeAgent Gpu = fakeGpu(Isa);
  Gpu.Values[AgentInfo::CooperativeQueues] = true;
  const FakeHsa Fake({Gpu});
  const auto Rows = readProperties(Fake.Table, {1});
  const auto ValueOf = [&](const std::string &Name) -> std::string {
    for (const auto &[Each, Value] : Rows)
      if (Each == Name)
        return Value;
    return "none";
  };
  EXPECT_EQ(ValueOf("HSA runtime"), "1.15");
  EXPECT_EQ(ValueOf("Instruction set"), Isa);
  EXPECT_EQ(ValueOf("PCI address"), "0000:41:00.0");
  EXPECT_EQ(ValueOf("Compute units"), "104");
  EXPECT_EQ(ValueOf("Cooperative launches"), "yes");
  EXPECT_EQ(ValueOf("Coarse-grained memory"), "68719476736 bytes");
  EXPECT_EQ(ValueOf("Clock"), "none");
  EXPECT_EQ(ValueOf("L1 cache"), "none");
}

} // namespace
