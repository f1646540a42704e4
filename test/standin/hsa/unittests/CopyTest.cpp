//===- CopyTest.cpp - Asynchronous copies -------------------------------===//
//
// Part of the OMP-JIT project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Standin.h"

#include <cstring>

using namespace ompjit::standin;

namespace {

using CopyTest = StandinTest;

TEST_F(CopyTest, BytesGoThereAndBack) {
  auto *Host = static_cast<char *>(allocateShared(64));
  void *A = allocate(GpuPool, 64), *B = allocate(GpuPool, 64);
  std::strcpy(Host, "what was written");
  copy(A, Gpu, Host, Cpu, 64);
  copy(B, Gpu, A, Gpu, 64);
  std::memset(Host, 0, 64);
  copy(Host, Cpu, B, Gpu, 64);
  EXPECT_STREQ(Host, "what was written");
  for (void *Each : {static_cast<void *>(Host), A, B})
    EXPECT_EQ(R.hsa_amd_memory_pool_free(Each), Success);
}

TEST_F(CopyTest, ReadyCopiesOvertakeThoseThatWait) {
  auto *Host = static_cast<int64_t *>(allocateShared(64));
  void *A = allocate(GpuPool, 64);
  const Handle Gate[] = {createSignal(1), createSignal(0)};
  const Handle First = createSignal(1), Second = createSignal(1);
  Host[0] = 1;
  Host[1] = 2;
  EXPECT_EQ(
      R.hsa_amd_memory_async_copy(A, Gpu, &Host[0], Cpu, 8, 2, Gate, First),
      Success);
  EXPECT_EQ(
      R.hsa_amd_memory_async_copy(A, Gpu, &Host[1], Cpu, 8, 0, nullptr, Second),
      Success);
  EXPECT_EQ(waitFor(Second), 0);
  EXPECT_EQ(R.hsa_signal_load_scacquire(First), 1);
  // All of this is in use.
  EXPECT_EQ(R.hsa_signal_destroy(Gate[0]), InvalidSignal);
  expectViolation("a copy of 8 bytes");
  EXPECT_EQ(R.hsa_signal_destroy(First), InvalidSignal);
  expectViolation("needs it");
  EXPECT_EQ(R.hsa_amd_memory_pool_free(A), ResourceFree);
  expectViolation("uses the memory");
  EXPECT_EQ(read(A), 2);
  R.hsa_signal_store_screlease(Gate[0], 0);
  EXPECT_EQ(waitFor(First), 0);
  EXPECT_EQ(read(A), 1);
  EXPECT_EQ(R.hsa_amd_memory_pool_free(A), Success);
  EXPECT_EQ(R.hsa_amd_memory_pool_free(Host), Success);
}

TEST_F(CopyTest, QueuesAndCopiesWaitForEachOther) {
  AqlQueue *Queue = createQueue();
  auto *Host = static_cast<int64_t *>(allocateShared(64));
  void *A = allocate(GpuPool, 64);
  const Handle Gate = createSignal(1), Packet = createSignal(1),
               Copied = createSignal(1), Done = createSignal(1);
  *Host = 7;
  barrier(Queue, {Gate}, Packet);
  EXPECT_EQ(
      R.hsa_amd_memory_async_copy(A, Gpu, Host, Cpu, 8, 1, &Packet, Copied),
      Success);
  barrier(Queue, {Copied}, Done);
  EXPECT_EQ(R.hsa_signal_load_scacquire(Done), 1);
  R.hsa_signal_store_screlease(Gate, 0);
  EXPECT_EQ(waitFor(Done), 0);
  EXPECT_EQ(read(A), 7);
}

TEST_F(CopyTest, AgentsHaveToReachTheMemory) {
  void *A = allocate(GpuPool, 4096);
  auto *Host = static_cast<char *>(allocate(HostPool, 3 * 4096));
  char Ordinary[64] = {};
  const Handle Done = createSignal(1);
  auto Copy = [&](void *To, Handle ToAgent, void *From, Handle FromAgent,
                  size_t Bytes) {
    return R.hsa_amd_memory_async_copy(To, ToAgent, From, FromAgent, Bytes, 0,
                                       nullptr, Done);
  };
  EXPECT_EQ(Copy(A, Gpu, Ordinary, Cpu, 64), InvalidArgument);
  expectViolation("no GPU of the copy reaches both");
  EXPECT_EQ(Copy(A, Gpu, Host, Cpu, 64), InvalidArgument);
  expectViolation("no GPU of the copy reaches both");
  EXPECT_EQ(R.hsa_amd_agents_allow_access(1, &Gpu, nullptr, Host), Success);
  EXPECT_EQ(Copy(A, OtherGpu, Host, Cpu, 64), InvalidArgument);
  expectViolation("does not reach the destination");
  EXPECT_EQ(Copy(A, Cpu, Host, Gpu, 64), InvalidArgument);
  expectViolation("does not reach the destination");
  // The two may be neighbours, and must not overlap.
  EXPECT_EQ(Copy(A, Gpu, Host + 4096, Cpu, 4097), InvalidArgument);
  expectViolation("at byte 0 of a range of 4096");
  EXPECT_EQ(Copy(A, Gpu, static_cast<char *>(A) + 8, Gpu, 16), InvalidArgument);
  expectViolation("overlap");
  EXPECT_EQ(Copy(Host, Cpu, Ordinary, Cpu, 16), InvalidAgent);
  expectViolation("neither agent is a GPU");
  EXPECT_EQ(Copy(A, Gpu, Host, Cpu, 0), Success);
  EXPECT_EQ(R.hsa_signal_load_scacquire(Done), 1);
  EXPECT_EQ(R.hsa_amd_memory_pool_free(A), Success);
  EXPECT_EQ(R.hsa_amd_memory_pool_free(Host), Success);
}

TEST_F(CopyTest, GpusReachEachOtherWhereTheyMay) {
  Handle Pools[3] = {};
  auto Next = [](Handle Found, void *Context) {
    auto *&To = *static_cast<Handle **>(Context);
    *To++ = Found;
    return Success;
  };
  Handle *End = Pools;
  ASSERT_EQ(R.hsa_amd_agent_iterate_memory_pools(OtherGpu, Next, &End),
            Success);
  void *Here = allocate(GpuPool, 64), *There = allocate(Pools[0], 64);
  const Handle Done = createSignal(1);
  EXPECT_EQ(R.hsa_amd_memory_async_copy(Here, Gpu, There, OtherGpu, 64, 0,
                                        nullptr, Done),
            InvalidArgument);
  expectViolation("no GPU of the copy reaches both");
  EXPECT_EQ(R.hsa_amd_agents_allow_access(1, &Gpu, nullptr, There), Success);
  copy(Here, Gpu, There, OtherGpu, 64);
  EXPECT_EQ(R.hsa_amd_memory_pool_free(Here), Success);
  EXPECT_EQ(R.hsa_amd_memory_pool_free(There), Success);
}

} // namespace
