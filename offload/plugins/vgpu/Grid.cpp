//===- Grid.cpp - The blocks of a launch ----------------------------------===//
//
// Part of the OMP-JIT project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Grid.h"

#include "Block.h"
#include "StackOverflow.h"

#include "ompjit/Plugins/AcrossForks.h"
#include "ompjit/Support/DefaultEnvironment.h"

#include <algorithm>
#include <new>

namespace ompjit::vgpu {

using AllWorkers = plugins::AcrossForks<Workers>;

Workers::Workers(uint32_t NumThreads) : NumThreads(NumThreads) {
  AllWorkers::get().add(this);
}

Workers::~Workers() {
  AllWorkers::get().remove(this);
  std::vector<std::thread> Last;
  {
    MutexLock Lock(Guard);
    Stopping = true;
    Last.swap(Threads);
  }
  Arrived.notifyAll();
  for (std::thread &Each : Last)
    Each.join();
}

void Workers::startThreads() {
  if (Threads.empty())
    for (uint32_t I = 1; I < NumThreads; ++I)
      Threads.emplace_back([this, I] { work(I); });
}

/// The threads stayed with the parent of a fork, and so did their launches.
void Workers::loseThreads() {
  // The condition variables have records of these threads, and notifying or
  // destroying them would wait for them.
  new (&Arrived) ConditionVariable;
  new (&Over) ConditionVariable;
  for (std::thread &Each : Threads)
    Each.detach();
  Threads.clear();
  Launches.clear();
}

static bool hasBlocksLeft(const Launch &What) {
  return What.NextBlock.load() < What.numBlocks();
}

/// \p Self distinguishes the threads that run blocks of a launch. The host's
/// rounding mode does not apply, as on a GPU.
static void takeBlocks(const Launch &What, uint32_t Self) {
  const DefaultFloatingPoint OfGpu;
  catchStackOverflows();
  // A block that was taken counts as running, because others may wait for it.
  What.Running.fetch_add(1);
  if (uint64_t Index = What.NextBlock.fetch_add(1); Index < What.numBlocks()) {
    Block Lanes(What);
    while (Index < What.numBlocks() &&
           Lanes.run(Index, Self % What.NumProcessors))
      Index = What.NextBlock.fetch_add(1);
  }
  What.Running.fetch_sub(1);
}

const Launch *Workers::findLaunch() const {
  for (const Launch *Each : Launches)
    if (hasBlocksLeft(*Each) && !Each->HasFailed)
      return Each;
  return nullptr;
}

void Workers::work(uint32_t Self) {
  MutexLock Lock(Guard);
  for (;;) {
    const Launch *What = nullptr;
    while (!Stopping && !(What = findLaunch()))
      Arrived.wait(Guard);
    if (Stopping)
      return;
    ++What->NumHelpers;
    Lock.unlock();
    takeBlocks(*What, Self);
    Lock.lock();
    if (--What->NumHelpers == 0)
      Over.notifyAll();
  }
}

void Workers::run(const Launch &What) {
  if (What.numBlocks() == 1 || NumThreads == 1)
    return takeBlocks(What, 0);
  AllWorkers::get().adoptInChild();
  {
    MutexLock Lock(Guard);
    startThreads();
    Launches.push_back(&What);
  }
  Arrived.notifyAll();
  takeBlocks(What, 0);
  MutexLock Lock(Guard);
  std::erase(Launches, &What); // Helpers that have not joined by now are not
                               // needed.
  while (What.NumHelpers != 0)
    Over.wait(Guard);
}

} // namespace ompjit::vgpu
