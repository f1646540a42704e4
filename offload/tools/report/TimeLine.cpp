//===- TimeLine.cpp - Fewer bars where there are many --------------------===//
//
// Part of the OMP-JIT project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "TimeLine.h"

#include <algorithm>
#include <tuple>

using namespace ompjit;
using namespace ompjit::report;

namespace {

bool isAlike(const Bar &A, const Bar &B) {
  return A.Depth == B.Depth && A.What == B.What && A.IsStandIn == B.IsStandIn;
}

void addTo(Bar &Whole, const Bar &Next) {
  Whole.EndNs = std::max(Whole.EndNs, Next.EndNs);
  Whole.Count += Next.Count;
  if (Whole.Name != Next.Name)
    Whole.Name = "several";
  Whole.Details.clear();
}

/// Returns the bars with those joined that are short and lie near each other.
std::vector<Bar> merged(const std::vector<Bar> &Bars, uint64_t NearNs) {
  std::vector<Bar> Out;
  for (const Bar &Each : Bars) {
    const bool Joins =
        !Out.empty() && isAlike(Out.back(), Each) &&
        Each.BeginNs - std::min(Each.BeginNs, Out.back().EndNs) <= NearNs &&
        Each.EndNs - Each.BeginNs <= 4 * NearNs;
    if (Joins)
      addTo(Out.back(), Each);
    else
      Out.push_back(Each);
  }
  return Out;
}

} // namespace

void report::mergeBars(std::vector<Lane> &Lanes, size_t MaxBars) {
  constexpr uint64_t FirstNs = 500;
  for (Lane &Each : Lanes) {
    std::sort(Each.Bars.begin(), Each.Bars.end(),
              [](const Bar &A, const Bar &B) {
                return std::tie(A.Depth, A.BeginNs, A.EndNs) <
                       std::tie(B.Depth, B.BeginNs, B.EndNs);
              });
    // Different kinds alternate, so that not everything can be joined.
    const uint64_t Length = Each.Bars.empty() ? 0 : Each.Bars.back().EndNs;
    for (uint64_t Near = FirstNs; Each.Bars.size() > MaxBars && Near <= Length;
         Near *= 2)
      Each.Bars = merged(Each.Bars, Near);
    if (Each.Bars.size() > MaxBars) {
      std::sort(Each.Bars.begin(), Each.Bars.end(),
                [](const Bar &A, const Bar &B) {
                  return std::tuple(B.EndNs - B.BeginNs, A.BeginNs) <
                         std::tuple(A.EndNs - A.BeginNs, B.BeginNs);
                });
      Each.Bars.resize(MaxBars);
    }
  }
}
