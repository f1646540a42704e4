//===- Operations.h - Calls of the virtual GPU ----------------------------===//
//
// Part of the OMP-JIT project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef OMPJIT_LLVM_VIRTUALGPU_OPERATIONS_H
#define OMPJIT_LLVM_VIRTUALGPU_OPERATIONS_H

#include "ompjit/VirtualGpu.h"

#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/StringMap.h"
#include "llvm/IR/IRBuilder.h"
#include "llvm/IR/Module.h"

namespace ompjit::virtualgpu {

/// Builds calls of the virtual GPU for lowered code.
class Operations {
public:
  explicit Operations(llvm::Module &M);

  /// Calls the function at \p Offset of vgpu::Operations.
  llvm::CallInst *call(llvm::IRBuilderBase &B, size_t Offset,
                       llvm::Type *Result,
                       llvm::ArrayRef<llvm::Value *> Arguments);
  llvm::CallInst *onBlock(llvm::IRBuilderBase &B, vgpu::BlockOperation,
                          llvm::Value *Id, llvm::Value *Count,
                          llvm::Value *Predicate);
  /// The result is a pair of i64; all operands are extended to i64. Null
  /// operands are 0.
  llvm::CallInst *onWarp(llvm::IRBuilderBase &B, vgpu::WarpOperation,
                         llvm::Value *Mask, llvm::Value *Value,
                         llvm::Value *A = nullptr, llvm::Value *B64 = nullptr);
  /// Replaces an instruction that sleeps for \p Nanoseconds.
  void yield(llvm::IRBuilderBase &B, llvm::Value *Nanoseconds);

  /// Returns the vgpu::Lane of the function's caller, which is looked up once
  /// in a function.
  llvm::Value *lane(llvm::Function &F);
  /// Loads the 32 bits, or the pointer, at \p Offset of the lane.
  llvm::Value *laneField(llvm::IRBuilderBase &B, size_t Offset,
                         llvm::Type *T = nullptr);

  /// Returns a vgpu::Site for the place at which \p B inserts.
  llvm::Constant *site(llvm::IRBuilderBase &B);
  /// Returns a vgpu::AccessSite; \p Variable may be null.
  llvm::Constant *accessSite(llvm::IRBuilderBase &B, llvm::Constant *Variable,
                             llvm::Align To);
  llvm::GlobalVariable *table() { return Table; }
  llvm::Constant *string(llvm::StringRef Text);

private:
  llvm::Constant *siteRecord(llvm::IRBuilderBase &B, unsigned Rank);
  llvm::Constant *constant(llvm::Constant *Value, llvm::StringRef Name);
  unsigned rankOf(const llvm::BasicBlock &Block);

  llvm::Module &M;
  llvm::GlobalVariable *Table; ///< Pointer to the table.
  llvm::DenseMap<llvm::Function *, llvm::Value *> Lanes;
  llvm::StringMap<llvm::Constant *> Strings;
  llvm::DenseMap<const llvm::BasicBlock *, unsigned> Ranks;
  llvm::SmallPtrSet<const llvm::Function *, 8> Ranked;
};

} // namespace ompjit::virtualgpu

#endif // OMPJIT_LLVM_VIRTUALGPU_OPERATIONS_H
