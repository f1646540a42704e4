//===- DataUpdate.cpp - `target update` -----------------------------------===//
//
// Part of the OMP-JIT project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "DataConstruct.h"

#include "Diagnostics.h"

namespace ompjit {

namespace {

/// One dimension of a non-contiguous section, as clang describes it: outermost
/// first, and behind the innermost one a row {0, 1, size of an element}.
struct Dimension {
  uint64_t Offset; ///< Of the section's start, in array elements.
  uint64_t Count;
  uint64_t Stride; ///< Bytes from one to the next, the section's step included.
};

/// Bytes from the start of the dimension to the start of the section. clang
/// passes the step multiplied into the stride, which must not multiply the
/// offset too; what an element takes is known for the innermost dimension only.
uint64_t offsetBytes(const Dimension *Dimensions, uint64_t Number) {
  const bool IsInnermost = Number == 2;
  return Dimensions[0].Offset * Dimensions[IsInnermost ? 1 : 0].Stride;
}

/// Appends every contiguous run of the section that begins at \p Base.
void appendRuns(const Dimension *Dimensions, uint64_t Number, HostAddress Base,
                std::vector<Piece> &Runs) {
  const Dimension &D = Dimensions[0];
  HostAddress First = Base + offsetBytes(Dimensions, Number);
  if (Number == 1) {
    Runs.push_back({First, D.Count * D.Stride});
    return;
  }
  if (Number == 2 && D.Stride == Dimensions[1].Count * Dimensions[1].Stride) {
    Runs.push_back({First, D.Count * D.Stride});
    return;
  }
  for (uint64_t I = 0; I < D.Count; ++I)
    appendRuns(Dimensions + 1, Number - 1, First + I * D.Stride, Runs);
}

} // namespace

Status DataEnvironment::update(const MapArguments &Arguments, Operation &Work) {
  if (Arguments.hasMappers()) {
    MapperComponents Components = expandMappers(Arguments);
    return update(Components.arguments(), Work);
  }
  Construct C(Work);
  {
    WriteLock Lock(TableMutex);
    for (uint32_t I = 0; I < Arguments.Count; ++I)
      if (Status S = planUpdate(Arguments, I, C); !S)
        return S;
  }
  if (Status S = awaitArrivals(C); !S)
    return S;
  if (Status S = copyIn(C); !S)
    return S;
  return copyOut(C);
}

Status DataEnvironment::planUpdate(const MapArguments &Arguments, uint32_t I,
                                   Construct &C) {
  if (Arguments.has(I, MapLiteral | MapPrivate | MapAttach))
    return Done{};
  if (Arguments.has(I, MapNonContig))
    return planStrided(Arguments, I, C);
  return planRange(Arguments, I, Arguments.begin(I), Arguments.size(I), C);
}

Status DataEnvironment::planRange(const MapArguments &Arguments, uint32_t I,
                                  HostAddress Begin, uint64_t Size,
                                  Construct &C) {
  Match There = findWhenNot(&Mapping::isChanging, Begin, Size);
  if (!There.isContained()) {
    if (Arguments.has(I, MapPresent) && !Options.UnifiedSharedMemory)
      return diagnose(Diagnostic::MapNotPresent,
                      {Arguments.describe(I), describeAddress(Begin),
                       std::to_string(Size)});
    return Done{};
  }
  if (!Size)
    return Done{};
  report(MappingChange::Found, Arguments, I, Begin, Size, There.Found);
  if (There.Found->Arrival)
    C.Arrivals.push_back(There.Found->Arrival);
  if (Arguments.has(I, MapTo))
    Construct::planCopy(*There.Found, Begin, Size, C.In);
  if (Arguments.has(I, MapFrom))
    Construct::planCopy(*There.Found, Begin, Size, C.Out);
  return Done{};
}

Status DataEnvironment::planStrided(const MapArguments &Arguments, uint32_t I,
                                    Construct &C) {
  auto *Dimensions = static_cast<const Dimension *>(Arguments.Begins[I]);
  uint64_t Number = Arguments.size(I);
  if (Number == 0)
    return diagnose(Diagnostic::DescriptorDimensions,
                    {Arguments.describe(I), std::to_string(Number)});
  std::vector<Piece> Runs;
  appendRuns(Dimensions, Number, Arguments.base(I), Runs);
  for (const Piece &Each : Runs)
    if (Status S = planRange(Arguments, I, Each.Host, Each.Size, C); !S)
      return S;
  return Done{};
}

} // namespace ompjit
