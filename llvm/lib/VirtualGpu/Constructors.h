//===- Constructors.h - Kernels for constructors and destructors ----------===//
//
// Part of the OMP-JIT project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Constructors of device code are code for the GPU: they need one of its
// threads and its operations. The dynamic linker would run them on a thread of
// the host, before the image knows the plugin.
//
//===----------------------------------------------------------------------===//

#ifndef OMPJIT_LLVM_VIRTUALGPU_CONSTRUCTORS_H
#define OMPJIT_LLVM_VIRTUALGPU_CONSTRUCTORS_H

namespace llvm {
class Module;
} // namespace llvm

namespace ompjit::virtualgpu {

/// Turns the lists of constructors and destructors into the kernels
/// vgpu::ConstructorsKernel and vgpu::DestructorsKernel, if there are any.
void makeConstructorKernels(llvm::Module &M);

} // namespace ompjit::virtualgpu

#endif // OMPJIT_LLVM_VIRTUALGPU_CONSTRUCTORS_H
