// LIBOMPTARGET_PROFILE writes every event of every thread, however the program
// ends.
//
// RUN: %build -O1 -g %s -o %t -lpthread
// RUN: %build-deferred -O1 -g %s -o %t.jit -lpthread
// RUN: rm -f %t.json
// RUN: env LIBOMPTARGET_PROFILE=%t.json %ours %t
// RUN: python3 %S/Inputs/check_trace.py %t.json > %t.counts
// RUN: FileCheck %s --match-full-lines --input-file %t.counts
// RUN: grep '"item":"A".*"location":"profile.cpp:[1-9]' %t.json
//
// RUN: env LIBOMPTARGET_PROFILE=%t.json %ours %t.jit
// RUN: python3 %S/Inputs/check_trace.py %t.json | diff %t.counts -
// RUN: grep '"item":"A".*"location":"profile.cpp:[1-9]' %t.json
//
// Short events of a thread that has ended long before the program does.
// RUN: env LIBOMPTARGET_PROFILE=%t.json %ours %t many
// RUN: python3 %S/Inputs/check_trace.py %t.json | FileCheck %s --check-prefix=MANY
// RUN: env LIBOMPTARGET_PROFILE=%t.json %ours %t.jit many
// RUN: python3 %S/Inputs/check_trace.py %t.json | FileCheck %s --check-prefix=MANY
// MANY: construct target: 10000
// MANY: kernel kernel: 10000
//
// RUN: env LIBOMPTARGET_PROFILE=%t.json %ours %t exit
// RUN: python3 %S/Inputs/check_trace.py %t.json | diff %t.counts -
//
// RUN: env LIBOMPTARGET_PROFILE=%t.json %ours not --crash %t crash
// RUN: python3 %S/Inputs/check_trace.py %t.json crashed | diff %t.counts -
//
// A child that goes on after a fork has its own file or none.
// RUN: env LIBOMPTARGET_PROFILE=%t.json %ours %t fork
// RUN: python3 %S/Inputs/check_trace.py %t.json | diff %t.counts -
// RUN: rm -rf %t.dir && mkdir %t.dir
// RUN: env LIBOMPTARGET_PROFILE=%t.dir/trace.%%p %ours %t fork
// RUN: ls %t.dir | count 2
// RUN: cat %t.dir/* | grep -c '"cat":"kernel"' | grep -x 401
//
// Only what takes long, on request.
// RUN: env LIBOMPTARGET_PROFILE=%t.json LIBOMPTARGET_PROFILE_GRANULARITY=4000000000 %ours %t
// RUN: not grep kernel %t.json
//
// A file that cannot be written changes nothing.
// RUN: env LIBOMPTARGET_PROFILE=%t.absent/x %ours %t 2>&1 | FileCheck %s --check-prefix=OPEN
// OPEN: omptarget: warning OT701: the trace cannot be written to {{.*}}.absent/x
// RUN: env LIBOMPTARGET_PROFILE=/dev/full %ours %t 2>&1 | FileCheck %s --check-prefix=FULL
// FULL: omptarget: warning OT701: {{.*}}No space left
// FULL-NOT: OT701
//
// CHECK: construct target: 400
// CHECK: data allocate: 401
// CHECK: data copy from device: 400
// CHECK: data copy to device: 400
// CHECK: data free: 400
// CHECK: device device opened: 1
// CHECK: device image loaded: 1
// CHECK: kernel kernel: 400
// CHECK: routine omp_target_alloc: 1
// CHECK: threads: 4

#include <omp.h>
#include <pthread.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

static void *work(void *) {
  for (int I = 0; I < 100; ++I) {
    int A[10] = {};
#pragma omp target map(tofrom : A)
    A[0] = 1;
    if (A[0] != 1)
      abort();
  }
  return nullptr;
}

static void *workShortly(void *) {
  for (int I = 0; I < 10000; ++I) {
#pragma omp target
    {
    }
  }
  return nullptr;
}

static void *leave(void *) { exit(0); }

int main(int Count, char **Args) {
  const char *How = Count > 1 ? Args[1] : "";
  (void)omp_target_alloc(8, omp_get_default_device());
  pthread_t Threads[3];
  if (!strcmp(How, "many")) {
    pthread_create(Threads, nullptr, workShortly, nullptr);
    pthread_join(Threads[0], nullptr);
    return 0;
  }
  for (pthread_t &Each : Threads)
    pthread_create(&Each, nullptr, work, nullptr);
  work(nullptr);
  for (pthread_t Each : Threads)
    pthread_join(Each, nullptr);
  if (!strcmp(How, "exit")) {
    pthread_create(Threads, nullptr, leave, nullptr);
    pause();
  }
  if (!strcmp(How, "crash"))
    raise(SIGSEGV);
  if (!strcmp(How, "fork")) {
    pid_t Child = fork();
    if (Child == 0) {
#pragma omp target
      {
      }
      return 0;
    }
    int State = 0;
    waitpid(Child, &State, 0);
    return State;
  }
}
