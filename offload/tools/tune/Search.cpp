//===- Search.cpp - Looks for the fastest choice --------------------------===//
//
// Part of the OMP-JIT project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Search.h"

#include "ompjit/CompileService.h"
#include "ompjit/Targets.h"

#include <algorithm>

namespace ompjit::tune {

std::vector<Quantity> quantitiesFor(const recording::Launch &Launch,
                                    const tuning::DeviceKind &Device) {
  const TargetTraits &Traits = traitsOf(Device.Triple);
  const bool LeavesThreads = Launch.ThreadLimit[0] == 0;
  std::vector<Quantity> All;
  if (Traits.HasLanes) {
    if (LeavesThreads) {
      std::vector<uint32_t> Fewer;
      for (uint32_t N = Device.Processors / 2; N; N /= 2)
        Fewer.push_back(N);
      All.push_back({&Tuning::Threads, std::move(Fewer)});
    }
    All.push_back({&Tuning::Lanes, {LanesOff, 4, 8, 16}});
    All.push_back({&Tuning::VectorBits, {128, 256, 512}});
  } else {
    if (LeavesThreads)
      All.push_back({&Tuning::Threads, {64, 128, 256, 512, 1024}});
    if (Launch.NumTeams[0] == 0) {
      const uint32_t P = Device.Processors;
      All.push_back({&Tuning::Teams, {P, 2 * P, 4 * P, 8 * P, 16 * P, 32 * P}});
    }
    if (Traits.endsWithAssembly())
      All.push_back({&Tuning::ResidentTeams, {1, 2, 4, 8}});
  }
  All.push_back({&Tuning::Unroll, {1, 2, 4, 8}});
  return All;
}

Found search(const std::vector<Quantity> &Quantities, double UsualNs,
             double Least, const MeasureFn &Measure,
             const std::function<bool()> &IsOver) {
  Found Best{{}, UsualNs, 0};
  // A second round, because what comes later may change what is best for what
  // came first.
  for (int Round = 0; Round != 2; ++Round) {
    const Tuning Before = Best.Best;
    for (const Quantity &Each : Quantities) {
      const Tuning Start = Best.Best;
      for (const uint32_t Value : Each.Values) {
        if (IsOver())
          return Best;
        Tuning Tried = Start;
        if (Tried.*Each.Member == Value)
          continue;
        Tried.*Each.Member = Value;
        ++Best.NumTried;
        const std::optional<double> Ns = Measure(Tried);
        if (Ns && *Ns < Best.Ns * (1 - Least)) {
          Best.Ns = *Ns;
          Best.Best = Tried;
        }
      }
    }
    if (Best.Best == Before)
      break;
  }
  return Best;
}

double medianOf(std::vector<double> Numbers) {
  const auto Middle = Numbers.begin() + ptrdiff_t(Numbers.size() / 2);
  std::nth_element(Numbers.begin(), Middle, Numbers.end());
  return *Middle;
}

bool isGain(const std::vector<std::pair<double, double>> &Pairs,
            double Margin) {
  std::vector<double> Ratios;
  size_t NumFaster = 0;
  for (const auto &[Usual, Tuned] : Pairs) {
    Ratios.push_back(Tuned / Usual);
    NumFaster += Tuned < Usual;
  }
  return !Pairs.empty() && medianOf(Ratios) <= 1 - Margin &&
         5 * NumFaster >= 4 * Pairs.size();
}

} // namespace ompjit::tune
