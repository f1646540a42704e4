//===- Reserve.cpp - The runtime's functions that reserve addresses -----===//
//
// Part of the OMP-JIT project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Addresses have no memory until some is mapped there, which must not be used
// until agents are given access. After that it is a range like others.
//
//===----------------------------------------------------------------------===//

#include "Call.h"
#include "Functions.h"
#include "Uses.h"

#include <algorithm>
#include <iterator>
#include <span>
#include <sys/mman.h>

namespace ompjit::standin {

/// Memory of a GPU. It lives while its handle exists or it is mapped.
struct Physical {
  Physical(const Pool &From, uint64_t Bytes) : From(From), Bytes(Bytes) {
    From.Of->PhysicalBytes += Bytes;
  }
  ~Physical() { From.Of->PhysicalBytes -= Bytes; }
  Physical(const Physical &) = delete;
  Physical &operator=(const Physical &) = delete;

  const Pool &From;
  const uint64_t Bytes;
};

namespace {

bool isWhole(uint64_t Bytes) { return Bytes && Bytes % PageBytes == 0; }

constexpr int Anonymous = MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE;

/// A wanted address is only a hint.
void *reserve(uintptr_t Wanted, size_t Bytes) {
  return mmap(pointerTo(Wanted), Bytes, PROT_NONE, Anonymous, -1, 0);
}

bool isReserved(const Machine &M, uintptr_t Begin, uint64_t Bytes) {
  auto After = M.Reserved.upper_bound(Begin);
  if (After == M.Reserved.begin())
    return false;
  const auto &[First, Size] = *std::prev(After);
  return Begin - First < Size && Bytes <= Size - (Begin - First);
}

bool isMappedIn(const Machine &M, uintptr_t Begin, uint64_t Bytes) {
  return std::ranges::any_of(M.Mapped, [&](const auto &Each) {
    const auto &[First, What] = Each;
    return First < Begin + Bytes && Begin < First + What->Bytes;
  });
}

/// Returns null after a violation.
Physical *findMapped(Call &C, uintptr_t Begin, uint64_t Bytes) {
  auto At = C.machine().Mapped.find(Begin);
  if (At != C.machine().Mapped.end() && At->second->Bytes == Bytes)
    return At->second.get();
  C.refuse(InvalidAllocation, "no such memory is mapped there");
  return nullptr;
}

/// Tells the virtual GPUs, because it is not from their own memory.
void setAccess(Machine &M, uintptr_t Begin, const Physical &What,
               AgentSet Access) {
  for (const auto &Each : M.Agents)
    if (Each->isGpu()) {
      if (Access.count(Each.get()))
        Each->Virtual->Memory.add(pointerTo(Begin), What.Bytes);
      else
        Each->Virtual->Memory.remove(pointerTo(Begin));
    }
  if (Access.empty())
    M.Memory.Ranges.erase(Begin);
  else
    M.Memory.Ranges[Begin] = {What.Bytes, What.From.Of, &What.From,
                              std::move(Access), /*IsMapped=*/true};
}

} // namespace

extern "C" {

Status hsa_amd_vmem_address_reserve(void **Out, size_t Bytes, uint64_t Wanted,
                                    uint64_t Flags) {
  Call C("hsa_amd_vmem_address_reserve");
  C.add("bytes", Bytes).hex("wanted", Wanted);
  return C.run([&]() -> Status {
    if (!isWhole(Bytes) || Wanted % PageBytes || Flags)
      return C.refuse(InvalidArgument,
                      "sizes and addresses are multiples of a page, and there "
                      "are no flags");
    void *Memory = reserve(Wanted, Bytes);
    if (Memory == MAP_FAILED)
      return OutOfResources;
    C.machine().Reserved[numberOf(Memory)] = Bytes;
    *Out = Memory;
    C.note(text("%p", Memory));
    return Success;
  });
}

Status hsa_amd_vmem_address_free(void *Address, size_t Bytes) {
  Call C("hsa_amd_vmem_address_free");
  return C.add("address", Address).add("bytes", Bytes).run([&]() -> Status {
    Machine &M = C.machine();
    auto At = M.Reserved.find(numberOf(Address));
    if (At == M.Reserved.end() || At->second != Bytes)
      return C.refuse(InvalidAllocation, "no such addresses are reserved");
    if (isMappedIn(M, numberOf(Address), Bytes))
      return C.refuse(ResourceFree, "memory is mapped there");
    munmap(Address, Bytes);
    M.Reserved.erase(At);
    return Success;
  });
}

Status hsa_amd_vmem_handle_create(Handle Self, size_t Bytes, int Type,
                                  uint64_t Flags, Handle *Out) {
  Call C("hsa_amd_vmem_handle_create");
  C.handle("pool", Self).add("bytes", Bytes).add("type", Type);
  return C.run([&]() -> Status {
    const Pool *From = C.findPool(Self);
    if (!From)
      return InvalidMemoryPool;
    if (!From->Of->isGpu() || !From->canAllocate())
      return C.refuse(InvalidArgument, "the stand-in maps memory of GPUs");
    if (!isWhole(Bytes) || Flags || Type < MemoryTypeAny ||
        Type > MemoryTypePinned)
      return C.refuse(InvalidArgument,
                      "the size is no multiple of a page, the type is unknown, "
                      "or there are flags");
    if (Bytes > From->Bytes - From->Of->PhysicalBytes)
      return OutOfResources;
    Machine &M = C.machine();
    Out->Value = M.Physicals.add(std::make_shared<Physical>(*From, Bytes),
                                 M.newHandle());
    C.note(text("0x%zx", size_t(Out->Value)));
    return Success;
  });
}

Status hsa_amd_vmem_handle_release(Handle Self) {
  Call C("hsa_amd_vmem_handle_release");
  return C.handle("memory", Self).run([&]() -> Status {
    if (!C.find(C.machine().Physicals, Self, "memory"))
      return InvalidAllocation;
    C.machine().Physicals.remove(Self.Value);
    return Success;
  });
}

Status hsa_amd_vmem_map(void *Address, size_t Bytes, size_t Offset, Handle Self,
                        uint64_t Flags) {
  Call C("hsa_amd_vmem_map");
  C.add("address", Address).add("bytes", Bytes).handle("memory", Self);
  return C.run([&]() -> Status {
    Machine &M = C.machine();
    auto What = C.find(M.Physicals, Self, "memory");
    if (!What)
      return InvalidAllocation;
    if (!isReserved(M, numberOf(Address), Bytes))
      return C.refuse(InvalidArgument, "the addresses are not reserved");
    if (Bytes != What->Bytes || Offset || Flags)
      return C.refuse(InvalidArgument, "only the whole memory can be mapped");
    if (isMappedIn(M, numberOf(Address), Bytes))
      return C.refuse(InvalidArgument, "memory is mapped there");
    M.Mapped[numberOf(Address)] = std::move(What);
    return Success;
  });
}

Status hsa_amd_vmem_unmap(void *Address, size_t Bytes) {
  Call C("hsa_amd_vmem_unmap");
  return C.add("address", Address).add("bytes", Bytes).run([&]() -> Status {
    Machine &M = C.machine();
    const Physical *What = findMapped(C, numberOf(Address), Bytes);
    if (!What)
      return InvalidAllocation;
    if (auto Use = userOf(M, numberOf(Address), Bytes); !Use.empty())
      return C.refuse(ResourceFree, "%s uses the memory", Use.c_str());
    // The contents go, the addresses stay.
    if (mmap(Address, Bytes, PROT_NONE, Anonymous | MAP_FIXED, -1, 0) ==
        MAP_FAILED)
      return OutOfResources;
    setAccess(M, numberOf(Address), *What, {});
    M.Mapped.erase(numberOf(Address));
    return Success;
  });
}

Status hsa_amd_vmem_set_access(void *Address, size_t Bytes,
                               const AccessDescription *Access, size_t Count) {
  Call C("hsa_amd_vmem_set_access");
  C.add("address", Address).add("bytes", Bytes).add("count", Count);
  return C.run([&]() -> Status {
    const Physical *What = findMapped(C, numberOf(Address), Bytes);
    if (!What)
      return InvalidAllocation;
    AgentSet Allowed;
    for (const AccessDescription &Each : std::span(Access, Count)) {
      const Agent *To = C.findAgent(Each.To);
      if (!To)
        return InvalidAgent;
      if (Each.Allowed != AccessNone && Each.Allowed != AccessReadWrite)
        return C.refuse(InvalidArgument,
                        "the stand-in knows reading and writing together");
      if (Each.Allowed == AccessReadWrite)
        Allowed.insert(To);
    }
    const int How = Allowed.empty() ? PROT_NONE : PROT_READ | PROT_WRITE;
    if (mprotect(Address, Bytes, How))
      return OutOfResources;
    setAccess(C.machine(), numberOf(Address), *What, std::move(Allowed));
    return Success;
  });
}

} // extern "C"

} // namespace ompjit::standin
