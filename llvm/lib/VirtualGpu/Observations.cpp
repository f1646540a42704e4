//===- Observations.cpp - Observations of values that were read -----------===//
//
// Part of the OMP-JIT project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Observations.h"

#include "llvm/ADT/MapVector.h"
#include "llvm/ADT/SetVector.h"
#include "llvm/Analysis/ValueTracking.h"
#include "llvm/IR/IRBuilder.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/IntrinsicInst.h"

using namespace llvm;

namespace ompjit::virtualgpu {

/// Returns whether it is an atomic access that orders no other access: reads
/// may be moved over it.
static bool isRelaxed(const Instruction &I) {
  if (const auto *Load = dyn_cast<LoadInst>(&I))
    return !isStrongerThanMonotonic(Load->getOrdering());
  if (const auto *Store = dyn_cast<StoreInst>(&I))
    return !isStrongerThanMonotonic(Store->getOrdering());
  if (const auto *Update = dyn_cast<AtomicRMWInst>(&I))
    return !isStrongerThanMonotonic(Update->getOrdering());
  const auto *Exchange = dyn_cast<AtomicCmpXchgInst>(&I);
  return Exchange && !isStrongerThanMonotonic(Exchange->getMergedOrdering());
}

/// Returns whether a call frees memory. A thread that gets memory which was
/// freed comes after the threads that had it, although LLVM assumes that the
/// function orders nothing, and does not see that it frees something.
static bool givesBack(const CallBase &Call) {
  const Function *Callee = Call.getCalledFunction();
  return Callee && (Callee->getName() == "__kmpc_free_shared" ||
                    Callee->getName() == "free");
}

/// Returns whether it may order accesses before and after it.
static bool mayOrder(const Instruction &I) {
  if (I.hasMetadata(LLVMContext::MD_invariant_load))
    return false;
  if (const auto *Fence = dyn_cast<FenceInst>(&I))
    return Fence->getSyncScopeID() != SyncScope::SingleThread;
  if (I.isAtomic() || I.isVolatile())
    return I.isVolatile() || !isRelaxed(I);
  const auto *Call = dyn_cast<CallBase>(&I);
  if (!Call || Call->isInlineAsm())
    return Call;
  if (Call->isConvergent())
    return true;
  if (isa<MemIntrinsic>(Call) || isa<AssumeInst>(Call) ||
      Call->isLifetimeStartOrEnd())
    return false;
  return Call->mayReadOrWriteMemory() &&
         (!Call->hasFnAttr(Attribute::NoSync) || givesBack(*Call));
}

/// Returns whether it only computes a value.
static bool isPure(const Instruction &I) {
  if (const auto *Read = dyn_cast<LoadInst>(&I))
    return Read->isUnordered() && !Read->isVolatile() &&
           isSafeToSpeculativelyExecute(Read);
  if (const auto *Call = dyn_cast<CallBase>(&I))
    return Call->doesNotAccessMemory() && !Call->isConvergent() &&
           Call->willReturn() && Call->doesNotThrow();
  return isa<BinaryOperator, UnaryOperator, CastInst, CmpInst, FreezeInst,
             SelectInst, GetElementPtrInst, ExtractElementInst,
             InsertElementInst, ShuffleVectorInst, ExtractValueInst,
             InsertValueInst>(I);
}

Observations::Observations(Function &F) : Dominators(F), Ends(F) {
  for (Instruction &I : instructions(F))
    if (mayOrder(I))
      Ordering.push_back(&I);
}

//===----------------------------------------------------------------------===//
// Conditions
//===----------------------------------------------------------------------===//

namespace {

/// A condition; null means always true.
using Condition = Value *;

/// Builds conditions. Builds no instruction for one that is always true.
class Conditions {
public:
  explicit Conditions(Instruction &Before) : B(&Before) {
    B.SetCurrentDebugLocation(DebugLoc());
  }

  Condition both(Condition A, Condition C) {
    return !A ? C : !C ? A : B.CreateAnd(A, C);
  }
  Condition either(Condition A, Condition C) {
    return A && C ? B.CreateOr(A, C) : nullptr;
  }
  /// Returns the condition under which a select chooses one of its values, for
  /// \p Element or for any.
  Condition chooses(Value *Which, bool First,
                    std::optional<unsigned> Element = {}) {
    // If nothing is chosen after all, it may be poison.
    Value *Is = B.CreateFreeze(Which);
    Value *Chosen = First ? Is : B.CreateNot(Is);
    if (!Chosen->getType()->isVectorTy())
      return Chosen;
    return Element ? B.CreateExtractElement(Chosen, *Element)
                   : B.CreateOrReduce(Chosen);
  }

private:
  IRBuilder<> B;
};

/// The values that are computed from one read.
class Derived {
public:
  Derived(LoadInst &Read, std::optional<unsigned> Element,
          const DominatorTree &Dominators, const PostDominatorTree &Ends)
      : Read(Read), Element(Element), Dominators(Dominators), Ends(Ends) {
    IsAlways = !collect();
  }

  bool isAlwaysObserved() const { return IsAlways; }
  ArrayRef<Instruction *> values() const { return Values.getArrayRef(); }
  bool contains(const Value *V) const {
    const auto *I = dyn_cast<Instruction>(V);
    return I && Values.contains(const_cast<Instruction *>(I));
  }
  /// Returns whether the used value comes from the read.
  bool isUse(const Use &U) const {
    return contains(U.get()) && !leavesElementOut(U);
  }

  /// Returns the instructions that observe values instead of computing others
  /// from them.
  MapVector<Instruction *, Condition> observed();
  /// Returns the condition under which \p I, one of the values, depends on the
  /// read.
  Condition conditionOf(Instruction &I);
  /// Returns the uses of \p Value that may lead to an observation.
  SmallVector<const Use *> usesOf(const Instruction &Value) const;
  /// Returns the condition under which users behind \p At observe the values
  /// that they use, as far as it is known there. It is always true if there are
  /// no users.
  Condition looksAt(ArrayRef<const Use *> Uses, Instruction &At,
                    unsigned Depth = 0) const;

private:
  bool collect();
  bool passesOn(const Use &U) const;
  bool keepsElement(const Use &U) const;
  bool leavesElementOut(const Use &U) const;
  void leaveUnobservedOut();
  void findConditional();
  bool isConditional(const Instruction &Value) const;
  bool isBranchedAt(const Use &U) const;
  Condition along(const Use &U, Conditions &Make);
  std::optional<std::pair<Value *, bool>> choiceAt(const Use &U) const;
  Condition alongArm(const Use &U, Conditions &Make) const;
  Condition alongEdge(const Use &U, Conditions &Make) const;
  Condition conditionOfPhi(PHINode &Phi);

  /// A read with more values than this is not followed further.
  static constexpr size_t MaxValues = 100;
  /// The depth to which users of users are followed.
  static constexpr unsigned MaxDepth = 4;

  LoadInst &Read;
  const std::optional<unsigned> Element;
  const DominatorTree &Dominators;
  const PostDominatorTree &Ends;
  bool IsAlways;
  SetVector<Instruction *> Values;
  /// Values of which only the same element comes from the read.
  SmallPtrSet<const Value *, 8> Vectors;
  SmallVector<Use *> Observing;
  /// Values that do not always depend on the read.
  SmallPtrSet<const Instruction *, 8> Conditional;
  DenseMap<Instruction *, Condition> Known;
};

} // namespace

/// Returns whether a value could be computed before \p At. A read there may
/// give another value.
static bool isKnownAt(const Value &V, const Instruction &At,
                      const DominatorTree &Dominators, unsigned Depth = 0) {
  constexpr unsigned MaxDepth = 4;
  const auto *I = dyn_cast<Instruction>(&V);
  if (!I || Dominators.dominates(I, &At))
    return true;
  return Depth != MaxDepth && !isa<PHINode, LoadInst>(I) && isPure(*I) &&
         isSafeToSpeculativelyExecute(I) &&
         all_of(I->operands(), [&](Value *Operand) {
           return isKnownAt(*Operand, At, Dominators, Depth + 1);
         });
}

static Value *knownAt(Value &V, Instruction &At,
                      const DominatorTree &Dominators) {
  auto *I = dyn_cast<Instruction>(&V);
  if (!I || Dominators.dominates(I, &At))
    return &V;
  Instruction *Copy = I->clone();
  for (Use &Operand : Copy->operands())
    Operand.set(knownAt(*Operand, At, Dominators));
  Copy->insertBefore(At.getIterator());
  return Copy;
}

/// Returns whether it combines two conditions bit by bit.
static bool isLogical(const Instruction &I) {
  return I.getType()->isIntegerTy(1) && (I.getOpcode() == Instruction::And ||
                                         I.getOpcode() == Instruction::Or);
}

/// Returns whether a user may ignore the value that it uses.
static bool isChoice(const Use &U) {
  const auto *User = cast<Instruction>(U.getUser());
  return (isa<SelectInst>(User) && U.getOperandNo() != 0) || isLogical(*User);
}

static Instruction &placeOf(const Use &U) {
  auto *User = cast<Instruction>(U.getUser());
  auto *Phi = dyn_cast<PHINode>(User);
  return Phi ? *Phi->getIncomingBlock(U)->getTerminator() : *User;
}

/// Returns whether the result of a use depends on the read. If the read is in a
/// loop, a phi before it has the value of an earlier turn; otherwise a phi lies
/// between the read and all that uses it.
bool Derived::passesOn(const Use &U) const {
  const auto *User = cast<Instruction>(U.getUser());
  return isa<PHINode>(User)
             ? !Dominators.dominates(User->getParent(), Read.getParent())
             : isPure(*User);
}

/// Returns whether element \p Element of the used value becomes the same
/// element of the user.
bool Derived::keepsElement(const Use &U) const {
  const auto *User = cast<Instruction>(U.getUser());
  const auto *To = dyn_cast<FixedVectorType>(User->getType());
  if (!Vectors.contains(U.get()) || !To ||
      To->getNumElements() !=
          cast<FixedVectorType>(Read.getType())->getNumElements())
    return false;
  return isa<PHINode, BinaryOperator, UnaryOperator, CmpInst, SelectInst,
             FreezeInst>(User) ||
         (isa<CastInst>(User) && !isa<BitCastInst>(User)) ||
         (isa<InsertElementInst>(User) && U.getOperandNo() == 0);
}

/// Returns whether a use needs the other elements only.
bool Derived::leavesElementOut(const Use &U) const {
  const auto *User = cast<Instruction>(U.getUser());
  if (U.getOperandNo() != 0 || !Vectors.contains(U.get()) ||
      !isa<ExtractElementInst, InsertElementInst>(User))
    return false;
  const bool Puts = isa<InsertElementInst>(User);
  const auto *Index = dyn_cast<ConstantInt>(User->getOperand(Puts ? 2 : 1));
  return Index && (Index->getZExtValue() == *Element) == Puts;
}

/// Returns false if the value is observed in any case.
bool Derived::collect() {
  SmallPtrSet<Instruction *, 8> Certain = {&Read};
  Values.insert(&Read);
  if (Element)
    Vectors.insert(&Read);
  for (size_t I = 0; I != Values.size(); ++I) {
    Instruction *Value = Values[I];
    for (Use &U : Value->uses()) {
      auto *User = cast<Instruction>(U.getUser());
      if (isa<AssumeInst>(User) || leavesElementOut(U) ||
          !Dominators.isReachableFromEntry(User->getParent()))
        continue;
      const bool IsCertain = Certain.contains(Value) && !isChoice(U);
      if (passesOn(U) && Values.size() < MaxValues) {
        if (Values.insert(User)) {
          if (IsCertain && !isa<PHINode>(User))
            Certain.insert(User);
          if (keepsElement(U))
            Vectors.insert(User);
        }
        continue;
      }
      if (IsCertain && !isBranchedAt(U) &&
          Ends.dominates(placeOf(U).getParent(), Read.getParent()))
        return false;
      Observing.push_back(&U);
    }
  }
  leaveUnobservedOut();
  findConditional();
  return true;
}

void Derived::leaveUnobservedOut() {
  SetVector<Instruction *> Observed;
  for (const Use *U : Observing)
    Observed.insert(cast<Instruction>(U->get()));
  for (size_t I = 0; I != Observed.size(); ++I)
    for (const Use &U : Observed[I]->operands())
      if (Observed[I] != &Read && isUse(U))
        Observed.insert(cast<Instruction>(U.get()));
  Values = std::move(Observed);
}

/// Returns whether the values that it is computed from are known to be
/// conditional.
bool Derived::isConditional(const Instruction &Value) const {
  auto IsAlways = [&](const Use &U) {
    return isUse(U) && !Conditional.contains(cast<Instruction>(U.get())) &&
           !isChoice(U);
  };
  if (isa<PHINode>(Value))
    return !all_of(Value.operands(), IsAlways);
  return &Value != &Read && none_of(Value.operands(), IsAlways);
}

void Derived::findConditional() {
  for (bool HasChanged = true; std::exchange(HasChanged, false);)
    for (const Instruction *Value : Values)
      if (!Conditional.contains(Value) && isConditional(*Value)) {
        Conditional.insert(Value);
        HasChanged = true;
      }
}

/// Returns whether the value enters a phi on one of several edges.
bool Derived::isBranchedAt(const Use &U) const {
  return isa<PHINode>(U.getUser()) && placeOf(U).getNumSuccessors() > 1;
}

/// If the other operand alone may decide the result, the value is not always
/// observed. Returns that operand, and its value in cases in which the used
/// value matters.
std::optional<std::pair<Value *, bool>> Derived::choiceAt(const Use &U) const {
  if (!isChoice(U))
    return std::nullopt;
  const auto *User = cast<Instruction>(U.getUser());
  if (isa<SelectInst>(User))
    return std::pair(User->getOperand(0), U.getOperandNo() == 1);
  Value *Other = User->getOperand(1 - U.getOperandNo());
  if (contains(Other))
    return std::nullopt;
  return std::pair(Other, User->getOpcode() == Instruction::And);
}

Condition Derived::alongArm(const Use &U, Conditions &Make) const {
  const auto Choice = choiceAt(U);
  if (!Choice)
    return nullptr;
  return Make.chooses(Choice->first, Choice->second,
                      keepsElement(U) ? Element : std::nullopt);
}

Condition Derived::alongEdge(const Use &U, Conditions &Make) const {
  const auto *Branch = dyn_cast<BranchInst>(&placeOf(U));
  if (!isBranchedAt(U) || !Branch ||
      Branch->getSuccessor(0) == Branch->getSuccessor(1))
    return nullptr;
  const auto *Phi = cast<PHINode>(U.getUser());
  return Make.chooses(Branch->getCondition(),
                      Branch->getSuccessor(0) == Phi->getParent());
}

/// Returns the condition under which the user of a value observes it.
Condition Derived::along(const Use &U, Conditions &Make) {
  Condition Inner = conditionOf(*cast<Instruction>(U.get()));
  return Make.both(Inner, isa<PHINode>(U.getUser()) ? alongEdge(U, Make)
                                                    : alongArm(U, Make));
}

/// The users' conditions are computed behind \p At, and may depend on values
/// that are known there already.
Condition Derived::looksAt(ArrayRef<const Use *> Uses, Instruction &At,
                           unsigned Depth) const {
  Conditions Make(At);
  std::optional<Condition> All;
  for (const Use *U : Uses) {
    auto *User = cast<Instruction>(U->getUser());
    Condition One = nullptr;
    if (const auto Choice = choiceAt(*U);
        Choice && isKnownAt(*Choice->first, At, Dominators))
      One =
          Make.chooses(knownAt(*Choice->first, At, Dominators), Choice->second,
                       keepsElement(*U) ? Element : std::nullopt);
    if (contains(User) && !isa<PHINode>(User) && Depth != MaxDepth)
      One = Make.both(One, looksAt(usesOf(*User), At, Depth + 1));
    if (!One)
      return nullptr;
    All = All ? Make.either(*All, One) : One;
  }
  return All.value_or(nullptr);
}

SmallVector<const Use *> Derived::usesOf(const Instruction &Value) const {
  SmallVector<const Use *> Found;
  for (const Use &U : Value.uses())
    if (isUse(U) && (contains(U.getUser()) || is_contained(Observing, &U)))
      Found.push_back(&U);
  return Found;
}

Condition Derived::conditionOf(Instruction &I) {
  if (!Conditional.contains(&I))
    return nullptr;
  if (auto At = Known.find(&I); At != Known.end())
    return At->second;
  if (auto *Phi = dyn_cast<PHINode>(&I))
    return conditionOfPhi(*Phi);
  Conditions Make(I);
  std::optional<Condition> All;
  for (const Use &U : I.operands())
    if (isUse(U)) {
      Condition One = along(U, Make);
      All = All ? Make.either(*All, One) : One;
    }
  return Known[&I] = *All;
}

Condition Derived::conditionOfPhi(PHINode &Phi) {
  IRBuilder<> B(&Phi);
  PHINode *Is = B.CreatePHI(B.getInt1Ty(), Phi.getNumIncomingValues());
  Known[&Phi] = Is; // The condition may be built from the phi itself.
  for (const Use &U : Phi.incoming_values()) {
    Value *From = B.getFalse();
    if (contains(U.get()))
      if (From = conditionOf(*cast<Instruction>(U.get())); !From)
        From = B.getTrue();
    Is->addIncoming(From, Phi.getIncomingBlock(U));
  }
  return Is;
}

MapVector<Instruction *, Condition> Derived::observed() {
  MapVector<Instruction *, Condition> Found;
  for (const Use *U : Observing) {
    Instruction &At = placeOf(*U);
    Conditions Make(At);
    Condition One = along(*U, Make);
    auto [Place, IsNew] = Found.insert({&At, One});
    if (!IsNew)
      Place->second = Make.either(Place->second, One);
  }
  return Found;
}

//===----------------------------------------------------------------------===//
// Places
//===----------------------------------------------------------------------===//

namespace {

/// The code in which a value is still needed for one of its users.
class LiveRange {
public:
  LiveRange(const Instruction &Definition, const Instruction &User);

  bool isNeededBehind(const Instruction &I) const;

private:
  const Instruction *User;
  SmallPtrSet<const BasicBlock *, 16> NeededFrom; ///< Blocks at whose begin it
                                                  ///< is needed.
};

} // namespace

LiveRange::LiveRange(const Instruction &Definition, const Instruction &User)
    : User(&User) {
  SmallVector<const BasicBlock *> Rest = {User.getParent()};
  while (!Rest.empty()) {
    const BasicBlock *Block = Rest.pop_back_val();
    if (Block != Definition.getParent() && NeededFrom.insert(Block).second)
      append_range(Rest, predecessors(Block));
  }
}

bool LiveRange::isNeededBehind(const Instruction &I) const {
  return (User->getParent() == I.getParent() && I.comesBefore(User)) ||
         any_of(successors(I.getParent()), [&](const BasicBlock *Next) {
           return NeededFrom.contains(Next);
         });
}

/// Adds observations at instructions that order accesses while a value is kept:
/// each has the condition that a later user observes one of the values.
static void addOrdering(Derived &From, ArrayRef<Instruction *> Ordering,
                        const DominatorTree &Dominators,
                        MapVector<Instruction *, Condition> &Places) {
  for (Instruction *Value : From.values()) {
    SmallVector<std::pair<const Use *, LiveRange>> Uses;
    for (const Use *U : From.usesOf(*Value))
      Uses.emplace_back(U, LiveRange(*Value, placeOf(*U)));
    for (Instruction *At : Ordering) {
      if (!Dominators.dominates(Value, At))
        continue;
      SmallVector<const Use *> Behind;
      for (const auto &[U, Live] : Uses)
        if (Live.isNeededBehind(*At))
          Behind.push_back(U);
      if (Behind.empty())
        continue;
      Conditions Make(*At);
      Condition One =
          Make.both(From.conditionOf(*Value), From.looksAt(Behind, *At));
      auto [Place, IsNew] = Places.insert({At, One});
      if (!IsNew)
        Place->second = Make.either(Place->second, One);
    }
  }
}

std::optional<SmallVector<Observation>>
Observations::of(LoadInst &Read, std::optional<unsigned> Element) {
  if (!Dominators.isReachableFromEntry(Read.getParent()))
    return SmallVector<Observation>();
  Derived From(Read, Element, Dominators, Ends);
  if (From.isAlwaysObserved())
    return std::nullopt;
  MapVector<Instruction *, Condition> Places = From.observed();
  addOrdering(From, Ordering, Dominators, Places);
  SmallVector<Observation> Found;
  for (auto [At, If] : Places)
    if (none_of(Places, [&, At = At](auto &Other) {
          return !Other.second && Other.first != At &&
                 Dominators.dominates(Other.first, At);
        }))
      Found.push_back({At, If, !Dominators.dominates(&Read, At)});
  return Found;
}

} // namespace ompjit::virtualgpu
