// Regions with teams and threads of their own run inside of parallel regions, tasks and loops of the host, also after others, and return what they compute.
// RUN: %build -O1 %s -o %t
// RUN: env OMP_NUM_THREADS=3 %ours %t | FileCheck %s
// RUN: env LIBOMPTARGET_HOST_QUEUES=1 OMP_NUM_THREADS=3 %ours %t | FileCheck %s
// RUN: %build-deferred -O1 %s -o %t.jit
// RUN: env OMP_NUM_THREADS=3 %ours %t.jit | FileCheck %s
// CHECK: wrong: 0

#include <cstdio>
#include <omp.h>

static int Wrong;

static int loop(int Size) {
  int A[1000], Sum = 0;
#pragma omp target teams distribute parallel for map(from : A)
  for (int I = 0; I < Size; ++I)
    A[I] = I;
  for (int I = 0; I < Size; ++I)
    Sum += A[I] != I;
  return Sum;
}

static int teams() {
  int Teams = 0, Seen = 0;
#pragma omp target teams num_teams(2) map(tofrom : Teams, Seen)
  {
    Teams = omp_get_num_teams();
#pragma omp atomic
    ++Seen;
  }
  return Teams != Seen;
}

static int threads() {
  int Level = -1, Count = 0;
#pragma omp target parallel num_threads(2) map(tofrom : Level, Count)
  {
    Level = omp_get_level();
#pragma omp atomic
    ++Count;
  }
  return Level != 1 || Count != 2;
}

static void all() {
  const int Here = loop(1000) + teams() + threads();
#pragma omp atomic
  Wrong += Here;
}

int main() {
  all();
#pragma omp parallel num_threads(2)
  for (int I = 0; I < 20; ++I)
    all();
#pragma omp parallel num_threads(3)
#pragma omp single
#pragma omp taskgroup
  for (int I = 0; I < 10; ++I)
#pragma omp task
    all();
#pragma omp parallel for num_threads(2)
  for (int I = 0; I < 10; ++I)
    all();
#pragma omp parallel num_threads(2)
#pragma omp parallel num_threads(2)
  all();
#pragma omp parallel num_threads(2)
  {
#pragma omp target teams distribute parallel for nowait
    for (int I = 0; I < 100; ++I)
      ;
#pragma omp taskwait
  }
  std::printf("wrong: %d\n", Wrong);
}
