//===- Completion.cpp - When something on a GPU is over -------------------===//
//
// Part of the OMP-JIT project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Completion.h"

#include "Call.h"

namespace ompjit::amdgpu {

bool SignalPool::create(Call &In, SignalHandle &New) {
  return !In.check(H.SignalCreate(1, 0, nullptr, &New),
                   "cannot create a signal for GPU %d", In.device().Ordinal);
}

int SignalPool::fill(Call &In, uint32_t Count) {
  for (uint32_t I = 0; I != Count; ++I) {
    SignalHandle New = {};
    if (!create(In, New))
      return 1;
    giveBack(New);
  }
  return 0;
}

CompletionRef SignalPool::take(Call &In) {
  SignalHandle Free = {};
  {
    MutexLock Lock(Guard);
    if (!Idle.empty()) {
      Free = Idle.back();
      Idle.pop_back();
    }
  }
  if (Free.Handle)
    H.SignalStore(Free, 1);
  else if (!create(In, Free))
    return nullptr;
  return std::make_shared<Completion>(*this, Free);
}

void SignalPool::giveBack(SignalHandle Old) {
  MutexLock Lock(Guard);
  Idle.push_back(Old);
}

void SignalPool::destroyAll() {
  MutexLock Lock(Guard);
  for (const SignalHandle Each : Idle)
    H.SignalDestroy(Each);
  Idle.clear();
}

/// A signal that is not over may still be written, if its GPU broke. A child of
/// fork does not have the signals.
Completion::~Completion() {
  if (!plugins::isForkedWithDriver() && isOver())
    From.giveBack(Signal);
}

void dropOver(CompletionRefs &All) {
  std::erase_if(All, [](const CompletionRef &Each) { return Each->isOver(); });
}

bool waitFor(ompjit_device &Device, const Completion &What) {
  int64_t Value;
  // On a GPU that broke, nothing completes any more.
  while ((Value = Device.H.SignalWait(What.signal(), Condition::Less, 1,
                                      Device.WaitTicks, WaitState::Blocked)) >=
         1)
    if (Device.Health.isBroken())
      return false;
  if (Value < 0)
    breakDevice(Device, "an operation that was under way failed");
  return Value == 0;
}

} // namespace ompjit::amdgpu
