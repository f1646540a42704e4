//===- FunctionList.h - Device functions by host address ------------------===//
//
// Part of the OMP-JIT project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// For devices without a runtime of their own. The list begins with an
// IndirectFunction that holds the count in place of a device function.
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
  /// Declares the variable that libomptarget sets in \p M, and defines the
  /// search.
  explicit FunctionList(llvm::Module &M);

  /// Returns the device function for \p Address, found by code before \p User
  /// that costs a load and a branch if no library has such functions.
  llvm::Value *find(llvm::Value *Address, llvm::Instruction &User);

private:
  llvm::GlobalVariable *List;
  llvm::Function *Search;
};

} // namespace ompjit

#endif // OMPJIT_CLANG_INDIRECTCALLS_FUNCTIONLIST_H
