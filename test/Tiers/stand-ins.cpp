// The native image runs until the specialised one is there, which is compiled beside a launch that takes long; the next
// run's second launch finds it on disk.
// RUN: %clangxx -O2 -std=c++20 -I%S/Inputs -fopenmp -fopenmp-targets=x86_64-pc-linux-gnu -fopenmp-target-jit --offload-arch=x86-64-v2 %s -o %t
// RUN: env OMP_JIT_ASYNC=1 OMP_JIT_INFO=3 OMP_JIT_STATS=%t.json %t 2>%t.err | FileCheck %s
// RUN: FileCheck %s --check-prefix=COLD --input-file=%t.err
// RUN: FileCheck %s --check-prefix=COLD-STATS --input-file=%t.json
// RUN: env OMP_JIT_ASYNC=1 OMP_JIT_STATS=%t.json %t | FileCheck %s
// RUN: FileCheck %s --check-prefix=WARM-STATS --input-file=%t.json
//
// CHECK: 30 30
// COLD:      launch of {{.*}}: L1 hit, a stand-in
// COLD:      compiled {{.*}} for device 0 in the background in {{.*}} ms (load {{.*}}): first image
// COLD:      launch of {{.*}}: L2 hit in memory
// COLD-NEXT: launch of {{.*}}: L1 hit{{$}}
//
// COLD-STATS:     "launches": 3
// COLD-STATS:     "l1_hits": 2
// COLD-STATS:     "l2_memory_hits": 1
// COLD-STATS:     "compiles": 0
// COLD-STATS:     "fallbacks": 0
// COLD-STATS:     "stand_ins": 1
// COLD-STATS:     "background_compiles": 1
//
// WARM-STATS:     "launches": 3
// WARM-STATS:     "l1_hits": 2
// WARM-STATS:     "l2_disk_hits": 1
// WARM-STATS:     "compiles": 0
// WARM-STATS:     "stand_ins": 1
// WARM-STATS:     "background_compiles": 0

#include "tiers.h"

#include <atomic>
#include <unistd.h>

static int multiply(int X, std::atomic<bool> *HasImage) {
  int Result = 0;
#pragma omp target map(tofrom : Result) is_device_ptr(HasImage)
  {
    while (!*HasImage)
      usleep(1000);
    for (int I = 0; I < X; ++I)
      Result += 3;
  }
  return Result;
}

int main() {
  std::atomic<bool> HasImage = false;
  std::thread Other([&] {
    waitForImages(1);
    HasImage = true;
  });
  const int Before = multiply(10, &HasImage);
  Other.join();
  multiply(10, &HasImage);
  printf("%d %d\n", Before, multiply(10, &HasImage));
}
