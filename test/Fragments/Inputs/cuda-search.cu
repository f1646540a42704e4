// An entry point of CUDA with parameters of all kinds.
#include "cuda-search.h"

extern "C" __device__ float distance(float A, float B);

extern "C" __global__ void search(const float *Data, int Size, char Tag, Pair With, Vector Four, bool IsDoubled, float *Best) {
  const int I = blockIdx.x * blockDim.x + threadIdx.x;
  if (I < Size)
    Best[I] = distance(Data[I], Best[I]) * (IsDoubled ? 2 : 1) + With.Y + Four.Parts[2] + Tag;
}
