// Teams have as many threads as clauses ask for, constants or values of the launch, up to what a block can hold; the size of one launch does not stay for the next.
// RUN: export OMP_JIT_ASYNC=0
// RUN: %clangxx -O2 -fopenmp --offload-arch=sm_90 -fopenmp-target-jit %s -o %t.nvptx
// RUN: %clangxx -O2 -fopenmp --offload-arch=gfx90a -fopenmp-target-jit %s -o %t.amdgcn
// RUN: %clangxx -O0 -fopenmp --offload-arch=gfx1030 -fopenmp-target-jit %s -o %t.wave32
// DEFINE: %{arch} = sm_90
// DEFINE: %{run} = env OMP_JIT_VGPU=1 OMP_TARGET_OFFLOAD=MANDATORY OMP_JIT_VGPU_ARCH=%{arch} OMP_NUM_THREADS=3
// RUN: %{run} %t.nvptx | FileCheck %s
// RUN: %{run} OMP_JIT_SPECIALIZE=none %t.nvptx | FileCheck %s
// RUN: %{run} OMP_TEAMS_THREAD_LIMIT=40 %t.nvptx 40 | FileCheck %s
// REDEFINE: %{arch} = gfx90a
// RUN: %{run} %t.amdgcn | FileCheck %s
// REDEFINE: %{arch} = gfx1100
// RUN: %{run} %t.wave32 | FileCheck %s

// A call that the compiler cannot see through keeps a kernel generic.
#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <omp.h>

static int Wrong;

struct Sight {
  int Threads, Limit;
};

#pragma omp begin declare target
[[gnu::noinline]] static void look(Sight &S) {
#pragma omp parallel
  if (omp_get_team_num() == 0 && omp_get_thread_num() == 0)
    S.Threads = omp_get_num_threads();
  S.Limit = omp_get_thread_limit();
}
#pragma omp end declare target

/// A generic kernel's main thread has a warp besides: of 32 or 64 lanes.
static void expect(const char *What, int Asked, const Sight &S,
                   bool IsGeneric) {
  const int Least = std::min(Asked, IsGeneric ? 960 : 1024);
  const int Most = std::min(Asked, IsGeneric ? 992 : 1024);
  if (S.Threads >= Least && S.Threads <= Most && S.Limit == S.Threads)
    return;
  ++Wrong;
  std::printf("%s, %d asked for: %d threads, limit %d\n", What, Asked,
              S.Threads, S.Limit);
}

static void values(int Asked) {
  Sight S = {};
#pragma omp target teams num_teams(2) thread_limit(Asked) map(tofrom : S)
#pragma omp parallel
  if (omp_get_team_num() == 0 && omp_get_thread_num() == 0)
    S = {omp_get_num_threads(), omp_get_thread_limit()};
  expect("teams thread_limit", Asked, S, false);
  S = {};
#pragma omp target teams num_teams(2) thread_limit(Asked) map(tofrom : S)
  {
    asm volatile("" ::: "memory");
    if (omp_get_team_num() == 0)
      look(S);
  }
  expect("generic teams thread_limit", Asked, S, true);
  S = {};
#pragma omp target thread_limit(Asked) map(tofrom : S)
  {
    asm volatile("" ::: "memory");
    look(S);
  }
  expect("generic target thread_limit", Asked, S, true);
  S = {};
#pragma omp target parallel num_threads(Asked) map(tofrom : S)
  if (omp_get_thread_num() == 0)
    S = {omp_get_num_threads(), omp_get_thread_limit()};
  expect("target parallel num_threads", Asked, S, false);
  S = {};
#pragma omp target teams distribute parallel for thread_limit(Asked)           \
    map(tofrom : S)
  for (int I = 0; I < 3000; ++I)
    if (I == 0)
      S = {omp_get_num_threads(), omp_get_thread_limit()};
  expect("loop thread_limit", Asked, S, false);
  S = {};
#pragma omp target teams distribute parallel for num_threads(Asked)            \
    map(tofrom : S)
  for (int I = 0; I < 3000; ++I)
    if (I == 0)
      S = {omp_get_num_threads(), omp_get_thread_limit()};
  expect("loop num_threads", Asked, S, false);
  int Sum = 0;
#pragma omp target teams distribute parallel for thread_limit(Asked)           \
    num_teams(3) reduction(+ : Sum)
  for (int I = 0; I < 5000; ++I)
    Sum += I % 7;
  Wrong += Sum != 14995;
}

static void constants() {
  Sight S = {};
#pragma omp target teams thread_limit(512) map(tofrom : S)
#pragma omp parallel
  if (omp_get_team_num() == 0 && omp_get_thread_num() == 0)
    S = {omp_get_num_threads(), omp_get_thread_limit()};
  expect("teams thread_limit(512)", 512, S, false);
  S = {};
#pragma omp target teams num_teams(1) thread_limit(2000) map(tofrom : S)
  {
    asm volatile("" ::: "memory");
    look(S);
  }
  expect("generic teams thread_limit(2000)", 2000, S, true);
  S = {};
#pragma omp target parallel num_threads(2000) map(tofrom : S)
  if (omp_get_thread_num() == 0)
    S = {omp_get_num_threads(), omp_get_thread_limit()};
  expect("target parallel num_threads(2000)", 2000, S, false);
}

/// Without a clause the device chooses, within \p Most if that is not 0.
static void choice(int Most) {
  Sight S = {};
#pragma omp target teams num_teams(1) map(tofrom : S)
#pragma omp parallel
  if (omp_get_thread_num() == 0)
    S = {omp_get_num_threads(), omp_get_thread_limit()};
  expect("no clause", Most ? Most : S.Limit, S, false);
}

int main(int Count, char **Arguments) {
  for (int Asked : {256, 64, 512, 1, 900, 96, 2000, 256, 1024})
    values(Asked);
  constants();
  choice(Count > 1 ? std::atoi(Arguments[1]) : 0);
  std::printf("wrong: %d\n", Wrong);
}
// CHECK-NOT: asked for
// CHECK: wrong: 0
