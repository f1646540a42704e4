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
#include "llvm/Support/MathExtras.h"

#include <algorithm>
#include <functional>
#include <tuple>

using namespace llvm;
using namespace ompjit::package;

namespace ompjit::devicelink {

/// Further behind a pointer lies an array rather than a structure.
constexpr uint64_t FurthestOffset = 64 << 10;

/// Of the fields that the program does not name: a launch compares them one by
/// one.
constexpr size_t MaxChosen = 16;

/// The widest field.
constexpr uint64_t MaxWordBytes = 8;

static auto placeOf(const FieldInfo &F) {
  return std::tuple(F.Parameter, F.OffsetBytes, F.WidthBits);
}

/// How much is gained by knowing it: loops that become straight code first.
static unsigned rankOf(const FieldInfo &F) {
  return F.Uses & UseLoopBound ? 2 : F.Uses & UseBranch ? 1 : 0;
}

/// Whether all bytes of one are also bytes of the other.
static bool isInside(const FieldInfo &F, const FieldInfo &Other) {
  return F.Parameter == Other.Parameter && F.OffsetBytes >= Other.OffsetBytes &&
         F.OffsetBytes + F.WidthBits / 8 <=
             Other.OffsetBytes + Other.WidthBits / 8;
}

/// Floating-point numbers seldom decide anything, so only those count that the
/// program names.
bool FieldFacts::canBeField(const ArgumentMemory::Field &Read) const {
  const Type *Ty = Read.Load->getType();
  return (Ty->isIntegerTy() || (Ty->isFloatingPointTy() && HasMarks)) &&
         isPowerOf2_64(Read.bytes()) && Read.bytes() <= MaxWordBytes &&
         Read.Offset <= FurthestOffset;
}

uint16_t FieldFacts::usesOf(const ArgumentMemory::Field &Read) const {
  const uint16_t Uses = argumentUses(*Read.Load, Analyses);
  return Read.Load->getType()->isFloatingPointTy()
             ? Uses & (UseAlways | UseNever | UsePlain)
             : Uses;
}

FieldFacts::Array FieldFacts::describe(uint32_t Parameter,
                                       const ArgumentMemory::NamedArray &Named,
                                       const ArgumentMemory &Memory) {
  if (!Named.Offset || *Named.Offset > FurthestOffset)
    return {Parameter, 0, 1, 1, /*ReadBytes=*/0};
  return {Parameter, *Named.Offset, Named.ElementBytes, Named.Count,
          Memory.readBytes(*Named.Offset)};
}

void FieldFacts::add(uint32_t Parameter, const ArgumentMemory &Memory) {
  for (const ArgumentMemory::Field &Read : Memory.Fields)
    if (canBeField(Read) && Memory.readBytes(Read.Offset) >= Read.bytes())
      add({Parameter, uint32_t(Read.Offset), usesOf(Read),
           uint8_t(Read.bytes() * 8)});
  for (const ArgumentMemory::NamedArray &Each : Memory.Arrays) {
    const Array Named = describe(Parameter, Each, Memory);
    if (Each.Count != 0 && !is_contained(Arrays, Named))
      Arrays.push_back(Named);
  }
}

void FieldFacts::add(const FieldInfo &Read) {
  auto Known = find_if(Reads, [&](const FieldInfo &Each) {
    return placeOf(Each) == placeOf(Read);
  });
  if (Known == Reads.end())
    Reads.push_back(Read);
  else
    Known->Uses |= Read.Uses;
}

size_t FieldFacts::numFree() const { return MaxFields - Fields.size(); }

void FieldFacts::addNamed() {
  for (const FieldInfo &Each : Reads)
    if ((Each.Uses & UseAlways) && !(Each.Uses & UseNever) && numFree())
      Fields.push_back(Each);
}

/// Returns the bytes as words, the widest first.
static std::vector<FieldInfo> wordsOf(uint32_t Parameter, uint64_t Offset,
                                      uint64_t Bytes, uint64_t Widest) {
  std::vector<FieldInfo> Words;
  for (uint64_t Word = Widest; Bytes; Word /= 2)
    for (; Bytes >= Word; Bytes -= Word, Offset += Word)
      Words.push_back({Parameter, uint32_t(Offset), UseAlways | UseArray,
                       uint8_t(Word * 8)});
  return Words;
}

/// Adds all or none. \returns whether there is room.
bool FieldFacts::addWords(std::vector<FieldInfo> Words) {
  erase_if(Words, [&](const FieldInfo &Word) {
    return any_of(Fields,
                  [&](const FieldInfo &F) { return isInside(Word, F); }) ||
           any_of(Reads, [&](const FieldInfo &F) {
             return (F.Uses & UseNever) && isInside(F, Word);
           });
  });
  if (Words.size() > numFree())
    return false;
  Fields.insert(Fields.end(), Words.begin(), Words.end());
  return true;
}

/// Adds an array of known size. \returns what this makes of its parameter.
uint16_t FieldFacts::addArray(const Array &Each) {
  const uint64_t Bytes = SaturatingMultiply(*Each.Count, Each.ElementBytes);
  if (Bytes > MaxFields * MaxWordBytes)
    return UseArray | UseLargeArray;
  if (Bytes > Each.ReadBytes ||
      addWords(wordsOf(Each.Parameter, Each.Offset, Bytes, MaxWordBytes)))
    return UseArray;
  return UseArray | UseLargeArray;
}

/// Adds an array whose size only the launch knows. Its elements are facts one
/// by one, because it may end behind each.
void FieldFacts::addOpenArray(const Array &Each, size_t Most) {
  const uint64_t Size = Each.ElementBytes;
  const uint64_t Word = std::min(MaxWordBytes, Size & -Size);
  const uint64_t Count = std::min<uint64_t>(Most, Each.ReadBytes / Word);
  addWords(wordsOf(Each.Parameter, Each.Offset, Count * Word, Word));
}

/// Adds what the program does not name, in the order of what it gains.
void FieldFacts::addChosen() {
  erase_if(Reads, [&](const FieldInfo &Read) {
    return (Read.Uses & (UseAlways | UseNever)) ||
           !(Read.Uses & (UseLoopBound | UseBranch | UseIndex)) ||
           any_of(Fields,
                  [&](const FieldInfo &F) { return isInside(Read, F); });
  });
  sort(Reads, [](const FieldInfo &A, const FieldInfo &B) {
    return rankOf(A) != rankOf(B) ? rankOf(A) > rankOf(B)
                                  : placeOf(A) < placeOf(B);
  });
  const size_t Count = std::min({Reads.size(), numFree(), MaxChosen});
  Fields.insert(Fields.end(), Reads.begin(), Reads.begin() + Count);
}

std::vector<FieldInfo>
FieldFacts::take(std::vector<ParameterInfo> &Parameters) {
  addNamed();
  for (const Array &Each : Arrays)
    if (Each.Count)
      Parameters[Each.Parameter].Uses |= addArray(Each);
  // These share what is left.
  auto IsOpen = [](const Array &Each) { return !Each.Count; };
  const size_t NumOpen = count_if(Arrays, IsOpen);
  const size_t Most = NumOpen ? numFree() / NumOpen : 0;
  for (const Array &Each : make_filter_range(Arrays, IsOpen)) {
    Parameters[Each.Parameter].Uses |= UseArray;
    addOpenArray(Each, Most);
  }
  addChosen();
  sort(Fields, [](const FieldInfo &A, const FieldInfo &B) {
    return placeOf(A) < placeOf(B);
  });
  return std::move(Fields);
}

} // namespace ompjit::devicelink
