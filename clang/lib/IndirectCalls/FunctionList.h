//===- FunctionList.h - The device's functions by the host's addresses --===//
//
// Part of the OMP-JIT project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// For code whose device has no runtime of its own. The list begins with an
// IndirectFunction that holds the count in place of a device's function.
//
//===----------------------------------------------------------------------===//

#ifndef OMPJIT_CLANG_INDIRECTCALLS_FUNCTIONLIST_H
#define OMPJIT_CLANG_INDIRECTCALLS_FUNCTIONLIST_H

namespace llvm {
class Function;
class GlobalVariable;
class Instruction;
class Module;
class Value;
} // namespace llvm

namespace ompjit {

class FunctionList {
public:
  /// Declares in \p M what libomptarget sets, and defines the search.
  explicit FunctionList(llvm::Module &M);

  /// The device's function for \p Address, in code in front of \p User: where
  /// no library has such functions, that costs a load and a branch.
  llvm::Value *find(llvm::Value *Address, llvm::Instruction &User);

private:
  llvm::GlobalVariable *List;
  llvm::Function *Search;
};

} // namespace ompjit

#endif // OMPJIT_CLANG_INDIRECTCALLS_FUNCTIONLIST_H
