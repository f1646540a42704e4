// Teams and threads are what clauses and variables make of them, as with the
// packaged runtime.
// RUN: %build -O1 %s -o %t
// RUN: %ours %t > %t.ours && %theirs %t > %t.theirs
// RUN: diff %t.ours %t.theirs
// RUN: %build-deferred -O1 %s -o %t.jit
// RUN: %ours %t.jit > %t.deferred && diff %t.deferred %t.theirs
// RUN: env KMP_TEAMS_THREAD_LIMIT=16 %ours %t > %t.ours
// RUN: env KMP_TEAMS_THREAD_LIMIT=16 %theirs %t > %t.theirs
// RUN: diff %t.ours %t.theirs && FileCheck --input-file=%t.ours %s
// RUN: env KMP_TEAMS_THREAD_LIMIT=16 OMP_NUM_TEAMS=5 %ours %t > %t.ours
// RUN: env KMP_TEAMS_THREAD_LIMIT=16 OMP_NUM_TEAMS=5 %theirs %t > %t.theirs
// RUN: diff %t.ours %t.theirs
// RUN: FileCheck --input-file=%t.ours --check-prefix=DEFAULT %s
// RUN: env KMP_TEAMS_THREAD_LIMIT=16 OMP_TEAMS_THREAD_LIMIT=1 %ours %t > %t.ours
// RUN: env KMP_TEAMS_THREAD_LIMIT=16 OMP_TEAMS_THREAD_LIMIT=1 %theirs %t \
// RUN:   > %t.theirs
// RUN: diff %t.ours %t.theirs
// RUN: FileCheck --input-file=%t.ours --check-prefix=LIMIT %s
// RUN: env KMP_TEAMS_THREAD_LIMIT=16 OMP_THREAD_LIMIT=6 %ours %t > %t.ours
// RUN: env KMP_TEAMS_THREAD_LIMIT=16 OMP_THREAD_LIMIT=6 %theirs %t > %t.theirs
// RUN: diff %t.ours %t.theirs

#include <cstdio>
#include <omp.h>

/// What team 0 sees of itself.
struct Sight {
  int Teams, Threads, ThreadLimit, MaxTeams;
};

#pragma omp begin declare target
static void look(Sight &S) {
  if (omp_get_team_num())
    return;
  S.Teams = omp_get_num_teams();
  S.ThreadLimit = omp_get_thread_limit();
  S.MaxTeams = omp_get_max_teams();
#pragma omp parallel
  if (omp_get_thread_num() == 0)
    S.Threads = omp_get_num_threads();
}
#pragma omp end declare target

static void show(const char *Clauses, const Sight &S) {
  std::printf("%s: teams %d, threads %d, thread limit %d, max teams %d\n",
              Clauses, S.Teams, S.Threads, S.ThreadLimit, S.MaxTeams);
}

// CHECK: none: teams 1,
// CHECK: num_teams(7): teams 7,
// CHECK: num_teams(7) thread_limit(2): teams 7, threads {{1|2}}, thread limit 2,
// CHECK: thread_limit(1): teams {{[0-9]+}}, threads 1, thread limit 1,
// DEFAULT: none: teams 5,{{.*}} max teams 5
// DEFAULT: num_teams(7): teams 7,{{.*}} max teams 5
// LIMIT: none: teams 1, threads 1,
int main() {
  Sight S = {};
#pragma omp target teams map(tofrom : S)
  look(S);
  show("none", S);
#pragma omp target teams num_teams(7) map(tofrom : S)
  look(S);
  show("num_teams(7)", S);
#pragma omp target teams num_teams(7) thread_limit(2) map(tofrom : S)
  look(S);
  show("num_teams(7) thread_limit(2)", S);
#pragma omp target teams thread_limit(1) map(tofrom : S)
  look(S);
  show("thread_limit(1)", S);
}
