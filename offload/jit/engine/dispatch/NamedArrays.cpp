//===- NamedArrays.cpp - Arrays that the program names --------------------===//
//
// Part of the OMP-JIT project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "NamedArrays.h"

#include <algorithm>

using namespace ompjit;
using namespace ompjit::jit;

NamedArrays::NamedArrays(const PackageView &Package, const KernelInfo &Kernel,
                         const std::vector<CountedFact> &Facts,
                         const KernelReport &Report)
    : Report(Report), Acquires(Kernel.Flags & package::KernelAcquires) {
  if (Facts.empty())
    return;
  constexpr uint32_t NumBits = 64;
  for (uint32_t I = 0; I < std::min(Kernel.NumParameters, NumBits); ++I)
    if (Package.parameter(Kernel, I).Uses & package::UseArray)
      Arrays.push_back(arrayOf(Package, Kernel, I));
}

NamedArrays::Array NamedArrays::arrayOf(const PackageView &Package,
                                        const KernelInfo &Kernel,
                                        uint32_t Parameter) const {
  for (uint32_t I = 0; I != Kernel.NumFields; ++I) {
    const FieldInfo Field = Package.field(Kernel, I);
    if (Field.Parameter == Parameter && (Field.Uses & package::UseArray))
      return {Parameter, I};
  }
  const uint16_t Uses = Package.parameter(Kernel, Parameter).Uses;
  return {Parameter, std::nullopt,
          Uses & package::UseLargeArray ? "all arrays of the kernel together "
                                          "have more than 512 bytes"
          : Uses & package::UseWritten  ? "the kernel may write it"
                                        : "where it begins is computed"};
}

/// Says why the bytes behind a parameter are not known.
static std::string whyUnknown(const LaunchValues &Launch, uint32_t Parameter,
                              bool Acquires) {
  constexpr uint64_t MaxBytes = 512;
  const MappedRange Range = Launch.range(Parameter);
  if (!Range.Size)
    return "it is in no mapping of the launch";
  if (Range.Size > MaxBytes)
    return "it is in a mapping of " + std::to_string(Range.Size) +
           " bytes, and only of mappings up to " + std::to_string(MaxBytes) +
           " bytes the contents are known";
  for (uint32_t I = 0; I != Launch.numRanges(); ++I)
    if (I != Parameter && Launch.range(I).Begin == Range.Begin)
      return "another argument leads to the same memory";
  return Acquires ? "others may write it while the kernel runs"
                  : "the launch did not copy it, and something may have "
                    "written it on the device since it was copied";
}

void NamedArrays::look(const LaunchValues &Launch) {
  for (size_t I = 0; I != Arrays.size(); ++I) {
    const Array &Each = Arrays[I];
    const uint64_t Bit = uint64_t(1) << I;
    if ((Each.First && Launch.isKnown(*Each.First)) ||
        (Told.fetch_or(Bit, std::memory_order_relaxed) & Bit))
      continue;
    Report.leftOut(Each.Parameter,
                   Each.First ? whyUnknown(Launch, Each.Parameter, Acquires)
                              : Each.Why);
  }
}
