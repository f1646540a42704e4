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
//   CompileFloor --fragments ENTRY ARCH FACTS BITCODE...
//
// KERNEL is a part of the kernel's name; the first that has it is taken. The
// bitcode of fragments is linked first, and the pipeline is that of link-time
// optimisation, for scripts/bench-fragments. If FACTS is "function", the entry
// point is compiled as it is; else it becomes a kernel with these values, as in
// "3=1000,4=32": the IR that the service compiles.
//
//===----------------------------------------------------------------------===//

#include "FloorSteps.h"

#include "ompjit/PackageBitcode.h"
#include "ompjit/PackageFile.h"

#include "llvm/Bitcode/BitcodeReader.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/LLVMContext.h"
#include "llvm/IR/Module.h"

#include <algorithm>
#include <chrono>
#include <cstdio>
#include <cstdlib>
#include <unistd.h>
#include <vector>

using namespace llvm;
using namespace floorsteps;

namespace {

constexpr int NumCompiles = 10;

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

/// The module to compile, made in the context.
using Input = function_ref<std::unique_ptr<Module>(LLVMContext &)>;

void compile(Input Make, bool IsLto, StringRef Arch,
             const std::string &Folder) {
  LLVMContext Context;
  Context.setDiscardValueNames(true);
  std::unique_ptr<Module> M = Make(Context);
  std::unique_ptr<TargetMachine> TM = machine(*M, Arch);
  optimize(*M, *TM, IsLto);
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

void measure(Input Make, bool IsLto, StringRef Arch) {
  const std::string Folder = temporaryFolder();
  const auto Work = [&] { compile(Make, IsLto, Arch, Folder); };
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
}

void measureFragments(ArrayRef<const char *> Arguments) {
  std::vector<std::vector<char>> Files;
  for (const char *Path : Arguments.drop_front(3))
    Files.push_back(readFile(Path));
  const StringRef Entry = Arguments[0], Facts = Arguments[2];
  measure(
      [&](LLVMContext &Context) {
        auto M = linkFragments(Files, Entry, Context);
        if (Facts != "function")
          makeKernel(*M, Entry, Facts);
        return M;
      },
      /*IsLto=*/true, Arguments[1]);
}

void measureKernel(const char *Program, StringRef Kernel, StringRef Arch) {
  auto File = ompjit::readPackageFile(Program);
  if (!File)
    giveUp(File.error().message());
  auto Bitcode = ompjit::readPart(File->Packages.at(0), 0);
  if (!Bitcode)
    giveUp(Bitcode.error().message());
  measure(
      [&](LLVMContext &Context) {
        return parse(Bitcode->bytes(), Kernel, Context);
      },
      /*IsLto=*/false, Arch);
}

} // namespace

int main(int Count, char **Arguments) {
  if (Count > 5 && StringRef(Arguments[1]) == "--fragments")
    measureFragments(ArrayRef<const char *>(Arguments + 2, size_t(Count - 2)));
  else if (Count == 4)
    measureKernel(Arguments[1], Arguments[2], Arguments[3]);
  else
    giveUp("usage: CompileFloor PROGRAM KERNEL ARCH\n"
           "       CompileFloor --fragments ENTRY ARCH FACTS BITCODE...");
}
