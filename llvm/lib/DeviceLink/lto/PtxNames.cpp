//===- PtxNames.cpp - Names that are valid in PTX -------------------------===//
//
// Part of the OMP-JIT project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// PtxNames.h's pass.
//
//===----------------------------------------------------------------------===//

#include "PtxNames.h"

#include "llvm/ADT/StringExtras.h"
#include "llvm/IR/Module.h"

using namespace llvm;

namespace ompjit::devicelink {

namespace {

class PtxNames : public ModulePass {
public:
  static char ID;
  PtxNames() : ModulePass(ID) {}

  StringRef getPassName() const override { return "Names that PTX can say"; }
  bool runOnModule(Module &M) override { return makeNamesPtx(M); }
};

} // namespace

char PtxNames::ID = 0;

/// Replaces characters as LLVM does for names of internal linkage.
static std::string validName(StringRef Name) {
  std::string Valid;
  for (char C : Name)
    Valid += isAlnum(C) || C == '_' || C == '$' ? std::string(1, C) : "_$_";
  return Valid;
}

bool makeNamesPtx(Module &M) {
  bool Changed = false;
  for (GlobalValue &Global : M.global_values()) {
    std::string Name = validName(Global.getName());
    if (Global.hasLocalLinkage() || Global.getName().starts_with("llvm.") ||
        Name == Global.getName())
      continue;
    Global.setName(Name);
    Changed = true;
  }
  return Changed;
}

ModulePass *createPtxNamesPass() { return new PtxNames(); }

} // namespace ompjit::devicelink
