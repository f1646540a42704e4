//===- Interop.cpp - Interoperability objects -----------------------------===//
//
// Part of the OMP-JIT project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Interop.h"

#include "support/Diagnostics.h"

#include <algorithm>
#include <utility>

namespace ompjit {

namespace {

/// All objects that exist.
class LiveInterops {
public:
  static LiveInterops &get() {
    static LiveInterops &Only = *new LiveInterops;
    return Only;
  }

  void add(Interop *New) {
    MutexLock Lock(AllMutex);
    All.push_back(New);
  }
  void remove(Interop *Old) {
    MutexLock Lock(AllMutex);
    std::erase(All, Old);
  }
  template <typename Test> Interop *find(Test Fits) {
    MutexLock Lock(AllMutex);
    auto Place = std::ranges::find_if(All, Fits);
    return Place == All.end() ? nullptr : *Place;
  }

private:
  Mutex AllMutex;
  std::vector<Interop *> All OMPJIT_GUARDED_BY(AllMutex);
};

} // namespace

Result<std::unique_ptr<Interop>>
Interop::create(const PluginDevice &Device, InteropKind Kind,
                std::span<const int32_t> Preferred) {
  const ompjit_plugin &Table = Device.table();
  std::unique_ptr<Interop> New;
  if (!(Table.device_capabilities(Device.handle()) & OMPJIT_CAN_INTEROPERATE))
    return New;
  New.reset(new Interop(Device, Kind));
  ompjit_error Reason = {};
  if (Kind == InteropKind::TargetSync &&
      Table.queue_create(Device.handle(), &New->Queue, &Reason)) {
    New->Queue = nullptr;
    return diagnose(Diagnostic::InteropFailed, {Reason.text});
  }
  if (New->findHandles(Preferred, Reason))
    return diagnose(Diagnostic::InteropFailed, {Reason.text});
  LiveInterops::get().add(New.get());
  return New;
}

Interop *Interop::find(const void *Object) {
  return LiveInterops::get().find(
      [Object](const Interop *Each) { return Each == Object; });
}

Interop *Interop::ofNativeQueue(const void *Handle) {
  return LiveInterops::get().find([Handle](const Interop *Each) {
    return Handle && Each->native().queue == Handle;
  });
}

bool Interop::isOrdered() const {
  constexpr int32_t Hip = 5;
  return Native.runtime != Hip;
}

int Interop::findHandles(std::span<const int32_t> Preferred,
                         ompjit_error &Reason) {
  const auto Ask = [&](int32_t Runtime) {
    return Device.table().device_native(Device.handle(), Queue, Runtime,
                                        &Native, &Reason);
  };
  for (const int32_t Each : Preferred)
    if (const int Code = Ask(Each); Code != OMPJIT_NOT_INSTALLED)
      return Code;
  constexpr int32_t OfTheDevice = 0;
  return Ask(OfTheDevice);
}

Interop::~Interop() {
  LiveInterops::get().remove(this);
  if (Queue)
    Device.table().queue_destroy(Device.handle(), Queue);
}

void Interop::addCallback(Callback Function, void *Data) {
  MutexLock Lock(CallbackMutex);
  Callbacks.push_back({Function, Data});
}

Status Interop::synchronize() {
  std::vector<Completion> Due;
  {
    // Callbacks that another thread adds from now on may belong to work that is
    // behind the work for which this waits.
    MutexLock Lock(CallbackMutex);
    Due = std::exchange(Callbacks, {});
  }
  Status Outcome = Done{};
  ompjit_error Reason = {};
  if (Queue &&
      Device.table().queue_synchronize(Device.handle(), Queue, &Reason))
    Outcome = diagnose(Diagnostic::QueueFailed, {Reason.text});
  for (const Completion &Each : Due)
    Each.Function(Each.Data);
  return Outcome;
}

Interop *OwnedInterops::find(int32_t ThreadId, int DeviceId, InteropKind Kind,
                             std::span<const int32_t> Preferred) {
  MutexLock Lock(RowsMutex);
  for (const Row &Each : Rows)
    if (Each.ThreadId == ThreadId && Each.Object->deviceId() == DeviceId &&
        Each.Object->kind() == Kind &&
        std::ranges::equal(Each.Preferred, Preferred))
      return Each.Object.get();
  return nullptr;
}

Interop *OwnedInterops::add(int32_t ThreadId,
                            std::span<const int32_t> Preferred,
                            std::unique_ptr<Interop> New) {
  MutexLock Lock(RowsMutex);
  Rows.push_back(
      {ThreadId, {Preferred.begin(), Preferred.end()}, std::move(New)});
  return Rows.back().Object.get();
}

bool OwnedInterops::owns(const Interop *Object) {
  MutexLock Lock(RowsMutex);
  for (const Row &Each : Rows)
    if (Each.Object.get() == Object)
      return true;
  return false;
}

std::vector<Interop *> OwnedInterops::all(int32_t ThreadId) {
  MutexLock Lock(RowsMutex);
  std::vector<Interop *> Mine;
  for (const Row &Each : Rows)
    if (Each.ThreadId == ThreadId)
      Mine.push_back(Each.Object.get());
  return Mine;
}

} // namespace ompjit
