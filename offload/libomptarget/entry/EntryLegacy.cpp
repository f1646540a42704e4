//===- EntryLegacy.cpp - Entry points: target regions before clang 15 -----===//
//
// Part of the OMP-JIT project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// One function for each combination of teams, names and mappers, and nowait.
// All of them are launches of version 1. Those that end in _nowait are called
// within a task that libomp has made, so their dependences are met.
//
//===----------------------------------------------------------------------===//

#include "EntryKernel.h"

#include "Entry.h"

#include <utility>

using namespace ompjit;

namespace {

constexpr int32_t WithoutTeams = -1;
constexpr int32_t AnyThreadLimit = 0;

/// The trip count that was pushed for the thread's next launch; 0: none.
thread_local uint64_t PushedTripCount = 0;

/// The arrays of a construct, which these functions take one by one.
struct LegacyArrays {
  int32_t Count;
  void **Bases, **Begins;
  int64_t *Sizes, *Types;
  void **Names = nullptr, **Mappers = nullptr;
};

int32_t runLegacy(const ident_t *Location, int64_t DeviceId, const void *Region,
                  const LegacyArrays &Arrays, int32_t NumTeams,
                  int32_t ThreadLimit, const void *CodeAddress) {
  __tgt_kernel_arguments Arguments = {};
  Arguments.Version = 1;
  Arguments.NumArgs = uint32_t(Arrays.Count);
  Arguments.ArgBasePtrs = Arrays.Bases;
  Arguments.ArgPtrs = Arrays.Begins;
  Arguments.ArgSizes = Arrays.Sizes;
  Arguments.ArgTypes = Arrays.Types;
  Arguments.ArgNames = Arrays.Names;
  Arguments.ArgMappers = Arrays.Mappers;
  Arguments.Tripcount = std::exchange(PushedTripCount, 0);
  return runRegion(Location, DeviceId, NumTeams, ThreadLimit, Region, Arguments,
                   CodeAddress);
}

} // namespace

/// Sets the trip count of the loop in the target region that the thread
/// launches next.
OMPJIT_EXPORT void __kmpc_push_target_tripcount_mapper(ident_t *, int64_t,
                                                       uint64_t Count) {
  PushedTripCount = Count;
}
OMPJIT_EXPORT void __kmpc_push_target_tripcount(int64_t, uint64_t Count) {
  PushedTripCount = Count;
}

OMPJIT_EXPORT int32_t __tgt_target(int64_t DeviceId, void *Region,
                                   int32_t Count, void **Bases, void **Begins,
                                   int64_t *Sizes, int64_t *Types) {
  return runLegacy(nullptr, DeviceId, Region,
                   {Count, Bases, Begins, Sizes, Types}, WithoutTeams,
                   AnyThreadLimit, __builtin_return_address(0));
}
OMPJIT_EXPORT int32_t __tgt_target_nowait(int64_t DeviceId, void *Region,
                                          int32_t Count, void **Bases,
                                          void **Begins, int64_t *Sizes,
                                          int64_t *Types, int32_t, void *,
                                          int32_t, void *) {
  return runLegacy(nullptr, DeviceId, Region,
                   {Count, Bases, Begins, Sizes, Types}, WithoutTeams,
                   AnyThreadLimit, __builtin_return_address(0));
}

OMPJIT_EXPORT int32_t __tgt_target_mapper(ident_t *Location, int64_t DeviceId,
                                          void *Region, int32_t Count,
                                          void **Bases, void **Begins,
                                          int64_t *Sizes, int64_t *Types,
                                          void **Names, void **Mappers) {
  return runLegacy(Location, DeviceId, Region,
                   {Count, Bases, Begins, Sizes, Types, Names, Mappers},
                   WithoutTeams, AnyThreadLimit, __builtin_return_address(0));
}
OMPJIT_EXPORT int32_t __tgt_target_nowait_mapper(
    ident_t *Location, int64_t DeviceId, void *Region, int32_t Count,
    void **Bases, void **Begins, int64_t *Sizes, int64_t *Types, void **Names,
    void **Mappers, int32_t, void *, int32_t, void *) {
  return runLegacy(Location, DeviceId, Region,
                   {Count, Bases, Begins, Sizes, Types, Names, Mappers},
                   WithoutTeams, AnyThreadLimit, __builtin_return_address(0));
}

OMPJIT_EXPORT int32_t __tgt_target_teams(int64_t DeviceId, void *Region,
                                         int32_t Count, void **Bases,
                                         void **Begins, int64_t *Sizes,
                                         int64_t *Types, int32_t NumTeams,
                                         int32_t ThreadLimit) {
  return runLegacy(nullptr, DeviceId, Region,
                   {Count, Bases, Begins, Sizes, Types}, NumTeams, ThreadLimit,
                   __builtin_return_address(0));
}
OMPJIT_EXPORT int32_t __tgt_target_teams_nowait(
    int64_t DeviceId, void *Region, int32_t Count, void **Bases, void **Begins,
    int64_t *Sizes, int64_t *Types, int32_t NumTeams, int32_t ThreadLimit,
    int32_t, void *, int32_t, void *) {
  return runLegacy(nullptr, DeviceId, Region,
                   {Count, Bases, Begins, Sizes, Types}, NumTeams, ThreadLimit,
                   __builtin_return_address(0));
}

OMPJIT_EXPORT int32_t __tgt_target_teams_mapper(
    ident_t *Location, int64_t DeviceId, void *Region, int32_t Count,
    void **Bases, void **Begins, int64_t *Sizes, int64_t *Types, void **Names,
    void **Mappers, int32_t NumTeams, int32_t ThreadLimit) {
  return runLegacy(Location, DeviceId, Region,
                   {Count, Bases, Begins, Sizes, Types, Names, Mappers},
                   NumTeams, ThreadLimit, __builtin_return_address(0));
}
OMPJIT_EXPORT int32_t __tgt_target_teams_nowait_mapper(
    ident_t *Location, int64_t DeviceId, void *Region, int32_t Count,
    void **Bases, void **Begins, int64_t *Sizes, int64_t *Types, void **Names,
    void **Mappers, int32_t NumTeams, int32_t ThreadLimit, int32_t, void *,
    int32_t, void *) {
  return runLegacy(Location, DeviceId, Region,
                   {Count, Bases, Begins, Sizes, Types, Names, Mappers},
                   NumTeams, ThreadLimit, __builtin_return_address(0));
}
