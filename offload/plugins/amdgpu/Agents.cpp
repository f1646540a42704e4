//===- Agents.cpp - The agents that HSA knows -----------------------------===//
//
// Part of the OMP-JIT project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Agents.h"

#include "ompjit/Plugins/Error.h"

#include <array>
#include <bit>
#include <cstring>

namespace ompjit::amdgpu {

namespace {

/// Collects the results of an iteration.
template <typename Handle> Status collect(Handle Found, void *All) {
  static_cast<std::vector<Handle> *>(All)->push_back(Found);
  return Status::Success;
}

/// Queries a pool until the runtime fails.
class PoolQuestions {
public:
  PoolQuestions(const Hsa &H, MemoryPool Handle) : H(H), Handle(Handle) {}

  template <typename T> PoolQuestions &ask(PoolInfo Which, T &Value) {
    if (Code == Status::Success)
      Code = H.MemoryPoolGetInfo(Handle, Which, &Value);
    return *this;
  }
  Status code() const { return Code; }

private:
  const Hsa &H;
  const MemoryPool Handle;
  Status Code = Status::Success;
};

/// \p Found is empty if memory cannot be allocated in the pool.
Status describe(const Hsa &H, MemoryPool Which, std::optional<Pool> &Found) {
  Segment Kind = Segment::Group;
  PoolQuestions Asked(H, Which);
  Asked.ask(PoolInfo::Segment, Kind);
  if (Kind != Segment::Global)
    return Asked.code();
  bool CanAllocate = false;
  Pool Told;
  Told.Handle = Which;
  Asked.ask(PoolInfo::CanAllocate, CanAllocate)
      .ask(PoolInfo::GlobalFlags, Told.Flags)
      .ask(PoolInfo::Bytes, Told.Bytes);
  // Not every version of the runtime supports these.
  if (size_t Granule = 0; H.MemoryPoolGetInfo(Which, PoolInfo::Granule,
                                              &Granule) == Status::Success &&
                          std::has_single_bit(Granule))
    Told.Granule = Granule;
  if (H.MemoryPoolGetInfo(Which, PoolInfo::MaxBytes, &Told.MaxBytes) !=
      Status::Success)
    Told.MaxBytes = 0;
  if (CanAllocate)
    Found = Told;
  return Asked.code();
}

} // namespace

int listAgents(const Hsa &H, Agents &Found, ompjit_error *Error) {
  std::vector<Agent> All;
  if (const Status Code = H.IterateAgents(collect<Agent>, &All);
      Code != Status::Success)
    return plugins::fail(Error, "AMD's HSA runtime cannot list its agents: %s",
                         textOf(H, Code).c_str());
  for (const Agent Each : All) {
    DeviceType Type = DeviceType::Cpu;
    if (const Status Code = H.AgentGetInfo(Each, AgentInfo::Device, &Type);
        Code != Status::Success)
      return plugins::fail(
          Error, "AMD's HSA runtime does not tell what an agent is: %s",
          textOf(H, Code).c_str());
    if (Type == DeviceType::Gpu)
      Found.Gpus.push_back(Each);
    else if (Type == DeviceType::Cpu)
      Found.Cpus.push_back(Each);
  }
  return 0;
}

std::string askText(const Hsa &H, Agent A, AgentInfo Which) {
  std::array<char, 65> Text = {};
  if (H.AgentGetInfo(A, Which, Text.data()) != Status::Success)
    return "";
  Text.back() = 0;
  return Text.data();
}

static Status nameOf(const Hsa &H, Isa Which, std::string &Name) {
  uint32_t Length = 0;
  if (const Status Code = H.IsaGetInfo(Which, IsaInfo::NameLength, &Length);
      Code != Status::Success)
    return Code;
  Name.assign(size_t(Length) + 1, 0);
  const Status Code = H.IsaGetInfo(Which, IsaInfo::Name, Name.data());
  Name.resize(std::strlen(Name.c_str()));
  return Code;
}

Status listIsas(const Hsa &H, Agent A, std::vector<std::string> &Names) {
  std::vector<Isa> All;
  if (const Status Code = H.AgentIterateIsas(A, collect<Isa>, &All);
      Code != Status::Success)
    return Code;
  for (const Isa Each : All) {
    std::string Name;
    if (const Status Code = nameOf(H, Each, Name); Code != Status::Success)
      return Code;
    Names.push_back(std::move(Name));
  }
  return Status::Success;
}

Status listPools(const Hsa &H, Agent A, std::vector<Pool> &Found) {
  std::vector<MemoryPool> All;
  if (const Status Code =
          H.AgentIterateMemoryPools(A, collect<MemoryPool>, &All);
      Code != Status::Success)
    return Code;
  for (const MemoryPool Each : All) {
    std::optional<Pool> Known;
    if (const Status Code = describe(H, Each, Known); Code != Status::Success)
      return Code;
    if (Known)
      Found.push_back(*Known);
  }
  return Status::Success;
}

} // namespace ompjit::amdgpu
