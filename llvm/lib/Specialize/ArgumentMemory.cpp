//===- ArgumentMemory.cpp - Memory behind an argument ---------------------===//
//
// Part of the OMP-JIT project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Follows the pointer forward. Each value that it reaches has an offset from
// the argument, or has lost it: if paths with different offsets meet, and in a
// function that other callers call with another pointer. Memory behind a lost
// offset is no field, and a store there may write everything.
//
//===----------------------------------------------------------------------===//

#include "ompjit/Specialize/ArgumentMemory.h"

#include "ompjit/Facts.h"
#include "ompjit/Specialize/ArgumentFlow.h"
#include "ompjit/Specialize/Marks.h"

#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/SmallPtrSet.h"
#include "llvm/IR/DataLayout.h"
#include "llvm/IR/Function.h"
#include "llvm/IR/IntrinsicInst.h"
#include "llvm/IR/Operator.h"

#include <algorithm>
#include <limits>
#include <optional>

using namespace llvm;

namespace ompjit {

namespace {

class Walker {
public:
  explicit Walker(Argument &Root)
      : Root(Root), Layout(Root.getParent()->getDataLayout()),
        // A kernel that device code calls gets pointers of another kind, too.
        Begin(Root.getParent()->use_empty() ? Offset(0) : std::nullopt) {}
  /// For a variable whose copies do not matter.
  explicit Walker(AllocaInst &Root)
      : Root(Root), Layout(Root.getDataLayout()), Begin(0),
        FollowsCopies(false) {}

  ArgumentMemory walk();

private:
  using Offset = std::optional<int64_t>; ///< Nothing if it is lost.

  void reach(Value &V, Offset Position);
  void followAll();
  bool loseForeignOffsets();
  bool isPassedBySomebodyElse(Argument &Parameter, Offset Position) const;

  void follow(Use &U, Offset Position);
  void followCall(Use &U, CallBase &Call, Offset Position);
  void followCopy(const MemTransferInst &Copy, Offset Position);
  bool takeMark(Instruction &I);
  ArgumentMemory::NamedArray arrayOf(const NamedEnd &End) const;
  Offset behind(const GEPOperator &Address, Offset Position) const;
  void write(Offset Position, std::optional<uint64_t> Size);
  void write(Offset Position, Type *Stored);
  void collectFields();

  Value &Root;
  const DataLayout &Layout;
  const Offset Begin;
  const bool FollowsCopies = true;
  SmallPtrSet<const MemTransferInst *, 4> Copies; ///< That fill variables.
  SmallVector<NamedEnd> Ends; ///< Of arrays that the program names.
  MapVector<Value *, Offset> Places;
  SmallVector<Value *> Pending;
  ArgumentMemory Found;
};

} // namespace

ArgumentMemory Walker::walk() {
  reach(Root, Begin);
  do
    followAll();
  while (loseForeignOffsets());
  collectFields();
  for (const NamedEnd &Each : Ends)
    Found.Arrays.push_back(arrayOf(Each));
  return std::move(Found);
}

void Walker::reach(Value &V, Offset Position) {
  auto [Place, IsNew] = Places.try_emplace(&V, Position);
  if (!IsNew) {
    if (!Place->second || Place->second == Position)
      return;
    Place->second = std::nullopt;
  }
  Pending.push_back(&V);
}

void Walker::followAll() {
  while (!Pending.empty()) {
    Value *V = Pending.pop_back_val();
    const Offset Position = Places.lookup(V);
    for (Use &U : V->uses())
      follow(U, Position);
  }
}

bool Walker::isPassedBySomebodyElse(Argument &Parameter,
                                    Offset Position) const {
  const Function &F = *Parameter.getParent();
  std::optional<CallSites> Sites;
  if (F.hasLocalLinkage())
    Sites = callSitesOf(F);
  if (!Sites)
    return true;
  return any_of(*Sites, [&](const AbstractCallSite &Site) {
    Value *Operand = Site.getCallArgOperand(Parameter);
    auto *Place = Places.find(Operand);
    return Place == Places.end() || Place->second != Position;
  });
}

/// Loses the offsets of parameters whose functions are also called with other
/// pointers.
bool Walker::loseForeignOffsets() {
  SmallVector<Argument *> Foreign;
  for (auto &[V, Position] : Places)
    if (auto *Parameter = dyn_cast<Argument>(V);
        Parameter && Parameter != &Root && Position &&
        isPassedBySomebodyElse(*Parameter, Position))
      Foreign.push_back(Parameter);
  for (Argument *Parameter : Foreign)
    reach(*Parameter, std::nullopt);
  return !Foreign.empty();
}

void Walker::follow(Use &U, Offset Position) {
  auto *I = cast<Instruction>(U.getUser());
  if (isa<LoadInst, ICmpInst>(I))
    return;
  if (auto *Address = dyn_cast<GEPOperator>(I))
    return reach(*I, behind(*Address, Position));
  if (isa<AddrSpaceCastInst, BitCastInst, FreezeInst>(I))
    return reach(*I, Position);
  if (isa<PHINode, SelectInst>(I))
    return reach(*I, std::nullopt);
  if (auto *Call = dyn_cast<CallBase>(I))
    return followCall(U, *Call, Position);
  if (takeMark(*I))
    return;
  if (auto *Store = dyn_cast<StoreInst>(I);
      Store && U.getOperandNo() == StoreInst::getPointerOperandIndex())
    return write(Position, Store->getValueOperand()->getType());
  if (auto *Update = dyn_cast<AtomicRMWInst>(I);
      Update && U.getOperandNo() == AtomicRMWInst::getPointerOperandIndex())
    return write(Position, Update->getType());
  if (auto *Exchange = dyn_cast<AtomicCmpXchgInst>(I);
      Exchange &&
      U.getOperandNo() == AtomicCmpXchgInst::getPointerOperandIndex())
    return write(Position, Exchange->getNewValOperand()->getType());
  Found.IsCaptured = true;
}

void Walker::followCall(Use &U, CallBase &Call, Offset Position) {
  SmallVector<Argument *, 2> Parameters = receivers(U);
  for (Argument *Parameter : Parameters)
    reach(*Parameter, Position);
  if (!Parameters.empty())
    return;
  if (!Call.isArgOperand(&U)) {
    Found.IsCaptured = true;
    return;
  }
  auto *Intrinsic = dyn_cast<IntrinsicInst>(&Call);
  if (Intrinsic && Intrinsic->isAssumeLikeIntrinsic())
    return;
  if (auto *Copy = dyn_cast<MemTransferInst>(&Call); Copy && FollowsCopies) {
    if (&U == &Copy->getRawSourceUse())
      followCopy(*Copy, Position);
    else if (Copies.contains(Copy))
      return;
  }
  const unsigned ArgNo = Call.getArgOperandNo(&U);
  if (!Call.doesNotCapture(ArgNo)) {
    Found.IsCaptured = true;
    return;
  }
  if (Call.onlyReadsMemory() || Call.onlyReadsMemory(ArgNo))
    return;
  std::optional<uint64_t> Size;
  if (auto *Fill = dyn_cast<AnyMemIntrinsic>(&Call))
    if (auto *Length = dyn_cast<ConstantInt>(Fill->getLength()))
      Size = Length->getZExtValue();
  write(Size ? Position : std::nullopt, Size);
}

/// Whether it is a number or a vector of numbers, of as many bits as it has in
/// memory.
static bool isNumber(const Type &Ty) {
  return (Ty.isIntOrIntVectorTy() || Ty.isFPOrFPVectorTy()) &&
         !isa<ScalableVectorType>(Ty) &&
         Ty.getPrimitiveSizeInBits().getFixedValue() % 8 == 0 &&
         Ty.getScalarSizeInBits() % 8 == 0;
}

/// Whether \p Variable is filled by one copy, and nothing else changes it.
static bool isFilledOnce(AllocaInst &Variable) {
  const ArgumentMemory Own = Walker(Variable).walk();
  return !Own.IsCaptured && Own.Written.size() == 1;
}

void Walker::followCopy(const MemTransferInst &Copy, Offset Position) {
  auto *Variable = dyn_cast<AllocaInst>(Copy.getRawDest()->stripPointerCasts());
  if (!Variable || Copy.isVolatile() || !isFilledOnce(*Variable))
    return;
  Copies.insert(&Copy);
  reach(*Variable, Position);
}

/// Whether the pointer becomes a number only for a mark.
bool Walker::takeMark(Instruction &I) {
  std::optional<NamedEnd> End = namedEnd(I);
  if (End)
    Ends.push_back(*End);
  return End.has_value();
}

ArgumentMemory::NamedArray Walker::arrayOf(const NamedEnd &End) const {
  ArgumentMemory::NamedArray Array = {std::nullopt, End.ElementBytes,
                                      End.Count};
  const auto *Known = Places.find(End.Pointer);
  int64_t Sum;
  if (Known != Places.end() && Known->second &&
      !AddOverflow(*Known->second, End.Distance, Sum) && Sum >= 0)
    Array.Offset = uint64_t(Sum);
  return Array;
}

Walker::Offset Walker::behind(const GEPOperator &Address,
                              Offset Position) const {
  APInt Distance(Layout.getIndexTypeSizeInBits(Address.getType()), 0);
  if (!Position || !Address.getType()->isPointerTy() ||
      !Address.accumulateConstantOffset(Layout, Distance))
    return std::nullopt;
  int64_t Sum;
  if (Distance.getSignificantBits() > 64 ||
      AddOverflow(*Position, Distance.getSExtValue(), Sum))
    return std::nullopt;
  return Sum;
}

void Walker::write(Offset Position, std::optional<uint64_t> Size) {
  constexpr int64_t Least = std::numeric_limits<int64_t>::min();
  constexpr int64_t Most = std::numeric_limits<int64_t>::max();
  int64_t End;
  if (!Position || !Size || *Size > uint64_t(Most) ||
      AddOverflow(*Position, int64_t(*Size), End))
    Found.Written.push_back({Least, Most});
  else if (*Size)
    Found.Written.push_back({*Position, End});
}

void Walker::write(Offset Position, Type *Stored) {
  const TypeSize Size = Layout.getTypeStoreSize(Stored);
  write(Position, Size.isScalable()
                      ? std::nullopt
                      : std::optional(uint64_t(Size.getFixedValue())));
}

void Walker::collectFields() {
  for (auto &[V, Position] : Places) {
    if (!Position)
      continue;
    Found.Places.push_back({V, *Position});
    if (*Position < 0)
      continue;
    for (User *U : V->users()) {
      auto *Load = dyn_cast<LoadInst>(U);
      if (!Load || !Load->isSimple())
        continue;
      if (uint64_t(*Position) < MaxExtentBytes &&
          !Load->getParent()->isEntryBlock())
        Found.HasFixedReads = true;
      if (isNumber(*Load->getType()))
        Found.Fields.push_back({Load, uint64_t(*Position)});
    }
  }
}

uint64_t ArgumentMemory::Field::bytes() const {
  return Load->getDataLayout().getTypeStoreSize(Load->getType());
}

uint64_t ArgumentMemory::readBytes(uint64_t Offset) const {
  if (IsCaptured)
    return 0;
  int64_t End = std::numeric_limits<int64_t>::max();
  for (const Range &Each : Written)
    if (Each.End > int64_t(Offset))
      End = std::min(End, std::max(Each.Begin, int64_t(Offset)));
  return uint64_t(End) - Offset;
}

ArgumentMemory memoryOf(Argument &Pointer) { return Walker(Pointer).walk(); }

} // namespace ompjit
