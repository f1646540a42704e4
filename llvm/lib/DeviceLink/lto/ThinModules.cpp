//===- ThinModules.cpp - The thin modules of a link -----------------------===//
//
// Part of the OMP-JIT project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Uses the modules' summaries. Sizes are those of the code, because neither
// names nor debug information may change which modules are compiled together.
//
//===----------------------------------------------------------------------===//

#include "ThinModules.h"

#include "ompjit/DeviceLink/DeviceGroup.h"
#include "ompjit/DeviceLink/FileError.h"
#include "ompjit/DeviceLink/Target.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/SmallVectorExtras.h"
#include "llvm/Bitcode/BitcodeReader.h"
#include "llvm/IR/ModuleSummaryIndex.h"

#include <limits>

using namespace llvm;

namespace ompjit::devicelink {

/// A module with at least this number of instructions stays alone, because its
/// costs are those of its code.
static constexpr size_t SmallInstructions = 500;

/// With 300, the link of 500 files took 8 % longer; with 2000 it took as long.
/// The larger a group, the more a change of one file costs.
static constexpr size_t MinGroupInstructions = 1000;

/// Fewer small modules are linked in a short time without merging.
static constexpr size_t MinModules = 32;

/// Returns a rank from all names. Files may share single names, such as those
/// from headers.
static uint64_t rankOf(const lto::InputFile &Input) {
  uint64_t Sum = 0;
  for (const lto::InputFile::Symbol &Symbol : Input.symbols())
    if (!Symbol.isUndefined() && !Symbol.getName().starts_with("."))
      Sum += rankOfName(Symbol.getName());
  return Sum;
}

static Expected<ThinModule> thinModule(BitcodeInput &Bitcode) {
  auto Index = Bitcode.Input->getSingleBitcodeModule().getSummary();
  if (!Index)
    return Index.takeError();
  ThinModule Result{&Bitcode, {rankOf(*Bitcode.Input), 0}, false};
  for (const auto &Global : **Index)
    for (const auto &Summary : Global.second.getSummaryList())
      if (const auto *F = dyn_cast<FunctionSummary>(Summary.get())) {
        Result.InRow.Cost += F->instCount();
        Result.TestsTypes |= F->getTypeIdInfo() != nullptr;
      }
  return Result;
}

Expected<std::vector<ThinModule>>
thinModules(MutableArrayRef<BitcodeInput> Inputs, const DeviceGroup &Group) {
  std::vector<ThinModule> Thin;
  for (BitcodeInput &Bitcode : Inputs) {
    auto Info = Bitcode.Input->getSingleBitcodeModule().getLTOInfo();
    if (!Info)
      return fileError(Group.Codes[Bitcode.Files.front()]->Source,
                       Info.takeError());
    if (!Info->IsThinLTO)
      continue;
    auto Module = thinModule(Bitcode);
    if (!Module)
      return fileError(Group.Codes[Bitcode.Files.front()]->Source,
                       Module.takeError());
    Thin.push_back(*Module);
  }
  return Thin;
}

std::vector<SmallVector<unsigned>> groupSmallModules(ArrayRef<Piece> Row) {
  SmallVector<unsigned> Positions;
  std::vector<Piece> Small;
  for (auto [Position, Module] : enumerate(Row))
    if (Module.Cost < SmallInstructions) {
      Positions.push_back(unsigned(Position));
      Small.push_back(Module);
    }
  if (Small.size() < MinModules)
    return {};
  SmallVector<unsigned> Ends =
      cutsOf(Small, MinGroupInstructions, std::numeric_limits<unsigned>::max());
  Ends.push_back(unsigned(Small.size()));
  std::vector<SmallVector<unsigned>> Groups;
  unsigned Begin = 0;
  for (unsigned End : Ends) {
    if (End - Begin > 1)
      Groups.emplace_back(ArrayRef(Positions).slice(Begin, End - Begin));
    Begin = End;
  }
  return Groups;
}

std::vector<SmallVector<BitcodeInput *>>
groupsToMerge(ArrayRef<ThinModule> Thin, const DeviceGroup &Group) {
  std::vector<SmallVector<BitcodeInput *>> Groups;
  if (targetKind(Group.Triple) != TargetKind::Host)
    return Groups;
  auto Row = map_to_vector(Thin, [](const ThinModule &M) { return M.InRow; });
  for (ArrayRef<unsigned> Positions : groupSmallModules(Row))
    Groups.push_back(map_to_vector(
        Positions, [&](unsigned Position) { return Thin[Position].Input; }));
  return Groups;
}

} // namespace ompjit::devicelink
