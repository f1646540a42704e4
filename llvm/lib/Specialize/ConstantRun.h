//===- ConstantRun.h - Runs a function on constants -----------------------===//
//
// Part of the OMP-JIT project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// LLVM's Evaluator knows neither copies of memory nor most intrinsics, which
// are what reductions consist of. Private to the library.
//
//===----------------------------------------------------------------------===//

#ifndef OMPJIT_SPECIALIZE_CONSTANTRUN_H
#define OMPJIT_SPECIALIZE_CONSTANTRUN_H

#include "ConstantBytes.h"

#include "llvm/ADT/DenseMap.h"
#include "llvm/IR/Module.h"

namespace ompjit {

class ConstantRun {
public:
  /// Runs functions of \p Like, which does not change.
  explicit ConstantRun(const llvm::Module &Like);
  ~ConstantRun();

  /// Returns the address of a variable with these bytes, which lives as long as
  /// this object.
  llvm::Constant *place(const ConstantBytes &Bytes);
  const ConstantBytes &bytesAt(llvm::Constant *Address) const;

  /// Runs \p F. \returns false if it does something that is not understood, or
  /// does not end soon.
  bool call(const llvm::Function &F, llvm::ArrayRef<llvm::Constant *> Arguments,
            llvm::Constant *&Result);

private:
  using Values = llvm::DenseMap<const llvm::Value *, llvm::Constant *>;
  struct Location {
    ConstantBytes *Bytes;
    int64_t Offset;
  };

  llvm::Constant *valueOf(const llvm::Value *V, const Values &Known) const;
  std::optional<Location> locate(llvm::Constant *Address);
  bool run(const llvm::Instruction &I, Values &Known);
  bool runCall(const llvm::CallBase &Call, Values &Known);
  bool runMemory(const llvm::MemIntrinsic &I, const Values &Known);
  const llvm::BasicBlock *next(const llvm::Instruction &I,
                               const Values &Known) const;

  const llvm::DataLayout &Layout;
  llvm::Module Scratch; ///< Holds what stands for the variables.
  std::map<const llvm::Value *, ConstantBytes> Memory;
  unsigned StepsLeft = 10000, CallsLeft = 20;
};

} // namespace ompjit

#endif // OMPJIT_SPECIALIZE_CONSTANTRUN_H
