//===- ThreadSanitizer.cpp - What ThreadSanitizer ignores -----------------===//
//
// Part of the OMP-JIT project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Writes a function into the registration module that ThreadSanitizer calls for
// suppressions of the program. A program's own definition replaces it, because
// it is weak.
//
//===----------------------------------------------------------------------===//

#include "ompjit/DeviceLink/Registration.h"

#include "llvm/IR/IRBuilder.h"

using namespace llvm;

namespace ompjit::devicelink {

/// The runtimes are not instrumented: what they lock and allocate would be
/// taken for the program's. libarcher.so tells of libomp's synchronisation, and
/// ompjit/Support/Sanitizers.h of libomptarget's.
static constexpr StringLiteral Suppressions =
    "called_from_lib:libomp.so\n"
    "called_from_lib:libomptarget.so\n"
    "called_from_lib:libomptarget.rtl.host.so\n"
    "called_from_lib:libompjit-compiler.so\n"
    "thread:libomp.so\n"
    "thread:ompjit::BackgroundThread\n"
    "mutex:libarcher.so\n"
    "race:libarcher.so\n";

void suppressReports(Module &M) {
  LLVMContext &Context = M.getContext();
  auto *Type = FunctionType::get(PointerType::getUnqual(Context), false);
  Function *F = Function::Create(Type, GlobalValue::WeakAnyLinkage,
                                 "__tsan_default_suppressions", M);
  IRBuilder<> Builder(BasicBlock::Create(Context, "", F));
  Builder.CreateRet(Builder.CreateGlobalString(Suppressions));
}

} // namespace ompjit::devicelink
