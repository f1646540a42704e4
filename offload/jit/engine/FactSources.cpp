//===- FactSources.cpp - What could be known of a kernel's launches -------===//
//
// Part of the OMP-JIT project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "FactSources.h"

#include <algorithm>

using namespace ompjit;
using namespace ompjit::jit;

/// The powers of two from 8 to \p Most that say more than the package.
static uint64_t alignmentsAbove(uint32_t KnownBytes, uint64_t Most) {
  uint64_t Alignments = 0;
  for (uint64_t Bytes = 8; Bytes <= Most; Bytes *= 2)
    if (Bytes > KnownBytes)
      Alignments |= Bytes;
  return Alignments;
}

/// A kernel of the processor may get addresses of the program's own data. Up to
/// what malloc and the stack promise, their alignment is the same in every run;
/// beyond, it is an accident that costs a compile, and no processor has vectors
/// whose speed depends on it.
static uint64_t mostAlignment(const PackageView &Package) {
  return Package.triple().starts_with("x86_64") ? 16 : MostAlignment;
}

static void addParameter(uint32_t Index, const ParameterInfo &Parameter,
                         const Settings &Chosen, uint64_t MostAlignment,
                         std::vector<CountedFact> &Facts) {
  if (Parameter.Kind == package::ParameterKind::Scalar) {
    if (Chosen.specializes(SpecializeScalars) && Parameter.DemandedBits != 0)
      Facts.push_back({{FactKind::Scalar, Index}, Parameter.DemandedBits});
  } else if (Chosen.specializes(SpecializeAlignment) && Parameter.Uses != 0) {
    if (uint64_t Above = alignmentsAbove(Parameter.AlignBytes, MostAlignment))
      Facts.push_back({{FactKind::Alignment, Index}, Above});
  }
}

std::vector<CountedFact> jit::factsOf(const PackageView &Package,
                                      const KernelInfo &Kernel,
                                      const Settings &Chosen, bool KnowsSize) {
  std::vector<CountedFact> Facts;
  if (!Chosen.Enabled || Kernel.isInBase())
    return Facts;
  for (uint32_t I = 0; I != Kernel.NumParameters; ++I)
    addParameter(I, Package.parameter(Kernel, I), Chosen,
                 mostAlignment(Package), Facts);
  if (KnowsSize && Chosen.specializes(SpecializeLaunch) && Kernel.Bounds.Mode)
    for (FactKind Kind : {FactKind::Teams, FactKind::Threads})
      Facts.push_back({{Kind}, UINT32_MAX});
  std::sort(Facts.begin(), Facts.end(),
            [](const CountedFact &A, const CountedFact &B) {
              return A.Name < B.Name;
            });
  return Facts;
}
