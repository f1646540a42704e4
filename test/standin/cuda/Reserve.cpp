//===- Reserve.cpp - The driver's functions for address space -------------===//
//
// Part of the OMP-JIT project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Call.h"
#include "Functions.h"
#include "Settings.h"

#include <sys/mman.h>

namespace ompjit::standin {

namespace {

constexpr size_t Granularity = 2 << 20;

bool isWhole(size_t Bytes) { return Bytes && Bytes % Granularity == 0; }

void *pointerTo(DevicePointer Address) {
  return reinterpret_cast<void *>(Address);
}

/// Whether a reservation contains the whole range; reports a violation if not.
bool isReserved(Call &C, DevicePointer Memory, size_t Bytes) {
  auto After = C.machine().Reserved.upper_bound(Memory);
  if (After != C.machine().Reserved.begin()) {
    const auto &[First, Size] = *std::prev(After);
    if (Memory - First < Size && Bytes <= Size - (Memory - First))
      return true;
  }
  C.refuse(InvalidValue, "the addresses are not reserved");
  return false;
}

bool isForDevice(Call &C, const AllocationProperties *Properties) {
  if (Properties && Properties->Type == AllocationPinned &&
      Properties->Location.Type == LocationDevice &&
      C.findGpu(Properties->Location.Id))
    return true;
  C.refuse(InvalidValue, "the properties are not those of a device's memory");
  return false;
}

} // namespace

extern "C" {

Result cuMemGetAllocationGranularity(size_t *Bytes,
                                     const AllocationProperties *Properties,
                                     int Option) {
  Call C("cuMemGetAllocationGranularity", Call::Driver);
  return C.add("option", Option).run([&]() -> Result {
    if (!isForDevice(C, Properties))
      return InvalidValue;
    *Bytes = Granularity;
    return Success;
  });
}

Result cuMemAddressReserve(DevicePointer *Out, size_t Bytes, size_t Alignment,
                           DevicePointer Wanted, unsigned long long Flags) {
  Call C("cuMemAddressReserve", Call::Current);
  C.add("bytes", Bytes).add("alignment", Alignment).address("wanted", Wanted);
  return C.run([&]() -> Result {
    if (!isWhole(Bytes) || Wanted % Granularity || Flags ||
        (Alignment & (Alignment - 1)))
      return C.refuse(InvalidValue, "sizes and addresses are multiples of %zu",
                      Granularity);
    // Has room to align the system's address.
    const int How = MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE;
    void *Memory = Wanted ? mmap(pointerTo(Wanted), Bytes, PROT_NONE,
                                 How | MAP_FIXED_NOREPLACE, -1, 0)
                          : MAP_FAILED;
    if (Memory != MAP_FAILED && Memory != pointerTo(Wanted)) {
      munmap(Memory, Bytes);
      Memory = MAP_FAILED;
    }
    // A wanted address is only a hint.
    if (Memory == MAP_FAILED) {
      const size_t More = Bytes + Granularity;
      Memory = mmap(nullptr, More, PROT_NONE, How, -1, 0);
      if (Memory == MAP_FAILED)
        return OutOfMemory;
      const auto Begin = reinterpret_cast<uintptr_t>(Memory);
      const uintptr_t First = (Begin + Granularity - 1) & ~(Granularity - 1);
      if (First != Begin)
        munmap(Memory, First - Begin);
      if (First + Bytes != Begin + More)
        munmap(pointerTo(First + Bytes), Begin + More - First - Bytes);
      Memory = pointerTo(First);
    }
    *Out = reinterpret_cast<uintptr_t>(Memory);
    C.machine().Reserved[*Out] = Bytes;
    C.note(text("%p", Memory));
    return Success;
  });
}

Result cuMemAddressFree(DevicePointer Memory, size_t Bytes) {
  Call C("cuMemAddressFree", Call::Current);
  return C.address("memory", Memory).add("bytes", Bytes).run([&]() -> Result {
    Machine &M = C.machine();
    auto At = M.Reserved.find(Memory);
    if (At == M.Reserved.end() || At->second != Bytes)
      return C.refuse(InvalidValue, "no such addresses are reserved");
    if (M.findOverlap(Memory, Bytes))
      return C.refuse(InvalidValue, "memory is mapped there");
    munmap(pointerTo(Memory), Bytes);
    M.Reserved.erase(At);
    return Success;
  });
}

Result cuMemCreate(AllocationHandle *Out, size_t Bytes,
                   const AllocationProperties *Properties,
                   unsigned long long Flags) {
  Call C("cuMemCreate", Call::Current);
  return C.add("bytes", Bytes).run([&]() -> Result {
    if (!isForDevice(C, Properties))
      return InvalidValue;
    if (!isWhole(Bytes) || Flags)
      return C.refuse(InvalidValue, "the size is no multiple of %zu",
                      Granularity);
    Machine &M = C.machine();
    Gpu *On = C.findGpu(Properties->Location.Id);
    if (Bytes > Settings::get().Gpu.MemoryBytes - On->UsedBytes)
      return OutOfMemory;
    On->UsedBytes += Bytes;
    *Out = M.NextHandle += 16;
    M.Allocations[*Out] = {On, Bytes, 0, false};
    C.note(text("%llu", *Out));
    return Success;
  });
}

Result cuMemRelease(AllocationHandle Self) {
  Call C("cuMemRelease", Call::Current);
  return C.add("allocation", Self).run([&]() -> Result {
    auto At = C.machine().Allocations.find(Self);
    if (At == C.machine().Allocations.end() || At->second.IsReleased)
      return C.refuse(InvalidValue, "there is no such allocation");
    At->second.IsReleased = true;
    // The memory stays while it is mapped.
    if (!At->second.TimesMapped) {
      At->second.On->UsedBytes -= At->second.Bytes;
      C.machine().Allocations.erase(At);
    }
    return Success;
  });
}

Result cuMemMap(DevicePointer Memory, size_t Bytes, size_t Offset,
                AllocationHandle Self, unsigned long long Flags) {
  Call C("cuMemMap", Call::Current);
  C.address("memory", Memory).add("bytes", Bytes).add("allocation", Self);
  return C.run([&]() -> Result {
    Machine &M = C.machine();
    auto At = M.Allocations.find(Self);
    if (At == M.Allocations.end() || At->second.IsReleased)
      return C.refuse(InvalidValue, "there is no such allocation");
    if (!isReserved(C, Memory, Bytes))
      return InvalidValue;
    if (!isWhole(Bytes) || Offset || Flags || Bytes != At->second.Bytes)
      return C.refuse(InvalidValue, "only whole allocations can be mapped");
    if (M.findOverlap(Memory, Bytes))
      return C.refuse(InvalidValue, "memory is mapped there");
    ++At->second.TimesMapped;
    M.Mapped[Memory] = Self;
    return Success;
  });
}

Result cuMemUnmap(DevicePointer Memory, size_t Bytes) {
  Call C("cuMemUnmap", Call::Current);
  return C.address("memory", Memory).add("bytes", Bytes).run([&]() -> Result {
    Machine &M = C.machine();
    auto At = M.Mapped.find(Memory);
    if (At == M.Mapped.end() || M.Allocations[At->second].Bytes != Bytes)
      return C.refuse(InvalidValue, "no such memory is mapped there");
    // The contents go, the addresses stay.
    if (mmap(pointerTo(Memory), Bytes, PROT_NONE,
             MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE | MAP_FIXED, -1,
             0) == MAP_FAILED)
      return OutOfMemory;
    C.context().On->Virtual.Memory.remove(pointerTo(Memory));
    M.Ranges.erase(Memory);
    Allocation &What = M.Allocations[At->second];
    if (--What.TimesMapped == 0 && What.IsReleased) {
      What.On->UsedBytes -= What.Bytes;
      M.Allocations.erase(At->second);
    }
    M.Mapped.erase(At);
    return Success;
  });
}

Result cuMemSetAccess(DevicePointer Memory, size_t Bytes,
                      const AccessDescription *Access, size_t Count) {
  Call C("cuMemSetAccess", Call::Current);
  C.address("memory", Memory).add("bytes", Bytes).add("count", Count);
  return C.run([&]() -> Result {
    Machine &M = C.machine();
    auto At = M.Mapped.find(Memory);
    if (At == M.Mapped.end() || M.Allocations[At->second].Bytes != Bytes)
      return C.refuse(InvalidValue, "no such memory is mapped there");
    if (Count != 1 || Access->Location.Type != LocationDevice ||
        Access->Location.Id != C.context().On->Ordinal ||
        Access->Flags != AccessReadWrite)
      return C.refuse(InvalidValue,
                      "the stand-in knows reading and writing of the memory's "
                      "own device");
    if (mprotect(pointerTo(Memory), Bytes, PROT_READ | PROT_WRITE))
      return OutOfMemory;
    C.context().On->Virtual.Memory.add(pointerTo(Memory), Bytes);
    M.add(Memory, Bytes, Place::Reserved, &C.context());
    return Success;
  });
}

} // extern "C"

} // namespace ompjit::standin
