// Code between the parallel regions of a team sees what they wrote, and they what it wrote, turn by turn.
// RUN: %run-gpus --checked --levels=O2,O3 %t %s

#include <cstdio>
#include <cstring>
#include <initializer_list>
#include <omp.h>

enum { Rows = 37, Columns = 300, Cells = Rows * Columns };
static double In[Cells], Out[Cells], Sums[Rows], Wanted[Rows];

#pragma omp begin declare target
static double Results[Rows];
static int NumDone;
#pragma omp end declare target

static void expect(const char *What, double Got, double Should) {
  if (Got != Should)
    std::printf("%s: %g instead of %g\n", What, Got, Should);
}

/// The first thread needs the sum, and nobody else.
static void sumsOfRows(int Columns) {
#pragma omp target teams distribute
  for (int I = 0; I < Rows; ++I) {
    double Sum = I;
#pragma omp parallel for reduction(+ : Sum)
    for (int J = 0; J < Columns; ++J)
      Sum += In[I * ::Columns + J];
    Sums[I] = Sum;
  }
}

/// The next region needs the sum of the last one, and writes what that read.
static void rowsByTheirSums() {
#pragma omp target teams distribute num_teams(3)
  for (int I = 0; I < Rows; ++I) {
    double Sum = 0;
#pragma omp parallel for reduction(+ : Sum)
    for (int J = 0; J < Columns; ++J)
      Sum += In[I * Columns + J];
    const double Part = Sum / 2;
#pragma omp parallel for
    for (int J = 0; J < Columns; ++J)
      Out[I * Columns + J] = In[I * Columns + J] + Part;
  }
}

/// An array of the team: each region reads what other threads wrote in the last
/// one, and the first thread changes an element in between.
static void neighbours() {
#pragma omp target teams distribute num_teams(3)
  for (int I = 0; I < Rows; ++I) {
    double Row[Columns], Next[Columns];
#pragma omp parallel for
    for (int J = 0; J < Columns; ++J)
      Row[J] = In[I * Columns + J];
    for (int Turn = 0; Turn < 3; ++Turn) {
#pragma omp parallel for
      for (int J = 0; J < Columns; ++J)
        Next[J] = Row[J] + Row[(J + 1) % Columns];
      Next[Turn] += 1;
#pragma omp parallel for
      for (int J = 0; J < Columns; ++J)
        Row[J] = Next[(J + 7) % Columns];
    }
#pragma omp parallel for
    for (int J = 0; J < Columns; ++J)
      Out[I * Columns + J] = Row[J];
  }
}

/// A variable that the first thread changes in each turn and all threads read.
static void scales() {
#pragma omp target teams distribute num_teams(2)
  for (int I = 0; I < Rows; ++I) {
    double Scale = I;
    for (int Turn = 0; Turn < 4; ++Turn) {
#pragma omp parallel for
      for (int J = 0; J < Columns; ++J)
        Out[I * Columns + J] += Scale * J;
      Scale = Scale * 2 + Turn;
    }
  }
}

/// Explicit barriers in one region, and a variable that one thread writes.
static void inOneRegion() {
#pragma omp target teams distribute num_teams(3)
  for (int I = 0; I < Rows; ++I) {
    double Row[64];
    int Chosen = 0;
#pragma omp parallel num_threads(64)
    {
#pragma omp for
      for (int J = 0; J < 64; ++J)
        Row[J] = In[I * Columns + J];
#pragma omp single
      Chosen = int(Row[5]) % 64;
#pragma omp for
      for (int J = 0; J < 64; ++J)
        Out[I * Columns + J] = Row[(Chosen + J) % 64];
#pragma omp barrier
#pragma omp masked
      Row[Chosen] = -1;
#pragma omp barrier
#pragma omp for nowait
      for (int J = 0; J < 64; ++J)
        Out[I * Columns + J] += Row[J];
    }
  }
}

/// The team that is done last reads what the others wrote. The counter tells it.
static double lastTeam() {
  double Total = 0;
#pragma omp target teams num_teams(8) map(from : Total)
  {
    int Mine = 0;
#pragma omp parallel for
    for (int I = 0; I < Rows; ++I)
      if (I % omp_get_num_teams() == omp_get_team_num())
        Results[I] = In[I];
#pragma omp atomic capture seq_cst
    Mine = ++NumDone;
    if (Mine == omp_get_num_teams()) {
      double Sum = 0;
#pragma omp parallel for reduction(+ : Sum)
      for (int I = 0; I < Rows; ++I)
        Sum += Results[I];
      Total = Sum;
      NumDone = 0;
    }
  }
  return Total;
}

int main() {
  for (int I = 0; I < Cells; ++I)
    In[I] = (I * 7) % 101;
#pragma omp target enter data map(to : In, Out, Sums)
  for (const int N : {int(Columns), 1, 0}) {
    sumsOfRows(N);
#pragma omp target update from(Sums)
    for (int I = 0; I < Rows; ++I) {
      double Sum = I;
      for (int J = 0; J < N; ++J)
        Sum += In[I * Columns + J];
      expect("sums of rows", Sums[I], Sum);
    }
  }
  for (int I = 0; I < Rows; ++I) {
    Wanted[I] = 0;
    for (int J = 0; J < Columns; ++J)
      Wanted[I] += In[I * Columns + J];
  }

  rowsByTheirSums();
#pragma omp target update from(Out)
  for (int I = 0; I < Cells; ++I)
    expect("rows by their sums", Out[I], In[I] + Wanted[I / Columns] / 2);

  neighbours();
#pragma omp target update from(Out)
  for (int I = 0; I < Rows; ++I) {
    double Row[Columns], Next[Columns];
    std::memcpy(Row, In + I * Columns, sizeof(Row));
    for (int Turn = 0; Turn < 3; ++Turn) {
      for (int J = 0; J < Columns; ++J)
        Next[J] = Row[J] + Row[(J + 1) % Columns];
      Next[Turn] += 1;
      for (int J = 0; J < Columns; ++J)
        Row[J] = Next[(J + 7) % Columns];
    }
    for (int J = 0; J < Columns; ++J)
      expect("neighbours", Out[I * Columns + J], Row[J]);
  }

  std::memset(Out, 0, sizeof(Out));
#pragma omp target update to(Out)
  scales();
#pragma omp target update from(Out)
  for (int I = 0; I < Rows; ++I) {
    double Scale = I, Sum = 0;
    for (int Turn = 0; Turn < 4; ++Turn) {
      Sum += Scale;
      Scale = Scale * 2 + Turn;
    }
    for (int J = 0; J < Columns; ++J)
      expect("scales", Out[I * Columns + J], Sum * J);
  }

  inOneRegion();
#pragma omp target update from(Out)
  for (int I = 0; I < Rows; ++I) {
    const double *Row = In + I * Columns;
    const int Chosen = int(Row[5]) % 64;
    for (int J = 0; J < 64; ++J)
      expect("in one region", Out[I * Columns + J],
             Row[(Chosen + J) % 64] + (J == Chosen ? -1 : Row[J]));
  }

  double Total = 0;
  for (int I = 0; I < Rows; ++I)
    Total += In[I];
  for (int Turn = 0; Turn < 3; ++Turn)
    expect("last team", lastTeam(), Total);
  std::puts("done");
}
