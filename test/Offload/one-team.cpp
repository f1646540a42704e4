// A region of one team, on a processor, is run without a league if its code cannot tell the difference. All results, and
// the numbers of threads, are those of a league, whatever clauses, settings and routines say; a league is formed whenever
// one can be told from none. KMP_TEAMS_PROC_BIND, which has no effect without places, makes all regions form leagues. libomp's
// helper threads hang if limits leave them no team.
// ThreadSanitizer comes with a tool, which sees all leagues.
// UNSUPPORTED: thread-sanitizer
// RUN: rm -rf %t && mkdir %t
// RUN: %clangxx -O2 -g -rdynamic -fopenmp -fopenmp-targets=x86_64-pc-linux-gnu %s -o %t/ahead
// RUN: %clangxx -O0 -rdynamic -fopenmp -fopenmp-targets=x86_64-pc-linux-gnu %s -o %t/plain
// RUN: %clangxx -O2 -rdynamic -fopenmp -fopenmp-targets=x86_64-pc-linux-gnu -fopenmp-target-jit %s -o %t/deferred
// DEFINE: %{run} = env OMP_TARGET_OFFLOAD=MANDATORY KMP_WARNINGS=0 OMP_CANCELLATION=true OMP_JIT_CACHE=memory OMP_JIT_ASYNC=0
// DEFINE: %{settings} =
// DEFINE: %{compare} = %{run} %{settings} KMP_TEAMS_PROC_BIND=spread %t/ahead > %t/league && \
// DEFINE:   %{run} %{settings} %t/ahead > %t/one && diff %t/league %t/one && FileCheck %s < %t/one
// Kernels of queues run on their threads, which have settings of their own.
// REDEFINE: %{settings} = OMP_NUM_THREADS=2 LIBOMPTARGET_HOST_QUEUES=0
// RUN: %{compare} && %{run} %{settings} %t/ahead 2>&1 >/dev/null | FileCheck %s --check-prefix=LEAGUES
// RUN: %{run} %{settings} %t/plain > %t/one 2> %t/leagues && diff %t/league %t/one && FileCheck %s --check-prefix=LEAGUES < %t/leagues
// RUN: %{run} %{settings} %t/deferred > %t/one 2> %t/leagues && diff %t/league %t/one && FileCheck %s --check-prefix=LEAGUES < %t/leagues
// REDEFINE: %{settings} = OMP_NUM_THREADS=2
// RUN: %{compare}
// REDEFINE: %{settings} = OMP_NUM_THREADS=1
// RUN: %{compare}
// REDEFINE: %{settings} = OMP_NUM_THREADS=5,2 OMP_MAX_ACTIVE_LEVELS=2
// RUN: %{compare}
// REDEFINE: %{settings} = OMP_NUM_TEAMS=2
// RUN: %{compare}
// REDEFINE: %{settings} = OMP_TEAMS_THREAD_LIMIT=1
// RUN: %{compare}
// REDEFINE: %{settings} = OMP_THREAD_LIMIT=2 OMP_NUM_THREADS=4 LIBOMP_USE_HIDDEN_HELPER_TASK=0
// RUN: %{compare}
// REDEFINE: %{settings} = OMP_MAX_ACTIVE_LEVELS=0 LIBOMP_USE_HIDDEN_HELPER_TASK=0
// RUN: %{compare}
// REDEFINE: %{settings} = OMP_PROC_BIND=close,spread OMP_PLACES=threads
// RUN: %{compare}
//
// A tool sees all leagues.
// RUN: %clangxx -O2 -DTOOL -rdynamic -fopenmp -fopenmp-targets=x86_64-pc-linux-gnu %s -o %t/watched
// RUN: %{run} OMP_NUM_THREADS=2 %t/watched 2>&1 | FileCheck %s --check-prefix=TOOL
//
// CHECK-NOT: WRONG
// CHECK: done
// LEAGUES-DAG: plain: 0{{$}}
// LEAGUES-DAG: limit 1: 0{{$}}
// LEAGUES-DAG: limit 2: 0{{$}}
// LEAGUES-DAG: nothing: 0{{$}}
// LEAGUES-DAG: 1 thread: 0{{$}}
// LEAGUES-DAG: sum: 0{{$}}
// LEAGUES-DAG: last: 0{{$}}
// LEAGUES-DAG: dynamic: 0{{$}}
// LEAGUES-DAG: collapsed: 0{{$}}
// LEAGUES-DAG: long: 0{{$}}
// LEAGUES-DAG: numbers: 0{{$}}
// LEAGUES-DAG: cancelled: 0{{$}}
// LEAGUES-DAG: not parallel: 0{{$}}
// LEAGUES-DAG: two regions: 0{{$}}
// LEAGUES-DAG: in parallel: 0{{$}}
// LEAGUES-DAG: deferred: 0{{$}}
// LEAGUES-DAG: threads: 0{{$}}
// LEAGUES-DAG: routines, threads: 0{{$}}
// LEAGUES-DAG: routines, limit: 0{{$}}
// LEAGUES-DAG: 2 teams: 1{{$}}
// LEAGUES-DAG: chunks: 1{{$}}
// LEAGUES-DAG: asks: 1{{$}}
// LEAGUES-DAG: nested: 1{{$}}
// LEAGUES-DAG: calls: 1{{$}}
// LEAGUES-DAG: routines, teams: 1{{$}}
// LEAGUES-DAG: routines, levels: 1{{$}}
// LEAGUES-DAG: routines, dynamic: 1{{$}}
// TOOL-NOT: : 0{{$}}
// TOOL: done

#include <atomic>
#include <cstdarg>
#include <cstdio>
#include <cstdlib>
#include <dlfcn.h>
#include <functional>
#include <omp.h>
#include <thread>
#include <vector>

#ifdef TOOL
#include "Inputs/idle-tool.h"
#endif

static std::atomic<int> Leagues = 0;

// In place of libomp's function, for the kernels. These pass few arguments.
extern "C" void __kmpc_fork_teams(void *Location, int Count, void *Task,
                                  void *A, void *B, void *C, void *D, void *E,
                                  void *F, void *G, void *H) {
  using Function = void(void *, int, void *, ...);
  static auto *Real =
      reinterpret_cast<Function *>(dlsym(RTLD_NEXT, "__kmpc_fork_teams"));
  ++Leagues;
  Real(Location, Count, Task, A, B, C, D, E, F, G, H);
}

constexpr int Size = 100;
static int Values[Size];
static int Threads, Teams;

static void check(const char *Name, const std::function<void()> &Run,
                  int Added = Size) {
  for (int &Each : Values)
    Each = 0;
  Threads = Teams = 0;
  const int Before = Leagues;
  Run();
  int Sum = 0;
  for (int Each : Values)
    Sum += Each;
  printf("%s: %d %d %s\n", Name, Threads, Teams,
         Sum == Added ? "right" : "WRONG");
  fprintf(stderr, "%s: %d\n", Name, Leagues - Before);
}

#define NOTE                                                                   \
  if (I == 0)                                                                  \
    Threads = omp_get_num_threads(), Teams = omp_get_num_teams();

static void plain() {
#pragma omp target teams distribute parallel for map(tofrom : Values, Threads, \
                                                         Teams)
  for (int I = 0; I < Size; ++I) {
    NOTE++ Values[I];
  }
}

static void clauses(int NumTeams, int Limit, int NumThreads, int End = Size) {
#pragma omp target teams distribute parallel for num_teams(NumTeams)           \
    thread_limit(Limit) num_threads(NumThreads)                                \
    map(tofrom : Values, Threads, Teams)
  for (int I = 0; I < End; ++I) {
    NOTE++ Values[I];
  }
}

static void limited(int Limit) {
#pragma omp target teams distribute parallel for num_teams(1)                  \
    thread_limit(Limit) map(tofrom : Values, Threads, Teams)
  for (int I = 0; I < Size; ++I) {
    NOTE++ Values[I];
  }
}

static void sum() {
  long Sum = 0;
  double Product = 1;
#pragma omp target teams distribute parallel for reduction(+ : Sum)            \
    reduction(* : Product) map(tofrom : Threads, Teams)
  for (int I = 0; I < Size; ++I) {
    NOTE Sum += I;
    Product *= I % 10 ? 1 : 2;
  }
  Values[0] = Sum == 4950 && Product == 1024 ? Size : 0;
}

static void last(int First) {
  int Last = 0;
#pragma omp target teams distribute parallel for lastprivate(Last)             \
    firstprivate(First) map(tofrom : Values, Threads, Teams)
  for (int I = Size - 1; I >= 0; I -= 3) {
    NOTE Last = I;
    Values[I] += First;
  }
  Values[1] += Last;
}

static void dynamic() {
#pragma omp target teams distribute parallel for schedule(dynamic, 3)          \
    map(tofrom : Values, Threads, Teams)
  for (unsigned I = 0; I < Size; ++I) {
    NOTE++ Values[I];
  }
}

static void chunks() {
#pragma omp target teams distribute parallel for dist_schedule(static, 7)      \
    map(tofrom : Values, Threads, Teams)
  for (int I = 0; I < Size; ++I) {
    NOTE++ Values[I];
  }
}

static void collapsed() {
#pragma omp target teams distribute parallel for collapse(2)                   \
    schedule(static, 1) map(tofrom : Values)
  for (int I = 0; I < 10; ++I)
    for (int J = 0; J < 10; ++J)
      ++Values[10 * I + J];
}

static void longLoop() {
#pragma omp target teams distribute parallel for map(tofrom : Values, Threads, \
                                                         Teams)
  for (unsigned long I = 0; I < 10000000000000000000u;
       I += 100000000000000000u) {
    NOTE++ Values[I / 100000000000000000u];
  }
}

static void numbers() {
  int Bad = 0;
#pragma omp target teams distribute parallel for reduction(+ : Bad)            \
    map(tofrom : Values)
  for (int I = 0; I < Size; ++I) {
    Bad += omp_get_level() != 1 || omp_get_team_num() != 0 ||
           omp_get_num_teams() != 1 ||
           omp_get_thread_num() >= omp_get_num_threads() ||
           omp_is_initial_device();
#pragma omp critical
    ++Values[I];
#pragma omp atomic
    ++Values[0];
#pragma omp atomic
    --Values[0];
  }
  // Several teams have other numbers.
  if (omp_get_max_teams() < 2)
    Values[0] += Bad;
}

static void tasks() {
  int *Data = Values;
#pragma omp target teams map(tofrom : Data[ : Size], Threads, Teams)
#pragma omp parallel
  {
    int I = omp_get_thread_num() + omp_get_team_num();
    NOTE
#pragma omp single
        if (omp_get_team_num() == 0) {
      for (int J = 0; J < Size; ++J)
#pragma omp task
        ++Data[J];
#pragma omp taskwait
    }
  }
}

static void cancelled() {
  int Rounds = 0;
#pragma omp target teams distribute parallel for reduction(+ : Rounds)
  for (int I = 0; I < Size; ++I) {
    ++Rounds;
#pragma omp cancel for
  }
  Values[0] = Rounds < Size ? Size : 0;
}

static void notParallel(bool Is) {
#pragma omp target teams distribute parallel for if (parallel : Is)            \
    map(tofrom : Values, Threads)
  for (int I = 0; I < Size; ++I) {
    if (I == 0) // libomp's league says here that it has two teams.
      Threads = omp_get_num_threads();
    ++Values[I];
  }
}

static void twoRegions() {
#pragma omp target teams map(tofrom : Values, Threads, Teams)
  {
    int Begin = omp_get_team_num() * Size;
#pragma omp parallel for num_threads(1)
    for (int I = Begin; I < Size / 2; ++I)
      ++Values[I];
#pragma omp parallel for
    for (int I = Begin; I < Size; ++I) {
      NOTE Values[I] += I >= Size / 2;
    }
  }
}

static void asks() {
#pragma omp target teams distribute parallel for map(tofrom : Values, Threads, \
                                                         Teams)
  for (int I = 0; I < Size; ++I) {
    if (I == 0)
      Threads = 100 * omp_get_max_threads() + omp_in_parallel(),
      Teams = omp_get_thread_limit() % 1000;
    ++Values[I];
  }
}

static void nested() {
#pragma omp target teams distribute parallel for thread_limit(3)               \
    map(tofrom : Values, Threads, Teams)
  for (int I = 0; I < Size; ++I) {
#pragma omp parallel num_threads(2)
#pragma omp single
    {
      NOTE++ Values[I];
    }
  }
}

#pragma omp declare target
[[gnu::noinline]] static void addOne(int *To) { ++*To; }
static void (*Function)(int *) = addOne;
#pragma omp end declare target

static void calls() {
#pragma omp target teams distribute parallel for map(tofrom : Values)
  for (int I = 0; I < Size; ++I)
    Function(&Values[I]);
}

static void inParallel() {
#pragma omp parallel num_threads(2)
#pragma omp single
  plain();
}

static void deferred() {
#pragma omp target teams distribute parallel for nowait map(                   \
        tofrom : Values, Threads, Teams)
  for (int I = 0; I < Size; ++I) {
    NOTE++ Values[I];
  }
#pragma omp taskwait
}

static void severalThreads() {
  std::vector<std::thread> All;
  std::atomic<int> Right = 0;
  for (int T = 0; T < 4; ++T)
    All.emplace_back([&] {
      for (int Round = 0; Round < 20; ++Round) {
        int Sum = 0;
#pragma omp target teams distribute parallel for reduction(+ : Sum)
        for (int I = 0; I < Size; ++I)
          Sum += I;
        Right += Sum == 4950;
      }
    });
  for (std::thread &Each : All)
    Each.join();
  Values[0] = Right == 80 ? Size : 0;
}

int main() {
  plain(); // Finds out about libomp.
  check("plain", plain);
  check("limit 1", [] { limited(1); });
  check("limit 2", [] { limited(2); });
  check("limit 7", [] { limited(7); });
  check("1 thread", [] { clauses(1, 2, 1); });
  check("7 threads", [] { clauses(1, 2, 7); });
  check("2 teams", [] { clauses(2, 2, 2); });
  check("nothing", [] { clauses(1, 2, 2, 0); }, 0);
  check("plain", plain);
  check("sum", sum);
  check("last", [] { last(3); }, 34 * 3);
  check("dynamic", dynamic);
  check("chunks", chunks);
  check("collapsed", collapsed);
  check("long", longLoop);
  check("numbers", numbers);
  check("tasks", tasks);
  check("cancelled", cancelled);
  check("not parallel", [] { notParallel(false); });
  check("plain", [] { notParallel(true); });
  check("two regions", twoRegions);
  check("asks", asks);
  check("nested", nested);
  check("calls", calls);
  check("in parallel", inParallel);
  check("deferred", deferred);
  check("threads", severalThreads);
  omp_set_num_threads(1);
  check("routines, threads", plain);
  omp_set_teams_thread_limit(1);
  check("routines, limit", plain);
  omp_set_num_teams(2);
  check("routines, teams", plain);
  omp_set_num_teams(1);
  omp_set_max_active_levels(0);
  check("routines, levels", plain);
  omp_set_max_active_levels(1);
  omp_set_dynamic(1);
  check("routines, dynamic", plain);
  printf("done\n");
}
