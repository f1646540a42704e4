//===- Floor.cpp - The costs of LLVM's steps of a compile -----------------===//
//
// Part of the OMP-JIT project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Compiles one kernel of a program's package as plainly as LLVM can: lazy
// parse, the pipeline of O3, code generation, a link by lld. Nothing of the
// compile service is in it, but it is linked with the same archives, so that
// scripts/bench-jit can compute what the service adds. Prints the time of the
// first of these compiles, which includes everything that a process does once,
// and the median of the others, in nanoseconds.
//
//   CompileFloor PROGRAM KERNEL ARCH
//
// KERNEL is a part of the kernel's name; the first that has it is taken.
//
//===----------------------------------------------------------------------===//

#include "ompjit/PackageBitcode.h"
#include "ompjit/PackageFile.h"

#include "lld/Common/Driver.h"
#include "llvm/Bitcode/BitcodeReader.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/LLVMContext.h"
#include "llvm/IR/LegacyPassManager.h"
#include "llvm/IR/Module.h"
#include "llvm/MC/TargetRegistry.h"
#include "llvm/Passes/PassBuilder.h"
#include "llvm/Support/MemoryBuffer.h"
#include "llvm/Support/TargetSelect.h"
#include "llvm/Target/TargetMachine.h"

#include <algorithm>
#include <chrono>
#include <cstdio>
#include <cstdlib>
#include <unistd.h>
#include <vector>

LLD_HAS_DRIVER(elf)

using namespace llvm;

namespace {

constexpr int NumCompiles = 10;

[[noreturn]] void giveUp(const Twine &Why) {
  std::fprintf(stderr, "CompileFloor: error: %s\n", Why.str().c_str());
  std::exit(1);
}

template <typename T> T orGiveUp(Expected<T> Value) {
  if (!Value)
    giveUp(toString(Value.takeError()));
  return std::move(*Value);
}

void initializeTarget() {
  LLVMInitializeX86TargetInfo();
  LLVMInitializeX86Target();
  LLVMInitializeX86TargetMC();
  LLVMInitializeX86AsmPrinter();
}

/// Reads only the bodies of the functions that \p F reaches.
void materialize(Function &F) {
  if (!F.isMaterializable())
    return;
  if (Error E = F.materialize())
    giveUp(toString(std::move(E)));
  for (Instruction &I : instructions(F))
    for (Use &Operand : I.operands())
      if (auto *Callee = dyn_cast<Function>(Operand))
        materialize(*Callee);
}

std::unique_ptr<Module> parse(StringRef Bitcode, StringRef Kernel,
                              LLVMContext &Context) {
  std::unique_ptr<Module> M = orGiveUp(
      getLazyBitcodeModule(MemoryBufferRef(Bitcode, "package"), Context,
                           /*ShouldLazyLoadMetadata=*/true));
  for (Function &F : *M)
    if (F.getName().contains(Kernel)) {
      materialize(F);
      F.setLinkage(GlobalValue::ExternalLinkage);
      break;
    }
  for (Function &F : *M)
    if (F.isMaterializable())
      F.deleteBody();
  if (Error E = M->materializeMetadata())
    giveUp(toString(std::move(E)));
  return M;
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

void optimize(Module &M, TargetMachine &TM) {
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
  Builder.buildPerModuleDefaultPipeline(OptimizationLevel::O3).run(M, Modules);
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

/// Links through files in memory.
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

void compile(StringRef Bitcode, StringRef Kernel, StringRef Arch,
             const std::string &Folder) {
  LLVMContext Context;
  Context.setDiscardValueNames(true);
  std::unique_ptr<Module> M = parse(Bitcode, Kernel, Context);
  std::unique_ptr<TargetMachine> TM = machine(*M, Arch);
  optimize(*M, *TM);
  link(generate(*M, *TM), Folder);
}

double nanoseconds(function_ref<void()> Work) {
  const auto Start = std::chrono::steady_clock::now();
  Work();
  return double(
      std::chrono::nanoseconds(std::chrono::steady_clock::now() - Start)
          .count());
}

std::string temporaryFolder() {
  char Name[] = "/dev/shm/CompileFloorXXXXXX";
  if (!::mkdtemp(Name))
    giveUp("no folder can be made in /dev/shm");
  return Name;
}

} // namespace

int main(int Count, char **Arguments) {
  if (Count != 4)
    giveUp("usage: CompileFloor PROGRAM KERNEL ARCH");
  auto File = ompjit::readPackageFile(Arguments[1]);
  if (!File)
    giveUp(File.error().message());
  auto Bitcode = ompjit::readPart(File->Packages.at(0), 0);
  if (!Bitcode)
    giveUp(Bitcode.error().message());
  const std::string Folder = temporaryFolder();
  const auto Work = [&] {
    compile(Bitcode->bytes(), Arguments[2], Arguments[3], Folder);
  };
  const double First = nanoseconds([&] {
    initializeTarget();
    Work();
  });
  std::vector<double> Others;
  while (Others.size() != NumCompiles)
    Others.push_back(nanoseconds(Work));
  for (const char *Each : {"/object.o", "/image.so"})
    ::unlink((Folder + Each).c_str());
  ::rmdir(Folder.c_str());
  std::nth_element(Others.begin(), Others.begin() + NumCompiles / 2,
                   Others.end());
  std::printf("first %.0f\nnext %.0f\n", First, Others[NumCompiles / 2]);
  return 0;
}
