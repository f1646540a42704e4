//===- Cuda.h - For the programs that are compared with -------------------===//
//
// Part of the OMP-JIT project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef OMPJIT_TEST_GPU_CUDA_H
#define OMPJIT_TEST_GPU_CUDA_H

#include <cstdio>
#include <cstdlib>
#include <cuda_runtime.h>

inline void must(cudaError_t Code) {
  if (Code == cudaSuccess)
    return;
  std::fprintf(stderr, "cuda: %s\n", cudaGetErrorString(Code));
  std::exit(1);
}

#endif // OMPJIT_TEST_GPU_CUDA_H
