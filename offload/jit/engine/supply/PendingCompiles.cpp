//===- PendingCompiles.cpp - The order of compiles in the background ------===//
//
// Part of the OMP-JIT project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "PendingCompiles.h"

#include <algorithm>

using namespace ompjit::jit;

void PendingCompiles::push(const Handle &New, uint64_t NowNs) {
  if (!New->needsLaunches())
    makeRoomFor(*New);
  Queue.push_back(New);
  New->QueuedNs = NowNs;
  New->DueNs = 0;
  New->Progress->setNews(false);
  New->Progress->change(ImageState::Queued);
}

/// Those that need launches wait for these, and keep no processor busy.
void PendingCompiles::makeRoomFor(const QueuedCompile &New) {
  std::vector<Handle> All, Siblings;
  for (const Handle &Each : Queue) {
    if (Each->needsLaunches())
      continue;
    All.push_back(Each);
    if (&Each->Counts == &New.Counts)
      Siblings.push_back(Each);
  }
  makeRoom(Siblings, LimitPerKernel);
  makeRoom(All, LimitOfAll);
}

/// Removes the candidate with the fewest launches, the oldest one if several
/// have as few, so that one more fits.
void PendingCompiles::makeRoom(std::span<const Handle> Candidates,
                               size_t Limit) {
  if (Candidates.size() < Limit)
    return;
  // A copy, since the candidates may be the queue itself.
  const Handle Victim =
      *std::min_element(Candidates.begin(), Candidates.end(),
                        [](const Handle &One, const Handle &Other) {
                          return One->launches() < Other->launches();
                        });
  remove(Victim);
}

size_t PendingCompiles::numLaunchedOnce(const KernelStatistics &Kernel) const {
  return size_t(
      std::count_if(Queue.begin(), Queue.end(), [&](const Handle &Each) {
        return &Each->Counts == &Kernel && !Each->IsForLater &&
               !Each->needsLaunches() && Each->How == Priority::Low &&
               !Each->launches();
      }));
}

/// A compile of normal priority may begin at once, since a launch is likely to
/// wait for it soon.
bool PendingCompiles::isDue(QueuedCompile &Queued, uint64_t NowNs,
                            bool IsFinishing) const {
  const uint64_t Age = NowNs - Queued.QueuedNs;
  if (Queued.isOptional())
    return Age >= MinAgeForLaterNs && NowNs >= NextForLaterNs;
  if (Queued.needsLaunches() && !IsFinishing) {
    const bool HasLong = Queued.Progress->runsLong(NowNs);
    if (!Queued.Progress->hasWaited() && !HasLong)
      return false;
    if (!Queued.DueNs)
      Queued.DueNs = NowNs;
    return NowNs - Queued.DueNs >= (HasLong ? MinAgeNs : MinAgeDueNs);
  }
  return IsFinishing || Queued.How == Priority::Normal || Queued.launches() ||
         Age >= MinAgeNs * numLaunchedOnce(Queued.Counts);
}

PendingCompiles::Handle PendingCompiles::take(Priority How, uint64_t NowNs,
                                              bool IsFinishing) {
  Handle Next;
  for (const Handle &Each : Queue)
    if (Each->How == How && isDue(*Each, NowNs, IsFinishing) &&
        (!Next || Each->launches() >= Next->launches()))
      Next = Each;
  if (Next)
    std::erase(Queue, Next);
  return Next;
}

bool PendingCompiles::goesWithOthers(const QueuedCompile &Queued) {
  return Queued.needsLaunches() && Queued.Progress->hasWaited(ShareTogether);
}

PendingCompiles::Handle PendingCompiles::takeTogether() {
  for (const Handle &Each : Queue)
    if (goesWithOthers(*Each)) {
      Handle Next = Each;
      std::erase(Queue, Next);
      return Next;
    }
  return nullptr;
}

size_t PendingCompiles::numTogether() const {
  return size_t(
      std::count_if(Queue.begin(), Queue.end(),
                    [](const Handle &Each) { return goesWithOthers(*Each); }));
}

void PendingCompiles::dropUnpaid() {
  const std::vector<Handle> All = Queue;
  for (const Handle &Each : All)
    if (Each->needsLaunches() && !Each->Progress->hasWaitedForUnused())
      remove(Each);
}

void PendingCompiles::remove(const Handle &Queued) {
  if (std::erase(Queue, Queued))
    Queued->putBack();
}

void PendingCompiles::removeAll() {
  for (const Handle &Each : Queue)
    Each->putBack();
  Queue.clear();
}

bool PendingCompiles::contains(const Handle &Queued) const {
  return std::find(Queue.begin(), Queue.end(), Queued) != Queue.end();
}

bool PendingCompiles::hasAny(Priority How) const {
  return std::any_of(Queue.begin(), Queue.end(),
                     [&](const Handle &Each) { return Each->How == How; });
}

bool PendingCompiles::needsOnlyLaunches() const {
  return std::all_of(Queue.begin(), Queue.end(), [](const Handle &Each) {
    return Each->needsLaunches() && !Each->Progress->hasWaited();
  });
}

bool PendingCompiles::hasWanted() const {
  return std::any_of(Queue.begin(), Queue.end(),
                     [](const Handle &Each) { return !Each->isOptional(); });
}
