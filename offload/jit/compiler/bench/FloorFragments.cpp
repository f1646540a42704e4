//===- FloorFragments.cpp - Links fragments as plainly as LLVM can --------===//
//
// Part of the OMP-JIT project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The part of FloorSteps.h for bitcode of several files.
//
//===----------------------------------------------------------------------===//

#include "FloorSteps.h"

#include "ompjit/DeviceLink/EntryPoint.h"
#include "ompjit/Specialize/Annotations.h"

#include "llvm/Bitcode/BitcodeReader.h"
#include "llvm/IR/Constants.h"
#include "llvm/IR/LLVMContext.h"
#include "llvm/Linker/Linker.h"
#include "llvm/Support/MemoryBuffer.h"
#include "llvm/Transforms/IPO/Internalize.h"

#include <fstream>
#include <iterator>

using namespace llvm;

namespace floorsteps {

std::vector<char> readFile(const char *Path) {
  std::ifstream File(Path, std::ios::binary);
  std::vector<char> Bytes(std::istreambuf_iterator<char>(File), {});
  if (Bytes.empty())
    giveUp(Twine(Path) + ": there is no such file, or nothing is in it");
  return Bytes;
}

std::unique_ptr<Module> linkFragments(ArrayRef<std::vector<char>> Files,
                                      StringRef Entry, LLVMContext &Context) {
  auto Whole = std::make_unique<Module>("device", Context);
  Linker Link(*Whole);
  for (const std::vector<char> &File : Files) {
    auto Copy = MemoryBuffer::getMemBufferCopy(
        StringRef(File.data(), File.size()), "fragment");
    if (Link.linkInModule(
            orGiveUp(parseBitcodeFile(Copy->getMemBufferRef(), Context))))
      giveUp("the fragments do not fit each other");
  }
  if (!Whole->getFunction(Entry))
    giveUp("no fragment has the kernel " + Entry);
  internalizeModule(*Whole, [&](const GlobalValue &Value) {
    return Value.getName() == Entry;
  });
  return Whole;
}

void makeKernel(Module &M, StringRef Entry, StringRef Facts) {
  ompjit::dropAnnotations(M); // They name the function.
  Function *Kernel = orGiveUp(ompjit::devicelink::makeEntryPoint(M, Entry));
  while (!Facts.empty()) {
    StringRef Fact;
    std::tie(Fact, Facts) = Facts.split(',');
    const auto [Name, Text] = Fact.split('=');
    unsigned Parameter;
    uint64_t Value;
    if (Name.getAsInteger(10, Parameter) || Text.getAsInteger(0, Value))
      continue;
    // The launch environment comes first.
    if (Parameter + 1 >= Kernel->arg_size())
      giveUp("the kernel has no parameter " + Name);
    Argument *A = Kernel->getArg(Parameter + 1);
    A->replaceAllUsesWith(ConstantInt::get(A->getType(), Value));
  }
}

} // namespace floorsteps
