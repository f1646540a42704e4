// Launches through the entry points of older compilers run like those of clang 22.
// RUN: %build -O2 %s -o %t
// RUN: %ours %t > %t.ours && %theirs %t > %t.theirs
// RUN: diff %t.ours %t.theirs
// RUN: FileCheck %s < %t.ours
// CHECK: 8 entry points

#include "check.h"

#include <cstdint>
#include <omp.h>
#include <vector>

// As much of the compiler's structure as is needed to take a launch apart.
struct Arguments {
  uint32_t Version, Count;
  void **Bases, **Begins;
  int64_t *Sizes, *Types;
  void **Names, **Mappers;
  uint64_t Tripcount, Flags;
  uint32_t NumTeams[3], ThreadLimit[3], DynamicMemory;
};

extern "C" {
int __tgt_target(int64_t, void *, int, void **, void **, int64_t *, int64_t *);
int __tgt_target_nowait(int64_t, void *, int, void **, void **, int64_t *,
                        int64_t *, int, void *, int, void *);
int __tgt_target_mapper(void *, int64_t, void *, int, void **, void **,
                        int64_t *, int64_t *, void **, void **);
int __tgt_target_nowait_mapper(void *, int64_t, void *, int, void **, void **,
                               int64_t *, int64_t *, void **, void **, int,
                               void *, int, void *);
int __tgt_target_teams(int64_t, void *, int, void **, void **, int64_t *,
                       int64_t *, int, int);
int __tgt_target_teams_nowait(int64_t, void *, int, void **, void **, int64_t *,
                              int64_t *, int, int, int, void *, int, void *);
int __tgt_target_teams_mapper(void *, int64_t, void *, int, void **, void **,
                              int64_t *, int64_t *, void **, void **, int, int);
int __tgt_target_teams_nowait_mapper(void *, int64_t, void *, int, void **,
                                     void **, int64_t *, int64_t *, void **,
                                     void **, int, int, int, void *, int,
                                     void *);
void __kmpc_push_target_tripcount(int64_t, uint64_t);
void __kmpc_push_target_tripcount_mapper(void *, int64_t, uint64_t);
}

static int Entry = 0;

// Takes the place of the runtime's for this program, not for the runtime, where
// the older entry points use it. Kernels of older compilers have no launch
// environment: an argument stands in for that of the kernel.
extern "C" [[gnu::visibility("hidden")]] int
__tgt_target_kernel(void *Location, int64_t Device, int, int, void *Region,
                    Arguments *A) {
  constexpr int64_t Literal = 0x120;
  std::vector<void *> Bases = {nullptr}, Begins = {nullptr};
  std::vector<int64_t> Sizes = {0}, Types = {Literal};
  Bases.insert(Bases.end(), A->Bases, A->Bases + A->Count);
  Begins.insert(Begins.end(), A->Begins, A->Begins + A->Count);
  Sizes.insert(Sizes.end(), A->Sizes, A->Sizes + A->Count);
  Types.insert(Types.end(), A->Types, A->Types + A->Count);
  const int Count = int(Types.size());
  void **B = Bases.data(), **P = Begins.data();
  int64_t *S = Sizes.data(), *T = Types.data();
  switch (Entry) {
  case 0:
    return __tgt_target(Device, Region, Count, B, P, S, T);
  case 1:
    return __tgt_target_nowait(Device, Region, Count, B, P, S, T, 0, nullptr, 0,
                               nullptr);
  case 2:
    return __tgt_target_mapper(Location, Device, Region, Count, B, P, S, T,
                               nullptr, nullptr);
  case 3:
    return __tgt_target_nowait_mapper(Location, Device, Region, Count, B, P, S,
                                      T, nullptr, nullptr, 0, nullptr, 0,
                                      nullptr);
  case 4:
    return __tgt_target_teams(Device, Region, Count, B, P, S, T, 1, 1);
  case 5:
    __kmpc_push_target_tripcount(Device, 10);
    return __tgt_target_teams_nowait(Device, Region, Count, B, P, S, T, 1, 1, 0,
                                     nullptr, 0, nullptr);
  case 6:
    __kmpc_push_target_tripcount_mapper(Location, Device, 10);
    return __tgt_target_teams_mapper(Location, Device, Region, Count, B, P, S,
                                     T, nullptr, nullptr, 1, 1);
  default:
    return __tgt_target_teams_nowait_mapper(Location, Device, Region, Count, B,
                                            P, S, T, nullptr, nullptr, 1, 1, 0,
                                            nullptr, 0, nullptr);
  }
}

int main() {
  int Right = 0;
  for (Entry = 0; Entry < 8; ++Entry) {
    int Values[10] = {1, 2, 3}, Offset = Entry;
    int OnHost = 1;
#pragma omp target map(tofrom : Values) map(from : OnHost)
    {
      for (int &Each : Values)
        Each += Offset;
      OnHost = omp_is_initial_device();
    }
    Right += !OnHost && Values[0] == 1 + Entry && Values[9] == Entry;
  }
  printf("%d entry points\n", Right);
  return 0;
}
