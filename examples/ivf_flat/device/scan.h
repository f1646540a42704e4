// The algorithm: scans the list of a cluster for the vectors nearest to a
// query. It knows neither distances, filters nor what becomes of a distance in
// the end, which are in fragments of their own.
#pragma once

#include "shared.h"

#pragma omp begin declare target device_type(nohost)

// Of other fragments, or defined before a kernel that has all its parts.
template <typename T, typename AccT, int Veclen>
void compute_distance(AccT &Sum, const T *Vector, const T *Query);
float post_process(float Distance);
bool filter(uint32_t Query, uint32_t Vector, const uint32_t *Bits);

template <bool Ascending> inline bool is_nearer(float A, float B) {
  return Ascending ? A < B : A > B;
}

// One thread scans one list for one query. A list has groups of 32 vectors; of
// the vectors of a group, Veclen elements each lie one behind the other.
template <typename T, typename AccT, int Veclen, int Capacity, bool Ascending,
          bool ComputeNorm>
inline void scan_list(uint32_t Query, const T *List, uint32_t First,
                      uint32_t Size, const T *QueryVector, int Dim,
                      const uint32_t *Bits, float *BestDistances,
                      uint32_t *BestIndices) {
  constexpr float Farthest = Ascending ? 3e38f : -3e38f;
  float Distances[Capacity];
  uint32_t Indices[Capacity];
  for (int K = 0; K < Capacity; ++K) {
    Distances[K] = Farthest;
    Indices[K] = ~0u;
  }
  for (uint32_t V = 0; V < Size; ++V) {
    if (!filter(Query, First + V, Bits))
      continue;
    const T *Group = List + V / GroupSize * GroupSize * Dim;
    AccT Sum = 0;
    float VectorNorm = 0, QueryNorm = 0;
    for (int D = 0; D < Dim; D += Veclen) {
      const T *Part = Group + D * GroupSize + V % GroupSize * Veclen;
      compute_distance<T, AccT, Veclen>(Sum, Part, QueryVector + D);
      if constexpr (ComputeNorm)
        for (int E = 0; E < Veclen; ++E) {
          VectorNorm += float(Part[E]) * float(Part[E]);
          QueryNorm += float(QueryVector[D + E]) * float(QueryVector[D + E]);
        }
    }
    float Distance = float(Sum);
    if constexpr (ComputeNorm)
      Distance /= __builtin_elementwise_sqrt(VectorNorm * QueryNorm);
    if (!is_nearer<Ascending>(Distance, Distances[Capacity - 1]))
      continue;
    int K = Capacity - 1;
    for (; K > 0 && is_nearer<Ascending>(Distance, Distances[K - 1]); --K) {
      Distances[K] = Distances[K - 1];
      Indices[K] = Indices[K - 1];
    }
    Distances[K] = Distance;
    Indices[K] = First + V;
  }
  for (int K = 0; K < Capacity; ++K) {
    BestDistances[K] =
        Indices[K] == ~0u ? Farthest : post_process(Distances[K]);
    BestIndices[K] = Indices[K];
  }
}

#pragma omp end declare target
