//===- VariableScopes.cpp - Variables that do not overlap -----------------===//
//
// Part of the OMP-JIT project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// VariableScopesPass of Disjoint.h: there is a scope for each slot. An access
// is in the scopes of all variables that its pointer may lead to, and does not
// alias the others of its function. If the pointer may lead elsewhere, the
// access is in no scope and may alias everything.
//
//===----------------------------------------------------------------------===//

#include "Slots.h"

#include "ompjit/Specialize/Disjoint.h"

#include "llvm/ADT/MapVector.h"
#include "llvm/ADT/SmallSet.h"
#include "llvm/Analysis/ValueTracking.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/IntrinsicInst.h"
#include "llvm/IR/MDBuilder.h"

using namespace llvm;

namespace ompjit {

namespace {

/// The scopes of one function.
class VariableScopes {
public:
  explicit VariableScopes(Function &F);

  /// Whether there is something to tell apart, and not too much.
  bool isWorthIt() const { return Scopes.size() > 1 && Scopes.size() <= Most; }
  bool note(Instruction &I) const;

private:
  static constexpr size_t Most = 64;
  using Slots = SmallSet<int64_t, 4>;

  bool add(const Value *Pointer, Slots &Found) const;
  bool hasScope(const Instruction &I) const;

  MDNode *Domain;
  MapVector<int64_t, MDNode *> Scopes; ///< By the place in the array.
};

} // namespace

/// Returns the place of the slot from which \p Object was loaded; nothing if it
/// is no address of a variable.
static std::optional<int64_t> slotOf(const Value *Object) {
  const auto *Load = dyn_cast<LoadInst>(Object);
  if (!Load || !Load->hasMetadata(VariableMark))
    return std::nullopt;
  const Value *Slot = Load->getPointerOperand();
  const DataLayout &Layout = Load->getDataLayout();
  APInt Offset(Layout.getIndexTypeSizeInBits(Slot->getType()), 0);
  Slot = Slot->stripAndAccumulateConstantOffsets(Layout, Offset,
                                                 /*AllowNonInbounds=*/true);
  if (!isa<GlobalVariable>(Slot))
    return std::nullopt;
  return Offset.getSExtValue();
}

VariableScopes::VariableScopes(Function &F) {
  MDBuilder Builder(F.getContext());
  Domain = Builder.createAliasScopeDomain("ompjit.variables");
  for (const Instruction &I : instructions(F))
    if (const auto Slot = slotOf(&I); Slot && !Scopes.contains(*Slot))
      Scopes[*Slot] = Builder.createAliasScope(
          "ompjit.variable." + std::to_string(*Slot), Domain);
}

/// Adds the slots of the variables that the pointer may lead to. \returns
/// whether it leads nowhere else.
bool VariableScopes::add(const Value *Pointer, Slots &Found) const {
  SmallVector<const Value *, 4> Objects;
  getUnderlyingObjects(Pointer, Objects, /*LI=*/nullptr, /*MaxLookup=*/0);
  return all_of(Objects, [&](const Value *Object) {
    const auto Slot = slotOf(Object);
    if (Slot)
      Found.insert(*Slot);
    return Slot.has_value();
  });
}

bool VariableScopes::hasScope(const Instruction &I) const {
  const MDNode *Known = I.getMetadata(LLVMContext::MD_alias_scope);
  return Known && any_of(Known->operands(), [&](const MDOperand &Scope) {
           auto *Node = dyn_cast<MDNode>(Scope);
           return Node && AliasScopeNode(Node).getDomain() == Domain;
         });
}

bool VariableScopes::note(Instruction &I) const {
  Slots Found;
  bool IsKnown = true;
  if (const auto *Memory = dyn_cast<AnyMemIntrinsic>(&I)) {
    IsKnown = add(Memory->getRawDest(), Found);
    if (const auto *Copy = dyn_cast<AnyMemTransferInst>(&I))
      IsKnown &= add(Copy->getRawSource(), Found);
  } else if (const Value *Pointer = getLoadStorePointerOperand(&I)) {
    IsKnown = add(Pointer, Found);
  } else if (const auto *Update = dyn_cast<AtomicRMWInst>(&I)) {
    IsKnown = add(Update->getPointerOperand(), Found);
  } else if (const auto *Exchange = dyn_cast<AtomicCmpXchgInst>(&I)) {
    IsKnown = add(Exchange->getPointerOperand(), Found);
  }
  if (!IsKnown || Found.empty() || hasScope(I))
    return false;
  SmallVector<Metadata *> Inside, Outside;
  for (auto [Slot, Scope] : Scopes)
    (Found.contains(Slot) ? Inside : Outside).push_back(Scope);
  for (auto [Kind, New] :
       {std::pair(unsigned(LLVMContext::MD_alias_scope), ArrayRef(Inside)),
        std::pair(unsigned(LLVMContext::MD_noalias), ArrayRef(Outside))})
    if (!New.empty())
      I.setMetadata(Kind,
                    MDNode::concatenate(I.getMetadata(Kind),
                                        MDNode::get(I.getContext(), New)));
  return true;
}

PreservedAnalyses VariableScopesPass::run(Function &F,
                                          FunctionAnalysisManager &) {
  const VariableScopes Scopes(F);
  bool Changed = false;
  if (Scopes.isWorthIt())
    for (Instruction &I : instructions(F))
      Changed |= Scopes.note(I);
  return Changed ? PreservedAnalyses::none() : PreservedAnalyses::all();
}

} // namespace ompjit
