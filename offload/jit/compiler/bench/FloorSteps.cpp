//===- FloorSteps.cpp - LLVM's steps of a compile, plainly ----------------===//
//
// Part of the OMP-JIT project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// FloorSteps.h over LLVM and lld.
//
//===----------------------------------------------------------------------===//

#include "FloorSteps.h"

#include "lld/Common/Driver.h"
#include "llvm/IR/LegacyPassManager.h"
#include "llvm/MC/TargetRegistry.h"
#include "llvm/Passes/PassBuilder.h"
#include "llvm/Support/MemoryBuffer.h"
#include "llvm/Support/TargetSelect.h"

#include <cstdio>
#include <cstdlib>

LLD_HAS_DRIVER(elf)

using namespace llvm;

namespace floorsteps {

[[noreturn]] void giveUp(const Twine &Why) {
  std::fprintf(stderr, "CompileFloor: error: %s\n", Why.str().c_str());
  std::exit(1);
}

void initializeTarget() {
  LLVMInitializeX86TargetInfo();
  LLVMInitializeX86Target();
  LLVMInitializeX86TargetMC();
  LLVMInitializeX86AsmPrinter();
}

std::unique_ptr<TargetMachine> machine(Module &M, StringRef Arch) {
  const Triple Target("x86_64-pc-linux-gnu");
  std::string Why;
  const llvm::Target *Known = TargetRegistry::lookupTarget(Target, Why);
  if (!Known)
    giveUp(Why);
  std::unique_ptr<TargetMachine> TM(
      Known->createTargetMachine(Target, Arch, "", TargetOptions(), Reloc::PIC_,
                                 std::nullopt, CodeGenOptLevel::Aggressive));
  M.setTargetTriple(Target);
  M.setDataLayout(TM->createDataLayout());
  for (Function &F : M) {
    F.addFnAttr("target-cpu", Arch);
    F.removeFnAttr("target-features");
  }
  return TM;
}

void optimize(Module &M, TargetMachine &TM, bool IsLto) {
  LoopAnalysisManager Loops;
  FunctionAnalysisManager Functions;
  CGSCCAnalysisManager Components;
  ModuleAnalysisManager Modules;
  PassBuilder Builder(&TM);
  Builder.registerModuleAnalyses(Modules);
  Builder.registerCGSCCAnalyses(Components);
  Builder.registerFunctionAnalyses(Functions);
  Builder.registerLoopAnalyses(Loops);
  Builder.crossRegisterProxies(Loops, Functions, Components, Modules);
  ModulePassManager Passes =
      IsLto ? Builder.buildLTODefaultPipeline(OptimizationLevel::O3, nullptr)
            : Builder.buildPerModuleDefaultPipeline(OptimizationLevel::O3);
  Passes.run(M, Modules);
}

SmallVector<char, 0> generate(Module &M, TargetMachine &TM) {
  SmallVector<char, 0> Object;
  raw_svector_ostream Stream(Object);
  legacy::PassManager Passes;
  if (TM.addPassesToEmitFile(Passes, Stream, nullptr,
                             CodeGenFileType::ObjectFile))
    giveUp("the target emits no objects");
  Passes.run(M);
  return Object;
}

void link(ArrayRef<char> Object, const std::string &Folder) {
  const std::string Input = Folder + "/object.o", Output = Folder + "/image.so";
  {
    std::error_code Failed;
    raw_fd_ostream File(Input, Failed);
    File.write(Object.data(), Object.size());
  }
  const char *const Arguments[] = {
      "ld.lld",         "-shared",     "--threads=1", "--hash-style=gnu",
      "--eh-frame-hdr", Input.c_str(), "-o",          Output.c_str()};
  if (lld::lldMain(Arguments, outs(), errs(), {{lld::Gnu, &lld::elf::link}})
          .retCode != 0)
    giveUp("lld failed");
  if (!MemoryBuffer::getFile(Output))
    giveUp("there is no image");
}

} // namespace floorsteps
