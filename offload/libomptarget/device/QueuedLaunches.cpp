//===- QueuedLaunches.cpp - Kernels in queues of the program --------------===//
//
// Part of the OMP-JIT project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "QueuedLaunches.h"

#include <algorithm>
#include <iterator>
#include <map>
#include <utility>

namespace ompjit {

namespace {

/// What a child process leaves alone: the ends would be waited for.
struct Forgotten {
  std::vector<QueuedLaunch> Launches;
  Forgotten *Before;
};
Forgotten *LastForgotten = nullptr;

bool isOver(const QueuedLaunch &Any) {
  const PluginDevice &Device = Any.Work->device();
  int IsEmpty = 0;
  ompjit_error Ignored = {};
  return !Device.table().queue_query(Device.handle(), Any.Queue, &IsEmpty,
                                     &Ignored) &&
         IsEmpty;
}

} // namespace

QueuedLaunches::Rows
QueuedLaunches::take(const std::function<bool(const QueuedLaunch &)> &IsWanted,
                     size_t Most) {
  Rows Left, Taken;
  for (QueuedLaunch &Each : All)
    (Taken.size() < Most && IsWanted(Each) ? Taken : Left)
        .push_back(std::move(Each));
  All = std::move(Left);
  return Taken;
}

/// Takes out the launches in queues that are empty. They are asked under the
/// lock, because who destroys a queue takes its launches out first.
QueuedLaunches::Rows QueuedLaunches::takeOver() {
  std::map<ompjit_queue *, bool> Known;
  Rows Taken = take([&Known](const QueuedLaunch &Each) {
    const auto [Place, IsNew] = Known.try_emplace(Each.Queue, false);
    if (IsNew)
      Place->second = isOver(Each);
    return Place->second;
  });
  AskAt = All.size() + AskEvery;
  return Taken;
}

/// Not under the lock: observers are told of the launches.
void QueuedLaunches::finish(const Rows &Taken) {
  // What the queue failed with is for who waits for the queue.
  for (const QueuedLaunch &Each : Taken)
    (void)Each.Work->finish();
}

void QueuedLaunches::add(QueuedLaunch New) {
  MutexLock Lock(RowsMutex);
  All.push_back(std::move(New));
}

void QueuedLaunches::makeRoom(const ompjit_queue *Queue) {
  Rows Over;
  {
    MutexLock Lock(RowsMutex);
    if (All.size() < AskAt)
      return;
    Over = takeOver();
    auto IsInQueue = [Queue](const QueuedLaunch &Each) {
      return Each.Queue == Queue;
    };
    if (size_t(std::ranges::count_if(All, IsInQueue)) >= MostInQueue)
      std::ranges::move(take(IsInQueue, MostInQueue / 2),
                        std::back_inserter(Over));
  }
  finish(Over);
}

void QueuedLaunches::release() {
  Rows Over;
  {
    MutexLock Lock(RowsMutex);
    if (All.empty())
      return;
    Over = takeOver();
  }
  finish(Over);
}

void QueuedLaunches::await(
    const std::function<bool(const QueuedLaunch &)> &IsWanted) {
  Rows Wanted;
  {
    MutexLock Lock(RowsMutex);
    if (All.empty())
      return;
    Wanted = take(IsWanted);
  }
  finish(Wanted);
}

void QueuedLaunches::awaitAll() {
  await([](const QueuedLaunch &) { return true; });
}

void QueuedLaunches::awaitKernel(const void *Region) {
  await([Region](const QueuedLaunch &Each) { return Each.Region == Region; });
}

void QueuedLaunches::awaitQueue(const ompjit_queue *Queue) {
  await([Queue](const QueuedLaunch &Each) { return Each.Queue == Queue; });
}

void QueuedLaunches::forgetAll() {
  if (!All.empty())
    LastForgotten = new Forgotten{std::exchange(All, {}), LastForgotten};
}

} // namespace ompjit
