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

/// Divisors and widths are of use for numbers that are counted with; 0 and 1
/// decide branches, too.
std::optional<CountedFact> Tracker::coarser(const CountedFact &Lost,
                                            uint32_t Uses) const {
  auto At = Seen.find(Lost.Name);
  if (Lost.Name.Kind != FactKind::Scalar || At == Seen.end())
    return std::nullopt;
  uint64_t Classes = classesOf(At->second, Lost.Mask);
  if (!(Uses & (package::UseLoopBound | package::UseIndex)))
    Classes &= ClassZero | ClassOne;
  if (Classes == 0)
    return std::nullopt;
  return CountedFact{
      {FactKind::Class, Lost.Name.Parameter}, Lost.Mask, Classes};
}

uint64_t Tracker::changesOf(FactName Name) const {
  auto At = Seen.find(Name);
  return At == Seen.end() ? 0 : At->second.size() - 1;
}
