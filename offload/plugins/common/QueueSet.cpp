//===- QueueSet.cpp - The queues of a vendor's device ---------------------===//
//
// Part of the OMP-JIT project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "ompjit/Plugins/QueueSet.h"

#include <algorithm>
#include <utility>

namespace ompjit::plugins {

void QueueSet::add(ompjit_queue *New) {
  MutexLock Lock(Guard);
  All.push_back(New);
}

void QueueSet::remove(ompjit_queue *Old) {
  MutexLock Lock(Guard);
  All.erase(std::find(All.begin(), All.end(), Old));
}

std::vector<ompjit_queue *> QueueSet::takeAll() {
  MutexLock Lock(Guard);
  Idle.clear();
  return std::exchange(All, {});
}

ompjit_queue *QueueSet::takeIdle() {
  MutexLock Lock(Guard);
  if (Idle.empty())
    return nullptr;
  ompjit_queue *Own = Idle.back();
  Idle.pop_back();
  return Own;
}

void QueueSet::giveBack(ompjit_queue *Own) {
  MutexLock Lock(Guard);
  Idle.push_back(Own);
}

} // namespace ompjit::plugins
