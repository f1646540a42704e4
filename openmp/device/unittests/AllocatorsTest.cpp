//===- AllocatorsTest.cpp - Tests of omp_alloc and others -----------------===//
//
// Part of the OMP-JIT project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "GpuTest.h"

#include <cstring>
#include <vector>

using namespace ompjit::device;

namespace {
// These declarations are like those of <omp.h>.
using Handle = uintptr_t;
struct Trait {
  int Key;
  uintptr_t Value;
};
enum { Alignment = 2, PoolBytes = 4, Fallback = 5, FallbackHandle = 6 };
enum : uintptr_t { ToDefault = 11, ToNull = 12, ToAllocator = 14 };
constexpr uintptr_t DefaultSpace = 99, HostSpace = 100;
constexpr Handle None = 0, Default = 1, Thread = 8, Host = 100;
} // namespace

extern "C" {
Handle omp_init_allocator(uintptr_t, int, const Trait *);
void omp_destroy_allocator(Handle);
void omp_set_default_allocator(Handle);
Handle omp_get_default_allocator();
void *omp_alloc(size_t, Handle);
void *omp_aligned_alloc(size_t, size_t, Handle);
void *omp_calloc(size_t, size_t, Handle);
void *omp_aligned_calloc(size_t, size_t, size_t, Handle);
void *omp_realloc(void *, size_t, Handle, Handle);
void omp_free(void *, Handle);
}

namespace {

struct Allocators : Gpu {
  /// Runs \p Body on one thread.
  template <typename Function> void onDevice(Function Body) {
    runKernel(launch(1), spmdKernel(), Body);
  }
};
INSTANTIATE_TEST_SUITE_P(All, Allocators, allGpus(), gpuName);

bool isAligned(void *Address, size_t To) {
  return Address && reinterpret_cast<uintptr_t>(Address) % To == 0;
}

TEST_P(Allocators, PredefinedOnesGiveMemory) {
  onDevice([] {
    for (Handle Each = Default; Each <= Thread; ++Each) {
      void *Place = omp_alloc(100, Each);
      EXPECT_TRUE(isAligned(Place, 16));
      std::memset(Place, 1, 100);
      omp_free(Place, Each);
    }
    EXPECT_EQ(omp_alloc(0, Default), nullptr);
    EXPECT_EQ(omp_alloc(1, Host), nullptr);
    EXPECT_EQ(omp_alloc(~size_t(0) - 8, Default), nullptr);
    omp_free(nullptr, Default);
  });
}

TEST_P(Allocators, AlignAsAsked) {
  onDevice([] {
    const Trait To256[] = {{Alignment, 256}};
    const Handle Mine = omp_init_allocator(DefaultSpace, 1, To256);
    ASSERT_NE(Mine, None);
    for (size_t By : {1u, 8u, 64u, 4096u}) {
      void *Place = omp_aligned_alloc(By, 24, Default);
      void *Larger = omp_aligned_alloc(By, 24, Mine);
      EXPECT_TRUE(isAligned(Place, By));
      EXPECT_TRUE(isAligned(Larger, By < 256 ? 256 : By));
      omp_free(Place, Default);
      omp_free(Larger, None);
    }
    EXPECT_EQ(omp_aligned_alloc(24, 24, Default), nullptr);
    omp_destroy_allocator(Mine);
  });
}

TEST_P(Allocators, ClearAndResize) {
  onDevice([] {
    auto *Numbers = static_cast<int *>(omp_calloc(10, sizeof(int), Default));
    for (int I = 0; I < 10; ++I) {
      EXPECT_EQ(Numbers[I], 0);
      Numbers[I] = I;
    }
    Numbers = static_cast<int *>(omp_realloc(Numbers, 4000, None, None));
    for (int I = 0; I < 10; ++I)
      EXPECT_EQ(Numbers[I], I);
    Numbers = static_cast<int *>(omp_realloc(Numbers, 8, Thread, Default));
    EXPECT_EQ(Numbers[1], 1);
    EXPECT_EQ(omp_realloc(Numbers, 0, Default, Default), nullptr);
    EXPECT_EQ(omp_calloc(~size_t(0) / 2, 4, Default), nullptr);
    void *Fresh = omp_realloc(nullptr, 8, Default, Default);
    EXPECT_NE(Fresh, nullptr);
    omp_free(Fresh, Default);
    void *Aligned = omp_aligned_calloc(128, 3, 5, Default);
    EXPECT_TRUE(isAligned(Aligned, 128));
    omp_free(Aligned, Default);
  });
}

TEST_P(Allocators, ObeyTheSizeOfThePool) {
  onDevice([] {
    const Trait Small[] = {{PoolBytes, 100}, {Fallback, ToNull}};
    const Handle Pool = omp_init_allocator(DefaultSpace, 2, Small);
    void *First = omp_alloc(60, Pool);
    EXPECT_NE(First, nullptr);
    EXPECT_EQ(omp_alloc(60, Pool), nullptr);
    omp_free(First, Pool);
    First = omp_alloc(100, Pool);
    EXPECT_NE(First, nullptr);

    // If the pool is full, another allocator gives the memory, or the default
    // one.
    const Trait Next[] = {
        {PoolBytes, 10}, {Fallback, ToAllocator}, {FallbackHandle, Pool}};
    const Handle Chain = omp_init_allocator(DefaultSpace, 3, Next);
    EXPECT_EQ(omp_alloc(60, Chain), nullptr);
    omp_free(First, None);
    void *Second = omp_alloc(60, Chain);
    EXPECT_NE(Second, nullptr);
    EXPECT_EQ(omp_alloc(60, Pool), nullptr);
    omp_free(Second, Chain);
    const Trait Limit[] = {{PoolBytes, 10}};
    const Handle ByDefault = omp_init_allocator(DefaultSpace, 1, Limit);
    void *Third = omp_alloc(60, ByDefault);
    EXPECT_NE(Third, nullptr);
    omp_free(Third, ByDefault);
    for (Handle Each : {Pool, Chain, ByDefault})
      omp_destroy_allocator(Each);
  });
}

TEST_P(Allocators, AreNotMadeOfWhatMakesNoSense) {
  onDevice([] {
    const Trait Odd[] = {{Alignment, 24}};
    EXPECT_EQ(omp_init_allocator(DefaultSpace, 1, Odd), None);
    const Trait Unknown[] = {{77, 1}};
    EXPECT_EQ(omp_init_allocator(DefaultSpace, 1, Unknown), None);
    const Trait Nowhere[] = {{Fallback, ToAllocator}, {FallbackHandle, None}};
    EXPECT_EQ(omp_init_allocator(DefaultSpace, 2, Nowhere), None);
    EXPECT_EQ(omp_init_allocator(HostSpace, 0, nullptr), None);
  });
}

void changeDefault(int32_t *Number, int32_t *, void *Shared) {
  EXPECT_EQ(omp_get_default_allocator(), Thread);
  if (*Number == 3)
    omp_set_default_allocator(*static_cast<Handle *>(Shared));
  // The choice of one thread does not affect the others.
  EXPECT_EQ(omp_alloc(20, None) == nullptr, *Number == 3);
}

TEST_P(Allocators, DefaultIsAThreadsChoice) {
  runKernel(launchGeneric(64), genericKernel(), [] {
    EXPECT_EQ(omp_get_default_allocator(), Default);
    const Trait Small[] = {{PoolBytes, 10}, {Fallback, ToNull}};
    Handle Pool = omp_init_allocator(DefaultSpace, 2, Small);
    omp_set_default_allocator(Thread);
    parallel(changeDefault, wrapper<changeDefault>, &Pool);
    EXPECT_EQ(omp_get_default_allocator(), Thread);
    omp_destroy_allocator(Pool);
  });
}

} // namespace
