//===- DataEnvironmentThreadsTest.cpp - Data mapping in many threads ------===//
//
// Part of the OMP-JIT project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// These tests use the plugin that has no device but real queues. They check
// that the sanitizers report nothing, that nobody waits for ever, and that no
// data is wrong.
//
//===----------------------------------------------------------------------===//

#include "data/DataEnvironment.h"

#include "Items.h"
#include "plugin/PluginLibrary.h"

#include <gtest/gtest.h>

#include <array>
#include <deque>
#include <random>
#include <thread>
#include <vector>

using namespace ompjit;
using namespace ompjit::test;

namespace {

class ThreadsTest : public testing::Test {
protected:
  void SetUp() override {
    auto Opened = PluginLibrary::openFile(OMPJIT_NULL_PLUGIN_FILE);
    ASSERT_TRUE(Opened) << Opened.error().message();
    Plugin = std::move(*Opened);
    ompjit_error Reason = {};
    ASSERT_EQ(Plugin->table().device_open(0, &Handle, &Reason), 0)
        << Reason.text;
    ASSERT_TRUE(Plugin->table().device_capabilities(Handle) &
                OMPJIT_CAN_OVERLAP);
    Device = PluginDevice(Plugin->table(), Handle, 0, Observers);
    Pool = std::make_unique<QueuePool>(Device);
    Data = std::make_unique<DataEnvironment>(Device, DataOptions());
  }
  void TearDown() override {
    Data.reset();
    Pool.reset();
    if (Handle)
      Plugin->table().device_close(Handle);
  }

  std::unique_ptr<PluginLibrary> Plugin;
  ompjit_device *Handle = nullptr;
  ObserverList Observers;
  PluginDevice Device;
  std::unique_ptr<QueuePool> Pool;
  std::unique_ptr<DataEnvironment> Data;
};

constexpr int NumElements = 64;
using Buffer = std::array<int, NumElements>;

/// Runs one thread's constructs. Each maps a shared buffer and one of the
/// thread's own, and is then left alone; some are finished at once, some much
/// later.
class Worker {
public:
  Worker(DataEnvironment &Data, QueuePool &Pool, std::vector<Buffer> &Shared,
         unsigned Seed)
      : Data(Data), Pool(Pool), Shared(Shared), Random(Seed) {}

  void run(int Rounds) {
    for (int I = 0; I < Rounds; ++I) {
      startConstruct(I);
      finishSome();
    }
    while (!Pending.empty())
      finishOldest();
  }

  int Failures = 0;

private:
  struct Deferred {
    std::shared_ptr<Operation> Work;
    std::unique_ptr<Buffer> Own;
    int Value;
  };

  void startConstruct(int Value) {
    auto Own = std::make_unique<Buffer>();
    Own->fill(Value);
    Items List;
    List.add(Shared[Random() % Shared.size()].data(), sizeof(Buffer), MapTo)
        .add(Own->data(), sizeof(Buffer), MapTo | MapFrom);
    auto Work = std::make_shared<Operation>(Data.device(), &Pool);
    std::array<DeviceAddress, 2> Places;
    Failures += !Data.begin(List, Places.data(), *Work);
    // This is the "kernel": it copies the second half of its buffer to the
    // first.
    int *There = static_cast<int *>(Places[1].pointer());
    Result<ompjit_queue *> Queue = Work->queue();
    Failures += !Queue || !Data.device().copyWithin(
                              DeviceAddress(There),
                              DeviceAddress(There + NumElements / 2),
                              sizeof(Buffer) / 2, *Queue);
    Failures += !Data.end(List, *Work);
    Pending.push_back({Work, std::move(Own), Value});
  }

  void finishSome() {
    while (Pending.size() > 8)
      finishOldest();
    if (Random() % 2 && Pending.front().Work->tryFinish())
      finishOldest();
  }

  void finishOldest() {
    Deferred Oldest = std::move(Pending.front());
    Pending.pop_front();
    Failures += !Oldest.Work->finish();
    for (int Each : *Oldest.Own)
      Failures += Each != Oldest.Value;
  }

  DataEnvironment &Data;
  QueuePool &Pool;
  std::vector<Buffer> &Shared;
  std::mt19937 Random;
  std::deque<Deferred> Pending;
};

TEST_F(ThreadsTest, DeferredConstructsShareMappings) {
  std::vector<Buffer> Shared(3);
  std::deque<Worker> Workers;
  for (unsigned T = 0; T < 4; ++T)
    Workers.emplace_back(*Data, *Pool, Shared, 20261100 + T);
  std::vector<std::thread> Threads;
  for (Worker &Each : Workers)
    Threads.emplace_back([&] { Each.run(300); });
  for (std::thread &Each : Threads)
    Each.join();
  for (const Worker &Each : Workers)
    EXPECT_EQ(Each.Failures, 0);
  for (Buffer &Each : Shared)
    EXPECT_FALSE(Data->lookUp(HostAddress(Each.data()), 0));
}

/// Readers look at two variables that writers change all the time.
TEST(ReadMostlyMutex, KeepsWritersAlone) {
  ReadMostlyMutex M;
  int A = 0, B = 0; // They are equal whenever nobody writes.
  std::atomic<int> Wrong = 0;
  std::vector<std::thread> Threads;
  for (int T = 0; T < 2 * int(NumThreadSlots) + 2; ++T)
    Threads.emplace_back([&, T] {
      for (int I = 0; I < 300; ++I) {
        if (T % 8 == 0) {
          WriteLock Lock(M);
          ++A;
          ++B;
        } else {
          ReadLock Lock(M);
          Wrong += A != B;
        }
      }
    });
  for (std::thread &Each : Threads)
    Each.join();
  EXPECT_EQ(Wrong, 0);
  EXPECT_EQ(A, 300 * 5);
}

} // namespace
