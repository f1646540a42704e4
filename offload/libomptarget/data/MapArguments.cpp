//===- MapArguments.cpp - The list of what a construct maps ---------------===//
//
// Part of the OMP-JIT project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "MapArguments.h"

#include <algorithm>
#include <string_view>

namespace ompjit {

bool MapArguments::hasMappers() const {
  if (!Mappers)
    return false;
  for (uint32_t I = 0; I < Count; ++I)
    if (Mappers[I])
      return true;
  return false;
}

std::string MapArguments::describe(uint32_t I) const {
  if (!Names || !Names[I])
    return "data";
  // ";expression;file;line;column;;"
  std::string_view Name = static_cast<const char *>(Names[I]);
  std::string_view Fields[3];
  for (std::string_view &Field : Fields) {
    size_t Start = Name.find(';');
    if (Start == std::string_view::npos)
      return "data";
    Name.remove_prefix(Start + 1);
    Field = Name.substr(0, Name.find(';'));
  }
  return "'" + std::string(Fields[0]) + "' (" + std::string(Fields[1]) + ":" +
         std::string(Fields[2]) + ")";
}

namespace {

struct Extent {
  HostAddress Begin, End;
};

Extent extentOfMember(const MapArguments &Arguments, uint32_t I) {
  return {Arguments.begin(I), Arguments.begin(I) + Arguments.size(I)};
}

bool isInside(const MapArguments &Arguments, uint32_t I, uint32_t Parent) {
  const Extent Member = extentOfMember(Arguments, I);
  return Arguments.Sizes[Parent] >= 0 && Arguments.Sizes[I] >= 0 &&
         Member.Begin >= Arguments.begin(Parent) &&
         Member.End <= Arguments.begin(Parent) + Arguments.size(Parent);
}

/// Whether this is a member within a struct of the same list. False for
/// pointees of members, for components of mappers, which all have a parent, and
/// for non-contiguous sections, whose place is passed elsewhere.
bool liesInItsStruct(const MapArguments &Arguments, uint32_t I) {
  if (!Arguments.isMember(I) ||
      Arguments.has(I, MapPtrAndObj | MapLiteral | MapNonContig))
    return false;
  const auto Parent = uint32_t(Arguments.parent(I));
  return Parent < Arguments.Count && Parent != I &&
         Arguments.base(Parent) == Arguments.base(I) &&
         !Arguments.hasMapper(I) && !Arguments.hasMapper(Parent);
}

} // namespace

MapArguments StructExtents::cover(const MapArguments &Arguments) {
  for (uint32_t I = 0; I < Arguments.Count; ++I)
    if (liesInItsStruct(Arguments, I) &&
        !isInside(Arguments, I, uint32_t(Arguments.parent(I))))
      return extend(Arguments);
  return Arguments;
}

MapArguments StructExtents::extend(MapArguments Arguments) {
  Begins.assign(Arguments.Begins, Arguments.Begins + Arguments.Count);
  Sizes.assign(Arguments.Sizes, Arguments.Sizes + Arguments.Count);
  Arguments.Begins = Begins.data();
  Arguments.Sizes = Sizes.data();
  for (uint32_t I = 0; I < Arguments.Count; ++I) {
    if (!liesInItsStruct(Arguments, I) || Sizes[I] < 0)
      continue;
    const auto Parent = uint32_t(Arguments.parent(I));
    Extent Whole = extentOfMember(Arguments, I);
    if (Sizes[Parent] >= 0) {
      Whole.Begin = std::min(Whole.Begin, Arguments.begin(Parent));
      Whole.End =
          std::max(Whole.End, Arguments.begin(Parent) + Arguments.size(Parent));
    }
    Begins[Parent] = Whole.Begin.pointer();
    Sizes[Parent] = int64_t(Whole.End - Whole.Begin);
  }
  // The rest of a struct besides its members; which parts were meant is not
  // known.
  for (uint32_t I = 0; I < Arguments.Count; ++I) {
    if (!liesInItsStruct(Arguments, I) || Sizes[I] >= 0)
      continue;
    const auto Parent = uint32_t(Arguments.parent(I));
    Begins[I] = Begins[Parent];
    Sizes[I] = std::max<int64_t>(Sizes[Parent], 0);
  }
  return Arguments;
}

void MapperComponents::push(void *Base, void *Begin, int64_t Size, int64_t Type,
                            void *Name) {
  Bases.push_back(Base);
  Begins.push_back(Begin);
  Sizes.push_back(Size);
  Types.push_back(Type);
  Names.push_back(Name);
}

MapArguments MapperComponents::arguments() {
  return {uint32_t(size()), Bases.data(), Begins.data(), Sizes.data(),
          Types.data(),     Names.data(), nullptr};
}

/// Returns the type of a component with what it inherits from the list item for
/// which the mapper stands. Modifiers apply to each of the mapper's clauses,
/// but clang passes them on for the whole only, and not for its members and
/// their pointees.
static int64_t inherited(int64_t Component, int64_t Item) {
  const int64_t Modifiers = MapAlways | MapClose | MapPresent | MapOmpxHold;
  return Item & (MapDelete | (Component & MapAttach ? 0 : Modifiers));
}

MapperComponents expandMappers(const MapArguments &Arguments) {
  using MapperFunction = void (*)(void *Handle, void *Base, void *Begin,
                                  int64_t Size, int64_t Type, void *Name);
  MapperComponents All;
  for (uint32_t I = 0; I < Arguments.Count; ++I) {
    void *Name = Arguments.Names ? Arguments.Names[I] : nullptr;
    if (!Arguments.hasMapper(I)) {
      All.push(Arguments.Bases[I], Arguments.Begins[I], Arguments.Sizes[I],
               Arguments.Types[I], Name);
      continue;
    }
    // A mapper numbers its members' parents by its own components.
    MapperComponents Own;
    reinterpret_cast<MapperFunction>(Arguments.Mappers[I])(
        &Own, Arguments.Bases[I], Arguments.Begins[I], Arguments.Sizes[I],
        Arguments.Types[I], Name);
    for (size_t J = 0; J < Own.size(); ++J)
      All.push(Own.Bases[J], Own.Begins[J], Own.Sizes[J],
               Own.Types[J] | inherited(Own.Types[J], Arguments.Types[I]),
               Own.Names[J]);
  }
  return All;
}

} // namespace ompjit
