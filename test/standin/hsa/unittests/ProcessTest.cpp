//===- ProcessTest.cpp - Settings, forks and ends of processes ----------===//
//
// Part of the OMP-JIT project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Standin.h"
#include "amdgpu/unittests/CodeObjectBuilder.h"

#include <cstdlib>
#include <cstring>
#include <sys/wait.h>
#include <unistd.h>

using namespace ompjit::standin;

namespace {

using ProcessTest = StandinTest;

TEST_F(ProcessTest, ChildrenKnowNothing) {
  createQueue();
  const Handle Signal = createSignal(1);
  const pid_t Child = fork();
  if (!Child) {
    void *Memory = nullptr;
    const bool IsUnknown =
        R.hsa_init() == NotInitialized &&
        R.hsa_amd_memory_pool_allocate(GpuPool, 8, 0, &Memory) ==
            NotInitialized &&
        R.hsa_signal_load_scacquire(Signal) == 0 &&
        R.hsa_signal_wait_scacquire(Signal, SignalLess, 1, UINT64_MAX,
                                    WaitBlocked) == 0;
    std::exit(IsUnknown ? 0 : 1);
  }
  int Outcome = -1;
  ASSERT_EQ(waitpid(Child, &Outcome, 0), Child);
  EXPECT_EQ(Outcome, 0);
}

TEST(StatusTest, CodesHaveNamesAndSentences) {
  const Runtime &R = Runtime::get();
  const char *Text = nullptr;
  EXPECT_EQ(R.hsa_status_string(OutOfResources, &Text), Success);
  EXPECT_STREQ(Text, "HSA_STATUS_ERROR_OUT_OF_RESOURCES: Memory or another "
                     "resource is used up.");
  EXPECT_EQ(R.hsa_status_string(Status(12345), &Text), InvalidArgument);
}

/// In a process that has not opened the runtime yet. Ends with 0 where the
/// test holds and nothing else is wrong.
[[noreturn]] void runAlone(const char *Variable, const char *Value,
                           bool (*Test)(const Runtime &)) {
  setenv(Variable, Value, 1);
  std::exit(Test(Runtime::get()) ? 0 : 1);
}

TEST(ProcessDeathTest, NothingWorksBeforeTheInitialisation) {
  EXPECT_EXIT(runAlone("OMPJIT_STANDIN_DEVICES", "gfx942",
                       [](const Runtime &R) {
                         Handle Signal = {};
                         return R.hsa_signal_create(0, 0, nullptr, &Signal) ==
                                    NotInitialized &&
                                R.hsa_init() == Success &&
                                R.hsa_init() == Success &&
                                R.hsa_signal_create(0, 0, nullptr, &Signal) ==
                                    Success;
                       }),
              testing::ExitedWithCode(0), "");
}

TEST(ProcessDeathTest, TheChosenCallFails) {
  EXPECT_EXIT(
      runAlone("OMPJIT_STANDIN_FAIL", "hsa_signal_create:2:4104,*:5:4096",
               [](const Runtime &R) {
                 Handle Signal = {};
                 auto Create = [&] {
                   return R.hsa_signal_create(0, 0, nullptr, &Signal);
                 };
                 return R.hsa_init() == Success && Create() == Success &&
                        Create() == OutOfResources && Create() == Success &&
                        Create() == Failure && Create() == Success;
               }),
      testing::ExitedWithCode(0), "");
}

TEST(ProcessDeathTest, FunctionsWithoutAStatusCannotFail) {
  EXPECT_EXIT(
      runAlone("OMPJIT_STANDIN_FAIL", "hsa_signal_load_scacquire:1:1",
               [](const Runtime &R) { return R.hsa_init() == Success; }),
      testing::ExitedWithCode(99), "hsa_signal_load_scacquire returns no");
  EXPECT_EXIT(
      runAlone("OMPJIT_STANDIN_FAIL", "hsa_nothing:1:1",
               [](const Runtime &R) { return R.hsa_init() == Success; }),
      testing::ExitedWithCode(99), "there is no function hsa_nothing");
}

TEST(ProcessDeathTest, AViolationIsTheStatusOfTheProcess) {
  EXPECT_EXIT(runAlone("OMPJIT_STANDIN_DEVICES", "gfx90a",
                       [](const Runtime &R) {
                         return R.hsa_init() == Success &&
                                R.hsa_signal_destroy({3}) == InvalidSignal;
                       }),
              testing::ExitedWithCode(99), "standin: hsa_signal_destroy");
  EXPECT_EXIT(
      runAlone("OMPJIT_STANDIN_DEVICES", "gfx90a,gfx1",
               [](const Runtime &R) { return R.hsa_init() == Success; }),
      testing::ExitedWithCode(99), "does not know gfx1");
}

/// Of the GPU that comes first.
Handle firstGpu(const Runtime &R) {
  Handle Gpu = {};
  R.hsa_iterate_agents(
      [](Handle Found, void *To) {
        int Kind = 0;
        Runtime::get().hsa_agent_get_info(Found, AgentDevice, &Kind);
        *static_cast<Handle *>(To) = Found;
        return Status(Kind == DeviceGpu);
      },
      &Gpu);
  return Gpu;
}

TEST(ProcessDeathTest, QueuesMayBeOpenAtTheEnd) {
  EXPECT_EXIT(
      runAlone("OMPJIT_STANDIN_DEVICES", "gfx90a",
               [](const Runtime &R) {
                 AqlQueue *Queue = nullptr;
                 Handle Never = {};
                 if (R.hsa_init() != Success ||
                     R.hsa_signal_create(1, 0, nullptr, &Never) != Success ||
                     R.hsa_queue_create(firstGpu(R), 64, QueueMulti, nullptr,
                                        nullptr, 0, 0, &Queue) != Success)
                   return false;
                 auto *Packet = static_cast<BarrierPacket *>(Queue->Packets);
                 R.hsa_queue_add_write_index_relaxed(Queue, 1);
                 Packet->Needs[0] = Never;
                 __atomic_store_n(&Packet->Header, uint16_t(PacketBarrierAnd),
                                  __ATOMIC_RELEASE);
                 R.hsa_signal_store_screlease(Queue->Doorbell, 0);
                 return true;
               }),
      testing::ExitedWithCode(0), "");
}

TEST(ProcessDeathTest, ImagesOfProcessorsNeedTheEmulation) {
  EXPECT_EXIT(
      runAlone("OMPJIT_STANDIN_EMULATE", "0",
               [](const Runtime &R) {
                 const std::string Image = readFile(OMPJIT_IMAGE_FILE);
                 Handle Reader = {}, Into = {};
                 return R.hsa_init() == Success && !R.Emulation() &&
                        R.hsa_code_object_reader_create_from_memory(
                            Image.data(), Image.size(), &Reader) == Success &&
                        R.hsa_executable_create_alt(ProfileFull,
                                                    RoundingDefault, nullptr,
                                                    &Into) == Success &&
                        R.hsa_executable_load_agent_code_object(
                            Into, firstGpu(R), Reader, nullptr, nullptr) ==
                            InvalidCodeObject;
               }),
      testing::ExitedWithCode(0), "");
}

/// Puts a packet in and waits for it.
bool runPacket(const Runtime &R, AqlQueue *In, uint64_t Kernel) {
  Handle Done = {};
  R.hsa_signal_create(1, 0, nullptr, &Done);
  ompjit::plugins::DispatchPacket Packet(
      ompjit::plugins::Shape{{4, 1, 1}, {64, 1, 1}});
  Packet.Kernel = Kernel;
  Packet.Completion = Done.Value;
  Packet.PrivateBytes = 1 << 16;
  Packet.SharedBytes = 1 << 15;
  void *Arguments = nullptr;
  Handle Pool = {};
  auto First = [](Handle Found, void *To) {
    *static_cast<Handle *>(To) = Found;
    return Status(1);
  };
  const Handle Gpu = firstGpu(R);
  Handle Cpu = {};
  R.hsa_iterate_agents(First, &Cpu);
  R.hsa_amd_agent_iterate_memory_pools(Cpu, First, &Pool);
  R.hsa_amd_memory_pool_allocate(Pool, 4096, 0, &Arguments);
  R.hsa_amd_agents_allow_access(1, &Gpu, nullptr, Arguments);
  Packet.Arguments = reinterpret_cast<uint64_t>(Arguments);
  R.hsa_queue_add_write_index_relaxed(In, 1);
  Packet.Header = PacketDispatch;
  std::memcpy(In->Packets, &Packet, sizeof(Packet));
  R.hsa_signal_store_screlease(In->Doorbell, 0);
  return R.hsa_signal_wait_scacquire(Done, SignalLess, 1, UINT64_MAX,
                                     WaitBlocked) == 0;
}

TEST(ProcessDeathTest, KernelsOfGpusArePlayedWithoutTheEmulation) {
  EXPECT_EXIT(
      runAlone(
          "OMPJIT_STANDIN_EMULATE", "0",
          [](const Runtime &R) {
            const std::string Image =
                ompjit::amdgpu::codeObject(ompjit::amdgpu::kernelFields("one"));
            Handle Reader = {}, Into = {}, Kernel = {};
            uint64_t Object = 0;
            AqlQueue *Queue = nullptr;
            if (R.hsa_init() != Success)
              return false;
            const Handle Gpu = firstGpu(R);
            return R.hsa_code_object_reader_create_from_memory(
                       Image.data(), Image.size(), &Reader) == Success &&
                   R.hsa_executable_create_alt(ProfileFull, RoundingDefault,
                                               nullptr, &Into) == Success &&
                   R.hsa_executable_load_agent_code_object(
                       Into, Gpu, Reader, nullptr, nullptr) == Success &&
                   R.hsa_executable_freeze(Into, nullptr) == Success &&
                   R.hsa_executable_get_symbol_by_name(Into, "one.kd", &Gpu,
                                                       &Kernel) == Success &&
                   R.hsa_executable_symbol_get_info(Kernel, SymbolKernelObject,
                                                    &Object) == Success &&
                   R.hsa_queue_create(Gpu, 64, QueueMulti, nullptr, nullptr, 0,
                                      0, &Queue) == Success &&
                   runPacket(R, Queue, Object);
          }),
      testing::ExitedWithCode(0), "");
}

} // namespace
