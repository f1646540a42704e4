//===- DeferredCode.cpp - Compiles for the JIT ----------------------------===//
//
// Part of the OMP-JIT project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "ompjit/Driver/DeferredCode.h"

#include "ompjit/Targets.h"

#include "llvm/ADT/STLExtras.h"

using namespace llvm;

StringRef ompjit::driver::tripleOf(ArrayRef<const char *> Arguments) {
  for (size_t I = 0; I + 1 < Arguments.size(); ++I)
    if (StringRef(Arguments[I]) == "-triple")
      return Arguments[I + 1];
  return "";
}

bool ompjit::driver::isForProcessor(ArrayRef<const char *> Arguments) {
  const TargetTraits *Target = findTarget(tripleOf(Arguments));
  return Target && Target->isHost();
}

void ompjit::driver::leaveLoopsOpen(clang::driver::Command &Job,
                                    const StringMap<StringRef> *Targets) {
  auto HasWord = [](StringRef Text) {
    return [Text](StringRef Argument) { return Argument == Text; };
  };
  opt::ArgStringList Arguments = Job.getArguments();
  auto Kind = find_if(Arguments, HasWord("-flto=full"));
  if (Kind == Arguments.end() ||
      none_of(Arguments, HasWord("-fopenmp-is-target-device")) ||
      (Targets && !Targets->contains(tripleOf(Arguments))))
    return;
  *Kind = "-flto=thin";
  Job.replaceArguments(std::move(Arguments));
}
