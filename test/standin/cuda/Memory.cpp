//===- Memory.cpp - The driver's functions for memory ---------------------===//
//
// Part of the OMP-JIT project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Call.h"
#include "Functions.h"
#include "Settings.h"
#include "ompjit/Plugins/HostMemory.h"

#include <cstring>

namespace ompjit::standin {

namespace {

/// Unwritten memory should not look like data.
constexpr int Unwritten = 0xcd;
constexpr uint64_t MaxFilledBytes = 1 << 20;

uintptr_t numberOf(const void *Address) {
  return reinterpret_cast<uintptr_t>(Address);
}

/// Makes shared memory reachable for all devices.
void share(Machine &M, const void *Begin, uint64_t Bytes) {
  for (auto &Each : M.Gpus)
    Each->Virtual.Memory.add(Begin, Bytes);
}

void unshare(Machine &M, const void *Begin) {
  for (auto &Each : M.Gpus)
    Each->Virtual.Memory.remove(Begin);
}

Result allocateHost(Call &C, void **Out, size_t Bytes, Place Kind) {
  if (!Bytes)
    return InvalidValue;
  if (plugins::allocateHostMemory(Bytes, Out, nullptr))
    return OutOfMemory;
  share(C.machine(), *Out, Bytes);
  C.machine().add(numberOf(*Out), Bytes, Kind, &C.context());
  C.note(text("%p", *Out));
  return Success;
}

/// Finds the range of that kind that begins there; otherwise reports a
/// violation.
const Range *findBegin(Call &C, uintptr_t Begin, Place Kind) {
  auto At = C.machine().Ranges.find(Begin);
  if (At != C.machine().Ranges.end() && At->second.Kind == Kind)
    return &At->second;
  C.refuse(InvalidValue, "the address is %s, and not the begin of such memory",
           C.machine().describe(Begin).c_str());
  return nullptr;
}

bool isHere(Call &C, const Range &What) {
  if (What.Of == &C.context())
    return true;
  C.refuse(InvalidContext, "the memory belongs to another context");
  return false;
}

} // namespace

extern "C" {

Result cuMemGetInfo_v2(size_t *Free, size_t *Total) {
  Call C("cuMemGetInfo_v2", Call::Current);
  return C.run([&] {
    *Total = Settings::get().Gpu.MemoryBytes;
    *Free = *Total - C.context().On->UsedBytes;
    return Success;
  });
}

Result cuMemAlloc_v2(DevicePointer *Out, size_t Bytes) {
  Call C("cuMemAlloc_v2", Call::Current);
  return C.add("bytes", Bytes).run([&]() -> Result {
    if (!Bytes)
      return InvalidValue;
    void *Memory = nullptr;
    if (C.context().On->Virtual.Memory.allocate(Bytes, &Memory, nullptr))
      return OutOfMemory;
    std::memset(Memory, Unwritten, std::min<uint64_t>(Bytes, MaxFilledBytes));
    C.context().On->UsedBytes += Bytes;
    C.machine().add(numberOf(Memory), Bytes, Place::Device, &C.context());
    *Out = numberOf(Memory);
    C.note(text("%p", Memory));
    return Success;
  });
}

Result cuMemFree_v2(DevicePointer Memory) {
  Call C("cuMemFree_v2", Call::Current);
  return C.address("memory", Memory).run([&]() -> Result {
    if (!Memory)
      return Success;
    Machine &M = C.machine();
    auto At = M.Ranges.find(Memory);
    const bool IsManaged =
        At != M.Ranges.end() && At->second.Kind == Place::Managed;
    const Range *What =
        findBegin(C, Memory, IsManaged ? Place::Managed : Place::Device);
    if (!What || !isHere(C, *What))
      return InvalidValue;
    void *Address = reinterpret_cast<void *>(Memory);
    const uint64_t Bytes = What->Bytes;
    M.Ranges.erase(Memory);
    if (IsManaged) {
      unshare(M, Address);
      plugins::freeHostMemory(Address);
      return Success;
    }
    C.context().On->UsedBytes -= Bytes;
    C.context().On->Virtual.Memory.free(Address, nullptr);
    return Success;
  });
}

Result cuMemHostAlloc(void **Out, size_t Bytes, unsigned Flags) {
  Call C("cuMemHostAlloc", Call::Current);
  return C.add("bytes", Bytes).add("flags", Flags).run([&]() -> Result {
    if (Flags & ~HostAllocFlags)
      return C.refuse(InvalidValue, "there are no such flags");
    return allocateHost(C, Out, Bytes, Place::Host);
  });
}

Result cuMemFreeHost(void *Memory) {
  Call C("cuMemFreeHost", Call::Current);
  return C.add("memory", Memory).run([&]() -> Result {
    const Range *What = findBegin(C, numberOf(Memory), Place::Host);
    if (!What || !isHere(C, *What))
      return InvalidValue;
    C.machine().Ranges.erase(numberOf(Memory));
    unshare(C.machine(), Memory);
    plugins::freeHostMemory(Memory);
    return Success;
  });
}

Result cuMemAllocManaged(DevicePointer *Out, size_t Bytes, unsigned Flags) {
  Call C("cuMemAllocManaged", Call::Current);
  return C.add("bytes", Bytes).add("flags", Flags).run([&]() -> Result {
    if (Flags != 1 && Flags != 2)
      return C.refuse(InvalidValue, "the flags must be 1 or 2");
    void *Memory = nullptr;
    Result R = allocateHost(C, &Memory, Bytes, Place::Managed);
    *Out = numberOf(Memory);
    return R;
  });
}

Result cuMemHostRegister_v2(void *Memory, size_t Bytes, unsigned Flags) {
  Call C("cuMemHostRegister_v2", Call::Current);
  C.add("memory", Memory).add("bytes", Bytes).add("flags", Flags);
  return C.run([&]() -> Result {
    if (!Memory || !Bytes)
      return InvalidValue;
    if (Flags & ~HostRegisterFlags)
      return C.refuse(InvalidValue, "there are no such flags");
    Machine &M = C.machine();
    if (const Range *Other = M.findOverlap(numberOf(Memory), Bytes))
      return Other->Kind == Place::Registered || Other->Kind == Place::Host
                 ? HostMemoryAlreadyRegistered
                 : C.refuse(InvalidValue, "the memory is the driver's own");
    share(M, Memory, Bytes);
    M.add(numberOf(Memory), Bytes, Place::Registered, &C.context());
    return Success;
  });
}

Result cuMemHostUnregister(void *Memory) {
  Call C("cuMemHostUnregister", Call::Current);
  return C.add("memory", Memory).run([&]() -> Result {
    Machine &M = C.machine();
    auto At = M.Ranges.find(numberOf(Memory));
    if (At == M.Ranges.end() || At->second.Kind != Place::Registered)
      return HostMemoryNotRegistered;
    M.Ranges.erase(At);
    unshare(M, Memory);
    return Success;
  });
}

Result cuMemHostGetDevicePointer_v2(DevicePointer *Device, void *Host,
                                    unsigned Flags) {
  Call C("cuMemHostGetDevicePointer_v2", Call::Current);
  return C.add("host", Host).add("flags", Flags).run([&]() -> Result {
    const Range *What = C.machine().find(numberOf(Host), 1);
    if (!What || (What->Kind != Place::Host && What->Kind != Place::Registered))
      return InvalidValue;
    *Device = numberOf(Host);
    return Success;
  });
}

Result cuPointerGetAttribute(void *Data, PointerAttribute Attribute,
                             DevicePointer Memory) {
  Call C("cuPointerGetAttribute", Call::Current);
  C.add("attribute", int(Attribute)).address("memory", Memory);
  return C.run([&]() -> Result {
    const Range *What = C.machine().find(Memory, 1);
    if (!What)
      return InvalidValue;
    const bool IsHost =
        What->Kind == Place::Host || What->Kind == Place::Registered;
    auto Answer = [&](auto Value) {
      std::memcpy(Data, &Value, sizeof(Value));
      return Success;
    };
    switch (Attribute) {
    case PointerContext:
      return Answer(What->Of->Self);
    case PointerMemoryType:
      return Answer(IsHost ? MemoryTypeHost : MemoryTypeDevice);
    case PointerDevicePointer:
      return Answer(Memory);
    case PointerHostPointer:
      return IsHost || What->Kind == Place::Managed ? Answer(Memory)
                                                    : InvalidValue;
    case PointerIsManaged:
      return Answer(What->Kind == Place::Managed);
    case PointerDeviceOrdinal:
      return Answer(What->Of->On->Ordinal);
    }
    return C.refuse(InvalidValue, "the stand-in does not know the attribute");
  });
}

} // extern "C"

} // namespace ompjit::standin
