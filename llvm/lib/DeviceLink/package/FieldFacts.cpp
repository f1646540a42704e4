//===- FieldFacts.cpp - Which fields are worth specialising ---------------===//
//
// Part of the OMP-JIT project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "FieldFacts.h"

#include "ArgumentUses.h"

#include "llvm/ADT/STLExtras.h"

#include <tuple>

using namespace llvm;
using namespace ompjit::package;

namespace ompjit::devicelink {

/// Further behind a pointer lies an array rather than a structure.
constexpr uint64_t FurthestOffset = 64 << 10;

static auto placeOf(const FieldInfo &F) {
  return std::tuple(F.Parameter, F.OffsetBytes, F.WidthBits);
}

/// How much is gained by knowing it: loops that become straight code first.
static unsigned rankOf(const FieldInfo &F) {
  return F.Uses & UseAlways      ? 3
         : F.Uses & UseLoopBound ? 2
         : F.Uses & UseBranch    ? 1
                                 : 0;
}

void FieldFacts::add(uint32_t Parameter, const ArgumentMemory &Memory) {
  for (const ArgumentMemory::Field &Read : Memory.Fields)
    if (isPowerOf2_32(Read.widthBits()) && Read.Offset <= FurthestOffset &&
        !Memory.isWritten(Read))
      add({Parameter, uint32_t(Read.Offset), argumentUses(*Read.Load, Analyses),
           uint8_t(Read.widthBits())});
}

void FieldFacts::add(const FieldInfo &Read) {
  auto Known = find_if(Fields, [&](const FieldInfo &Each) {
    return placeOf(Each) == placeOf(Read);
  });
  if (Known == Fields.end())
    Fields.push_back(Read);
  else
    Known->Uses |= Read.Uses;
}

std::vector<FieldInfo> FieldFacts::take() {
  erase_if(Fields, [](const FieldInfo &F) {
    return (F.Uses & UseNever) ||
           !(F.Uses & (UseLoopBound | UseBranch | UseIndex | UseAlways));
  });
  sort(Fields, [](const FieldInfo &A, const FieldInfo &B) {
    return rankOf(A) != rankOf(B) ? rankOf(A) > rankOf(B)
                                  : placeOf(A) < placeOf(B);
  });
  if (Fields.size() > MaxFields)
    Fields.resize(MaxFields);
  sort(Fields, [](const FieldInfo &A, const FieldInfo &B) {
    return placeOf(A) < placeOf(B);
  });
  return std::move(Fields);
}

} // namespace ompjit::devicelink
