//===- Agent.cpp - Agents, their memory, signals and copies ---------------===//
//
// Part of the OMP-JIT project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Agent.h"

#include "Settings.h"

#include <algorithm>

namespace ompjit::standin {

bool Copy::isReady() const {
  return std::ranges::all_of(Needs,
                             [](const auto &Each) { return Each->Value == 0; });
}

Agent::Agent(uint64_t Self) : Self(Self), Isa(0), Ordinal(-1), Is(nullptr) {}

Agent::Agent(uint64_t Self, uint64_t Isa, int Ordinal, const Model &Is)
    : Self(Self), Isa(Isa), Ordinal(Ordinal), Is(&Is),
      Virtual(std::make_unique<ompjit_device>(Ordinal, Is.Processor,
                                              Settings::get().Gpu)) {}

void Agent::addPool(uint64_t Handle, Segment Kind, uint32_t Flags,
                    uint64_t Bytes) {
  const uint64_t Most = isGpu() ? Settings::get().MaxBytes : Bytes;
  Pools.push_back({Handle, this, Kind, Flags, Bytes, std::min(Bytes, Most)});
}

} // namespace ompjit::standin
