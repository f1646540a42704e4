// Teams that have no record of their own for a reduction share those of others, and none writes past the records that its launch has.
// RUN: %clangxx -O2 -fopenmp --offload-arch=sm_90,gfx90a -fopenmp-target-jit %s -o %t
// DEFINE: %{run} = env OMP_TARGET_OFFLOAD=MANDATORY OMP_JIT_VGPU=1 OMP_JIT_CACHE=memory
// RUN: %{run} OMP_JIT_VGPU_ARCH=sm_90 OMP_JIT_VGPU_CHECK=1 %t
// RUN: %{run} OMP_JIT_VGPU_ARCH=gfx90a OMP_JIT_VGPU_CHECK=1 %t
// RUN: %{run} OMP_JIT_VGPU_ARCH=sm_90 %t 5000
// RUN: %{run} OMP_JIT_VGPU_ARCH=gfx90a OMP_JIT_ASYNC=0 %t 5000
// A program's own number of records is kept.
// RUN: %clangxx -O2 -fopenmp --offload-arch=sm_90 -fopenmp-cuda-teams-reduction-recs-num=4 -fopenmp-target-jit %s -o %t.few
// RUN: %{run} OMP_JIT_VGPU_CHECK=1 %t.few
// RUN: %{run} OMP_JIT_VGPU_CHECK=1 OMP_JIT_ASYNC=0 %t.few 5 64 9

#include <cstdio>
#include <cstdlib>
#include <initializer_list>

/// Returns whether the sums over so many teams are right.
static bool isRight(int Teams) {
  double Sum = 0;
  int Counts[3] = {}, Largest = -1;
  const int Count = Teams * 40;
#pragma omp target teams distribute parallel for num_teams(Teams)              \
    thread_limit(32) reduction(+ : Sum, Counts) reduction(max : Largest)
  for (int I = 0; I < Count; ++I) {
    Sum += I;
    ++Counts[I % 3];
    Largest = I > Largest ? I : Largest;
  }
  return Sum == 0.5 * Count * (Count - 1) && Counts[0] == (Count + 2) / 3 &&
         Counts[1] == (Count + 1) / 3 && Counts[2] == Count / 3 &&
         Largest == Count - 1;
}

int main(int NumArguments, char **Arguments) {
  bool Good = true;
  auto Check = [&](int Teams) {
    // Records are used again.
    for (int I = 0; I < 2; ++I)
      if (!isRight(Teams)) {
        std::printf("wrong with %d teams\n", Teams);
        Good = false;
      }
  };
  for (int I = 1; I < NumArguments; ++I)
    Check(std::atoi(Arguments[I]));
  if (NumArguments == 1)
    for (int Teams : {1, 3, 4, 5, 8, 9, 100, 7})
      Check(Teams);
  return !Good;
}
