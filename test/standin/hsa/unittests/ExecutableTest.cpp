//===- ExecutableTest.cpp - Executables, and kernels that run -----------===//
//
// Part of the OMP-JIT project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Standin.h"
#include "amdgpu/unittests/CodeObjectBuilder.h"
#include "ompjit/Targets.h"

#include <thread>

using namespace ompjit::standin;
using ompjit::plugins::DispatchPacket;

namespace {

class ExecutableTest : public StandinTest {
protected:
  int64_t wordOf(void *Pointer) { return reinterpret_cast<int64_t>(Pointer); }
  void run(AqlQueue *In, DispatchPacket Packet) {
    const Handle Done = createSignal(1);
    Packet.Completion = Done.Value;
    dispatch(In, Packet);
    EXPECT_EQ(waitFor(Done), 0);
    EXPECT_EQ(R.hsa_signal_destroy(Done), Success);
  }
};

TEST_F(ExecutableTest, KernelsRunAndVariablesAreFound) {
  ASSERT_NE(R.Emulation(), nullptr);
  EXPECT_EQ(ompjit::findHostWithLevel(R.Emulation()), &ompjit::ThisHost);
  const Handle Image = load(OMPJIT_IMAGE_FILE);
  AqlQueue *Queue = createQueue();
  void *Out = allocate(GpuPool, 8);
  run(Queue, packetFor(Image, "conformance_bare", {wordOf(Out), 40, -2}));
  EXPECT_EQ(read(Out), 38);
  const Handle Counter = find(Image, "conformance_counter");
  EXPECT_EQ(ask<uint32_t>(Counter, SymbolVariableSize), 8u);
  auto *Place =
      reinterpret_cast<void *>(ask<uint64_t>(Counter, SymbolVariableAddress));
  EXPECT_EQ(read(Place), 40);
  run(Queue, packetFor(Image, "conformance_count", {0}));
  EXPECT_EQ(read(Place), 41);
  Handle None = {};
  EXPECT_EQ(R.hsa_executable_get_symbol_by_name(Image, "amdgcn.device.init.kd",
                                                &Gpu, &None),
            InvalidSymbolName);
  EXPECT_EQ(R.hsa_amd_memory_pool_free(Out), Success);
  EXPECT_EQ(R.hsa_executable_destroy(Image), Success);
  uint64_t Value = 0;
  EXPECT_EQ(
      R.hsa_executable_symbol_get_info(Counter, SymbolVariableAddress, &Value),
      InvalidExecutableSymbol);
  expectViolation("is destroyed");
}

TEST_F(ExecutableTest, StepsComeInOrder) {
  const Handle Image = load(OMPJIT_IMAGE_FILE, /*Frozen=*/false);
  Handle Found = {};
  EXPECT_EQ(R.hsa_executable_get_symbol_by_name(Image, "conformance_counter",
                                                &Gpu, &Found),
            InvalidExecutable);
  expectViolation("is not frozen");
  EXPECT_EQ(R.hsa_executable_freeze(Image, nullptr), Success);
  EXPECT_EQ(R.hsa_executable_freeze(Image, nullptr), FrozenExecutable);
  expectViolation("is frozen");
  EXPECT_EQ(R.hsa_executable_load_agent_code_object(Image, Gpu, {1}, nullptr,
                                                    nullptr),
            InvalidReader);
  expectViolation("reader 0x1 does not exist");
  EXPECT_EQ(R.hsa_executable_destroy(Image), Success);
  EXPECT_EQ(R.hsa_executable_destroy(Image), InvalidExecutable);
  expectViolation("is destroyed");
}

TEST_F(ExecutableTest, QueuesRunBesideEachOther) {
  const Handle Image = load(OMPJIT_IMAGE_FILE);
  AqlQueue *First = createQueue(), *Second = createQueue();
  auto *Gate = static_cast<int64_t *>(allocateShared(8));
  const Handle Waited = createSignal(1);
  DispatchPacket Wait = packetFor(Image, "conformance_wait", {0, wordOf(Gate)});
  Wait.Completion = Waited.Value;
  dispatch(First, Wait);
  const Handle Done = createSignal(1);
  barrier(Second, {}, Done);
  EXPECT_EQ(waitFor(Done), 0);
  // All of this is in use.
  EXPECT_EQ(R.hsa_executable_destroy(Image), InvalidExecutable);
  expectViolation("runs one of its kernels");
  EXPECT_EQ(R.hsa_amd_memory_pool_free(Arguments), ResourceFree);
  expectViolation("uses the memory");
  EXPECT_EQ(R.hsa_signal_load_scacquire(Waited), 1);
  __atomic_store_n(Gate, 1, __ATOMIC_RELEASE);
  EXPECT_EQ(waitFor(Waited), 0);
  EXPECT_EQ(R.hsa_amd_memory_pool_free(Gate), Success);
  EXPECT_EQ(R.hsa_executable_destroy(Image), Success);
}

TEST_F(ExecutableTest, PacketsAreChecked) {
  const Handle Image = load(OMPJIT_IMAGE_FILE);
  const DispatchPacket Good = packetFor(Image, "conformance_bare", {0, 0, 0});
  auto Try = [&](auto Change, Status Code, const char *Text) {
    DispatchPacket Packet = Good;
    Change(Packet);
    dispatch(createQueue(), Packet);
    expectStop(Code, Text);
  };
  Try([](auto &P) { P.Kernel = 4096; }, InvalidCodeObject, "kernel object");
  Try([](auto &P) { P.Reserved1 = 1; }, InvalidPacketFormat, "reserved");
  Try([](auto &P) { P.Setup = 4; }, InvalidPacketFormat, "4 dimensions");
  Try([](auto &P) { P.BlockSize[1] = 0; }, InvalidArgument,
      "blocks of 0 threads");
  Try([](auto &P) { P.BlockSize[0] = 1025; }, InvalidArgument,
      "blocks of 1025 threads");
  Try([](auto &P) { P.BlockSize[0] = 2; }, InvalidArgument,
      "a grid of 1 threads of blocks of 2");
  Try(
      [](auto &P) {
        P.BlockSize[0] = 2;
        P.GridSize.X = 5;
      },
      InvalidArgument, "a grid of 5 threads of blocks of 2");
  Try(
      [](auto &P) {
        P.BlockSize[0] = P.GridSize.X = 512;
        P.BlockSize[1] = P.GridSize.Y = 4;
      },
      InvalidArgument, "a block of 2048 threads");
  Try([](auto &P) { P.Arguments += 8; }, InvalidArgument, "are not aligned");
  Try([](auto &P) { P.Arguments += 4096 - 16; }, InvalidArgument,
      "at byte 4080 of a range of 4096");
  Try([](auto &P) { P.SharedBytes = 16; }, InvalidArgument,
      "dynamic shared bytes");
  Try([](auto &P) { P.SharedBytes = 1 << 20; }, InvalidAllocation,
      "the agent has 65536");
  Try([](auto &P) { P.GridSize.X = 2; }, InvalidArgument, "numbers of blocks");
  Try([](auto &P) { P.Completion = 99; }, InvalidSignal, "does not exist");
  void *OnGpu = allocate(GpuPool, 4096);
  Try([&](auto &P) { P.Arguments = uint64_t(wordOf(OnGpu)); }, InvalidArgument,
      "fine-grained memory of the processor");
  EXPECT_EQ(R.hsa_amd_memory_pool_free(OnGpu), Success);
  EXPECT_EQ(R.hsa_amd_agents_allow_access(1, &OtherGpu, nullptr, Arguments),
            Success);
  Try([](auto &) {}, InvalidArgument, "has no access to the arguments");
  EXPECT_EQ(R.hsa_executable_destroy(Image), Success);
  Try([](auto &) {}, InvalidCodeObject, "is destroyed");
}

TEST_F(ExecutableTest, ConstructorsRunWhenAnImageIsLoaded) {
  const Handle Image = load(OMPJIT_FAULT_IMAGE_FILE);
  EXPECT_EQ(read(reinterpret_cast<void *>(ask<uint64_t>(
                find(Image, "fault_constructed"), SymbolVariableAddress))),
            41);
  const Handle Kernel = find(Image, "fault_read.kd");
  EXPECT_EQ(ask<uint32_t>(Kernel, SymbolGroupSize), 96u);
  EXPECT_EQ(ask<int>(Kernel, SymbolType), SymbolIsKernel);
  DispatchPacket Packet = packetFor(Image, "fault_read", {0});
  Packet.SharedBytes = 95;
  dispatch(createQueue(), Packet);
  expectStop(InvalidAllocation, "kernel fault_read needs 96");
  EXPECT_EQ(R.hsa_executable_destroy(Image), Success);
}

TEST_F(ExecutableTest, CodeObjectsAreForTheAgent) {
  const std::string Image =
      ompjit::amdgpu::codeObject(ompjit::amdgpu::kernelFields("one"));
  Handle Reader = {}, Into = {};
  ASSERT_EQ(R.hsa_code_object_reader_create_from_memory(Image.data(),
                                                        Image.size(), &Reader),
            Success);
  ASSERT_EQ(
      R.hsa_executable_create_alt(ProfileFull, RoundingDefault, nullptr, &Into),
      Success);
  EXPECT_EQ(R.hsa_executable_load_agent_code_object(Into, OtherGpu, Reader,
                                                    nullptr, nullptr),
            IncompatibleArguments);
  EXPECT_EQ(R.hsa_executable_load_agent_code_object(Into, Gpu, Reader, nullptr,
                                                    nullptr),
            Success);
  EXPECT_EQ(R.hsa_executable_freeze(Into, nullptr), Success);
  DispatchPacket Packet(ompjit::plugins::Shape{{1, 1, 1}, {1, 1, 1}});
  Packet.Kernel = ask<uint64_t>(find(Into, "one.kd"), SymbolKernelObject);
  dispatch(createQueue(), Packet);
  expectStop(InvalidCodeObject, "in an image for the GPU itself");
  EXPECT_EQ(R.hsa_executable_destroy(Into), Success);
  EXPECT_EQ(R.hsa_code_object_reader_destroy(Reader), Success);
}

TEST_F(ExecutableTest, WhatIsNoImageIsNotLoaded) {
  const std::string Nonsense(100, 'x');
  Handle Reader = {}, Into = {};
  ASSERT_EQ(R.hsa_code_object_reader_create_from_memory(
                Nonsense.data(), Nonsense.size(), &Reader),
            Success);
  ASSERT_EQ(
      R.hsa_executable_create_alt(ProfileFull, RoundingDefault, nullptr, &Into),
      Success);
  EXPECT_EQ(R.hsa_executable_load_agent_code_object(Into, Gpu, Reader, nullptr,
                                                    nullptr),
            InvalidCodeObject);
  EXPECT_EQ(R.hsa_executable_destroy(Into), Success);
  EXPECT_EQ(R.hsa_code_object_reader_destroy(Reader), Success);
}

} // namespace
