//===- Model.cpp - What a job did with its devices -----------------------===//
//
// Part of the OMP-JIT project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Model.h"

#include <algorithm>
#include <numeric>
#include <utility>

using namespace ompjit;
using namespace ompjit::report;

/// Copies of the same bytes are worth a remark from this number on.
constexpr uint64_t ManyCopies = 10;

uint64_t Kernel::overheadNs() const {
  const uint64_t Known = TotalNs + DataNs + WaitedNs;
  return ConstructNs > Known ? ConstructNs - Known : 0;
}

uint64_t Kernel::numCompiles() const {
  return std::accumulate(Images.begin(), Images.end(), uint64_t(0),
                         [](uint64_t Sum, const auto &Each) {
                           return Sum + Each.second.NumCompiles;
                         });
}

const Usage &Kernel::largestUsage() const {
  const Usage *Largest = &NativeUses;
  const auto Size = [](const Usage &Of) {
    return std::pair(Of.PrivateBytes, Of.Registers);
  };
  for (const auto &[Key, Each] : Images)
    if (Size(Each.Uses) > Size(*Largest))
      Largest = &Each.Uses;
  return *Largest;
}

bool Mapping::isRepeated() const { return MostRepeated >= ManyCopies; }

const Kernel *Model::findKernel(const std::string &Name) const {
  const auto Found =
      std::find_if(Kernels.begin(), Kernels.end(),
                   [&](const Kernel &Each) { return Each.Name == Name; });
  return Found == Kernels.end() ? nullptr : &*Found;
}
