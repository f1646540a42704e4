// What a construct copies is shared by the threads of the parallel construct that is all of its body.
// RUN: %run-gpus --checked --levels=O0,O2 %t %s -Wno-openmp-mapping
// RUN: %run-gpus --checked --levels=O1 %t.debug %s -g -Wno-openmp-mapping

#include <algorithm>
#include <cstdio>
#include <omp.h>

enum { N = 64, Threads = 48 };
struct Pair {
  long First, Second;
};
#pragma omp declare reduction(plus:Pair : omp_out.First += omp_in.First,       \
                                  omp_out.Second += omp_in.Second)             \
    initializer(omp_priv = Pair{0, 0})

static void print(const char *Title, const long *Values) {
  long Sum = 0;
  for (int I = 0; I < N; ++I)
    Sum = (Sum * 3 + Values[I]) % 65521;
  printf("%s: %ld\n", Title, Sum);
}

static void inTarget(long S, Pair P) {
  long Out[N] = {}, Size = 0;
#pragma omp target firstprivate(S, P) map(Out, Size)
#pragma omp parallel num_threads(Threads)
  {
#pragma omp atomic
    S += 1;
#pragma omp atomic
    P.Second += 2;
#pragma omp barrier
    if (omp_get_thread_num() == omp_get_num_threads() - 1) {
      Size = omp_get_num_threads();
      P.First = S + 7;
    }
#pragma omp barrier
    for (int I = omp_get_thread_num(); I < N; I += omp_get_num_threads())
      Out[I] = S * 3 + P.First * 5 + P.Second - Size * 10;
  }
  print("target firstprivate", Out);
  long Array[3] = {1, 2, 3};
#pragma omp target firstprivate(Array) map(Out)
#pragma omp parallel num_threads(Threads)
  {
#pragma omp single
    Array[1] = 100;
#pragma omp for
    for (int I = 0; I < N; ++I)
      Out[I] = Array[I % 3] + std::max(S, Array[1]);
  }
  print("target firstprivate of an array", Out);
}

static void inTeams(long S, Pair P) {
  long Out[N] = {}, Sum = 5, Largest = 3, Parts[4] = {1, 2, 3, 4};
  for (int I = 0; I < N; ++I)
    Out[I] = (I * 37) % 41;
#pragma omp target teams reduction(+ : Sum) reduction(max : Largest) map(Out)
#pragma omp distribute parallel for
  for (int I = 0; I < N; ++I) {
#pragma omp atomic
    Sum += Out[I];
#pragma omp atomic compare
    if (Largest < Out[I]) {
      Largest = Out[I];
    }
  }
  printf("%ld %ld\n", Sum, Largest);
#pragma omp target teams reduction(+ : Parts) reduction(plus : P) map(Out)     \
    num_teams(3) thread_limit(32)
#pragma omp distribute parallel for schedule(dynamic, 2)
  for (int I = 0; I < N; ++I) {
#pragma omp atomic
    Parts[I % 4] += Out[I];
#pragma omp atomic
    P.First += I;
#pragma omp atomic
    P.Second += 1;
  }
  printf("%ld %ld %ld %ld, %ld %ld\n", Parts[0], Parts[1], Parts[2], Parts[3],
         P.First, P.Second);
#pragma omp target teams firstprivate(S) map(Out) num_teams(1)
#pragma omp parallel num_threads(Threads)
  {
#pragma omp critical
    S += 2;
#pragma omp barrier
    for (int I = omp_get_thread_num(); I < N; I += omp_get_num_threads())
      Out[I] += S - 2 * omp_get_num_threads();
  }
  print("teams firstprivate", Out);
  // Both constructs reduce, the inner one into the outer one's copy.
#pragma omp target teams reduction(+ : Sum) map(Out) num_teams(2)
#pragma omp distribute parallel for reduction(+ : Sum) lastprivate(Largest)
  for (int I = 0; I < N; ++I) {
    Sum += Out[I];
    Largest = I;
  }
  printf("%ld\n", Sum);
#pragma omp target teams reduction(+ : Sum) map(tofrom : Largest) num_teams(2)
#pragma omp distribute parallel for lastprivate(Largest)
  for (int I = 0; I < N; ++I) {
#pragma omp atomic
    Sum += 1;
    Largest = I;
  }
  printf("%ld %ld\n", Sum, Largest);
}

/// The regions get a pointer to where the array would begin.
static void sections(long *Values, int First) {
#pragma omp target teams reduction(+ : Values[2 : 4]) map(Values[ : 6])        \
    num_teams(2)
#pragma omp distribute parallel for
  for (int I = 0; I < N; ++I) {
#pragma omp atomic
    Values[First + I % 4] += I;
  }
#pragma omp target teams reduction(+ : Values[2 : 4]) map(Values[ : 6])
#pragma omp distribute parallel for reduction(+ : Values[2 : 4])
  for (int I = 0; I < N; ++I)
    Values[First + I % 4] += 2 * I;
  for (int I = 0; I < 6; ++I)
    printf("%ld ", Values[I]);
  printf("\n");
}

int main() {
  inTarget(10, {20, 30});
  inTeams(1, {2, 3});
  long Values[6] = {1, 2, 3, 4, 5, 6};
  sections(Values, 2);
}
