// Each team has its own groupprivate variables, and static ones with omp_pteam_mem_alloc, in all files.
// RUN: %run-gpus %t.gpus %s %S/Inputs/groupprivate-other.cpp -fopenmp-version=60
// RUN: %run-gpus --levels=O2 --gpus=sm_90,gfx90a --checked %t.lto %s %S/Inputs/groupprivate-other.cpp -fopenmp-version=60 -foffload-lto
// RUN: %link-ahead %t.ahead %s %S/Inputs/groupprivate-other.cpp -fopenmp-version=60
// Compiled file by file.
// RUN: %clangxx -O1 -fopenmp %nvptx_target %s %S/Inputs/groupprivate-other.cpp -fopenmp-version=60 -o %t.files

#include "expect.h"
#include <omp.h>

enum { MostTeams = 6, Threads = 40 };

int Total;
#pragma omp groupprivate(Total)
static int OfThread[Threads];
#pragma omp groupprivate(OfThread)

struct Statistics {
  static double Sum;
#pragma omp groupprivate(Sum)
  static void add(double Value) {
#pragma omp atomic
    Sum += Value;
  }
};
double Statistics::Sum;

template <typename T> struct Last {
  static T Value;
#pragma omp groupprivate(Value)
};
template <typename T> T Last<T>::Value;

#pragma omp begin declare target
void beginTotal();
int addToTotal(int Value);
long Between;
#pragma omp groupprivate(Between)
static int Allocated[2];
#pragma omp allocate(Allocated) allocator(omp_pteam_mem_alloc)

static int countCalls(bool IsFirst) {
  static int Count;
#pragma omp groupprivate(Count)
  Count = IsFirst ? 1 : Count + 1;
  return Count;
}
#pragma omp end declare target

/// Teams of other devices share what is each team's on a GPU.
static int numTeams() {
  int IsGpu = 0;
#pragma omp target map(from : IsGpu)
  {
#if defined(__NVPTX__) || defined(__AMDGPU__)
    IsGpu = 1;
#else
    IsGpu = 0;
#endif
  }
  return IsGpu ? MostTeams : 1;
}

/// All threads run the region's code.
static void shareAmongThreads(int NumTeams) {
  int Wrongs = 0, Counts[MostTeams] = {};
  double Sums[MostTeams] = {};
#pragma omp target teams num_teams(NumTeams) thread_limit(Threads)             \
    map(tofrom : Wrongs, Sums, Counts)
#pragma omp parallel num_threads(Threads)
  {
    const int Team = omp_get_team_num(), Self = omp_get_thread_num();
    const int Count = omp_get_num_threads();
    OfThread[Self] = Team * 100 + Self;
    if (Self == 0)
      Statistics::Sum = 0;
#pragma omp barrier
    Statistics::add(Team + 1);
    const int Other = (Self + 1) % Count;
    if (OfThread[Other] != Team * 100 + Other) {
#pragma omp atomic
      ++Wrongs;
    }
#pragma omp barrier
    if (Self == 0) {
      Sums[Team] = Statistics::Sum;
      Counts[Team] = Count;
    }
  }
  expect("neighbours", Wrongs, 0);
  for (int I = 0; I < NumTeams; ++I)
    expect("sum of a team", Sums[I], double(Counts[I]) * (I + 1));
}

/// The main thread writes, workers read and write, the main thread reads.
static void shareWithMainThread(int NumTeams) {
  long Seen[MostTeams] = {}, Results[MostTeams] = {}, Counts[MostTeams] = {};
#pragma omp target teams num_teams(NumTeams) thread_limit(Threads)             \
    map(tofrom : Seen, Results, Counts)
  {
    const int Team = omp_get_team_num();
    beginTotal();
    Between = 3 + Team;
    Last<short>::Value = short(Team);
    Allocated[0] = Team;
    Allocated[1] = countCalls(true);
#pragma omp parallel num_threads(Threads)
    {
#pragma omp atomic
      Seen[Team] += Between + Last<short>::Value + Allocated[0];
#pragma omp critical
      addToTotal(1);
    }
    Counts[Team] = Total;
    Allocated[1] += countCalls(false);
    Results[Team] = addToTotal(5) * 100 + Total + Allocated[1];
  }
  for (int I = 0; I < NumTeams; ++I) {
    expect("seen by workers", Seen[I], Counts[I] * (3 + 3 * I));
    expect("totals", Results[I], (Counts[I] + 1) * 100 + Counts[I] + 5 + 3);
  }
}

int main() {
  Total = 70;
  OfThread[1] = 71;
  Between = 72;
  const int NumTeams = numTeams();
  shareAmongThreads(NumTeams);
  shareWithMainThread(NumTeams);
  expect("the host's", Total + OfThread[1] + int(Between), 70 + 71 + 72);
  return finish();
}
