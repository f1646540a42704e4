// A library whose constructors offload can be opened: the threads that play the kernel need nothing that the opening thread holds.
// DEFINE: %{target} = -fopenmp-targets=nvptx64-nvidia-cuda
// DEFINE: %{build} = %clangxx -O1 -fopenmp %{target} -fopenmp-target-jit %s -DLIBRARY -fPIC -shared -o %t.so && %clangxx -O1 -fopenmp %{target} -fopenmp-target-jit %s -o %t -ldl
// DEFINE: %{run} = env OMP_JIT_VGPU=1 OMP_TARGET_OFFLOAD=MANDATORY timeout 60 %t %t.so | FileCheck %s
// RUN: %{build} && %{run}
// REDEFINE: %{target} = -fopenmp-targets=amdgcn-amd-amdhsa
// RUN: %{build} && %{run}
// CHECK: 64 teams

#include <cstdio>
#include <dlfcn.h>
#include <omp.h>

#ifdef LIBRARY

static int countTeams() {
  int Count = 0;
#pragma omp target teams distribute num_teams(64) reduction(+ : Count)
  for (int I = 0; I < 64; ++I) {
    int Sum = 0;
#pragma omp parallel for reduction(+ : Sum)
    for (int J = 0; J < 1000; ++J)
      Sum += J % 2;
    Count += Sum == 500;
  }
  return Count;
}

static const int Teams = countTeams();
extern "C" int teams() { return Teams; }

#else

int main(int, char **Arguments) {
  void *Library = dlopen(Arguments[1], RTLD_NOW);
  if (!Library)
    return 1;
  std::printf("%d teams\n",
              reinterpret_cast<int (*)()>(dlsym(Library, "teams"))());
}

#endif
