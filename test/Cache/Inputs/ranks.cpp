// A rank launches a kernel with the values of its arguments, all ranks at once.
#include "../../support/SumTo.h"

#include <mpi.h>

#include <cstdio>
#include <cstdlib>

int main(int Count, char **Arguments) {
  MPI_Init(&Count, &Arguments);
  int NumWrong = 0;
  double Longest = 0;
  for (int I = 1; I < Count; ++I) {
    const int N = std::atoi(Arguments[I]);
    MPI_Barrier(MPI_COMM_WORLD);
    const double Start = MPI_Wtime();
    NumWrong += !sumsRight(N);
    const double Took = MPI_Wtime() - Start;
    Longest = Took > Longest ? Took : Longest;
  }
  int Rank, AllWrong;
  double LongestOfAll;
  MPI_Comm_rank(MPI_COMM_WORLD, &Rank);
  MPI_Reduce(&NumWrong, &AllWrong, 1, MPI_INT, MPI_SUM, 0, MPI_COMM_WORLD);
  MPI_Reduce(&Longest, &LongestOfAll, 1, MPI_DOUBLE, MPI_MAX, 0,
             MPI_COMM_WORLD);
  if (Rank == 0)
    std::printf("wrong %d longest %.3f ms\n", AllWrong, LongestOfAll * 1e3);
  MPI_Finalize();
}
