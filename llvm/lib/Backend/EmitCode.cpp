//===- EmitCode.cpp - Code generation into memory -------------------------===//
//
// Part of the OMP-JIT project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Implements emitCode() and emitAssembly(). Neither optimises the IR.
//
//===----------------------------------------------------------------------===//

#include "ompjit/Backend/Backend.h"

#include "LargeFunctions.h"

#include "ompjit/Backend/Diagnostics.h"

#include "llvm/IR/LegacyPassManager.h"
#include "llvm/IR/Module.h"
#include "llvm/Pass.h"
#include "llvm/Support/raw_ostream.h"
#include "llvm/Transforms/Utils/Cloning.h"

using namespace llvm;

namespace ompjit {

CodeGenFileType generatedFileType(const Triple &Triple) {
  return Triple.isNVPTX() ? CodeGenFileType::AssemblyFile
                          : CodeGenFileType::ObjectFile;
}

bool prepareForPtx(Module &M) {
  const bool HadCycles = breakVariableCycles(M);
  const bool HadPrivateAtomics = makePrivateAtomicsPlain(M);
  return separateFloatBits(M) || HadPrivateAtomics || HadCycles;
}

namespace {

class PtxPrepare : public ModulePass {
public:
  static char ID;
  PtxPrepare() : ModulePass(ID) {}

  StringRef getPassName() const override { return "What PTX can express"; }
  /// The PTX says in its first lines whether it is for a debugger, and LLVM
  /// writes these before any pass runs.
  bool doInitialization(Module &M) override { return keepLinesForPtx(M); }
  bool runOnModule(Module &M) override { return prepareForPtx(M); }
};

char PtxPrepare::ID = 0;

} // namespace

void addBeforeCodeGen(legacy::PassManagerBase &Passes, const Triple &Triple) {
  if (Triple.isNVPTX())
    Passes.add(new PtxPrepare);
  if (Triple.isGPU())
    Passes.add(createShortDivisionsPass());
  // For all targets: the list of callbacks must not grow while another thread
  // reads it.
  keepMaskRegisters();
  if (Triple.isX86())
    Passes.add(createSingleLaneStoresPass());
}

static Expected<SmallVector<char, 0>> emit(Module &M, TargetMachine &TM,
                                           CodeGenFileType Type) {
  SmallVector<char, 0> Code;
  raw_svector_ostream Stream(Code);
  DiagnosticCollector Diagnostics(M.getContext());
  legacy::PassManager Passes;
  const LargeFunctions Large(M);
  addBeforeCodeGen(Passes, TM.getTargetTriple());
  if (TM.addPassesToEmitFile(Passes, Stream, nullptr, Type))
    return createStringError("there is no code generator for " +
                             TM.getTargetTriple().str());
  Passes.run(M);
  if (Error E = Diagnostics.takeError())
    return E;
  return Code;
}

Expected<SmallVector<char, 0>> emitCode(Module &M, TargetMachine &TM) {
  return emit(M, TM, generatedFileType(TM.getTargetTriple()));
}

Expected<SmallVector<char, 0>> emitAssembly(const Module &M,
                                            TargetMachine &TM) {
  return emit(*CloneModule(M), TM, CodeGenFileType::AssemblyFile);
}

} // namespace ompjit
