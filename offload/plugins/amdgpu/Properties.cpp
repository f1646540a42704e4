//===- Properties.cpp - A GPU's properties for people ---------------------===//
//
// Part of the OMP-JIT project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Properties.h"

#include "Agents.h"

#include <array>
#include <cstdio>

namespace ompjit::amdgpu {

namespace {

struct Row {
  const char *Name;
  AgentInfo Which; ///< Of a uint32_t.
  const char *Unit;
};

constexpr Row Rows[] = {
    {"Compute units", AgentInfo::ComputeUnits, ""},
    {"SIMD units of a compute unit", AgentInfo::SimdsPerComputeUnit, ""},
    {"Waves of a compute unit", AgentInfo::WavesPerComputeUnit, ""},
    {"Shader engines", AgentInfo::ShaderEngines, ""},
    {"Threads of a wave", AgentInfo::WavefrontSize, ""},
    {"Threads of a block", AgentInfo::WorkgroupMaxSize, ""},
    {"Threads of a grid", AgentInfo::GridMaxSize, ""},
    {"Queues", AgentInfo::QueuesMax, ""},
    {"Smallest queue", AgentInfo::QueueMinSize, " packets"},
    {"Largest queue", AgentInfo::QueueMaxSize, " packets"},
    {"Cache line", AgentInfo::CachelineBytes, " bytes"},
    {"Clock", AgentInfo::ClockMhz, " MHz"},
    {"Memory clock", AgentInfo::MemoryClockMhz, " MHz"},
    {"Memory bus", AgentInfo::MemoryBusBits, " bits"},
};

struct YesNoRow {
  const char *Name;
  AgentInfo Which; ///< Of a bool.
};

constexpr YesNoRow YesNoRows[] = {
    {"Cooperative launches", AgentInfo::CooperativeQueues},
    {"The host reaches its memory", AgentInfo::HostAccess},
};

std::string nameOf(const Pool &Which) {
  if (Which.Flags & PoolCoarseGrained)
    return "Coarse-grained memory";
  return Which.Flags & PoolFineGrained ? "Fine-grained memory" : "Other memory";
}

} // namespace

std::vector<std::pair<std::string, std::string>> readProperties(const Hsa &H,
                                                                Agent Gpu) {
  std::vector<std::pair<std::string, std::string>> Found = {
      {"HSA runtime", std::to_string(H.Major) + "." + std::to_string(H.Minor)}};
  const auto Add = [&](const char *Name, std::string Value) {
    if (!Value.empty())
      Found.emplace_back(Name, std::move(Value));
  };
  Add("Vendor", askText(H, Gpu, AgentInfo::VendorName));
  std::vector<std::string> Isas;
  listIsas(H, Gpu, Isas);
  for (const std::string &Isa : Isas)
    Add("Instruction set", Isa);
  Add("PCI address", pciAddress(H, Gpu));
  for (const Row &Each : Rows)
    if (const auto Value = ask<uint32_t>(H, Gpu, Each.Which))
      Add(Each.Name, std::to_string(*Value) + Each.Unit);
  for (const YesNoRow &Each : YesNoRows)
    if (const auto Value = ask<bool>(H, Gpu, Each.Which))
      Add(Each.Name, *Value ? "yes" : "no");
  if (const auto Caches =
          ask<std::array<uint32_t, 4>>(H, Gpu, AgentInfo::CacheBytes))
    for (size_t Level = 0; Level != Caches->size(); ++Level)
      if ((*Caches)[Level])
        Found.emplace_back("L" + std::to_string(Level + 1) + " cache",
                           std::to_string((*Caches)[Level]) + " bytes");
  std::vector<Pool> Pools;
  listPools(H, Gpu, Pools);
  for (const Pool &Each : Pools)
    Found.emplace_back(nameOf(Each), std::to_string(Each.Bytes) + " bytes");
  return Found;
}

std::string pciAddress(const Hsa &H, Agent Gpu) {
  const auto Id = ask<uint32_t>(H, Gpu, AgentInfo::BdfId);
  if (!Id)
    return "";
  const uint32_t Domain =
      ask<uint32_t>(H, Gpu, AgentInfo::PciDomain).value_or(0);
  // The bus has a byte, the device five bits, and the function three.
  std::array<char, 32> Text;
  std::snprintf(Text.data(), Text.size(), "%04x:%02x:%02x.%x", Domain,
                *Id >> 8 & 0xff, *Id >> 3 & 0x1f, *Id & 7);
  return Text.data();
}

} // namespace ompjit::amdgpu
