// Kernel arguments of versions 1 and 2 are understood, and a later one is refused by number.
// RUN: %build -O2 %s -o %t
// RUN: %ours %t 1 > %t.ours && %theirs %t 1 > %t.theirs
// RUN: diff %t.ours %t.theirs
// RUN: %ours %t 2 | FileCheck %s
// CHECK: sum 45
// RUN: %ours not --crash %t 4 2>&1 | FileCheck %s --check-prefix=LATER
// LATER: omptarget: error OT210: device 0: the program passes kernel arguments of version 4, this libomptarget knows versions up to 3
//
// What is compiled at run time is of clang 22, whose kernels take other arguments.
// RUN: %build-deferred -O2 %s -o %t.jit
// RUN: %ours %t.jit 3 | FileCheck %s --check-prefix=JIT3
// RUN: %ours not --crash %t.jit 2 2>&1 | FileCheck %s --check-prefix=JIT2
// JIT3: sum 45
// JIT2: omptarget: error OT208: device 0: the kernel '{{.*}}' cannot be made ready: the launch does not pass the arguments of a target region of clang 22

#include "check.h"

#include <cstdint>
#include <cstdlib>
#include <cstring>
#include <dlfcn.h>
#include <vector>

struct Arguments {
  uint32_t Version, Count;
  void **Bases, **Begins;
  int64_t *Sizes, *Types;
  void **Names, **Mappers;
  uint64_t Tripcount, Flags;
  uint32_t Rest[8];
};

static int Version;

using LaunchFn = int(void *, int64_t, int, int, void *, Arguments *);

// Passes a launch on as an older compiler would: without a launch environment,
// for which an argument stands in.
extern "C" int __tgt_target_kernel(void *Location, int64_t Device, int NumTeams,
                                   int ThreadLimit, void *Region,
                                   Arguments *A) {
  constexpr int64_t Literal = 0x120;
  auto *Launch = (LaunchFn *)dlsym(RTLD_NEXT, "__tgt_target_kernel");
  if (Version == 3)
    return Launch(Location, Device, NumTeams, ThreadLimit, Region, A);
  std::vector<void *> Bases = {nullptr}, Begins = {nullptr};
  std::vector<int64_t> Sizes = {0}, Types = {Literal};
  Bases.insert(Bases.end(), A->Bases, A->Bases + A->Count);
  Begins.insert(Begins.end(), A->Begins, A->Begins + A->Count);
  Sizes.insert(Sizes.end(), A->Sizes, A->Sizes + A->Count);
  Types.insert(Types.end(), A->Types, A->Types + A->Count);
  Arguments Old = *A;
  Old.Version = uint32_t(Version);
  Old.Count = uint32_t(Types.size());
  Old.Bases = Bases.data();
  Old.Begins = Begins.data();
  Old.Sizes = Sizes.data();
  Old.Types = Types.data();
  Old.Names = Old.Mappers = nullptr;
  if (Version == 1)
    memset(Old.Rest, 0xee, sizeof(Old.Rest));
  return Launch(Location, Device, NumTeams, ThreadLimit, Region, &Old);
}

int main(int, char **Args) {
  Version = atoi(Args[1]);
  int Sum = 0, Values[10];
  for (int I = 0; I < 10; ++I)
    Values[I] = I;
#pragma omp target teams distribute parallel for map(to : Values)              \
    reduction(+ : Sum)
  for (int I = 0; I < 10; ++I)
    Sum += Values[I];
  printf("sum %d\n", Sum);
  return 0;
}
