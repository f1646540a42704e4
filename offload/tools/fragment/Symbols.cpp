//===- Symbols.cpp - The names that a fragment defines and needs ----------===//
//
// Part of the OMP-JIT project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Symbols.h"

#include "ompjit/Specialize/Annotations.h"

#include "llvm/Demangle/Demangle.h"
#include "llvm/IR/Function.h"
#include "llvm/IR/Module.h"

using namespace llvm;
using namespace ompjit;
using namespace ompjit::fragment;

/// Returns whether there may be another definition in the same kernel. An
/// explicit instantiation must be unique, though a C++ linker would accept two:
/// the choice among two fragments is between such functions.
static bool isWeak(const GlobalValue &Value) {
  // clang puts these settings into each module for a GPU.
  if (Value.getName().starts_with("__omp_rtl_"))
    return true;
  return Value.hasLinkOnceLinkage() || Value.hasWeakAnyLinkage() ||
         Value.hasCommonLinkage();
}

static bool isKernel(const GlobalValue &Value) {
  const auto *F = dyn_cast<Function>(&Value);
  return F && (F->getCallingConv() == CallingConv::PTX_Kernel ||
               F->getCallingConv() == CallingConv::AMDGPU_KERNEL);
}

static void add(const GlobalValue &Value, Symbols &Into) {
  const std::string Name = Value.getName().str();
  // LLVM's own: intrinsics, and lists such as llvm.used.
  if (Value.hasLocalLinkage() || Value.getName().starts_with("llvm."))
    return;
  if (Value.isDeclarationForLinker()) {
    if (!Value.hasExternalWeakLinkage() && !Value.use_empty())
      Into.Needs.insert(Name);
    return;
  }
  Into.Defines.insert(Name);
  if (isWeak(Value))
    Into.Weak.insert(Name);
  if (isKernel(Value))
    Into.Entries.insert(Name);
}

Symbols ompjit::fragment::symbolsOf(const Module &M) {
  Symbols All;
  for (const GlobalValue &Each : M.global_values())
    add(Each, All);
  for (const Function *Each : functionsWith(EntryPointMark, M))
    if (!Each->hasLocalLinkage() && !Each->isDeclarationForLinker())
      All.Entries.insert(Each->getName().str());
  return All;
}

std::string ompjit::fragment::readable(const std::string &Symbol) {
  const std::string Text = demangle(Symbol);
  return Text == Symbol ? "'" + Symbol + "'"
                        : "'" + Text + "' (" + Symbol + ")";
}
