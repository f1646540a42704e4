//===- LatePasses.cpp - Passes that need no whole program -----------------===//
//
// Part of the OMP-JIT project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// LLVM builds its pipeline as a whole. The late passes begin with an analysis
// of the whole module that they use, and the first two of them occur nowhere
// else.
//
//===----------------------------------------------------------------------===//

#include "LatePasses.h"

#include "llvm/ADT/StringSwitch.h"
#include "llvm/IR/Intrinsics.h"
#include "llvm/IR/Module.h"
#include "llvm/Passes/PassBuilder.h"
#include "llvm/Support/raw_ostream.h"

using namespace llvm;

namespace ompjit::devicelink {

static OptimizationLevel levelOf(unsigned OptLevel) {
  constexpr OptimizationLevel const *Levels[] = {
      &OptimizationLevel::O0, &OptimizationLevel::O1, &OptimizationLevel::O2,
      &OptimizationLevel::O3};
  return *Levels[std::min(OptLevel, 3u)];
}

std::string latePasses(const lto::Config &Config) {
  PassInstrumentationCallbacks Names;
  PassBuilder Builder(nullptr, Config.PTO, std::nullopt, &Names);
  std::string Text;
  raw_string_ostream Stream(Text);
  Builder.buildLTODefaultPipeline(levelOf(Config.OptLevel), nullptr)
      .printPipeline(Stream, [&](StringRef Class) {
        StringRef Name = Names.getPassNameForClassName(Class);
        return Name.empty() ? Class : Name;
      });
  size_t Begin = Text.find("require<globals-aa>");
  return Begin == std::string::npos ? "" : Text.substr(Begin);
}

bool canWait(const Module &M) {
  return none_of(M, [](const Function &F) {
    switch (F.getIntrinsicID()) {
    case Intrinsic::type_test:
    case Intrinsic::public_type_test:
    case Intrinsic::type_checked_load:
    case Intrinsic::type_checked_load_relative:
      return true;
    default:
      return false;
    }
  });
}

bool EarlyPasses::shouldRunPass(StringRef Pass, StringRef Description) const {
  IsLate |= Pass == "licm" || Pass == "gvn";
  // Functions that were inlined everywhere must not be compiled.
  bool RemovesDead = Pass == "elim-avail-extern" || Pass == "globaldce";
  return (!IsLate || RemovesDead) && Usual.shouldRunPass(Pass, Description);
}

} // namespace ompjit::devicelink
