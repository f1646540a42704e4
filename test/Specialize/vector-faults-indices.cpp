// Places whose index repeats are read where they are, in loops with a counter that is narrower than its end: on the
// host, ahead of time, with LTO, at run time, and in lanes.
// DEFINE: %{build} = %clangxx -O2 -fopenmp -fopenmp-targets=x86_64-pc-linux-gnu
// DEFINE: %{native} = -march=native -Xopenmp-target=x86_64-pc-linux-gnu -march=native
// DEFINE: %{run} = env OMP_TARGET_OFFLOAD=MANDATORY OMP_JIT_ASYNC=0 OMP_JIT_CACHE=memory %t | FileCheck %s
// RUN: %{build} %s -o %t && %{run}
// RUN: env OMP_TARGET_OFFLOAD=DISABLED %t | FileCheck %s
// RUN: %{build} %{native} %s -o %t && %{run}
// RUN: env OMP_TARGET_OFFLOAD=DISABLED %t | FileCheck %s
// RUN: %{build} %{native} -foffload-lto %s -o %t && %{run}
// RUN: %{build} %{native} -foffload-lto=thin %s -o %t && %{run}
// RUN: %{build} -fopenmp-target-jit %s -o %t && %{run}
// RUN: env OMP_JIT_LANES=off OMP_JIT_ASYNC=0 OMP_JIT_CACHE=memory %t | FileCheck %s
// RUN: env OMP_JIT_LANES=4 OMP_JIT_ASYNC=0 OMP_JIT_CACHE=memory %t | FileCheck %s

#include <cstddef>
#include <cstdint>
#include <cstdio>

constexpr int Rows = 64;
constexpr size_t Size = 1000;

// CHECK: wrong: 0
int main() {
  auto *Bytes = new uint8_t[Rows * Size], *Keys = new uint8_t[Size];
  auto *Ends = new size_t[Rows];
  for (size_t I = 0; I < Rows * Size; ++I)
    Bytes[I] = uint8_t(I * 7);
  for (size_t I = 0; I < Size; ++I)
    Keys[I] = uint8_t(I * 13);
  for (int I = 0; I < Rows; ++I)
    Ends[I] = Size - I;
#pragma omp target teams distribute parallel for map(to : Keys[ : Size])       \
    map(tofrom : Bytes[ : Rows * Size]) map(to : Ends[ : Rows])
  for (int R = 0; R < Rows; ++R) {
    uint8_t *__restrict To = Bytes + R * Size;
    const uint8_t *__restrict From = Keys;
    const size_t End = Ends[R];
    for (uint32_t I = 0; I < End; ++I)
      To[I] ^= From[I % 4];
  }
  int Wrong = 0;
  for (size_t I = 0; I < Rows * Size; ++I) {
    const size_t In = I % Size;
    const uint8_t Key = In < Ends[I / Size] ? Keys[In % 4] : 0;
    Wrong += Bytes[I] != uint8_t(uint8_t(I * 7) ^ Key);
  }
  std::printf("wrong: %d\n", Wrong);
}
