//===- ImageRecord.h - The record of an image for the plugin --------------===//
//
// Part of the OMP-JIT project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef OMPJIT_LLVM_VIRTUALGPU_IMAGERECORD_H
#define OMPJIT_LLVM_VIRTUALGPU_IMAGERECORD_H

#include "Operations.h"
#include "SharedMemory.h"

namespace ompjit::virtualgpu {

struct ImageDescription {
  vgpu::Family Kind;
  uint32_t WarpSize;
  bool IsChecked;
  llvm::SmallVector<llvm::Function *> Kernels;
  SharedMemory Shared = {};
};

/// Creates the vgpu::ImageRecord, with a function for each kernel that reads
/// the kernel's parameters from a block of bytes, in which they lie like the
/// members of a structure.
void exportImage(llvm::Module &M, const ImageDescription &Image,
                 Operations &Calls);

} // namespace ompjit::virtualgpu

#endif // OMPJIT_LLVM_VIRTUALGPU_IMAGERECORD_H
