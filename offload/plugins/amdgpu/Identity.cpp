//===- Identity.cpp - What a GPU is ---------------------------------------===//
//
// Part of the OMP-JIT project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Identity.h"

#include "Agents.h"
#include "Properties.h"
#include "ompjit/Plugins/Error.h"

#include <algorithm>

namespace ompjit::amdgpu {

using plugins::fail;

namespace {

constexpr char OldestProcessor[] = "gfx900";

/// Names of six letters ascend with the age of the processor; longer names are
/// newer.
bool isTooOld(const std::string &Processor) {
  return Processor.size() == sizeof(OldestProcessor) - 1 &&
         Processor < OldestProcessor;
}

void addFeature(std::string &List, Feature State, const char *Name) {
  if (State == Feature::Any)
    return;
  List += (List.empty() ? "" : ",");
  List += State == Feature::On ? '+' : '-';
  List += Name;
}

plugins::GridLimits limitsOf(const Hsa &H, Agent Gpu) {
  const auto Read = [&](AgentInfo Which, uint32_t Otherwise) {
    const uint32_t Value = ask<uint32_t>(H, Gpu, Which).value_or(0);
    return Value ? Value : Otherwise;
  };
  plugins::GridLimits Limits;
  Limits.NumProcessors = Read(AgentInfo::ComputeUnits, 1);
  Limits.WarpSize = Limits.LargestWarp = Read(AgentInfo::WavefrontSize, 64);
  Limits.KernelsDiffer = true;
  Limits.ThreadsPerProcessor =
      Read(AgentInfo::WavesPerComputeUnit, 32) * Limits.WarpSize;
  // The size of a grid is in threads, of the largest possible blocks.
  Limits.MaxTeams =
      Read(AgentInfo::GridMaxSize, UINT32_MAX) / plugins::MaxBlockSize;
  Limits.readEnvironment();
  return Limits;
}

uint64_t largestPool(const Hsa &H, Agent Gpu) {
  std::vector<Pool> Pools;
  listPools(H, Gpu, Pools);
  uint64_t Bytes = 0;
  for (const Pool &Each : Pools)
    Bytes = std::max<uint64_t>(Bytes, Each.Bytes);
  return Bytes;
}

std::string nameOf(const Hsa &H, Agent Gpu) {
  std::string Name = askText(H, Gpu, AgentInfo::ProductName);
  return Name.empty() ? askText(H, Gpu, AgentInfo::Name) : Name;
}

} // namespace

int identify(const Hsa &H, Agent Gpu, int32_t Ordinal, Identity &Found,
             ompjit_error *Error) {
  Found.Name = nameOf(H, Gpu);
  std::vector<std::string> Isas;
  if (const Status Code = listIsas(H, Gpu, Isas); Code != Status::Success)
    return fail(Error,
                "AMD's HSA runtime does not tell which code GPU %d (%s) runs: "
                "%s",
                Ordinal, Found.Name.c_str(), textOf(H, Code).c_str());
  if (Isas.empty())
    return fail(Error,
                "AMD's HSA runtime does not tell which code GPU %d (%s) runs",
                Ordinal, Found.Name.c_str());
  ompjit_error Reason = {};
  if (parseTargetId(Isas.front(), Found.Target, &Reason))
    return fail(Error, "it is not known which code GPU %d (%s) runs: %s",
                Ordinal, Found.Name.c_str(), Reason.text);
  if (isTooOld(Found.Target.Processor))
    return fail(Error,
                "GPU %d (%s) is a %s, and %s is the oldest kind that can be "
                "used",
                Ordinal, Found.Name.c_str(), Found.Target.Processor.c_str(),
                OldestProcessor);
  Found.Features.clear();
  addFeature(Found.Features, Found.Target.SramEcc, "sramecc");
  addFeature(Found.Features, Found.Target.Xnack, "xnack");
  Found.Uid = uidOf(H, Gpu);
  Found.MemoryBytes = largestPool(H, Gpu);
  Found.Limits = limitsOf(H, Gpu);
  Found.SimdsOfUnit = std::max(
      ask<uint32_t>(H, Gpu, AgentInfo::SimdsPerComputeUnit).value_or(4), 1u);
  return 0;
}

std::string uidOf(const Hsa &H, Agent Gpu) {
  std::string Uuid = askText(H, Gpu, AgentInfo::Uuid);
  // "GPU-XX" is that of a GPU without one.
  if (!Uuid.empty() && !Uuid.ends_with("-XX"))
    return Uuid;
  return "GPU-at-" + pciAddress(H, Gpu);
}

} // namespace ompjit::amdgpu
