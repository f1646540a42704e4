//===- Stream.cu - The memory loops with CUDA, to compare with ------------===//
//
// Part of the OMP-JIT project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
//   Stream DIVISOR
//
//===----------------------------------------------------------------------===//

#include "Cuda.h"
#include "Stream.h"

using namespace stream;

constexpr int BlockSize = 1024, DotBlocks = 4 * 132;

__global__ void copyLoop(const double *A, double *C, size_t Length) {
  const size_t I = size_t(blockIdx.x) * blockDim.x + threadIdx.x;
  if (I < Length)
    C[I] = A[I];
}
__global__ void multiplyLoop(double *B, const double *C, size_t Length) {
  const size_t I = size_t(blockIdx.x) * blockDim.x + threadIdx.x;
  if (I < Length)
    B[I] = Factor * C[I];
}
__global__ void addLoop(const double *A, const double *B, double *C,
                        size_t Length) {
  const size_t I = size_t(blockIdx.x) * blockDim.x + threadIdx.x;
  if (I < Length)
    C[I] = A[I] + B[I];
}
__global__ void triadLoop(double *A, const double *B, const double *C,
                          size_t Length) {
  const size_t I = size_t(blockIdx.x) * blockDim.x + threadIdx.x;
  if (I < Length)
    A[I] = B[I] + Factor * C[I];
}
__global__ void dotLoop(const double *A, const double *B, double *Sums,
                        size_t Length) {
  __shared__ double Part[BlockSize];
  double Sum = 0;
  for (size_t I = size_t(blockIdx.x) * blockDim.x + threadIdx.x; I < Length;
       I += size_t(gridDim.x) * blockDim.x)
    Sum += A[I] * B[I];
  Part[threadIdx.x] = Sum;
  for (int Step = BlockSize / 2; Step; Step /= 2) {
    __syncthreads();
    if (threadIdx.x < Step)
      Part[threadIdx.x] += Part[threadIdx.x + Step];
  }
  if (threadIdx.x == 0)
    Sums[blockIdx.x] = Part[0];
}

int main(int, char **Arguments) {
  setDivisor(Arguments[1]);
  const size_t Length = length(), Bytes = Length * sizeof(double);
  std::vector<double> HostA(Length, StartA), HostB(Length, StartB),
      HostC(Length, StartC), HostSums(DotBlocks);
  double *A, *B, *C, *Sums, Sum = 0;
  must(cudaMalloc(&A, Bytes));
  must(cudaMalloc(&B, Bytes));
  must(cudaMalloc(&C, Bytes));
  must(cudaMalloc(&Sums, DotBlocks * sizeof(double)));
  must(cudaMemcpy(A, HostA.data(), Bytes, cudaMemcpyHostToDevice));
  must(cudaMemcpy(B, HostB.data(), Bytes, cudaMemcpyHostToDevice));
  must(cudaMemcpy(C, HostC.data(), Bytes, cudaMemcpyHostToDevice));
  const int Blocks = int((Length + BlockSize - 1) / BlockSize);
  const auto timed = [&](const char *Name, auto Launch) {
    report(Name, timeLaunches([&] {
             Launch();
             must(cudaGetLastError());
             must(cudaDeviceSynchronize());
           }));
  };
  timed("copy", [&] { copyLoop<<<Blocks, BlockSize>>>(A, C, Length); });
  timed("multiply", [&] { multiplyLoop<<<Blocks, BlockSize>>>(B, C, Length); });
  timed("add", [&] { addLoop<<<Blocks, BlockSize>>>(A, B, C, Length); });
  timed("triad", [&] { triadLoop<<<Blocks, BlockSize>>>(A, B, C, Length); });
  timed("dot", [&] {
    dotLoop<<<DotBlocks, BlockSize>>>(A, B, Sums, Length);
    must(cudaMemcpy(HostSums.data(), Sums, DotBlocks * sizeof(double),
                    cudaMemcpyDeviceToHost));
    Sum = 0;
    for (double Each : HostSums)
      Sum += Each;
  });
  must(cudaMemcpy(HostA.data(), A, Bytes, cudaMemcpyDeviceToHost));
  must(cudaMemcpy(HostB.data(), B, Bytes, cudaMemcpyDeviceToHost));
  must(cudaMemcpy(HostC.data(), C, Bytes, cudaMemcpyDeviceToHost));
  return check(HostA[Length - 1], HostB[0], HostC[Length / 2], Sum);
}
