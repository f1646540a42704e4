//===- DataUpdate.cpp - `target update` -----------------------------------===//
//
// Part of the OMP-JIT project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "DataConstruct.h"

#include "support/Diagnostics.h"

namespace ompjit {

namespace {

/// One dimension of a non-contiguous section, as clang describes it: the
/// outermost comes first, and the innermost is followed by a row {0, 1, size of
/// an element}.
struct Dimension {
  uint64_t Offset; ///< Of the section's start, in array elements.
  uint64_t Count;
  uint64_t Stride; ///< Bytes from one element to the next, including the
                   ///< section's step.
};

/// Returns the bytes from the start of the dimension to the start of the
/// section. clang's stride includes the step, by which the offset must not be
/// multiplied; the size of an element is known for the innermost dimension
/// only.
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

/// clang 22 passes bytes in place of the number of dimensions if a count is a
/// variable. Then there is no final row behind the dimensions.
bool isDescriptor(const Dimension *Dimensions, uint64_t Number) {
  constexpr uint64_t MaxDimensions = 64;
  if (Number == 0 || Number > MaxDimensions)
    return false;
  const Dimension &Element = Dimensions[Number - 1];
  if (Number > 1 && (Element.Offset != 0 || Element.Count != 1))
    return false;
  for (uint64_t I = 0; I + 1 < Number; ++I)
    if (!Element.Stride || Dimensions[I].Stride % Element.Stride != 0)
      return false;
  return true;
}

/// Returns the bytes from the start of the array to the section's first
/// element.
uint64_t firstElementBytes(const Dimension *Dimensions, uint64_t Number) {
  uint64_t Bytes = 0;
  for (uint64_t I = 0; I < Number; ++I)
    Bytes += offsetBytes(Dimensions + I, Number - I);
  return Bytes;
}

/// Returns the address of the section's first element, for an array in the
/// struct that is item \p Parent. clang passes neither that nor the begin of
/// the array, but the struct's item extends from the lowest list item to the
/// end of the highest one, which for a section is the end of its first element.
/// So the section is at the end where no other item is; null if there is one at
/// both ends.
HostAddress firstElementInStruct(const MapArguments &Arguments, uint32_t I,
                                 uint32_t Parent, uint64_t ElementSize) {
  const HostAddress Lowest = Arguments.begin(Parent),
                    End = Lowest + Arguments.size(Parent);
  bool IsLowest = true, IsHighest = true;
  for (uint32_t Other = 0; Other < Arguments.Count; ++Other) {
    if (Other == I || Arguments.parent(Other) != int(Parent) ||
        Arguments.has(Other, MapPtrAndObj))
      continue;
    const bool IsSection = Arguments.has(Other, MapNonContig);
    IsLowest &= !IsSection && Arguments.begin(Other) != Lowest;
    IsHighest &=
        !IsSection && Arguments.begin(Other) + Arguments.size(Other) != End;
  }
  if (IsLowest)
    return Lowest;
  return IsHighest ? End - ElementSize : HostAddress(nullptr);
}

/// Returns the begin of the section's array; null if that is lost.
HostAddress arrayOfSection(const MapArguments &Arguments, uint32_t I,
                           const Dimension *Dimensions, uint64_t Number) {
  const int Parent = Arguments.parent(I);
  if (Parent < 0 || Arguments.has(I, MapPtrAndObj) ||
      Arguments.base(uint32_t(Parent)) != Arguments.base(I))
    return Arguments.base(I);
  const HostAddress First = firstElementInStruct(Arguments, I, uint32_t(Parent),
                                                 Dimensions[Number - 1].Stride);
  if (!First.pointer())
    return First;
  return First - firstElementBytes(Dimensions, Number);
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
  if (There.Found->extra().Arrival)
    C.Arrivals.push_back(There.Found->extra().Arrival);
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
  if (!isDescriptor(Dimensions, Number))
    return diagnose(Diagnostic::DescriptorDimensions, {Arguments.describe(I)});
  const HostAddress Array = arrayOfSection(Arguments, I, Dimensions, Number);
  if (!Array.pointer())
    return diagnose(Diagnostic::SectionPlaceUnknown, {Arguments.describe(I)});
  std::vector<Piece> Runs;
  appendRuns(Dimensions, Number, Array, Runs);
  for (const Piece &Each : Runs)
    if (Status S = planRange(Arguments, I, Each.Host, Each.Size, C); !S)
      return S;
  return Done{};
}

} // namespace ompjit
