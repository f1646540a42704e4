//===- MemoryTest.cpp - Pools, locked memory, pointers ------------------===//
//
// Part of the OMP-JIT project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Standin.h"

#include <array>
#include <cstring>

using namespace ompjit::standin;

namespace {

class MemoryTest : public StandinTest {
protected:
  PointerInfo describe(const void *Address) {
    PointerInfo Info = {};
    Info.Size = sizeof(Info);
    EXPECT_EQ(R.hsa_amd_pointer_info(Address, &Info, nullptr, nullptr, nullptr),
              Success);
    return Info;
  }
};

TEST_F(MemoryTest, PoolsGiveWholePages) {
  void *Host = allocate(HostPool, 5), *OnGpu = allocate(GpuPool, 4097);
  EXPECT_EQ(reinterpret_cast<uintptr_t>(Host) % 4096, 0u);
  const PointerInfo OfHost = describe(static_cast<char *>(Host) + 4095);
  EXPECT_EQ(OfHost.Type, PointerAllocated);
  EXPECT_EQ(OfHost.HostBase, Host);
  EXPECT_EQ(OfHost.Bytes, 4096u);
  EXPECT_EQ(OfHost.Owner.Value, Cpu.Value);
  EXPECT_EQ(OfHost.GlobalFlags, uint32_t(PoolFineGrained));
  const PointerInfo OfGpu = describe(static_cast<char *>(OnGpu) + 4096);
  EXPECT_EQ(OfGpu.AgentBase, OnGpu);
  EXPECT_EQ(OfGpu.Bytes, 8192u);
  EXPECT_EQ(OfGpu.Owner.Value, Gpu.Value);
  EXPECT_EQ(describe(&Host).Type, PointerUnknown);
  EXPECT_EQ(R.hsa_amd_memory_pool_free(static_cast<char *>(Host) + 8),
            InvalidAllocation);
  expectViolation("not the begin of an allocation");
  EXPECT_EQ(R.hsa_amd_memory_pool_free(Host), Success);
  EXPECT_EQ(R.hsa_amd_memory_pool_free(OnGpu), Success);
  EXPECT_EQ(R.hsa_amd_memory_pool_free(OnGpu), InvalidAllocation);
  expectViolation("not the begin of an allocation");
}

TEST_F(MemoryTest, PoolsRunOut) {
  size_t Bytes = 0;
  void *Memory = nullptr;
  ASSERT_EQ(R.hsa_amd_memory_pool_get_info(GpuPool, PoolSize, &Bytes), Success);
  EXPECT_EQ(R.hsa_amd_memory_pool_allocate(GpuPool, Bytes + 1, 0, &Memory),
            InvalidAllocation);
  EXPECT_EQ(R.hsa_amd_memory_pool_allocate(GpuPool, 0, 0, &Memory),
            InvalidArgument);
  void *Some = allocate(GpuPool, 4096);
  EXPECT_EQ(R.hsa_amd_memory_pool_allocate(GpuPool, Bytes, 0, &Memory),
            OutOfResources);
  EXPECT_EQ(R.hsa_amd_memory_pool_free(Some), Success);
}

TEST_F(MemoryTest, LocksCount) {
  std::array<char, 64> Host = {};
  void *A = allocate(GpuPool, 64), *Locked = nullptr;
  EXPECT_EQ(R.hsa_amd_memory_lock(Host.data(), 64, &Gpu, 1, &Locked), Success);
  EXPECT_EQ(R.hsa_amd_memory_lock(Host.data(), 64, nullptr, 0, &Locked),
            Success);
  const PointerInfo Info = describe(Host.data() + 63);
  EXPECT_EQ(Info.Type, PointerLocked);
  EXPECT_EQ(Info.HostBase, Host.data());
  EXPECT_EQ(Info.AgentBase, Locked);
  EXPECT_EQ(Info.Bytes, 64u);
  EXPECT_EQ(R.hsa_amd_memory_unlock(Host.data()), Success);
  copy(A, Gpu, Locked, Cpu, 64);
  EXPECT_EQ(R.hsa_amd_memory_unlock(Host.data()), Success);
  EXPECT_EQ(R.hsa_amd_memory_unlock(Host.data()), InvalidArgument);
  expectViolation("is not locked");
  EXPECT_EQ(describe(Host.data()).Type, PointerUnknown);
  EXPECT_EQ(R.hsa_amd_memory_lock(Arguments, 64, nullptr, 0, &Locked),
            InvalidArgument);
  expectViolation("the runtime's own");
  EXPECT_EQ(R.hsa_amd_memory_pool_free(A), Success);
}

TEST_F(MemoryTest, UnlockedMemoryIsFoundWhenItIsCopied) {
  std::array<char, 64> Host = {};
  void *A = allocate(GpuPool, 64), *Locked = nullptr;
  const Handle Gate = createSignal(1), Done = createSignal(1);
  ASSERT_EQ(R.hsa_amd_memory_lock(Host.data(), 64, &Gpu, 1, &Locked), Success);
  ASSERT_EQ(
      R.hsa_amd_memory_async_copy(A, Gpu, Locked, Cpu, 64, 1, &Gate, Done),
      Success);
  EXPECT_EQ(R.hsa_amd_memory_unlock(Host.data()), ResourceFree);
  expectViolation("uses the memory");
  R.hsa_signal_store_screlease(Gate, 0);
  EXPECT_EQ(waitFor(Done), 0);
  EXPECT_EQ(R.hsa_amd_memory_unlock(Host.data()), Success);
  EXPECT_EQ(R.hsa_amd_memory_pool_free(A), Success);
}

TEST_F(MemoryTest, MemoryIsMappedAtAddresses) {
  constexpr size_t Bytes = 1 << 20;
  void *Place = nullptr;
  Handle Memory = {};
  ASSERT_EQ(R.hsa_amd_vmem_address_reserve(&Place, Bytes, 0, 0), Success);
  ASSERT_EQ(
      R.hsa_amd_vmem_handle_create(GpuPool, Bytes, MemoryTypeAny, 0, &Memory),
      Success);
  ASSERT_EQ(R.hsa_amd_vmem_map(Place, Bytes, 0, Memory, 0), Success);
  EXPECT_EQ(R.hsa_amd_vmem_handle_release(Memory), Success);
  EXPECT_EQ(describe(Place).Type, PointerUnknown); // Nobody has access.
  const AccessDescription Access[] = {{AccessReadWrite, Gpu}};
  ASSERT_EQ(R.hsa_amd_vmem_set_access(Place, Bytes, Access, 1), Success);
  EXPECT_EQ(describe(Place).Type, PointerMapped);
  char *Last = static_cast<char *>(Place) + Bytes - 8;
  auto *Word = static_cast<int64_t *>(allocateShared(8));
  *Word = 5;
  copy(Last, Gpu, Word, Cpu, 8);
  EXPECT_EQ(read(Last), 5);
  EXPECT_EQ(R.hsa_amd_memory_pool_free(Place), InvalidAllocation);
  expectViolation("not the begin of an allocation");
  EXPECT_EQ(R.hsa_amd_vmem_address_free(Place, Bytes), ResourceFree);
  expectViolation("memory is mapped there");
  EXPECT_EQ(R.hsa_amd_vmem_unmap(Place, Bytes), Success);
  EXPECT_EQ(R.hsa_amd_vmem_address_free(Place, Bytes), Success);
  EXPECT_EQ(R.hsa_amd_vmem_handle_release(Memory), InvalidAllocation);
  expectViolation("is destroyed");
  void *Again = nullptr;
  ASSERT_EQ(R.hsa_amd_vmem_address_reserve(
                &Again, Bytes, reinterpret_cast<uint64_t>(Place), 0),
            Success);
  EXPECT_EQ(Again, Place);
  EXPECT_EQ(R.hsa_amd_vmem_address_free(Again, Bytes), Success);
  EXPECT_EQ(R.hsa_amd_memory_pool_free(Word), Success);
}

TEST_F(MemoryTest, AgentsTellOfThemselves) {
  char Name[64] = "", Uuid[21] = "";
  uint32_t Waves = 0, OtherWaves = 0;
  EXPECT_EQ(R.hsa_agent_get_info(Gpu, AgentName, Name), Success);
  EXPECT_STREQ(Name, "gfx90a");
  EXPECT_EQ(R.hsa_agent_get_info(Gpu, AgentUuid, Uuid), Success);
  EXPECT_STREQ(Uuid, "GPU-5d00000000000000");
  EXPECT_EQ(R.hsa_agent_get_info(Gpu, AgentWavefrontSize, &Waves), Success);
  EXPECT_EQ(R.hsa_agent_get_info(OtherGpu, AgentWavefrontSize, &OtherWaves),
            Success);
  EXPECT_EQ(Waves, 64u);
  EXPECT_EQ(OtherWaves, 32u);
  Handle Isa = {};
  auto Keep = [](Handle Found, void *To) {
    *static_cast<Handle *>(To) = Found;
    return Status(1); // No other is wanted.
  };
  EXPECT_EQ(R.hsa_agent_iterate_isas(Gpu, Keep, &Isa), Status(1));
  uint32_t Length = 0;
  char IsaText[64] = "";
  EXPECT_EQ(R.hsa_isa_get_info_alt(Isa, IsaNameLength, &Length), Success);
  EXPECT_EQ(R.hsa_isa_get_info_alt(Isa, IsaName, IsaText), Success);
  EXPECT_STREQ(IsaText, "amdgcn-amd-amdhsa--gfx90a:sramecc+:xnack-");
  EXPECT_EQ(Length, std::strlen(IsaText) + 1);
  EXPECT_EQ(R.hsa_agent_get_info({1}, AgentName, Name), InvalidAgent);
  expectViolation("there is no agent");
}

} // namespace
