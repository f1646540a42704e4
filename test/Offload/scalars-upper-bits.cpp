// Only the bits of a scalar's type belong to it: its 64-bit slot's others may be anything.
// RUN: %run-all-modes %t %s -I%sourcedir/offload/include -O2
// RUN: %run-all-modes %t %s -I%sourcedir/offload/include -O0 -g
//
// They are not part of the key either: one image serves all launches of a value.
// RUN: %run-all-modes %t %s -I%sourcedir/offload/include -O2
// RUN: env OMP_JIT_ASYNC=0 OMP_JIT_STATS=%t.json %t/jit narrow > /dev/null
// RUN: FileCheck --input-file %t.json %s
// CHECK: "compiles": 1{{[^0-9]}}

#include "Inputs/check.h"

#include "ompjit/Abi.h"

#include <cstdint>
#include <cstring>
#include <dlfcn.h>

using namespace ompjit;

static std::uint64_t Garbage = 0;

// The compiled program calls this one instead of libomptarget's. It fills the
// bits beyond each firstprivate value's type and passes the launch on.
extern "C" int __tgt_target_kernel(void *Location, std::int64_t Device,
                                   std::int32_t Teams, std::int32_t Threads,
                                   void *Kernel,
                                   __tgt_kernel_arguments *Arguments) {
  for (std::uint32_t I = 0; I < Arguments->NumArgs; ++I) {
    std::int64_t Bytes = Arguments->ArgSizes[I];
    if (!(Arguments->ArgTypes[I] & MapLiteral) || Bytes >= 8)
      continue;
    std::uint64_t Slot = reinterpret_cast<std::uint64_t>(Arguments->ArgPtrs[I]);
    std::uint64_t Mask = (std::uint64_t(1) << (8 * Bytes)) - 1;
    Slot = (Slot & Mask) | (Garbage & ~Mask);
    Arguments->ArgPtrs[I] = Arguments->ArgBasePtrs[I] =
        reinterpret_cast<void *>(Slot);
  }
  using Function = int (*)(void *, std::int64_t, std::int32_t, std::int32_t,
                           void *, __tgt_kernel_arguments *);
  static Function Next =
      reinterpret_cast<Function>(dlsym(RTLD_NEXT, "__tgt_target_kernel"));
  return Next(Location, Device, Teams, Threads, Kernel, Arguments);
}

static long long sum(signed char A, unsigned char B, short C, unsigned short D,
                     int E, unsigned F, bool G, float H, int Bound) {
  long long Result = 0;
#pragma omp target map(tofrom : Result)
  for (int I = 0; I < Bound; ++I)
    Result += A + B + C + D + E + static_cast<long long>(F) +
              (G ? 1000000 : 0) + static_cast<long long>(H * 4);
  return Result;
}

int main(int ArgCount, char **) {
  const std::uint64_t Patterns[] = {0, ~std::uint64_t(0), 0xdeadbeefcafef00d,
                                    0x5555555555555555, 0};
  for (std::uint64_t Pattern : Patterns) {
    Garbage = Pattern;
    checkValue(
        "sum", sum(-7, 250, -3000, 65000, -70000, 4000000000u, true, 1.5f, 3),
        3 * (-7 + 250 - 3000 + 65000 - 70000 + 4000000000LL + 1000000 + 6));
    if (ArgCount > 1)
      continue;
    checkValue("sum", sum(7, 5, 3000, 6, 70000, 4, false, -1.5f, 2),
               2 * (7 + 5 + 3000 + 6 + 70000 + 4 - 6));
  }
  return finish();
}
