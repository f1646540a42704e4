// Loops that prefetch what arrays lead to compute what others do, and read nothing behind the end of an array, which is
// the end of its memory here. Iterations overwrite what leads later ones, rows are empty, and loops have few turns.
// RUN: %clangxx -O3 -fopenmp -fopenmp-targets=x86_64-pc-linux-gnu -fopenmp-target-jit %s -o %t
// DEFINE: %{ahead} = 1
// DEFINE: %{facts} = none
// DEFINE: %{run} = rm -rf %t.dump && env LIBOMPTARGET_HOST_MAPS_IN_PLACE=1 OMP_JIT_ASYNC=0 OMP_JIT_CACHE=memory OMP_JIT_SPECIALIZE=%{facts} OMP_JIT_DUMP=%t.dump OMP_JIT_PREFETCH=%{ahead} %t | FileCheck %s
// DEFINE: %{count} = (grep -h prefetcht0 %t.dump/*.s || echo none) | FileCheck %s
// RUN: %{run} && %{count} --check-prefix=SOME
// REDEFINE: %{ahead} = 64
// RUN: %{run} && %{count} --check-prefix=SOME
// By itself, the compiler does so in images for certain values only, which are tried against the others.
// REDEFINE: %{ahead} = auto
// RUN: %{run} && %{count} --check-prefix=NONE
// REDEFINE: %{facts} = all
// RUN: %{run} && %{count} --check-prefix=SOME
// REDEFINE: %{ahead} = off
// RUN: %{run} && %{count} --check-prefix=NONE
// Images with another distance are other images.
// RUN: rm -rf %t.cache
// DEFINE: %{cached} = env OMP_JIT_ASYNC=0 OMP_JIT_CACHE_DIR=%t.cache OMP_JIT_STATS=%t.json
// DEFINE: %{compiles} = python3 -c "import json, sys; print('compiled' if json.load(open(sys.argv[1]))['compiles'] else 'found')" %t.json
// RUN: %{cached} %t && %{compiles} | FileCheck %s --check-prefix=COMPILED
// RUN: %{cached} OMP_JIT_PREFETCH=auto %t && %{compiles} | FileCheck %s --check-prefix=FOUND
// RUN: %{cached} OMP_JIT_PREFETCH=2 %t && %{compiles} | FileCheck %s --check-prefix=COMPILED
// RUN: env OMP_JIT_PREFETCH=65 %t 2>&1 | FileCheck %s --check-prefixes=IGNORED,CHECK
// SOME: prefetcht0
// NONE: none
// COMPILED: compiled
// FOUND: found
// IGNORED: warning: OMP_JIT_PREFETCH=65 is not understood and ignored; accepted: auto, off, or a number from 1 to 64
// CHECK-NOT: wrong
// CHECK: done

#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <initializer_list>
#include <sys/mman.h>
#include <unistd.h>

/// An array at the end of its memory.
template <typename T> static T *atEnd(size_t N) {
  const size_t Page = size_t(sysconf(_SC_PAGESIZE));
  const size_t Bytes = (N * sizeof(T) + Page - 1) / Page * Page;
  char *Whole =
      static_cast<char *>(mmap(nullptr, Bytes + Page, PROT_READ | PROT_WRITE,
                               MAP_PRIVATE | MAP_ANONYMOUS, -1, 0));
  if (Whole == MAP_FAILED || mprotect(Whole + Bytes, Page, PROT_NONE))
    std::exit(1);
  return reinterpret_cast<T *>(Whole + Bytes - N * sizeof(T));
}

struct Entry {
  double Energy, Total, Elastic, Absorbed, Split;
};

static void check(const char *What, int N, double Found, double Expected) {
  if (Found != Expected)
    std::printf("%s of %d: wrong: %g, not %g\n", What, N, Found, Expected);
}

/// The shape of a look-up of cross sections: a material's nuclides, their
/// places in a grid, and what is there.
#pragma omp declare target
static double lookUp(const int *Counts, const int *Members, const int *Places,
                     const Entry *Table, int Material, int Most, int PerMember,
                     double Energy) {
  double Sum[4] = {0, 0, 0, 0};
  for (int J = 0; J < Counts[Material]; ++J) {
    const int Member = Members[Material * Most + J];
    int Place = Places[Member * PerMember + (Material + J) % PerMember];
    const Entry *Low = &Table[Place], *High = Low + 1;
    const double F =
        (High->Energy - Energy) / (High->Energy - Low->Energy + 1.0);
    Sum[0] += High->Total - F * (High->Total - Low->Total);
    Sum[1] += High->Elastic - F * (High->Elastic - Low->Elastic);
    Sum[2] += High->Absorbed - F * (High->Absorbed - Low->Absorbed);
    Sum[3] += High->Split - F * (High->Split - Low->Split);
  }
  return Sum[0] + 2 * Sum[1] + 3 * Sum[2] + 4 * Sum[3];
}
#pragma omp end declare target

static void lookUps(int Materials, int Most, int Members, int PerMember,
                    int Entries) {
  int *Counts = atEnd<int>(Materials), *Of = atEnd<int>(Materials * Most);
  int *Places = atEnd<int>(Members * PerMember);
  Entry *Table = atEnd<Entry>(Entries);
  double *Out = atEnd<double>(Materials);
  for (int I = 0; I != Materials; ++I)
    Counts[I] = (I * 7) % (Most + 1); // Some have none.
  for (int I = 0; I != Materials * Most; ++I)
    Of[I] = (I * 5 + 3) % Members;
  Of[Materials * Most - 1] = Members - 1;
  for (int I = 0; I != Members * PerMember; ++I)
    Places[I] = (I * 11) % (Entries - 1);
  Places[Members * PerMember - 1] = Entries - 2;
  for (int I = 0; I != Entries; ++I)
    Table[I] = {I * 1.0, I * 2.0, I * 0.5, I * 3.0, I * 0.25};
#pragma omp target teams distribute parallel for map(                          \
        to : Counts[ : Materials], Of[ : Materials * Most],                    \
            Places[ : Members * PerMember], Table[ : Entries])                 \
    map(from : Out[ : Materials])
  for (int I = 0; I < Materials; ++I)
    Out[I] = lookUp(Counts, Of, Places, Table, I, Most, PerMember, 0.5);
  for (int I = 0; I != Materials; ++I)
    check("look-up", Materials, Out[I],
          lookUp(Counts, Of, Places, Table, I, Most, PerMember, 0.5));
}

/// Each iteration says where the next but one goes, and what it says before
/// that is no place at all.
static void rewrites(int N) {
  int64_t *First = atEnd<int64_t>(N), *Second = atEnd<int64_t>(N);
  double *Table = atEnd<double>(N);
  for (int I = 0; I != N; ++I) {
    First[I] = I < 2 ? I : int64_t(1) << 40;
    Second[I] = (I * 3) % N;
    Table[I] = I;
  }
  double Sum = 0, Expected = 0;
#pragma omp target map(tofrom : First[ : N], Sum)                              \
    map(to : Second[ : N], Table[ : N])
  for (int I = 0; I < N; ++I) {
    const int64_t At = Second[First[I]];
    Sum += Table[At] * (I % 5) + At;
    if (I + 2 < N)
      First[I + 2] = At;
  }
  int64_t Ways[2] = {0, 1};
  for (int I = 0; I != N; ++I) {
    const int64_t At = Second[Ways[I % 2] % N];
    Expected += Table[At] * (I % 5) + At;
    Ways[I % 2] = At;
  }
  check("rewrites", N, Sum, Expected);
}

/// Rows that begin where two arrays say, in another order than in memory.
static void rows(int N, int Row) {
  int *Order = atEnd<int>(N), *Begins = atEnd<int>(N), *Ends = atEnd<int>(N);
  double *Values = atEnd<double>(N * Row + 1), *Out = atEnd<double>(N);
  for (int I = 0; I != N; ++I) {
    Order[I] = N - 1 - I;
    Begins[I] = I * Row;
    Ends[I] = I * Row + (I * 3) % (Row + 1); // Some are empty.
  }
  for (int I = 0; I != N * Row; ++I)
    Values[I] = (I % 13) * 0.5;
#pragma omp target teams num_teams(1) map(to : Order[ : N], Begins[ : N])      \
    map(to : Ends[ : N], Values[ : N * Row]) map(from : Out[ : N])
  for (int I = 0; I < N; ++I) {
    double Sum = 0;
    for (int J = Begins[Order[I]]; J < Ends[Order[I]]; ++J)
      Sum += Values[J] * Values[J] + 1.0;
    Out[I] = Sum;
  }
  for (int I = 0; I != N; ++I) {
    double Sum = 0;
    for (int J = Begins[Order[I]]; J < Ends[Order[I]]; ++J)
      Sum += Values[J] * Values[J] + 1.0;
    check("row", N, Out[I], Sum);
  }
}

int main() {
  for (int Materials : {1, 12, 100, 999})
    for (int Most : {1, 5, 34})
      lookUps(Materials, Most, 68, 17, 500);
  for (int N : {1, 2, 3, 8, 100, 1024})
    rewrites(N);
  for (int N : {1, 2, 30, 512})
    for (int Row : {1, 7, 128})
      rows(N, Row);
  std::puts("done");
}
