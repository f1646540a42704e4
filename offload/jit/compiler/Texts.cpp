//===- Texts.cpp - A compile's stages as texts for people -----------------===//
//
// Part of the OMP-JIT project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Texts.h"

#include "ompjit/Backend/Backend.h"

#include "llvm/IR/Module.h"
#include "llvm/Support/raw_ostream.h"

#include <cassert>

using namespace llvm;

namespace ompjit::jit {

void Texts::add(const char *Name, std::string Text) {
  const size_t Index = NumComplete.load(std::memory_order_relaxed);
  assert(Index < Written.size() && "more texts than stages");
  Written[Index] = {Name, std::move(Text)};
  NumComplete.store(Index + 1, std::memory_order_release);
}

void Texts::addModule(const char *Name, const Module &M) {
  if (!IsOn)
    return;
  std::string Text;
  raw_string_ostream(Text) << M;
  add(Name, std::move(Text));
}

void Texts::addAssembly(const Module &M, TargetMachine &TM) {
  if (!IsOn)
    return;
  auto Code = emitAssembly(M, TM);
  add("s", Code ? std::string(Code->begin(), Code->end())
                : "there is no assembly: " + toString(Code.takeError()) + "\n");
}

std::vector<CompileText> Texts::complete() const {
  const size_t Count = NumComplete.load(std::memory_order_acquire);
  return std::vector<CompileText>(Written.begin(), Written.begin() + Count);
}

} // namespace ompjit::jit
