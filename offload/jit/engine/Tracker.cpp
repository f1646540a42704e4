//===- Tracker.cpp - Which parameters are worth specialising --------------===//
//
// Part of the OMP-JIT project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Tracker.h"

using namespace ompjit;
using namespace ompjit::jit;

std::vector<uint32_t>
Tracker::toGiveUp(const std::vector<CountedArgument> &Arguments) const {
  std::vector<uint32_t> Parameters;
  if (Total <= Threshold)
    return Parameters;
  for (const CountedArgument &Argument : Arguments)
    if (double(changesOf(Argument.Index)) > Ratio * double(Total))
      Parameters.push_back(Argument.Index);
  return Parameters;
}

void Tracker::count(const std::vector<CountedArgument> &Arguments,
                    const std::vector<uint64_t> &Values) {
  ++Total;
  for (size_t I = 0; I != Arguments.size(); ++I)
    Seen[Arguments[I].Index].insert(Values[I]);
}

uint64_t Tracker::changesOf(uint32_t Parameter) const {
  auto At = Seen.find(Parameter);
  return At == Seen.end() ? 0 : At->second.size() - 1;
}
