//===- Tracker.cpp - Which facts are worth specialising for ---------------===//
//
// Part of the OMP-JIT project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Tracker.h"

using namespace ompjit;
using namespace ompjit::jit;

std::vector<FactName>
Tracker::toGiveUp(const std::vector<CountedFact> &Facts) const {
  std::vector<FactName> Names;
  if (Total <= Threshold)
    return Names;
  for (const CountedFact &Fact : Facts)
    if (double(changesOf(Fact.Name)) > Ratio * double(Total))
      Names.push_back(Fact.Name);
  return Names;
}

void Tracker::count(const std::vector<CountedFact> &Facts,
                    const std::vector<uint64_t> &Values) {
  ++Total;
  for (size_t I = 0; I != Facts.size(); ++I)
    Seen[Facts[I].Name].insert(Values[I]);
}

uint64_t Tracker::changesOf(FactName Name) const {
  auto At = Seen.find(Name);
  return At == Seen.end() ? 0 : At->second.size() - 1;
}
