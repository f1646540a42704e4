// A program ends in every way while asynchronous target work is pending.
// RUN: %build -O2 -pthread %s -o %t
// RUN: %ours %t exit | FileCheck %s --check-prefixes=ALL,HANDLERS
// RUN: %ours %t return | FileCheck %s --check-prefixes=ALL,HANDLERS
// RUN: %ours %t quick_exit | FileCheck %s --check-prefixes=ALL,QUICK
// RUN: %ours %t _exit | FileCheck %s --check-prefix=ALL --implicit-check-not=handler
// RUN: %ours not --crash %t abort | FileCheck %s --check-prefix=ALL --implicit-check-not=handler
// RUN: %ours not %t signal | FileCheck %s --check-prefix=SIGNAL
// RUN: %ours %t from-region | FileCheck %s --check-prefix=REGION
// RUN: env LIBOMPTARGET_HOST_QUEUES=1 %ours %t exit | FileCheck %s --check-prefixes=ALL,HANDLERS
// RUN: env LIBOMPTARGET_HOST_QUEUES=1 %ours %t return | FileCheck %s --check-prefixes=ALL,HANDLERS
//
// RUN: %build-deferred -O2 -pthread %s -o %t.jit
// RUN: %ours %t.jit exit | FileCheck %s --check-prefixes=ALL,HANDLERS
// RUN: %ours %t.jit return | FileCheck %s --check-prefixes=ALL,HANDLERS
// RUN: %ours %t.jit quick_exit | FileCheck %s --check-prefixes=ALL,QUICK
// RUN: %ours %t.jit _exit | FileCheck %s --check-prefix=ALL --implicit-check-not=handler
// RUN: %ours not --crash %t.jit abort | FileCheck %s --check-prefix=ALL --implicit-check-not=handler
// RUN: %ours not %t.jit signal | FileCheck %s --check-prefix=SIGNAL
// RUN: %ours %t.jit from-region | FileCheck %s --check-prefix=REGION
// ALL: pending
// HANDLERS: handler 1
// QUICK: quick handler 1
// SIGNAL: handled
// REGION: left from a region

#include <atomic>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <thread>
#include <unistd.h>

static int *Data;

static int offload() {
  int Result = 0;
#pragma omp target map(from : Result)
  Result = 1;
  return Result;
}

static void startWork() {
  Data = (int *)calloc(1000, sizeof(int));
  for (int I = 0; I < 200; ++I) {
#pragma omp target nowait map(tofrom : Data[I * 5 : 5]) firstprivate(I)
    for (int J = 0; J < 5; ++J)
      Data[I * 5 + J] = I;
  }
#pragma omp target enter data nowait map(to : Data[0 : 5])
}

static void handler(int) {
  const char Text[] = "handled\n";
  (void)!write(1, Text, sizeof(Text) - 1);
  _exit(1);
}

int main(int, char **Args) {
  const char *Way = Args[1];
  setvbuf(stdout, nullptr, _IOLBF, 0);
  atexit([] { printf("handler %d\n", offload()); });
  at_quick_exit([] { printf("quick handler %d\n", offload()); });
  startWork();
  printf("pending\n");
  if (!strcmp(Way, "exit"))
    exit(0);
  if (!strcmp(Way, "quick_exit"))
    quick_exit(0);
  if (!strcmp(Way, "_exit"))
    _exit(0);
  if (!strcmp(Way, "abort"))
    abort();
  if (!strcmp(Way, "signal")) {
    signal(SIGUSR1, handler);
    raise(SIGUSR1);
  }
  if (!strcmp(Way, "from-region")) {
#pragma omp target
    {
      puts("left from a region");
      fflush(stdout);
      _Exit(0);
    }
  }
  return 0;
}
