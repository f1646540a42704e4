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

// Who the calling thread is, in dimension 0, 1 or 2, on any target. Processors
// run the threads of a block one after the other, so they cannot wait for each
// other there: a kernel that does is refused when it is linked.
#if defined(__NVPTX__) || defined(__AMDGCN__)
#define OMPJIT_GRID_ANSWER(Gpu, First, Dimension) Gpu(Dimension)
#else
#define OMPJIT_GRID_ANSWER(Gpu, First, Dimension)                              \
  __ompjit_grid_index((First) + (Dimension))
#endif

#pragma omp begin declare target device_type(nohost)
#ifdef __cplusplus
extern "C" {
#endif
// Of the device runtime.
int ompx_thread_id(int);
int ompx_block_id(int);
int ompx_block_dim(int);
int ompx_grid_dim(int);
void ompx_sync_block_acq_rel(void);
// What the link of a kernel for a processor replaces.
__attribute__((const)) int __ompjit_grid_index(int);
void __ompjit_sync_block(void);

static inline int ompjit_thread_id(int Dimension) {
  return OMPJIT_GRID_ANSWER(ompx_thread_id, 0, Dimension);
}
static inline int ompjit_block_id(int Dimension) {
  return OMPJIT_GRID_ANSWER(ompx_block_id, 3, Dimension);
}
/// In threads.
static inline int ompjit_block_size(int Dimension) {
  return OMPJIT_GRID_ANSWER(ompx_block_dim, 6, Dimension);
}
static inline int ompjit_num_blocks(int Dimension) {
  return OMPJIT_GRID_ANSWER(ompx_grid_dim, 9, Dimension);
}
/// Waits for the other threads of the block, and makes what they wrote visible.
static inline void ompjit_sync_block(void) {
#if defined(__NVPTX__) || defined(__AMDGCN__)
  ompx_sync_block_acq_rel();
#else
  __ompjit_sync_block();
#endif
}
#ifdef __cplusplus
}
#endif
#pragma omp end declare target

#endif // OMPJIT_FRAGMENTS_KERNEL_H
