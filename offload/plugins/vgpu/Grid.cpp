//===- Grid.cpp - The blocks of a launch ----------------------------------===//
//
// Part of the OMP-JIT project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Grid.h"

#include "Block.h"

#include <unistd.h>

namespace ompjit::vgpu {

Workers::~Workers() {
  {
    std::lock_guard Lock(Mutex);
    Stopping = true;
  }
  Arrived.notify_all();
  for (std::thread &Each : Threads)
    if (StartedIn == getpid())
      Each.join();
    else
      Each.detach(); // They stayed with the parent of a fork.
}

void Workers::startThreads() {
  if (StartedIn == getpid())
    return;
  for (std::thread &Each : Threads)
    Each.detach();
  Threads.clear();
  StartedIn = getpid();
  for (uint32_t I = 1; I < NumThreads; ++I)
    Threads.emplace_back([this, I] { work(I); });
}

void Workers::takeBlocks(const Launch &What, uint32_t Self) {
  const uint64_t Count = What.numBlocks();
  uint64_t Index = NextBlock.fetch_add(1);
  if (Index >= Count)
    return;
  What.Running.fetch_add(1);
  Block Lanes(What);
  while (Index < Count && Lanes.run(Index, Self % What.NumProcessors))
    Index = NextBlock.fetch_add(1);
  What.Running.fetch_sub(1);
}

void Workers::work(uint32_t Self) {
  uint64_t Seen = 0;
  std::unique_lock Lock(Mutex);
  for (;;) {
    Arrived.wait(Lock,
                 [&] { return Stopping || (Current && LaunchNumber != Seen); });
    if (Stopping)
      return;
    Seen = LaunchNumber;
    const Launch &What = *Current;
    ++NumWorking;
    Lock.unlock();
    takeBlocks(What, Self);
    Lock.lock();
    if (--NumWorking == 0)
      Over.notify_all();
  }
}

void Workers::run(const Launch &What) {
  std::lock_guard OneAtATime(LaunchMutex);
  NextBlock = 0;
  if (What.numBlocks() == 1 || NumThreads == 1)
    return takeBlocks(What, 0);
  {
    std::lock_guard Lock(Mutex);
    startThreads();
    Current = &What;
    ++LaunchNumber;
  }
  Arrived.notify_all();
  takeBlocks(What, 0);
  std::unique_lock Lock(Mutex);
  Current = nullptr; // Who has not come by now need not.
  Over.wait(Lock, [this] { return NumWorking == 0; });
}

} // namespace ompjit::vgpu
