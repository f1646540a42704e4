// Values that make no difference to a kernel's code share one image, and a third value gets an image for any
// value, which is right for one that does make a difference.
// RUN: %clangxx -O2 -fopenmp -fopenmp-targets=x86_64-pc-linux-gnu -fopenmp-target-jit %s -o %t.host
// RUN: %clangxx -O2 -fopenmp --offload-arch=gfx90a -fopenmp-target-jit %s -o %t.gpu
// DEFINE: %{run} = env OMP_JIT_CACHE=disk OMP_JIT_CACHE_DIR=%t.cache OMP_JIT_ASYNC=0 OMP_JIT_INFO=1 OMP_JIT_STATS=%t.json
// DEFINE: %{gpu} = env OMP_JIT_VGPU=1 OMP_JIT_VGPU_ARCH=gfx90a OMP_TARGET_OFFLOAD=MANDATORY
// RUN: rm -rf %t.cache
// RUN: %{run} %t.host 2>&1 | FileCheck %s
// RUN: FileCheck %s --check-prefix=STATS < %t.json
// RUN: %{run} %t.host 700 2>&1 | FileCheck %s --check-prefix=LATER
// RUN: rm -rf %t.cache
// RUN: %{run} %{gpu} %t.gpu 2>&1 | FileCheck %s
// RUN: FileCheck %s --check-prefix=STATS < %t.json

// CHECK: first image
// CHECK: to the code of another image: parameter [[#ARG:]] was 3, is 5
// CHECK-NEXT: parameter [[#ARG]] is given up: it makes no difference to the code
// CHECK-NEXT: first image since parameters were given up
// CHECK-NOT: compiled
// CHECK: 3 0, 5 0, 3 0, 5 0, 700 1, 3 0
// STATS: "known_codes": 1
// LATER: is given up: an earlier run gave it up
// LATER: 700 1

#include <cstdio>
#include <cstdlib>
#include <string>

static int isLarge(int Mode) {
  int Result = -1;
#pragma omp target map(from : Result) firstprivate(Mode)
  Result = Mode > 100;
  return Result;
}

int main(int Count, char **Arguments) {
  std::string Text;
  if (Count > 1)
    Text = std::to_string(isLarge(atoi(Arguments[1])));
  else
    for (int Mode : {3, 5, 3, 5, 700, 3})
      Text += (Text.empty() ? "" : ", ") + std::to_string(Mode) + " " +
              std::to_string(isLarge(Mode));
  printf("%s%s\n", Count > 1 ? "700 " : "", Text.c_str());
}
