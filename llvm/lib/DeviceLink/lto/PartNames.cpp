//===- PartNames.cpp - Names that parts agree on, and lasting ones --------===//
//
// Part of the OMP-JIT project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Tells equal names apart by the code that uses them.
//
//===----------------------------------------------------------------------===//

#include "PartNames.h"

#include "Cuts.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/SetVector.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/ADT/StringMap.h"
#include "llvm/IR/Instruction.h"

#include <map>

using namespace llvm;

namespace ompjit::devicelink {

/// Returns \p Name without the numbers that LLVM appends.
static StringRef stemOf(StringRef Name) {
  for (;;) {
    StringRef Stem = Name.rtrim("0123456789");
    if (Stem.size() == Name.size() || !Stem.consume_back(".") || Stem.empty())
      return Name;
    Name = Stem;
  }
}

/// Returns a number that tells symbols of one name apart by their users: the
/// least rank among the functions and variables with names of their own that
/// need \p Local.
static uint64_t rankOfUsers(const GlobalValue &Local) {
  uint64_t Min = ~uint64_t(0);
  SmallSetVector<const User *, 16> Users(Local.user_begin(), Local.user_end());
  for (size_t I = 0; I != Users.size(); ++I) {
    const User *Next = Users[I];
    if (const auto *Code = dyn_cast<Instruction>(Next))
      Next = Code->getFunction();
    const auto *Global = dyn_cast<GlobalValue>(Next);
    // LLVM's lists of used symbols are not users in this sense.
    if (Global && Global->hasAppendingLinkage())
      continue;
    if (Global && !Global->hasLocalLinkage())
      Min = std::min(Min, rankOfName(Global->getName()));
    else
      Users.insert(Next->user_begin(), Next->user_end());
  }
  return Min;
}

static std::string withoutDots(StringRef Name) {
  std::string Result = Name.str();
  for (char &C : Result)
    if (!isAlnum(C) && C != '_')
      C = '$';
  return Result;
}

std::vector<std::string> sharedNames(ArrayRef<GlobalValue *> Locals) {
  StringMap<unsigned> Bearers, Taken;
  for (const GlobalValue *Local : Locals)
    ++Bearers[stemOf(Local->getName())];
  std::vector<std::string> Names;
  for (const GlobalValue *Local : Locals) {
    StringRef Stem = stemOf(Local->getName());
    std::string Name = withoutDots(Stem) + "$part";
    if (Bearers[Stem] > 1)
      Name += "$" + utohexstr(rankOfUsers(*Local), /*LowerCase=*/true);
    if (unsigned Number = Taken[Name]++)
      Name += "$" + std::to_string(Number);
    Names.push_back(std::move(Name));
  }
  return Names;
}

static void renumberLocals(Module &M) {
  SmallVector<std::pair<GlobalValue *, std::string>> Locals;
  // LLVM finds its own symbols by their names.
  for (GlobalValue &Global : M.global_values())
    if (Global.hasLocalLinkage() && Global.hasName() &&
        !Global.getName().starts_with("llvm.")) {
      Locals.push_back({&Global, stemOf(Global.getName()).str()});
      Global.setName("");
    }
  // LLVM numbers all names with one counter; here each name has a counter.
  StringMap<unsigned> Counts;
  for (auto &[Global, Stem] : Locals) {
    std::string Name = Stem;
    while (M.getNamedValue(Name))
      Name = Stem + "." + std::to_string(++Counts[Stem]);
    Global->setName(Name);
  }
}

/// Returns whether a list is not needed any more when code is generated, such
/// as those of target regions.
static bool isUsedUp(StringRef List) {
  return List == "omp_offload.info" || List == "llvm.offloading.symbols";
}

/// Sorts the module's lists, which are in the order in which the files were
/// linked. Each names a thing only once.
static void sortLists(Module &M) {
  std::map<std::string, SmallSetVector<MDNode *, 4>> Lists;
  for (NamedMDNode &List : make_early_inc_range(M.named_metadata())) {
    if (!isUsedUp(List.getName()))
      Lists[List.getName().str()].insert(List.op_begin(), List.op_end());
    List.eraseFromParent();
  }
  for (auto &[Name, Nodes] : Lists) {
    NamedMDNode *List = M.getOrInsertNamedMetadata(Name);
    for (MDNode *Node : Nodes)
      List->addOperand(Node);
  }
}

void forgetTheRest(Module &M) {
  renumberLocals(M);
  sortLists(M);
  for (StructType *Type : M.getIdentifiedStructTypes())
    if (Type->hasName())
      Type->setName("");
}

} // namespace ompjit::devicelink
