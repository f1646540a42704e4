//===- FragmentTypes.cpp - Types of functions in several fragments --------===//
//
// Part of the OMP-JIT project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "FragmentTypes.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/Demangle/Demangle.h"
#include "llvm/IR/DerivedTypes.h"
#include "llvm/IR/Module.h"
#include "llvm/Support/raw_ostream.h"

using namespace llvm;

namespace ompjit::devicelink {

bool isSameType(const Type *A, const Type *B) {
  if (A == B)
    return true;
  if (A->getTypeID() != B->getTypeID() || A->getNumContainedTypes() == 0 ||
      A->getNumContainedTypes() != B->getNumContainedTypes())
    return false;
  if (A->isArrayTy() && A->getArrayNumElements() != B->getArrayNumElements())
    return false;
  if (const auto *S = dyn_cast<StructType>(A);
      S && S->isPacked() != cast<StructType>(B)->isPacked())
    return false;
  if (const auto *F = dyn_cast<FunctionType>(A);
      F && F->isVarArg() != cast<FunctionType>(B)->isVarArg())
    return false;
  return !A->isVectorTy() && !A->isTargetExtTy() &&
         equal(A->subtypes(), B->subtypes(), isSameType);
}

std::string typeText(const Type &T) {
  std::string Text;
  raw_string_ostream(Text) << T;
  return Text;
}

void FragmentTypes::add(const Module &M, StringRef Fragment) {
  for (const GlobalValue &Value : M.global_values()) {
    if (Value.hasLocalLinkage() || Value.getName().starts_with("llvm."))
      continue;
    const auto *F = dyn_cast_or_null<Function>(Value.getAliaseeObject());
    const Use Here = {Fragment.str(), F ? F->getFunctionType() : nullptr};
    const std::string Name = Value.getName().str();
    if (!Value.isDeclarationForLinker())
      Defined.try_emplace(Name, Here);
    // C leaves open what a function without a prototype takes.
    else if (F && !(F->isVarArg() && F->arg_empty()))
      Declared.emplace_back(Name, Here);
  }
}

Error FragmentTypes::check() const {
  for (const auto &[Name, Use] : Declared) {
    const auto Place = Defined.find(Name);
    if (Place == Defined.end())
      continue;
    const auto &[Definer, Is] = Place->second;
    if (Is && isSameType(Use.Type, Is))
      continue;
    return createStringError(
        "the fragment '" + Use.Fragment + "' declares '" + demangle(Name) +
        "' as " + typeText(*Use.Type) + ", and the fragment '" + Definer +
        "' defines it as " + (Is ? typeText(*Is) : "a variable") +
        " (LLVM's types); both need one declaration");
  }
  return Error::success();
}

} // namespace ompjit::devicelink
