//===- Candidate.cpp - Loops that can have lanes --------------------------===//
//
// Part of the OMP-JIT project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// That iterations may be executed at the same time the loop's mark says. What
// is refused here is what a thread's iterations share without a claim of the
// program: variables of the thread, and values that one iteration leaves to the
// next.
//
//===----------------------------------------------------------------------===//

#include "Candidate.h"

#include "VectorForms.h"

#include "llvm/Analysis/AliasAnalysis.h"
#include "llvm/Analysis/IVDescriptors.h"
#include "llvm/Analysis/TargetLibraryInfo.h"
#include "llvm/Analysis/ValueTracking.h"
#include "llvm/Analysis/VectorUtils.h"
#include "llvm/IR/IRBuilder.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/IntrinsicInst.h"

using namespace llvm;

namespace ompjit::lanes {

static bool hasLaneType(const Type *T) {
  if (T->isPointerTy())
    return T->getPointerAddressSpace() == 0;
  return T->isFloatTy() || T->isDoubleTy() || T->isIntegerTy(1) ||
         T->isIntegerTy(8) || T->isIntegerTy(16) || T->isIntegerTy(32) ||
         T->isIntegerTy(64);
}

/// Whether the memory may be the thread's own, of which iterations that are
/// executed at the same time would need copies.
static bool isThreadsOwn(const Value *Place) {
  SmallVector<const Value *, 4> Objects;
  getUnderlyingObjects(Place, Objects, nullptr, /*MaxLookup=*/0);
  return any_of(Objects, [](const Value *Object) {
    if (isa<AllocaInst>(Object) || isNoAliasCall(Object))
      return true;
    if (const auto *Variable = dyn_cast<GlobalVariable>(Object))
      return Variable->isThreadLocal();
    const auto *Call = dyn_cast<IntrinsicInst>(Object);
    return Call && Call->getIntrinsicID() == Intrinsic::threadlocal_address;
  });
}

static const char *examineCall(const CallInst &Call,
                               const TargetLibraryInfo &Libraries,
                               const Loop &L, const Locals &Own) {
  if (isa<AssumeInst, NoAliasScopeDeclInst>(Call) ||
      Call.isLifetimeStartOrEnd())
    return nullptr;
  if (const auto *Fill = dyn_cast<MemSetInst>(&Call);
      Fill && Own.canFill(*Fill))
    return nullptr;
  const Intrinsic::ID ID = getVectorIntrinsicIDForCall(&Call, &Libraries);
  const bool HasForm = vectorFormOf(Call, /*Lanes=*/2);
  if (!HasForm &&
      (ID == Intrinsic::not_intrinsic || ID == Intrinsic::sideeffect))
    return "it calls a function";
  if (!Call.doesNotAccessMemory())
    return "it calls a function that uses memory";
  if (HasForm)
    return nullptr;
  for (auto [Index, Argument] : enumerate(Call.args()))
    if (isVectorIntrinsicWithScalarOpAtArg(ID, Index, nullptr) &&
        !L.isLoopInvariant(Argument))
      return "it calls a function with an argument that must not vary";
  return nullptr;
}

/// Whether it changes a variable and no more: what it was decides nothing, so
/// that no lane waits for another one.
static bool isPlainUpdate(const AtomicRMWInst &I) {
  return I.use_empty() && !I.isVolatile() &&
         I.getOrdering() == AtomicOrdering::Monotonic &&
         hasLaneType(I.getValOperand()->getType());
}

static const char *examineInstruction(const Instruction &I,
                                      const TargetLibraryInfo &Libraries,
                                      const Loop &L, const Locals &Own) {
  if (!I.getType()->isVoidTy() && !hasLaneType(I.getType()))
    return "it has values that are no numbers or pointers";
  if (const auto *Call = dyn_cast<CallInst>(&I))
    return examineCall(*Call, Libraries, L, Own);
  if (const auto *Load = dyn_cast<LoadInst>(&I)) {
    if (!Load->isSimple())
      return "it reads volatile or atomic variables";
    if (Load->getType()->isIntegerTy(1))
      return "it reads single bits";
    return nullptr;
  }
  if (const auto *Store = dyn_cast<StoreInst>(&I)) {
    const Type *const T = Store->getValueOperand()->getType();
    if (!Store->isSimple())
      return "it writes volatile or atomic variables";
    if (!hasLaneType(T) || T->isIntegerTy(1))
      return "it writes what is no number or pointer";
    if (!Own.at(Store->getPointerOperand()) &&
        isThreadsOwn(Store->getPointerOperand()))
      return "it writes variables of the thread";
    return nullptr;
  }
  if (const auto *Update = dyn_cast<AtomicRMWInst>(&I))
    return isPlainUpdate(*Update)
               ? nullptr
               : "it has an atomic operation with a result or an order";
  if (isa<BinaryOperator, UnaryOperator, CmpInst, CastInst, SelectInst,
          GetElementPtrInst, FreezeInst, PHINode, BranchInst>(I))
    return nullptr;
  return "it has an instruction that has no form for vectors";
}

namespace {

/// Follows a value that iterations hand on.
class ReductionFinder {
public:
  ReductionFinder(PHINode &Phi, const Loop &L) : Phi(Phi), L(L) {}

  std::optional<HeaderPhi> find() {
    const Value *Last = Phi.getIncomingValueForBlock(L.getLoopLatch());
    SmallVector<Instruction *> Next = {&Phi};
    Chain.insert(&Phi);
    while (!Next.empty()) {
      Instruction *I = Next.pop_back_val();
      for (User *Each : I->users()) {
        auto *By = cast<Instruction>(Each);
        if (!L.contains(By)) {
          if (I != Last)
            return std::nullopt;
          continue;
        }
        if (auto *Compare = dyn_cast<FCmpInst>(By)) {
          if (!onlyChooses(*Compare))
            return std::nullopt;
          continue;
        }
        if (!isa<PHINode>(By) && !isStep(*By, I))
          return std::nullopt;
        if (Chain.insert(By).second)
          Next.push_back(By);
      }
    }
    return isClosed(Last) && (Role.Opcode || Role.Intrinsic)
               ? std::optional(Role)
               : std::nullopt;
  }

  /// Of the last search that found something.
  const SmallPtrSetImpl<const Value *> &steps() const { return Chain; }

private:
  /// Whether two numbers are compared to choose one of them.
  static bool onlyChooses(const FCmpInst &Compare) {
    const Value *A = Compare.getOperand(0), *B = Compare.getOperand(1);
    return all_of(Compare.users(), [&](const User *Each) {
      const auto *Select = dyn_cast<SelectInst>(Each);
      return Select && Select->getCondition() == &Compare &&
             ((Select->getTrueValue() == A && Select->getFalseValue() == B) ||
              (Select->getTrueValue() == B && Select->getFalseValue() == A));
    });
  }

  /// \returns whether the value stays what it was if \p Keeps holds between it
  /// and another one, and becomes the other one if not.
  bool isChoice(const SelectInst &Select, const Value *Carried) {
    const auto *Compare = dyn_cast<FCmpInst>(Select.getCondition());
    if (!Compare || !onlyChooses(*Compare) ||
        Compare->getOperand(0) == Compare->getOperand(1))
      return false;
    CmpInst::Predicate Keeps = Compare->getOperand(0) == Carried
                                   ? Compare->getPredicate()
                                   : Compare->getSwappedPredicate();
    if (Select.getTrueValue() != Carried)
      Keeps = CmpInst::getInversePredicate(Keeps);
    if (Role.Keeps != Keeps && Role.Keeps != CmpInst::BAD_FCMP_PREDICATE)
      return false;
    Role.Keeps = Keeps;
    return true;
  }

  bool isStep(const Instruction &I, const Value *Carried) {
    unsigned Opcode = 0;
    Intrinsic::ID ID = Intrinsic::not_intrinsic;
    if (const auto *Call = dyn_cast<IntrinsicInst>(&I)) {
      ID = Call->getIntrinsicID();
      switch (ID) {
      case Intrinsic::fmuladd:
      case Intrinsic::fma:
        if (Call->getArgOperand(2) != Carried ||
            Call->getArgOperand(0) == Carried ||
            Call->getArgOperand(1) == Carried)
          return false;
        Opcode = Instruction::FAdd;
        ID = Intrinsic::not_intrinsic;
        break;
      case Intrinsic::smin:
      case Intrinsic::smax:
      case Intrinsic::umin:
      case Intrinsic::umax:
      case Intrinsic::minnum:
      case Intrinsic::maxnum:
        if (Call->getArgOperand(0) == Call->getArgOperand(1))
          return false;
        break;
      default:
        return false;
      }
    } else if (const auto *Select = dyn_cast<SelectInst>(&I)) {
      // Also one between what the value was and what it has become.
      if (!isChoice(*Select, Carried))
        return Select->getCondition() != Carried;
      Opcode = Instruction::FCmp;
    } else if (const auto *Binary = dyn_cast<BinaryOperator>(&I)) {
      if (Binary->getOperand(0) == Binary->getOperand(1))
        return false;
      Opcode = Binary->getOpcode();
      const bool IsFirst = Binary->getOperand(0) == Carried;
      if ((Opcode == Instruction::Sub || Opcode == Instruction::FSub)) {
        if (!IsFirst)
          return false;
        Opcode =
            Opcode == Instruction::Sub ? Instruction::Add : Instruction::FAdd;
      }
      switch (Opcode) {
      case Instruction::Add:
      case Instruction::Mul:
      case Instruction::And:
      case Instruction::Or:
      case Instruction::Xor:
      case Instruction::FAdd:
      case Instruction::FMul:
        break;
      default:
        return false;
      }
    } else {
      return false;
    }
    if (Role.Opcode == 0 && Role.Intrinsic == 0) {
      Role.Opcode = Opcode;
      Role.Intrinsic = ID;
    }
    return Role.Opcode == Opcode && Role.Intrinsic == ID;
  }

  /// Whether nothing else flows into the chain, and each step has one operand
  /// of it only.
  bool isClosed(const Value *Last) const {
    if (!Chain.contains(Last))
      return false;
    for (const Value *Each : Chain) {
      const auto *I = cast<Instruction>(Each);
      if (I == &Phi)
        continue;
      const auto Inside = [&](const Value *V) { return Chain.contains(V); };
      if (const auto *Merge = dyn_cast<PHINode>(I)) {
        if (!all_of(Merge->incoming_values(), Inside))
          return false;
      } else if (isa<SelectInst>(I)) {
        const unsigned Wanted =
            Role.Opcode == Instruction::FCmp &&
                    isa<FCmpInst>(I->getOperand(0)) &&
                    onlyChooses(*cast<FCmpInst>(I->getOperand(0)))
                ? 1
                : 2;
        if (Inside(I->getOperand(0)) ||
            unsigned(Inside(I->getOperand(1)) + Inside(I->getOperand(2))) !=
                Wanted)
          return false;
      } else if (count_if(I->operands(), Inside) != 1) {
        return false;
      }
    }
    return true;
  }

  PHINode &Phi;
  const Loop &L;
  HeaderPhi Role{HeaderPhi::Reduction};
  SmallPtrSet<const Value *, 16> Chain;
};

} // namespace

/// Whether the function combines what its threads have: then what iterations
/// hand on is a part of that, since nothing else of a thread is used.
static bool hasReductionClause(const Function &F) {
  return any_of(instructions(F), [](const Instruction &I) {
    const auto *Call = dyn_cast<CallInst>(&I);
    const Function *Callee = Call ? Call->getCalledFunction() : nullptr;
    return Callee && Callee->getName().starts_with("__kmpc_reduce");
  });
}

static std::optional<HeaderPhi> roleOf(PHINode &Phi, Loop &L,
                                       ScalarEvolution &Evolution) {
  InductionDescriptor Induction;
  if (InductionDescriptor::isInductionPHI(&Phi, &L, &Evolution, Induction)) {
    const ConstantInt *Step = Induction.getConstIntStepValue();
    if (Induction.getKind() == InductionDescriptor::IK_FpInduction || !Step ||
        Step->getValue().abs().ugt(1 << 20))
      return std::nullopt;
    return HeaderPhi{HeaderPhi::Induction, Step->getSExtValue()};
  }
  std::optional<HeaderPhi> Role = ReductionFinder(Phi, L).find();
  if (Role && Phi.getType()->isFloatingPointTy() &&
      !hasReductionClause(*L.getHeader()->getParent()))
    return std::nullopt;
  return Role;
}

bool relaxReductions(Loop &L) {
  if (!hasReductionClause(*L.getHeader()->getParent()))
    return false;
  bool Changed = false;
  for (PHINode &Phi : L.getHeader()->phis()) {
    ReductionFinder Finder(Phi, L);
    if (!Phi.getType()->isFloatingPointTy() || !Finder.find())
      continue;
    for (const Value *Step : Finder.steps())
      if (isa<BinaryOperator, IntrinsicInst>(Step)) {
        const_cast<Instruction *>(cast<Instruction>(Step))
            ->setHasAllowReassoc(true);
        Changed = true;
      }
  }
  return Changed;
}

const char *examine(Loop &L, ScalarEvolution &Evolution,
                    const TargetLibraryInfo &Libraries, const Locals &Own,
                    Shapes::HeaderPhis &Phis) {
  if (!L.isLoopSimplifyForm() || L.getExitingBlock() != L.getLoopLatch() ||
      !L.getExitBlock())
    return "it has several exits";
  for (BasicBlock *Block : L.blocks()) {
    if (!isa<BranchInst>(Block->getTerminator()))
      return "it has a branch that has no form for vectors";
    for (const Instruction &I : *Block)
      if (const char *Reason = examineInstruction(I, Libraries, L, Own))
        return Reason;
  }
  for (const Loop *Inner : L.getLoopsInPreorder())
    if (!Inner->isLoopSimplifyForm())
      return "it has a loop with several entries";
  if (isa<SCEVCouldNotCompute>(Evolution.getBackedgeTakenCount(&L)))
    return "the number of its iterations is not known before it";
  for (PHINode &Phi : L.getHeader()->phis()) {
    std::optional<HeaderPhi> Role = roleOf(Phi, L, Evolution);
    if (!Role)
      return "an iteration needs a value of the one before";
    Phis.insert({&Phi, *Role});
  }
  return nullptr;
}

Value *firstLanes(IRBuilderBase &Builder, const HeaderPhi &Role, Value *Start,
                  unsigned Lanes) {
  if (Role.Intrinsic != Intrinsic::not_intrinsic ||
      Role.Opcode == Instruction::FCmp)
    return Builder.CreateVectorSplat(Lanes, Start);
  Constant *Neutral =
      ConstantExpr::getBinOpIdentity(Role.Opcode, Start->getType());
  return Builder.CreateInsertElement(
      ConstantVector::getSplat(ElementCount::getFixed(Lanes), Neutral), Start,
      uint64_t(0));
}

static Value *chooseLane(IRBuilderBase &Builder, CmpInst::Predicate Keeps,
                         Value *V) {
  Value *Kept = Builder.CreateExtractElement(V, uint64_t(0));
  const unsigned Lanes = cast<FixedVectorType>(V->getType())->getNumElements();
  for (unsigned Lane = 1; Lane != Lanes; ++Lane) {
    Value *Other = Builder.CreateExtractElement(V, uint64_t(Lane));
    Kept = Builder.CreateSelect(Builder.CreateFCmp(Keeps, Kept, Other), Kept,
                                Other);
  }
  return Kept;
}

Value *joinLanes(IRBuilderBase &Builder, const HeaderPhi &Role, Value *V) {
  if (Role.Opcode == Instruction::FCmp)
    return chooseLane(Builder, Role.Keeps, V);
  IRBuilderBase::FastMathFlagGuard Guard(Builder);
  FastMathFlags AnyOrder;
  AnyOrder.setAllowReassoc();
  Builder.setFastMathFlags(AnyOrder);
  Type *const Element = cast<VectorType>(V->getType())->getElementType();
  switch (Role.Intrinsic) {
  case Intrinsic::smin:
    return Builder.CreateIntMinReduce(V, true);
  case Intrinsic::smax:
    return Builder.CreateIntMaxReduce(V, true);
  case Intrinsic::umin:
    return Builder.CreateIntMinReduce(V, false);
  case Intrinsic::umax:
    return Builder.CreateIntMaxReduce(V, false);
  case Intrinsic::minnum:
    return Builder.CreateFPMinReduce(V);
  case Intrinsic::maxnum:
    return Builder.CreateFPMaxReduce(V);
  default:
    break;
  }
  switch (Role.Opcode) {
  case Instruction::Add:
    return Builder.CreateAddReduce(V);
  case Instruction::Mul:
    return Builder.CreateMulReduce(V);
  case Instruction::And:
    return Builder.CreateAndReduce(V);
  case Instruction::Or:
    return Builder.CreateOrReduce(V);
  case Instruction::Xor:
    return Builder.CreateXorReduce(V);
  case Instruction::FMul:
    return Builder.CreateFMulReduce(ConstantFP::get(Element, 1.0), V);
  default:
    return Builder.CreateFAddReduce(ConstantFP::getNegativeZero(Element), V);
  }
}

} // namespace ompjit::lanes
