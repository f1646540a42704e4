//===- Contexts.cpp - The driver's functions for contexts -----------------===//
//
// Part of the OMP-JIT project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Call.h"
#include "Functions.h"
#include "Streams.h"

#include <utility>

namespace ompjit::standin {

namespace {

Context &createContext(Machine &M, Gpu &On) {
  Context &New = *M.Contexts.emplace_back(std::make_unique<Context>());
  New.Self = reinterpret_cast<Handle>(M.NextHandle += 16);
  New.On = &On;
  New.Default.Of = &New;
  New.Default.Work = std::make_shared<plugins::WorkQueue>();
  return New;
}

/// Destroys a context with everything that is left in it. Called with the lock
/// held, which it releases because running work may need it.
void destroyContext(Call &C, Context &Of) {
  Machine &M = C.machine();
  M.close(Of);
  Of.IsDestroyed = true;
  std::vector<std::shared_ptr<Stream>> Left = std::move(Of.Going);
  for (const auto &[Self, Each] : M.Streams.All)
    if (Each->Of == &Of)
      Left.push_back(Each);
  C.lock().unlock();
  for (const auto &Each : Left)
    Each->Work->stop();
  Of.Default.Work->stop();
  C.lock().lock();
  std::erase_if(M.Streams.All,
                [&](const auto &Each) { return Each.second->Of == &Of; });
  std::erase_if(M.Events.All,
                [&](const auto &Each) { return Each.second->Of == &Of; });
  std::erase_if(M.Linkers.All,
                [&](const auto &Each) { return Each.second->Of == &Of; });
  std::erase_if(M.Modules.All, [&](const auto &Each) {
    if (Each.second->Of != &Of)
      return false;
    M.unload(*Each.second);
    return true;
  });
  std::erase_if(M.Ranges, [&](const auto &Each) {
    if (Each.second.Of != &Of)
      return false;
    if (Each.second.Kind == Place::Device)
      Of.On->Virtual.Memory.free(reinterpret_cast<void *>(Each.first), nullptr);
    return true;
  });
}

/// Returns null after a violation.
Context *findContext(Call &C, Handle Self) {
  Context *Found = C.machine().find(Self);
  if (!Found)
    C.refuse(InvalidContext, "context %p does not exist", Self);
  else if (Found->IsDestroyed)
    C.refuse(ContextIsDestroyed, "context %p is destroyed", Self);
  return Found && !Found->IsDestroyed ? Found : nullptr;
}

} // namespace

extern "C" {

Result cuDevicePrimaryCtxRetain(Handle *Out, DeviceNumber Device) {
  Call C("cuDevicePrimaryCtxRetain", Call::Driver);
  return C.add("device", Device).run([&]() -> Result {
    Gpu *On = C.findGpu(Device);
    if (!On)
      return InvalidDevice;
    if (!On->TimesRetained++)
      On->Primary = &createContext(C.machine(), *On);
    *Out = On->Primary->Self;
    return Success;
  });
}

Result cuDevicePrimaryCtxRelease_v2(DeviceNumber Device) {
  Call C("cuDevicePrimaryCtxRelease_v2", Call::Driver);
  return C.add("device", Device).run([&]() -> Result {
    Gpu *On = C.findGpu(Device);
    if (!On)
      return InvalidDevice;
    if (!On->TimesRetained)
      return C.refuse(InvalidContext, "the primary context is not retained");
    if (--On->TimesRetained == 0)
      destroyContext(C, *std::exchange(On->Primary, nullptr));
    return Success;
  });
}

Result cuDevicePrimaryCtxGetState(DeviceNumber Device, unsigned *Flags,
                                  int *Active) {
  Call C("cuDevicePrimaryCtxGetState", Call::Driver);
  return C.add("device", Device).run([&]() -> Result {
    Gpu *On = C.findGpu(Device);
    if (!On)
      return InvalidDevice;
    *Flags = On->Flags;
    *Active = On->Primary != nullptr;
    return Success;
  });
}

Result cuDevicePrimaryCtxSetFlags_v2(DeviceNumber Device, unsigned Flags) {
  Call C("cuDevicePrimaryCtxSetFlags_v2", Call::Driver);
  return C.add("device", Device).add("flags", Flags).run([&]() -> Result {
    Gpu *On = C.findGpu(Device);
    if (!On)
      return InvalidDevice;
    if (Flags & ~ContextFlagsMask)
      return C.refuse(InvalidValue, "there are no such flags");
    On->Flags = Flags;
    return Success;
  });
}

Result cuCtxGetCurrent(Handle *Out) {
  Call C("cuCtxGetCurrent", Call::Driver);
  return C.run([&] {
    *Out = contextStack().empty() ? nullptr : contextStack().back();
    return Success;
  });
}

Result cuCtxSetCurrent(Handle Self) {
  Call C("cuCtxSetCurrent", Call::Driver);
  return C.add("context", Self).run([&]() -> Result {
    if (Self && !findContext(C, Self))
      return InvalidContext;
    if (!contextStack().empty())
      contextStack().pop();
    if (Self && !contextStack().push(Self))
      return C.refuse(InvalidContext, "64 contexts were pushed and not popped");
    return Success;
  });
}

Result cuCtxPushCurrent_v2(Handle Self) {
  Call C("cuCtxPushCurrent_v2", Call::Driver);
  return C.add("context", Self).run([&]() -> Result {
    if (!findContext(C, Self))
      return InvalidContext;
    if (!contextStack().push(Self))
      return C.refuse(InvalidContext, "64 contexts were pushed and not popped");
    return Success;
  });
}

Result cuCtxPopCurrent_v2(Handle *Out) {
  Call C("cuCtxPopCurrent_v2", Call::Driver);
  return C.run([&]() -> Result {
    if (contextStack().empty())
      return C.refuse(InvalidContext, "no context is current");
    if (Out)
      *Out = contextStack().back();
    contextStack().pop();
    return Success;
  });
}

Result cuCtxSynchronize() {
  Call C("cuCtxSynchronize", Call::Current);
  return C.run([&] { return synchronizeAll(C); });
}

Result cuCtxSetLimit(Limit Which, size_t Value) {
  Call C("cuCtxSetLimit", Call::Current);
  C.add("limit", int(Which)).add("value", Value);
  return C.run([&]() -> Result {
    constexpr size_t MaxStack = 512 << 10;
    if (Which < StackSize || Which > MallocHeapSize)
      return UnsupportedLimit;
    if (Which == StackSize && Value > MaxStack)
      return InvalidValue;
    // The device's buffers are allocated when the first kernel starts.
    if (Which != StackSize && C.context().HasLaunched)
      return InvalidValue;
    C.context().Limits[Which] = Value;
    return Success;
  });
}

Result cuCtxGetLimit(size_t *Value, Limit Which) {
  Call C("cuCtxGetLimit", Call::Current);
  return C.add("limit", int(Which)).run([&]() -> Result {
    if (Which < StackSize || Which > MallocHeapSize)
      return UnsupportedLimit;
    *Value = C.context().Limits[Which];
    return Success;
  });
}

Result cuCtxEnablePeerAccess(Handle Self, unsigned Flags) {
  Call C("cuCtxEnablePeerAccess", Call::Current);
  C.add("peer", Self).add("flags", Flags);
  return C.run([&]() -> Result {
    Context *Peer = findContext(C, Self);
    if (!Peer)
      return InvalidContext;
    if (Flags)
      return C.refuse(InvalidValue, "the flags must be 0");
    if (Peer->On == C.context().On)
      return C.refuse(InvalidDevice, "a device is no peer of its own");
    return C.context().Peers.insert(Peer).second ? Success
                                                 : PeerAccessAlreadyEnabled;
  });
}

} // extern "C"

} // namespace ompjit::standin
