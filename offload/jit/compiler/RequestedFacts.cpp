//===- RequestedFacts.cpp - Checks of requested facts ---------------------===//
//
// Part of the OMP-JIT project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "RequestedFacts.h"

#include "llvm/ADT/Twine.h"
#include "llvm/Support/MathExtras.h"

using namespace llvm;

namespace ompjit::jit {

using llvm::Error;

static Expected<Fact> checkParameter(Fact Known, const PackageView &Package,
                                     const KernelInfo &Kernel) {
  const uint32_t Index = Known.Name.Parameter;
  if (Index >= Kernel.NumParameters)
    return createStringError("the kernel has no parameter " + Twine(Index));
  const ParameterInfo Info = Package.parameter(Kernel, Index);
  const bool IsScalar = Info.Kind == package::ParameterKind::Scalar;
  if (IsScalar != (traitsOf(Known.Name.Kind).Subject == FactSubject::Scalar))
    return createStringError("parameter " + Twine(Index) + " is " +
                             (IsScalar ? "no pointer" : "not a scalar"));
  // Bits that are not demanded must not make a difference.
  if (Known.Name.Kind == FactKind::Scalar)
    Known.Value &= Info.DemandedBits;
  return Known;
}

/// Checks that the package lists the place.
static Expected<Fact> checkPlace(Fact Known, const PackageView &Package,
                                 const KernelInfo &Kernel) {
  const FactName &Name = Known.Name;
  for (uint32_t I = 0; I != Kernel.NumFields; ++I) {
    const FieldInfo Field = Package.field(Kernel, I);
    if (Field.Parameter != Name.Parameter ||
        Field.OffsetBytes != Name.OffsetBytes ||
        Field.WidthBits != Name.WidthBits)
      continue;
    Known.Value &= maskTrailingOnes<uint64_t>(Field.WidthBits);
    return Known;
  }
  return createStringError(Name.describe() + " are no field");
}

static Expected<Fact> checkFact(const Fact &Known, const PackageView &Package,
                                const KernelInfo &Kernel) {
  const FactTraits &Traits = traitsOf(Known.Name.Kind);
  if (!Traits.isInRequests())
    return createStringError("a fact that no image is compiled for");
  switch (Traits.Subject) {
  case FactSubject::Scalar:
  case FactSubject::Pointer:
    return checkParameter(Known, Package, Kernel);
  case FactSubject::Place:
    return checkPlace(Known, Package, Kernel);
  case FactSubject::Launch:
  case FactSubject::Pointers:
    break;
  }
  return Known;
}

Expected<SmallVector<Fact>> checkFacts(const std::vector<Fact> &Facts,
                                       const PackageView &Package,
                                       const KernelInfo &Kernel) {
  SmallVector<Fact> Checked;
  for (const Fact &Known : Facts) {
    Expected<Fact> Each = checkFact(Known, Package, Kernel);
    if (!Each)
      return Each.takeError();
    Checked.push_back(*Each);
  }
  return Checked;
}

} // namespace ompjit::jit
