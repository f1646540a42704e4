// ThreadSanitizer reports nothing of a program without races, and the lines of a race in a region, in every mode.
// REQUIRES: compiler-rt
// UNSUPPORTED: sanitizer
// DEFINE: %{mode} =
// DEFINE: %{build} = %clangxx -O1 -g -fsanitize=thread -fopenmp -fopenmp-targets=x86_64-pc-linux-gnu %{mode} %s
// DEFINE: %{run} = env TSAN_SYMBOLIZER_PATH=%packaged_libdir/../bin/llvm-symbolizer OMP_TARGET_OFFLOAD=MANDATORY OMP_NUM_THREADS=4
// DEFINE: %{clean} = FileCheck %s --check-prefix=CLEAN --implicit-check-not=Sanitizer
// DEFINE: %{report} = FileCheck %s --check-prefix=RACE --implicit-check-not=/proc/self/fd
// RUN: %{build} -o %t.ahead && %{run} %t.ahead 2>&1 | %{clean}
// RUN: env TSAN_OPTIONS=exitcode=1 %{run} not %t.ahead race 2>&1 | %{report}
// REDEFINE: %{mode} = -foffload-lto
// RUN: %{build} -o %t.lto && %{run} %t.lto 2>&1 | %{clean}
// RUN: env TSAN_OPTIONS=exitcode=1 %{run} not %t.lto race 2>&1 | %{report}
// REDEFINE: %{mode} = -fopenmp-target-jit
// RUN: %{build} -o %t.deferred && %{run} %t.deferred 2>&1 | %{clean}
// RUN: env OMP_JIT_ASYNC=1 OMP_JIT_CACHE=memory %{run} %t.deferred 2>&1 | %{clean}
// RUN: env LIBOMPTARGET_HOST_QUEUES=1 %{run} %t.deferred 2>&1 | %{clean}
// RUN: env TSAN_OPTIONS=exitcode=1 %{run} not %t.deferred race 2>&1 | %{report}
// CLEAN: right
// RACE: WARNING: ThreadSanitizer: data race
// RACE-NEXT: of size 4
// RACE-NEXT: #0 {{.*}}__omp_offloading_{{.*}}thread-report.cpp:[[#RACY:]]
// RACE: Previous {{.*}} of size 4
// RACE-NEXT: #0 {{.*}}thread-report.cpp:[[#RACY]]
// RACE: right

#include <cstdio>
#include <thread>
#include <vector>

constexpr int Size = 1000, Threads = 4, Rounds = 8;

/// Maps, launches and updates data of its own.
static void work(int Thread, int *Result) {
  std::vector<int> Values(Size, Thread);
  int *Data = Values.data();
  int Sum = 0;
  for (int Round = 0; Round < Rounds; ++Round) {
#pragma omp target teams distribute parallel for map(tofrom : Data[ : Size])
    for (int I = 0; I < Size; ++I)
      Data[I] += I % 3;
    Data[Round] += 1;
  }
#pragma omp target enter data map(to : Data[ : Size])
  Data[0] += 5;
#pragma omp target update to(Data[ : 1])
#pragma omp target teams distribute parallel for map(tofrom : Sum)             \
    reduction(+ : Sum)
  for (int I = 0; I < Size; ++I)
    Sum += Data[I];
#pragma omp target exit data map(delete : Data[ : Size])
  *Result = Sum;
}

static int worked(int Thread) {
  return Size * Thread + Rounds * (Size - 1) + Rounds + 5;
}

/// Deferred regions in an order that their dependences give.
static int chain() {
  int A = 0, B = 0;
  for (int Round = 0; Round < Rounds; ++Round) {
#pragma omp target nowait map(tofrom : A) depend(out : A)
    A += 1;
#pragma omp target nowait map(tofrom : A, B) depend(inout : A)
    B += A;
  }
#pragma omp taskwait
  return B;
}

static int gather() {
  int Sum = 0;
#pragma omp target parallel for map(tofrom : Sum)
  for (int I = 0; I < Size; ++I) {
#pragma omp atomic
    Sum += I;
  }
  return Sum;
}

static void race() {
  int Last = 0;
#pragma omp target parallel map(tofrom : Last)
  for (int I = 0; I < Size; ++I)
    Last += I;
}

int main(int Count, char **) {
  if (Count > 1)
    race();
  int Results[Threads];
  std::vector<std::thread> All;
  for (int I = 0; I < Threads; ++I)
    All.emplace_back(work, I, &Results[I]);
  for (std::thread &Each : All)
    Each.join();
  for (int I = 0; I < Threads; ++I)
    if (Results[I] != worked(I))
      return std::printf("wrong: %d\n", Results[I]);
  if (chain() != Rounds * (Rounds + 1) / 2)
    return std::puts("wrong chain");
  if (gather() != Size * (Size - 1) / 2)
    return std::puts("wrong sum");
  std::puts("right");
}
