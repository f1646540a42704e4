//===- FakeHsa.cpp - An HSA runtime for unit tests ------------------------===//
//
// Part of the OMP-JIT project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "FakeHsa.h"

#include <cstring>

namespace ompjit::amdgpu {

static FakeHsa *Current = nullptr;

namespace {

/// In the handle of a part of an agent, the agent's handle begins at this bit.
constexpr unsigned AgentShift = 32;

uint64_t handleOf(Agent A, size_t Index) {
  return A.Handle << AgentShift | (Index + 1);
}
FakeAgent &agentOf(uint64_t Handle) {
  return FakeHsa::get().Agents.at(Handle - 1);
}
template <typename T> auto &partOf(uint64_t Handle, T FakeAgent::*Parts) {
  return (agentOf(Handle >> AgentShift).*Parts).at((Handle & UINT32_MAX) - 1);
}

Status statusString(Status Code, const char **Text) {
  if (Code != Status::OutOfResources)
    return Status::InvalidArgument;
  *Text = "HSA_STATUS_ERROR_OUT_OF_RESOURCES: none is left.";
  return Status::Success;
}

Status iterateAgents(Status (*Each)(Agent, void *), void *Context) {
  if (const Status Code = FakeHsa::get().outcome("IterateAgents");
      Code != Status::Success)
    return Code;
  for (size_t I = 0; I != FakeHsa::get().Agents.size(); ++I)
    if (const Status Code = Each({I + 1}, Context); Code != Status::Success)
      return Code;
  return Status::Success;
}

Status agentGetInfo(Agent A, AgentInfo Which, void *To) {
  const FakeAgent &Asked = agentOf(A.Handle);
  const auto At = Asked.Values.find(Which);
  if (At == Asked.Values.end())
    return Status::InvalidArgument;
  std::visit(
      [&](const auto &Value) {
        if constexpr (std::is_same_v<decltype(Value), const std::string &>)
          std::memcpy(To, Value.c_str(), Value.size() + 1);
        else
          std::memcpy(To, &Value, sizeof(Value));
      },
      At->second);
  return Status::Success;
}

Status agentIterateIsas(Agent A, Status (*Each)(Isa, void *), void *Context) {
  for (size_t I = 0; I != agentOf(A.Handle).Isas.size(); ++I)
    if (const Status Code = Each({handleOf(A, I)}, Context);
        Code != Status::Success)
      return Code;
  return Status::Success;
}

Status isaGetInfo(Isa Queried, IsaInfo Which, void *To) {
  const std::string &Name = partOf(Queried.Handle, &FakeAgent::Isas);
  if (Which == IsaInfo::NameLength) {
    const uint32_t Length = uint32_t(Name.size() + 1);
    std::memcpy(To, &Length, sizeof(Length));
  } else {
    std::memcpy(To, Name.c_str(), Name.size() + 1);
  }
  return Status::Success;
}

Status iteratePools(Agent A, Status (*Each)(MemoryPool, void *),
                    void *Context) {
  for (size_t I = 0; I != agentOf(A.Handle).Pools.size(); ++I)
    if (const Status Code = Each({handleOf(A, I)}, Context);
        Code != Status::Success)
      return Code;
  return Status::Success;
}

Status poolGetInfo(MemoryPool Handle, PoolInfo Which, void *To) {
  const FakePool &Asked = partOf(Handle.Handle, &FakeAgent::Pools);
  switch (Which) {
  case PoolInfo::Segment:
    std::memcpy(To, &Asked.Kind, sizeof(Asked.Kind));
    return Status::Success;
  case PoolInfo::GlobalFlags:
    std::memcpy(To, &Asked.Flags, sizeof(Asked.Flags));
    return Status::Success;
  case PoolInfo::Bytes:
    std::memcpy(To, &Asked.Bytes, sizeof(Asked.Bytes));
    return Status::Success;
  case PoolInfo::CanAllocate:
    std::memcpy(To, &Asked.CanAllocate, sizeof(Asked.CanAllocate));
    return Status::Success;
  case PoolInfo::MaxBytes:
    std::memcpy(To, &Asked.MaxBytes, sizeof(Asked.MaxBytes));
    return Asked.MaxBytes ? Status::Success : Status::InvalidArgument;
  case PoolInfo::Granule: {
    constexpr size_t LargePage = 64 << 10;
    std::memcpy(To, &LargePage, sizeof(LargePage));
    return Asked.MaxBytes ? Status::Success : Status::InvalidArgument;
  }
  default:
    return Status::InvalidArgument;
  }
}

} // namespace

FakeHsa::FakeHsa(std::vector<FakeAgent> Described)
    : Agents(std::move(Described)) {
  Current = this;
  Table.Init = [] { return get().outcome("Init"); };
  Table.StatusString = statusString;
  Table.IterateAgents = iterateAgents;
  Table.AgentGetInfo = agentGetInfo;
  Table.AgentIterateIsas = agentIterateIsas;
  Table.IsaGetInfo = isaGetInfo;
  Table.AgentIterateMemoryPools = iteratePools;
  Table.MemoryPoolGetInfo = poolGetInfo;
  Table.Major = 1;
  Table.Minor = 15;
}

FakeHsa::~FakeHsa() { Current = nullptr; }

FakeHsa &FakeHsa::get() { return *Current; }

Status FakeHsa::outcome(const char *Name) const {
  const auto At = Failures.find(Name);
  return At == Failures.end() ? Status::Success : At->second;
}

FakeAgent fakeCpu() {
  FakeAgent Cpu;
  Cpu.Values = {{AgentInfo::Device, DeviceType::Cpu},
                {AgentInfo::Name, std::string("A processor")}};
  Cpu.Pools = {{.Flags = PoolFineGrained},
               {.Flags = PoolFineGrained | PoolOfArguments},
               {.Flags = PoolCoarseGrained}};
  return Cpu;
}

FakeAgent fakeGpu(const std::string &Isa) {
  FakeAgent Gpu;
  Gpu.Values = {{AgentInfo::Device, DeviceType::Gpu},
                {AgentInfo::Name, std::string("gfx90a")},
                {AgentInfo::ProductName, std::string("AMD Instinct MI210")},
                {AgentInfo::WavefrontSize, 64u},
                {AgentInfo::ComputeUnits, 104u},
                {AgentInfo::WavesPerComputeUnit, 32u},
                {AgentInfo::WorkgroupMaxSize, 1024u},
                {AgentInfo::GridMaxSize, UINT32_MAX},
                {AgentInfo::BdfId, 0x4100u},
                {AgentInfo::PciDomain, 0u},
                {AgentInfo::Uuid, std::string("GPU-0123456789abcdef")}};
  Gpu.Isas = {Isa};
  Gpu.Pools = {{.Flags = PoolCoarseGrained},
               {.Flags = PoolFineGrained},
               {.Kind = Segment::Group, .Bytes = 64 << 10}};
  return Gpu;
}

} // namespace ompjit::amdgpu
