//===- FragmentOptions.cpp - Link options on the code of fragments --------===//
//
// Part of the OMP-JIT project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "FragmentOptions.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/Bitcode/BitcodeReader.h"
#include "llvm/Bitcode/BitcodeWriter.h"
#include "llvm/IR/DebugInfo.h"
#include "llvm/IR/IRBuilder.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/IntrinsicInst.h"
#include "llvm/IR/LLVMContext.h"
#include "llvm/IR/Module.h"
#include "llvm/Support/raw_ostream.h"

#include <algorithm>

using namespace llvm;

namespace ompjit::jit {

namespace {

/// The highest level at which a kernel's images are optimised.
constexpr StringLiteral MaxLevelAttribute = "ompjit-max-opt-level";

/// Replaces a multiplication and an addition that clang lets the target fuse.
void separate(IntrinsicInst &Fused) {
  IRBuilder<> Builder(&Fused);
  Builder.setFastMathFlags(Fused.getFastMathFlags());
  Value *Product =
      Builder.CreateFMul(Fused.getArgOperand(0), Fused.getArgOperand(1));
  Fused.replaceAllUsesWith(Builder.CreateFAdd(Product, Fused.getArgOperand(2)));
  Fused.eraseFromParent();
}

void contract(Function &F, bool IsAllowed) {
  for (Instruction &I : make_early_inc_range(instructions(F))) {
    if (!isa<FPMathOperator>(I))
      continue;
    I.setHasAllowContract(IsAllowed);
    auto *Call = dyn_cast<IntrinsicInst>(&I);
    if (Call && Call->getIntrinsicID() == Intrinsic::fmuladd && !IsAllowed)
      separate(*Call);
  }
}

/// Of what the source says and what the option says the narrower bound counts.
uint32_t narrower(const Function &F, StringRef Attribute, uint32_t Wanted) {
  StringRef Text = F.getFnAttribute(Attribute).getValueAsString();
  if (Text.contains(','))
    Text = Text.split(',').second;
  uint32_t Known = 0;
  return Text.getAsInteger(10, Known) || !Known ? Wanted
                                                : std::min(Known, Wanted);
}

void bound(Function &F, const LinkOptions &Options) {
  const bool IsAmd = F.getParent()->getTargetTriple().isAMDGPU();
  auto Set = [&F](StringRef Name, StringRef Before, uint32_t Wanted) {
    if (Wanted)
      F.addFnAttr(Name, (Before + Twine(narrower(F, Name, Wanted))).str());
  };
  Set(IsAmd ? "amdgpu-num-vgpr" : "nvvm.maxnreg", "", Options.MaxRegisters);
  if (IsAmd)
    Set("amdgpu-flat-work-group-size", "1,", Options.MaxThreads);
  else
    Set("nvvm.maxntid", "", Options.MaxThreads);
}

void apply(Module &M, StringRef EntryPoint, const LinkOptions &Options) {
  using enum LinkOptions::DebugInfo;
  if (Options.Debug == None)
    StripDebugInfo(M);
  else if (Options.Debug == Lines)
    stripNonLineTableDebugInfo(M);
  if (Options.FpContract != LinkOptions::Contraction::AsCompiled)
    for (Function &F : M)
      contract(F, Options.FpContract == LinkOptions::Contraction::Fast);
  Function *Entry = M.getFunction(EntryPoint);
  if (!Entry || Entry->isDeclaration())
    return;
  if (M.getTargetTriple().isGPU())
    bound(*Entry, Options);
  if (Options.MaxLevel != LinkOptions::HighestLevel)
    Entry->addFnAttr(MaxLevelAttribute, std::to_string(Options.MaxLevel));
}

} // namespace

Expected<std::string> withOptions(MemoryBufferRef Bitcode, StringRef EntryPoint,
                                  const LinkOptions &Options) {
  LLVMContext Context;
  auto M = parseBitcodeFile(Bitcode, Context);
  if (!M)
    return createStringError(Bitcode.getBufferIdentifier() + ": " +
                             toString(M.takeError()));
  apply(**M, EntryPoint, Options);
  std::string Bytes;
  raw_string_ostream Stream(Bytes);
  WriteBitcodeToFile(**M, Stream);
  return Bytes;
}

unsigned boundedLevel(const Module &M, unsigned Wanted) {
  for (const Function &F : M) {
    unsigned Highest = 0;
    if (!F.getFnAttribute(MaxLevelAttribute)
             .getValueAsString()
             .getAsInteger(10, Highest))
      Wanted = std::min(Wanted, Highest);
  }
  return Wanted;
}

} // namespace ompjit::jit
