//===- Launch.cu - Empty kernels with CUDA, to compare with ---------------===//
//
// Part of the OMP-JIT project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
//   Launch DIVISOR
//
//===----------------------------------------------------------------------===//

#include "../../Benchmarks/Inputs/Timing.h"
#include "Cuda.h"

using namespace bench;

__global__ void empty() {}

int main(int, char **Arguments) {
  setDivisor(Arguments[1]);
  cudaStream_t Stream;
  must(cudaStreamCreateWithFlags(&Stream, cudaStreamNonBlocking));
  report("launch-and-wait", timeCalls(20, 1000, [&](int) {
           empty<<<1, 32, 0, Stream>>>();
           must(cudaStreamSynchronize(Stream));
         }));
}
