// A thread that needs more stack than it has is told so, however far beyond the end it gets; no other thread's stack is written to.
// RUN: %clangxx -O1 -g -fopenmp -fopenmp-target-jit %s -fopenmp-targets=nvptx64-nvidia-cuda --offload-arch=sm_90 -o %t.nvptx
// RUN: %clangxx -O1 -g -fopenmp -fopenmp-target-jit %s -fopenmp-targets=amdgcn-amd-amdhsa --offload-arch=gfx90a -o %t.amdgcn
// RUN: export OMP_JIT_VGPU=1 OMP_TARGET_OFFLOAD=MANDATORY OMP_JIT_OPT_LEVEL=1 OMP_JIT_SPECIALIZE=none
// RUN: for Gpu in nvptx amdgcn; do for Fault in deep large; do \
// RUN:   %t.$Gpu $Fault 10 || exit 1; \
// RUN:   not --crash %t.$Gpu $Fault 2000 >%t.log 2>&1 || { cat %t.log; exit 1; }; \
// RUN:   FileCheck %s --input-file=%t.log || exit 1; \
// RUN:   env OMP_JIT_VGPU_STACK=8M %t.$Gpu $Fault 2000 || exit 1; done; done
// The program's own handler gets what is not of a region's threads, before and after one ran.
// RUN: %t.nvptx handler 10 | FileCheck %s --check-prefix=HANDLER
// Without one the signal ends the program, whoever sends it.
// RUN: not --crash %t.nvptx sent 10 2>&1 | FileCheck %s --check-prefix=SENT
// SENT: Segmentation fault
// SENT-NOT: went on
// CHECK: omptarget: error OT108: kernel __omp_offloading_{{.*}} needs more than the 64 KiB of a thread's stack on a virtual GPU; OMP_JIT_VGPU_STACK makes it larger
// CHECK-NOT: error OT
// HANDLER: caught: 1, then 1

#include <csetjmp>
#include <csignal>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <unistd.h>

#pragma omp begin declare target
[[gnu::noinline]] static long deeper(volatile long *Above, int Depth) {
  volatile long Mine[32];
  for (int I = 0; I < 32; ++I)
    Mine[I] = Above[I] + I;
  return Depth ? deeper(Mine, Depth - 1) + Mine[Depth % 32] : Mine[31];
}

template <int Kilobytes> [[gnu::noinline]] static long large(int From) {
  volatile char Mine[Kilobytes * 1024];
  Mine[From] = 1;
  Mine[Kilobytes * 512] = 2;
  return Mine[From] + Mine[Kilobytes * 512];
}
#pragma omp end declare target

static sigjmp_buf Back;
static void handle(int) { siglongjmp(Back, 1); }

static int catches() {
  if (sigsetjmp(Back, 1))
    return 1;
  *static_cast<volatile int *>(nullptr) = 1;
  return 0;
}

int main(int, char **Arguments) {
  const int Size = atoi(Arguments[2]);
  const bool IsDeep = !strcmp(Arguments[1], "deep");
  const bool Catches = !strcmp(Arguments[1], "handler");
  if (Catches)
    signal(SIGSEGV, handle);
  const int First = Catches && catches();
  long Found = 0;
#pragma omp target map(tofrom : Found)
  {
    volatile long Zeros[32] = {};
    Found = IsDeep       ? deeper(Zeros, Size)
            : Size < 100 ? large<10>(Size)
                         : large<100>(Size);
  }
  if (Catches)
    printf("caught: %d, then %d\n", First, catches());
  if (!strcmp(Arguments[1], "sent")) {
    kill(getpid(), SIGSEGV);
    puts("went on");
  }
  return Found <= 0;
}
