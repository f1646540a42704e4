// A child of a process that has used the GPU exits as it would have; if it offloads, it is told why it cannot.
// RUN: %clangxx -O1 -fopenmp -fopenmp-targets=nvptx64-nvidia-cuda --offload-arch=sm_90 -fopenmp-target-jit %s -o %t
// RUN: %standin %t quiet | FileCheck %s --check-prefix=QUIET
// QUIET: 42
// QUIET: child: 0
// RUN: %standin %t offload > %t.out 2>&1; FileCheck %s --check-prefix=OFFLOAD < %t.out
// OFFLOAD-NOT: standin:
// OFFLOAD: omptarget: error OT{{.*}}the process was forked after its parent had started NVIDIA's driver
// OFFLOAD: child: signal
// OFFLOAD: 42
// RUN: %standin %t first | FileCheck %s --check-prefix=FIRST
// FIRST: in the child 42
// FIRST: child: 0
// FIRST: 42

#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <sys/wait.h>
#include <unistd.h>

static int compute() {
  int Value = 40;
#pragma omp target map(tofrom : Value)
  Value += 2;
  return Value;
}

int main(int, char **Arguments) {
  const char *How = Arguments[1];
  if (strcmp(How, "first"))
    printf(strcmp(How, "quiet") ? "" : "%d\n", compute());
  fflush(stdout);
  if (!fork()) {
    if (strcmp(How, "quiet"))
      printf("in the child %d\n", compute());
    exit(0);
  }
  int Status = 0;
  wait(&Status);
  printf(WIFSIGNALED(Status) ? "child: signal\n" : "child: %d\n",
         WEXITSTATUS(Status));
  printf("%d\n", compute());
}
