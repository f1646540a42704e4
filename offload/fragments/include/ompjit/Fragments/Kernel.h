//===- ompjit/Fragments/Kernel.h - Entry points of fragments --------------===//
//
// Part of the OMP-JIT project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// For sources of fragments, which OMP-JIT's clang compiles:
//
//   #pragma omp begin declare target device_type(nohost)
//   float distance(float A, float B); // of another fragment
//
//   OMPJIT_KERNEL void search(const float *Data, int Size, float *Best) {
//     ...
//   }
//   #pragma omp end declare target
//
// An entry point is found by its name, so that it has the linkage of C. It
// stays in the fragment although nothing there calls it.
//
//===----------------------------------------------------------------------===//

#ifndef OMPJIT_FRAGMENTS_KERNEL_H
#define OMPJIT_FRAGMENTS_KERNEL_H

#ifdef __cplusplus
#define OMPJIT_KERNEL_LINKAGE extern "C"
#else
#define OMPJIT_KERNEL_LINKAGE extern
#endif

// Elsewhere clang knows no calling convention for kernels, and says so.
#if defined(__NVPTX__) || defined(__AMDGCN__)
#define OMPJIT_KERNEL_CONVENTION __attribute__((device_kernel))
#else
#define OMPJIT_KERNEL_CONVENTION
#endif

#define OMPJIT_KERNEL                                                          \
  OMPJIT_KERNEL_LINKAGE OMPJIT_KERNEL_CONVENTION                               \
      __attribute__((annotate("ompjit_kernel"), used, visibility("default")))

#endif // OMPJIT_FRAGMENTS_KERNEL_H
