// The algorithm: it knows neither distances nor filters, which are in fragments
// of their own.
#pragma once

#include <ompjit/Fragments/Kernel.h>

#include <cstdint>

using half = _Float16;

#pragma omp begin declare target device_type(nohost)

// Of other fragments.
template <typename T, typename OutT> OutT compute_distance(OutT Sum, T A, T B);
template <typename IdxT> bool filter(IdxT Index, const uint32_t *Bits);

// The optimised variant keeps one sum for each place of a group of Veclen.
enum class Variant { optimized, standard };

template <typename T, typename OutT, typename IdxT, Variant Kind, int Veclen>
inline void search_vectors(const T *Data, const T *Query, OutT *Distances,
                           IdxT Size, int Dim, const uint32_t *Bits) {
  const IdxT Step = IdxT(ompjit_num_blocks(0)) * IdxT(ompjit_block_size(0));
  IdxT I = IdxT(ompjit_block_id(0)) * IdxT(ompjit_block_size(0)) +
           IdxT(ompjit_thread_id(0));
  for (; I < Size; I += Step) {
    if (!filter<IdxT>(I, Bits)) {
      Distances[I] = OutT(-1);
      continue;
    }
    constexpr int NumSums = Kind == Variant::optimized ? Veclen : 1;
    OutT Sums[NumSums] = {};
    for (int D = 0; D < Dim; D += Veclen)
      for (int V = 0; V < Veclen; ++V)
        Sums[V % NumSums] = compute_distance<T, OutT>(
            Sums[V % NumSums], Data[I * Dim + D + V], Query[D + V]);
    OutT Total = 0;
    for (OutT Sum : Sums)
      Total += Sum;
    Distances[I] = Total;
  }
}

#pragma omp end declare target
