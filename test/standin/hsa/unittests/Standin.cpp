//===- Standin.cpp - What the tests of the stand-in share ---------------===//
//
// Part of the OMP-JIT project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Standin.h"

#include <cstdlib>
#include <cstring>
#include <dlfcn.h>
#include <fstream>
#include <iterator>
#include <thread>

namespace ompjit::standin {

Runtime::Runtime() {
  setenv("OMPJIT_STANDIN_DEVICES", "gfx90a,gfx1100", /*overwrite=*/0);
  void *Library = dlopen(OMPJIT_STANDIN_FILE, RTLD_NOW | RTLD_LOCAL);
  if (!Library) {
    ADD_FAILURE() << dlerror();
    std::abort();
  }
  auto Find = [&](auto &Slot, const char *Name) {
    Slot = reinterpret_cast<std::decay_t<decltype(Slot)>>(dlsym(Library, Name));
    EXPECT_NE(Slot, nullptr) << Name;
  };
#define HSA_FUNCTION(Return, Name, Parameters) Find(Name, #Name);
#include "../Functions.def"
#undef HSA_FUNCTION
  Find(Violation, "ompjit_standin_violation");
  Find(Emulation, "ompjit_standin_emulation");
}

const Runtime &Runtime::get() {
  static const Runtime Only;
  return Only;
}

std::string readFile(const char *Name) {
  std::ifstream File(Name, std::ios::binary);
  return std::string(std::istreambuf_iterator<char>(File), {});
}

Failures &Failures::get() {
  static Failures Only;
  return Only;
}

Status Failures::handle(const SystemEvent *Event, void *) {
  get().EventAgent = Event->Fault.Where.Value;
  ++get().NumEvents;
  return get().Answer;
}

namespace {

using Handles = std::vector<Handle>;

Status collect(Handle Found, void *All) {
  static_cast<Handles *>(All)->push_back(Found);
  return Success;
}

void noteFailure(Status Code, AqlQueue *, void *) {
  Failures::get().Code = Code;
}

} // namespace

void StandinTest::SetUp() {
  ASSERT_EQ(R.hsa_init(), Success);
  static const Status Registered =
      R.hsa_amd_register_system_event_handler(Failures::handle, nullptr);
  ASSERT_EQ(Registered, Success);
  Failures::get().Code = 0;
  Handles Agents, Pools;
  ASSERT_EQ(R.hsa_iterate_agents(collect, &Agents), Success);
  ASSERT_EQ(Agents.size(), 3u);
  Cpu = Agents[0];
  Gpu = Agents[1];
  OtherGpu = Agents[2];
  ASSERT_EQ(R.hsa_amd_agent_iterate_memory_pools(Cpu, collect, &Pools),
            Success);
  ASSERT_EQ(R.hsa_amd_agent_iterate_memory_pools(Gpu, collect, &Pools),
            Success);
  ASSERT_EQ(Pools.size(), 6u);
  HostPool = Pools[0];
  KernargPool = Pools[1];
  GpuPool = Pools[3];
  Arguments = allocate(KernargPool, 4096);
  ASSERT_EQ(R.hsa_amd_agents_allow_access(1, &Gpu, nullptr, Arguments),
            Success);
}

void StandinTest::TearDown() {
  for (AqlQueue *Each : Queues)
    EXPECT_EQ(R.hsa_queue_destroy(Each), Success);
  EXPECT_EQ(R.hsa_amd_memory_pool_free(Arguments), Success);
  EXPECT_STREQ(R.Violation(), "");
}

Handle StandinTest::createSignal(int64_t Value) {
  Handle New = {};
  EXPECT_EQ(R.hsa_signal_create(Value, 0, nullptr, &New), Success);
  return New;
}

AqlQueue *StandinTest::createQueue(uint32_t Size) {
  AqlQueue *New = nullptr;
  EXPECT_EQ(R.hsa_queue_create(Gpu, Size, QueueMulti, noteFailure, nullptr,
                               UINT32_MAX, UINT32_MAX, &New),
            Success);
  Queues.push_back(New);
  return New;
}

void *StandinTest::allocate(Handle From, size_t Bytes) {
  void *Memory = nullptr;
  EXPECT_EQ(R.hsa_amd_memory_pool_allocate(From, Bytes, 0, &Memory), Success);
  return Memory;
}

void *StandinTest::allocateShared(size_t Bytes) {
  void *Memory = allocate(HostPool, Bytes);
  const Handle Both[] = {Gpu, OtherGpu};
  EXPECT_EQ(R.hsa_amd_agents_allow_access(2, Both, nullptr, Memory), Success);
  std::memset(Memory, 0, Bytes);
  return Memory;
}

Handle StandinTest::load(const char *File, bool Frozen) {
  const std::string Image = readFile(File);
  Handle Reader = {}, New = {};
  EXPECT_EQ(R.hsa_code_object_reader_create_from_memory(Image.data(),
                                                        Image.size(), &Reader),
            Success);
  EXPECT_EQ(
      R.hsa_executable_create_alt(ProfileFull, RoundingDefault, nullptr, &New),
      Success);
  EXPECT_EQ(R.hsa_executable_load_agent_code_object(New, Gpu, Reader, nullptr,
                                                    nullptr),
            Success);
  EXPECT_EQ(R.hsa_code_object_reader_destroy(Reader), Success);
  if (Frozen)
    EXPECT_EQ(R.hsa_executable_freeze(New, nullptr), Success);
  return New;
}

Handle StandinTest::find(Handle Executable, const char *Name) {
  Handle Found = {};
  EXPECT_EQ(R.hsa_executable_get_symbol_by_name(Executable, Name, &Gpu, &Found),
            Success)
      << Name;
  return Found;
}

plugins::DispatchPacket StandinTest::packetFor(Handle Executable,
                                               const char *Kernel,
                                               std::vector<int64_t> Words) {
  const Handle Symbol = find(Executable, (std::string(Kernel) + ".kd").c_str());
  const plugins::Shape Form = {{1, 1, 1}, {1, 1, 1}};
  const plugins::ImplicitArguments Added(Form, 0);
  const size_t Bytes = Words.size() * sizeof(int64_t);
  EXPECT_EQ(ask<uint32_t>(Symbol, SymbolKernargSize), Bytes + sizeof(Added));
  char *Place = static_cast<char *>(Arguments);
  if (Bytes)
    std::memcpy(Place, Words.data(), Bytes);
  std::memcpy(Place + Bytes, &Added, sizeof(Added));
  plugins::DispatchPacket Packet(Form);
  Packet.Kernel = ask<uint64_t>(Symbol, SymbolKernelObject);
  Packet.SharedBytes = ask<uint32_t>(Symbol, SymbolGroupSize);
  Packet.Arguments = reinterpret_cast<uint64_t>(Arguments);
  return Packet;
}

uint64_t StandinTest::put(AqlQueue *In, const void *Packet, uint16_t Header) {
  const uint64_t Index = R.hsa_queue_add_write_index_relaxed(In, 1);
  char *Place = static_cast<char *>(In->Packets) + Index % In->Size * 64;
  std::memcpy(Place + 2, static_cast<const char *>(Packet) + 2, 62);
  __atomic_store_n(reinterpret_cast<uint16_t *>(Place), Header,
                   __ATOMIC_RELEASE);
  R.hsa_signal_store_screlease(In->Doorbell, int64_t(Index));
  return Index;
}

uint64_t StandinTest::barrier(AqlQueue *In, std::vector<Handle> Needs,
                              Handle Completion) {
  BarrierPacket Packet = {};
  std::copy(Needs.begin(), Needs.end(), Packet.Needs);
  Packet.Completion = Completion;
  return put(In, &Packet, Ordered | PacketBarrierAnd);
}

int64_t StandinTest::waitFor(Handle Signal, int64_t Below) {
  return R.hsa_signal_wait_scacquire(Signal, SignalLess, Below, UINT64_MAX,
                                     WaitBlocked);
}

void StandinTest::copy(void *To, Handle ToAgent, const void *From,
                       Handle FromAgent, size_t Bytes) {
  const Handle Done = createSignal(1);
  EXPECT_EQ(R.hsa_amd_memory_async_copy(To, ToAgent, From, FromAgent, Bytes, 0,
                                        nullptr, Done),
            Success);
  EXPECT_EQ(waitFor(Done), 0);
  EXPECT_EQ(R.hsa_signal_destroy(Done), Success);
}

int64_t StandinTest::read(const void *OnGpu) {
  auto *Word = static_cast<int64_t *>(allocateShared(sizeof(int64_t)));
  copy(Word, Cpu, OnGpu, Gpu, sizeof(int64_t));
  const int64_t Value = *Word;
  EXPECT_EQ(R.hsa_amd_memory_pool_free(Word), Success);
  return Value;
}

void StandinTest::expectStop(Status Code, const char *Text) {
  while (!Failures::get().Code)
    std::this_thread::yield();
  EXPECT_EQ(Failures::get().Code, Code);
  Failures::get().Code = 0;
  expectViolation(Text);
}

} // namespace ompjit::standin

// Each death test runs in a process that was started for it.
int main(int Argc, char **Argv) {
  testing::InitGoogleTest(&Argc, Argv);
  GTEST_FLAG_SET(death_test_style, "threadsafe");
  return RUN_ALL_TESTS();
}
