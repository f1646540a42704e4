// OpenMP's memory management: predefined allocators, traits, sizes and alignments, zeros, memory that grows.
// RUN: %run-gpus %t.gpus %s
// RUN: %link-ahead %t.ahead %s

#include "expect.h"
#include <cstdint>
#include <omp.h>

#if defined(__NVPTX__) || defined(__AMDGCN__)
constexpr omp_memspace_handle_t Space = omp_default_mem_space;
#else
/// By the number that the host's library of an older version knows.
constexpr omp_memspace_handle_t Space = static_cast<omp_memspace_handle_t>(0);
#endif

#pragma omp begin declare target
static bool isAligned(const void *Address, uintptr_t To) {
  return Address && reinterpret_cast<uintptr_t>(Address) % To == 0;
}

static bool isZero(const char *Bytes, int Count) {
  for (int I = 0; I < Count; ++I)
    if (Bytes[I])
      return false;
  return true;
}

/// What can be wrong with memory from \p From, as bits.
static int tryAllocator(omp_allocator_handle_t From) {
  int Wrong = 0;
  char *Plain = static_cast<char *>(omp_alloc(100, From));
  if (!Plain)
    return 1;
  for (int I = 0; I < 100; ++I)
    Plain[I] = char(I);
  char *Aligned = static_cast<char *>(omp_aligned_alloc(256, 512, From));
  if (!isAligned(Aligned, 256))
    Wrong |= 2;
  char *Zeros = static_cast<char *>(omp_calloc(7, 9, From));
  if (!Zeros || !isZero(Zeros, 63))
    Wrong |= 4;
  char *Both = static_cast<char *>(omp_aligned_calloc(64, 4, 64, From));
  if (!isAligned(Both, 64) || !isZero(Both, 256))
    Wrong |= 8;
  Plain = static_cast<char *>(omp_realloc(Plain, 5000, From, From));
  for (int I = 0; I < 100; ++I)
    if (!Plain || Plain[I] != char(I))
      Wrong |= 16;
  Plain = static_cast<char *>(omp_realloc(Plain, 10, From, From));
  for (int I = 0; I < 10; ++I)
    if (!Plain || Plain[I] != char(I))
      Wrong |= 32;
  char *New = static_cast<char *>(omp_realloc(nullptr, 10, From, From));
  if (!New)
    Wrong |= 64;
  omp_free(Plain, From);
  omp_free(Aligned, From);
  omp_free(Zeros, omp_null_allocator);
  omp_free(Both, From);
  omp_free(New, From);
  omp_free(nullptr, From);
  return Wrong;
}
#pragma omp end declare target

static void predefined() {
  int Wrong[8] = {};
#pragma omp target map(Wrong)
  {
    const omp_allocator_handle_t All[] = {
        omp_default_mem_alloc, omp_large_cap_mem_alloc, omp_const_mem_alloc,
        omp_high_bw_mem_alloc, omp_low_lat_mem_alloc,   omp_cgroup_mem_alloc,
        omp_pteam_mem_alloc,   omp_thread_mem_alloc};
    for (int I = 0; I < 8; ++I)
#if defined(__NVPTX__) || defined(__AMDGCN__)
      Wrong[I] = tryAllocator(All[I]);
#else
      // The host's library has the default one only.
      Wrong[I] = I == 0 ? tryAllocator(All[I]) : 0;
#endif
  }
  for (int I = 0; I < 8; ++I)
    expect("predefined allocator", Wrong[I], 0);
}

static void traits() {
  int Aligned = 0, Full = 0, Fallback = 0, Default = 0, Again = 0;
#pragma omp target map(Aligned, Full, Fallback, Default, Again)
  {
    omp_alloctrait_t Alignment[] = {{omp_atk_alignment, 1024},
                                    {omp_atk_sync_hint, omp_atv_uncontended},
                                    {omp_atk_access, omp_atv_all},
                                    {omp_atk_partition, omp_atv_environment}};
    omp_allocator_handle_t Strict = omp_init_allocator(Space, 4, Alignment);
    void *Memory = omp_alloc(10, Strict);
    Aligned = isAligned(Memory, 1024);
    omp_free(Memory, Strict);

    omp_set_default_allocator(Strict);
    Default = omp_get_default_allocator() == Strict;
    Memory = omp_alloc(10, omp_null_allocator);
    Default += isAligned(Memory, 1024);
    omp_free(Memory, omp_null_allocator);
    omp_set_default_allocator(omp_default_mem_alloc);

    omp_alloctrait_t Small[] = {{omp_atk_pool_size, 4096},
                                {omp_atk_fallback, omp_atv_null_fb}};
    omp_allocator_handle_t Pool = omp_init_allocator(Space, 2, Small);
    void *Half = omp_alloc(2000, Pool);
    Full = Half && !omp_alloc(8192, Pool);
    omp_free(Half, Pool);
    Half = omp_alloc(2000, Pool);
    Again = Half != nullptr;
    omp_free(Half, Pool);

    omp_alloctrait_t Other[] = {
        {omp_atk_pool_size, 64},
        {omp_atk_fallback, omp_atv_allocator_fb},
        {omp_atk_fb_data, static_cast<omp_uintptr_t>(Strict)}};
    omp_allocator_handle_t Falling = omp_init_allocator(Space, 3, Other);
    Memory = omp_alloc(1000, Falling);
    Fallback = isAligned(Memory, 1024);
    omp_free(Memory, Falling);
    omp_destroy_allocator(Falling);
    omp_destroy_allocator(Pool);
    omp_destroy_allocator(Strict);
  }
  expect("alignment", Aligned, 1);
  expect("default allocator", Default, 2);
  expect("full", Full, 1);
  expect("given back", Again, 1);
  expect("fallback", Fallback, 1);
}

/// Every thread has blocks of its own.
static void threads() {
  int Right = 0;
#pragma omp target parallel num_threads(100) map(Right)
  {
    const int Self = omp_get_thread_num();
    int *Mine[4];
    for (int I = 0; I < 4; ++I) {
      Mine[I] = static_cast<int *>(
          omp_alloc(sizeof(int) * size_t(1 + Self), omp_default_mem_alloc));
      for (int J = 0; J <= Self; ++J)
        Mine[I][J] = Self * 4 + I;
    }
#pragma omp barrier
    int Wrong = 0;
    for (int I = 0; I < 4; ++I) {
      for (int J = 0; J <= Self; ++J)
        Wrong += Mine[I][J] != Self * 4 + I;
      omp_free(Mine[I], omp_default_mem_alloc);
    }
#pragma omp atomic
    Right += !Wrong;
  }
  expect("blocks of threads", Right, 100);
}

int main() {
  predefined();
  traits();
  threads();
  return finish();
}
