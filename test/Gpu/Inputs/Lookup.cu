//===- Lookup.cu - Cross section lookups with CUDA, to compare with -------===//
//
// Part of the OMP-JIT project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
//   Lookup DIVISOR
//
//===----------------------------------------------------------------------===//

#include "Cuda.h"
#include "Lookup.h"

using namespace lookup;

constexpr int BlockSize = 256;

__global__ void lookUpAll(Batch B, Tables T, int Count,
                          unsigned long long *Digest) {
  const int P = int(blockIdx.x * blockDim.x + threadIdx.x);
  unsigned long long Own =
      P < Count ? particleDigest(B, T, std::uint64_t(P)) : 0;
  for (int Step = 16; Step; Step /= 2)
    Own += __shfl_down_sync(~0u, Own, Step);
  if (threadIdx.x % 32 == 0)
    atomicAdd(Digest, Own);
}

template <typename T> static T *toDevice(const std::vector<T> &Values) {
  T *There;
  must(cudaMalloc(&There, Values.size() * sizeof(T)));
  must(cudaMemcpy(There, Values.data(), Values.size() * sizeof(T),
                  cudaMemcpyHostToDevice));
  return There;
}

int main(int, char **Arguments) {
  setDivisor(Arguments[1]);
  const Library L = lookup::makeLibrary();
  const Tables T = {toDevice(L.Energies),      toDevice(L.Sections),
                    toDevice(L.UnionEnergies), toDevice(L.UnionIndex),
                    toDevice(L.Composition),   toDevice(L.Densities)};
  unsigned long long *Digest;
  must(cudaMalloc(&Digest, sizeof(*Digest)));
  return measureAll(L, [&](const Batch &B, int Count) {
    unsigned long long Result = 0;
    must(cudaMemset(Digest, 0, sizeof(*Digest)));
    lookUpAll<<<(Count + BlockSize - 1) / BlockSize, BlockSize>>>(B, T, Count,
                                                                  Digest);
    must(cudaMemcpy(&Result, Digest, sizeof(Result), cudaMemcpyDeviceToHost));
    return std::uint64_t(Result);
  });
}
