//===- Memory.cpp - The runtime's functions for memory ------------------===//
//
// Part of the OMP-JIT project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Call.h"
#include "Functions.h"
#include "Settings.h"
#include "Uses.h"

#include <algorithm>
#include <cstdlib>
#include <cstring>

namespace ompjit::standin {

namespace {

/// Unwritten memory should not look like data.
constexpr int Unwritten = 0xcd;
constexpr uint64_t MaxFilledBytes = 1 << 20;

template <typename T> Status put(void *To, const T &Value) {
  std::memcpy(To, &Value, sizeof(Value));
  return Success;
}

/// Allocates the processor's memory as whole pages, and GPUs' memory through
/// the virtual GPU, which aligns it as kernels require.
void *allocate(const Pool &From, uint64_t Bytes) {
  void *Memory = nullptr;
  if (!From.Of->isGpu())
    return std::aligned_alloc(PageBytes, Bytes);
  return From.Of->Virtual->Memory.allocate(Bytes, &Memory, nullptr) ? nullptr
                                                                    : Memory;
}

void release(Agent &Owner, void *Memory) {
  if (Owner.isGpu())
    Owner.Virtual->Memory.free(Memory, nullptr);
  else
    std::free(Memory);
}

/// Tells all virtual GPUs except the owner, which knows, what they reach.
void share(Machine &M, uintptr_t Begin, const Range &What) {
  for (const auto &Each : M.Agents)
    if (Each->isGpu() && Each.get() != What.Owner) {
      if (What.Access.count(Each.get()))
        Each->Virtual->Memory.add(pointerTo(Begin), What.Bytes);
      else
        Each->Virtual->Memory.remove(pointerTo(Begin));
    }
}

/// The same for all locked pages. Pages that stay reachable must be so all the
/// time, because kernels may be running.
void shareLocked(Machine &M) {
  for (const auto &Each : M.Agents) {
    if (!Each->isGpu())
      continue;
    auto Pages = M.Memory.lockedPagesOf(*Each);
    for (const auto &[Begin, Bytes] : Pages)
      if (auto At = Each->LockedPages.find(Begin);
          At == Each->LockedPages.end() || At->second != Bytes)
        Each->Virtual->Memory.add(pointerTo(Begin), Bytes);
    for (const auto &[Begin, Bytes] : Each->LockedPages)
      if (!Pages.count(Begin))
        Each->Virtual->Memory.remove(pointerTo(Begin));
    Each->LockedPages = std::move(Pages);
  }
}

/// Returns the allocation from a pool that begins at the address; null after a
/// violation.
AddressSpace::Entry *findAllocation(Call &C, const void *Memory) {
  auto &Ranges = C.machine().Memory.Ranges;
  auto At = Ranges.find(numberOf(Memory));
  if (At != Ranges.end() && At->second.From && !At->second.IsMapped)
    return &*At;
  C.refuse(InvalidAllocation,
           "the address is %s, and not the begin of an allocation",
           C.machine().Memory.describe(numberOf(Memory)).c_str());
  return nullptr;
}

Status findAgents(Call &C, uint32_t Count, const Handle *Agents,
                  AgentSet &Found) {
  for (uint32_t I = 0; I != Count; ++I) {
    const Agent *Each = C.findAgent(Agents[I]);
    if (!Each)
      return InvalidAgent;
    Found.insert(Each);
  }
  return Success;
}

void describeAllocation(const AddressSpace::Entry &In, PointerInfo &Info) {
  const auto &[Begin, What] = In;
  Info.Type = What.IsMapped ? PointerMapped : PointerAllocated;
  Info.AgentBase = pointerTo(Begin);
  // The program cannot use a GPU's memory.
  Info.HostBase = What.Owner->isGpu() ? nullptr : pointerTo(Begin);
  Info.Bytes = What.Bytes;
  Info.Owner = {What.Owner->Self};
  Info.GlobalFlags = What.From ? What.From->Flags : uint32_t(PoolCoarseGrained);
}

void describeLock(const Machine &M, const PageLock &What, PointerInfo &Info) {
  Info.Type = PointerLocked;
  Info.AgentBase = Info.HostBase = pointerTo(What.Begin);
  Info.Bytes = What.Bytes;
  Info.Owner = {M.Agents.front()->Self};
  Info.GlobalFlags = PoolFineGrained;
}

} // namespace

extern "C" {

Status hsa_amd_agent_iterate_memory_pools(Handle Self, AgentVisitor Visit,
                                          void *Context) {
  Call C("hsa_amd_agent_iterate_memory_pools");
  return C.handle("agent", Self).run([&]() -> Status {
    const Agent *Of = C.findAgent(Self);
    if (!Of)
      return InvalidAgent;
    // The agents stay, and the visitor calls other functions.
    C.lock().unlock();
    for (const Pool &Each : Of->Pools)
      if (Status R = Visit({Each.Self}, Context))
        return R;
    return Success;
  });
}

Status hsa_amd_memory_pool_get_info(Handle Self, PoolInfo Which, void *Value) {
  Call C("hsa_amd_memory_pool_get_info");
  return C.handle("pool", Self).add("info", int(Which)).run([&]() -> Status {
    const Pool *Of = C.findPool(Self);
    if (!Of)
      return InvalidMemoryPool;
    switch (Which) {
    case PoolSegment:
      return put(Value, Of->Kind);
    case PoolGlobalFlags:
      return put(Value, Of->Flags);
    case PoolSize:
      return put(Value, size_t(Of->Bytes));
    case PoolCanAllocate:
      return put(Value, Of->canAllocate());
    case PoolGranule:
    case PoolAlignment:
      return put(Value, size_t(Of->canAllocate() ? PageBytes : 0));
    case PoolAccessibleByAll:
      return put(Value, false);
    case PoolMostBytes:
      return put(Value, size_t(Of->MaxBytes));
    }
    return C.refuse(InvalidArgument, "the stand-in does not tell that");
  });
}

Status hsa_amd_memory_pool_allocate(Handle Self, size_t Bytes, uint32_t Flags,
                                    void **Out) {
  Call C("hsa_amd_memory_pool_allocate");
  C.handle("pool", Self).add("bytes", Bytes).add("flags", Flags);
  return C.run([&]() -> Status {
    const Pool *From = C.findPool(Self);
    if (!From)
      return InvalidMemoryPool;
    if (!From->canAllocate())
      return C.refuse(InvalidAllocation, "nothing can be allocated there");
    if (Flags)
      return C.refuse(InvalidArgument, "the stand-in knows no flags");
    if (!Bytes)
      return InvalidArgument;
    if (Bytes > From->MaxBytes)
      return InvalidAllocation;
    const uint64_t Whole = (Bytes + PageBytes - 1) / PageBytes * PageBytes;
    void *Memory = allocate(*From, Whole);
    if (!Memory)
      return OutOfResources;
    std::memset(Memory, Unwritten, std::min(Whole, MaxFilledBytes));
    C.machine().Memory.Ranges[numberOf(Memory)] = {
        Whole, From->Of, From, {From->Of}};
    *Out = Memory;
    C.note(text("%p", Memory));
    return Success;
  });
}

Status hsa_amd_memory_pool_free(void *Memory) {
  Call C("hsa_amd_memory_pool_free");
  return C.add("memory", Memory).run([&]() -> Status {
    if (!Memory)
      return Success;
    Machine &M = C.machine();
    AddressSpace::Entry *In = findAllocation(C, Memory);
    if (!In)
      return InvalidAllocation;
    Range &What = In->second;
    if (auto Use = userOf(M, In->first, What.Bytes); !Use.empty())
      return C.refuse(ResourceFree, "%s uses the memory", Use.c_str());
    Agent &Owner = *What.Owner;
    What.Access.clear();
    share(M, In->first, What);
    M.Memory.Ranges.erase(In->first);
    release(Owner, Memory);
    return Success;
  });
}

Status hsa_amd_agents_allow_access(uint32_t Count, const Handle *Agents,
                                   const uint32_t *Flags, const void *Memory) {
  Call C("hsa_amd_agents_allow_access");
  return C.add("count", Count).add("memory", Memory).run([&]() -> Status {
    if (!Count || !Agents || Flags)
      return C.refuse(InvalidArgument, "there are no agents, or flags");
    AddressSpace::Entry *In = findAllocation(C, Memory);
    if (!In)
      return InvalidArgument;
    // All agents that are not named lose access, except the owner.
    AgentSet Access = {In->second.Owner};
    if (Status R = findAgents(C, Count, Agents, Access))
      return R;
    In->second.Access = std::move(Access);
    share(C.machine(), In->first, In->second);
    return Success;
  });
}

Status hsa_amd_memory_lock(void *Host, size_t Bytes, Handle *Agents, int Count,
                           void **Out) {
  Call C("hsa_amd_memory_lock");
  C.add("memory", Host).add("bytes", Bytes).add("count", Count);
  return C.run([&]() -> Status {
    Machine &M = C.machine();
    if (!Host || !Bytes || (Agents ? Count <= 0 : Count != 0))
      return C.refuse(InvalidArgument, "there is no memory, or there are no "
                                       "agents");
    if (M.Memory.overlaps(numberOf(Host), Bytes))
      return C.refuse(InvalidArgument, "the memory is the runtime's own");
    PageLock New = {numberOf(Host), Bytes, {}};
    if (Status R = findAgents(C, uint32_t(Count), Agents, New.Access))
      return R;
    if (!Agents)
      for (const auto &Each : M.Agents)
        New.Access.insert(Each.get());
    M.Memory.Locks.push_back(std::move(New));
    shareLocked(M);
    *Out = Host;
    return Success;
  });
}

Status hsa_amd_memory_unlock(void *Host) {
  Call C("hsa_amd_memory_unlock");
  return C.add("memory", Host).run([&]() -> Status {
    auto &Locks = C.machine().Memory.Locks;
    auto Ours = [&](const PageLock &Each) {
      return Each.Begin == numberOf(Host);
    };
    auto At = std::find_if(Locks.rbegin(), Locks.rend(), Ours);
    if (At == Locks.rend())
      return C.refuse(InvalidArgument, "the memory is not locked, or not from "
                                       "there");
    // The last lock must not be removed while it is in use.
    if (std::ranges::count_if(Locks, Ours) == 1)
      if (auto Use = userOf(C.machine(), At->Begin, At->Bytes); !Use.empty())
        return C.refuse(ResourceFree, "%s uses the memory", Use.c_str());
    Locks.erase(std::next(At).base());
    shareLocked(C.machine());
    return Success;
  });
}

Status hsa_amd_pointer_info(const void *Address, PointerInfo *Info,
                            void *(*Allocate)(size_t), uint32_t *Count,
                            Handle **Accessible) {
  Call C("hsa_amd_pointer_info");
  return C.add("address", Address).run([&]() -> Status {
    if (!Info || Info->Size < sizeof(PointerInfo))
      return C.refuse(InvalidArgument, "the place for the answer is too small");
    if (Allocate || Count || Accessible)
      return C.refuse(InvalidArgument, "the stand-in lists no agents");
    const Machine &M = C.machine();
    *Info = {};
    Info->Size = sizeof(PointerInfo);
    if (const auto *In = M.Memory.find(numberOf(Address)))
      describeAllocation(*In, *Info);
    else if (const PageLock *By = M.Memory.findLock(numberOf(Address)))
      describeLock(M, *By, *Info);
    return Success;
  });
}

} // extern "C"

} // namespace ompjit::standin
