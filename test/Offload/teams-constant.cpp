// What num_teams and thread_limit say reaches a processor's kernel as arguments: they become constant as other scalars do,
// and so do the bounds of the loop that the teams share. What a kernel asks the runtime is asked at every launch.
// RUN: %clangxx -O2 -fopenmp -fopenmp-targets=x86_64-pc-linux-gnu -fopenmp-target-jit %s -o %t
// DEFINE: %{run} = env OMP_JIT_CACHE=memory OMP_JIT_ASYNC=0 OMP_TARGET_OFFLOAD=MANDATORY KMP_WARNINGS=0
// RUN: rm -rf %t.dump
// RUN: %{run} OMP_JIT_DUMP=%t.dump OMP_JIT_STATS=%t.json %t 100 3 2 | FileCheck %s --check-prefix=RESULT
// RUN: cat %t.dump/*add*.after.ll | FileCheck %s
// RUN: cat %t.dump/*ask*.after.ll | FileCheck %s --check-prefix=ASK
// RUN: %{run} %t 200 1 5 | FileCheck %s --check-prefix=RESULT
// RUN: %{run} OMP_JIT_SPECIALIZE=none %t 100 3 2 | FileCheck %s --check-prefix=RESULT
// RUN: FileCheck %s --check-prefix=STATS < %t.json

// RESULT: right, right
// CHECK: call void @__kmpc_push_num_teams({{.*}}, i32 3, i32 2)
// CHECK: @__kmpc_fork_teams({{.*}}, i64 100, ptr
// CHECK: call i32 @llvm.smin.i32(i32 {{%[0-9]+}}, i32 99)
// ASK: {{call|invoke}} i32 @omp_get_num_devices()
//
// N, the number of teams, the limit; nothing about devices.
// STATS:      "facts": {
// STATS-NEXT: "0": 100,
// STATS-NEXT: "2": 3,
// STATS-NEXT: "3": 2
// STATS-NOT: "devices":

#include <cstdio>
#include <cstdlib>
#include <omp.h>

static int Values[1000];

static void add(int N, int Teams, int Limit) {
#pragma omp target teams distribute parallel for num_teams(Teams)              \
    thread_limit(Limit) map(tofrom : Values)
  for (int I = 0; I < N; ++I)
    Values[I] += I;
}

static int ask() {
  int Devices = 0;
#pragma omp target map(from : Devices)
  Devices = omp_get_num_devices();
  return Devices;
}

int main(int, char **Arguments) {
  const int N = atoi(Arguments[1]);
  add(N, atoi(Arguments[2]), atoi(Arguments[3]));
  bool IsRight = true;
  for (int I = 0; I < 1000; ++I)
    IsRight &= Values[I] == (I < N ? I : 0);
  printf("%s, %s\n", IsRight ? "right" : "WRONG",
         ask() == omp_get_num_devices() ? "right" : "WRONG");
}
