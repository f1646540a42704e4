// Kernels without OpenMP's model of execution: blocks and threads in three dimensions, barriers, votes, shuffles.
// RUN: %run-gpus %t.gpus %s
// RUN: %link-ahead %t.ahead %s

#include "expect.h"
#include <ompx.h>

constexpr int N = 600;

/// Who the calling thread is among all of the grid, and how many these are. The
/// host runs bare kernels on one thread of each block.
struct Place {
  int Self, Count;
};

#pragma omp begin declare target
static Place place() {
#if defined(__NVPTX__) || defined(__AMDGCN__)
  const int Block = ompx_block_id_x() +
                    ompx_grid_dim_x() * (ompx_block_id_y() +
                                         ompx_grid_dim_y() * ompx_block_id_z());
  const int Thread =
      ompx_thread_id_x() +
      ompx_block_dim_x() *
          (ompx_thread_id_y() + ompx_block_dim_y() * ompx_thread_id_z());
  const int Size = ompx_block_dim_x() * ompx_block_dim_y() * ompx_block_dim_z();
  return {Block * Size + Thread,
          Size * ompx_grid_dim_x() * ompx_grid_dim_y() * ompx_grid_dim_z()};
#else
  return {0, 1};
#endif
}
#pragma omp end declare target

static void grids() {
  int Visits[N] = {};
#pragma omp target teams ompx_bare num_teams(3) thread_limit(50) map(Visits)
  {
    const Place P = place();
    for (int I = P.Self; I < N; I += P.Count)
#if defined(__NVPTX__) || defined(__AMDGCN__)
      Visits[I] += 1;
#else
      Visits[I] = 1;
#endif
  }
#pragma omp target teams ompx_bare num_teams(2, 2, 3) thread_limit(4, 3, 2)    \
    map(Visits)
  {
    const Place P = place();
    for (int I = P.Self; I < N; I += P.Count)
#if defined(__NVPTX__) || defined(__AMDGCN__)
      Visits[I] += 10;
#else
      Visits[I] = 11;
#endif
  }
  for (int I = 0; I < N; ++I)
    expect("visits", Visits[I], 11);
}

/// Each thread reads what its neighbour wrote before the barrier.
static void barriers() {
  int Data[128] = {}, Sums[128] = {};
#pragma omp target teams ompx_bare num_teams(1) thread_limit(128)              \
    map(Data, Sums)
  {
    // Of the host's code and the device's, the same variables in one order.
    int *Of = Data, *To = Sums;
#if defined(__NVPTX__) || defined(__AMDGCN__)
    const int Self = ompx_thread_id_x();
    for (int Turn = 0; Turn < 3; ++Turn) {
      Of[Self] = Self * 3 + Turn;
      ompx_sync_block_acq_rel();
      To[Self] += Of[(Self + 1) % 128];
      ompx_sync_block_divergent(0);
    }
#else
    for (int I = 0; I < 128; ++I)
      Of[I] = 0, To[I] = (I + 1) % 128 * 9 + 3;
#endif
  }
  for (int I = 0; I < 128; ++I)
    expect("barriers", Sums[I], (I + 1) % 128 * 9 + 3);
}

/// Votes and shuffles of groups of 32 lanes, which all GPUs have.
static void lanes() {
  int Right[32] = {};
#pragma omp target teams ompx_bare num_teams(1) thread_limit(32) map(Right)
  {
#if defined(__NVPTX__) || defined(__AMDGCN__)
    const int Self = ompx_thread_id_x();
    const unsigned long long Votes =
        ompx_ballot_sync(0xffffffffull, Self % 3 == 0);
    int Sum = Self;
    double Real = Self * 0.5;
    for (int Delta = 16; Delta; Delta /= 2) {
      Sum += ompx_shfl_down_sync_i(0xffffffffull, Sum, Delta, 32);
      Real += ompx_shfl_down_sync_d(0xffffffffull, Real, Delta, 32);
    }
    Right[Self] =
        Votes == 0x49249249 && (Self || (Sum == 496 && Real == 248)) ? 1 : 2;
#else
    for (int &Each : Right)
      Each = 1;
#endif
  }
  for (int Each : Right)
    expect("votes and shuffles", Each, 1);
}

int main() {
  grids();
  barriers();
  lanes();
  return finish();
}
