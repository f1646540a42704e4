//===- EmitObject.cpp - Code generation into memory -----------------------===//
//
// Part of the OMP-JIT project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// emitObject of Backend.h. Does not optimise the IR.
//
//===----------------------------------------------------------------------===//

#include "ompjit/Backend/Backend.h"

#include "ompjit/Backend/Diagnostics.h"

#include "llvm/IR/LegacyPassManager.h"
#include "llvm/IR/Module.h"
#include "llvm/Support/raw_ostream.h"

using namespace llvm;

namespace ompjit {

Expected<SmallVector<char, 0>> emitObject(Module &M, TargetMachine &TM) {
  SmallVector<char, 0> Object;
  raw_svector_ostream Stream(Object);
  DiagnosticCollector Diagnostics(M.getContext());
  legacy::PassManager Passes;
  if (TM.addPassesToEmitFile(Passes, Stream, nullptr,
                             CodeGenFileType::ObjectFile))
    return createStringError("the target " + TM.getTargetTriple().str() +
                             " does not write objects");
  Passes.run(M);
  if (Error E = Diagnostics.takeError())
    return E;
  return Object;
}

} // namespace ompjit
