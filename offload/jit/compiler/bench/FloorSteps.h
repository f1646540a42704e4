//===- FloorSteps.h - LLVM's steps of a compile, plainly --------*- C++ -*-===//
//
// Part of the OMP-JIT project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// What CompileFloor measures: nothing of the compile service is in it.
//
//===----------------------------------------------------------------------===//

#ifndef OMPJIT_JIT_COMPILER_BENCH_FLOORSTEPS_H
#define OMPJIT_JIT_COMPILER_BENCH_FLOORSTEPS_H

#include "llvm/IR/Module.h"
#include "llvm/Support/Error.h"
#include "llvm/Target/TargetMachine.h"

#include <memory>
#include <string>
#include <vector>

namespace floorsteps {

/// Ends the program with an error.
[[noreturn]] void giveUp(const llvm::Twine &Why);

template <typename T> T orGiveUp(llvm::Expected<T> Value) {
  if (!Value)
    giveUp(toString(Value.takeError()));
  return std::move(*Value);
}

void initializeTarget();

/// A machine for the processor \p Arch, for which \p M is set up.
std::unique_ptr<llvm::TargetMachine> machine(llvm::Module &M,
                                             llvm::StringRef Arch);

/// The pipeline of O3, for one module or for link-time optimisation.
void optimize(llvm::Module &M, llvm::TargetMachine &, bool IsLto);

llvm::SmallVector<char, 0> generate(llvm::Module &M, llvm::TargetMachine &);

/// Links through files in \p Folder, which is in memory.
void link(llvm::ArrayRef<char> Object, const std::string &Folder);

/// Links the bitcode of files, as LLVM links for link-time optimisation: \p
/// Entry is what stays visible.
std::unique_ptr<llvm::Module>
linkFragments(llvm::ArrayRef<std::vector<char>> Files, llvm::StringRef Entry,
              llvm::LLVMContext &);

/// Makes \p Entry the kernel that the service compiles, and its parameters the
/// values of \p Facts: "3=1000,4=32", as a trace has them. Others are ignored.
void makeKernel(llvm::Module &M, llvm::StringRef Entry, llvm::StringRef Facts);

std::vector<char> readFile(const char *Path);

} // namespace floorsteps

#endif // OMPJIT_JIT_COMPILER_BENCH_FLOORSTEPS_H
