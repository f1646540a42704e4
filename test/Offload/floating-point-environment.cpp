// What is compiled in a process that rounds otherwise, flushes subnormal numbers
// or traps floating-point exceptions is what any other process would compile,
// with every pipeline, in the foreground and behind; with -frounding-math it
// follows the environment as ahead of time.
// RUN: %clangxx -O2 -fopenmp -fopenmp-targets=x86_64-pc-linux-gnu %s -lm -o %t.aot
// RUN: %clangxx -O2 -fopenmp -fopenmp-targets=x86_64-pc-linux-gnu -fopenmp-target-jit %s -lm -o %t.jit
// RUN: %t.aot > %t.expected
//
// Each first run fills a cache of its own, which the second one finds.
// RUN: rm -rf %t.flush %t.up %t.zero %t.traps
// RUN: for How in flush up zero traps; do for Passes in quick full; do \
// RUN:   export OMP_JIT_CACHE_DIR=%t.$How OMP_JIT_PIPELINE=$Passes && \
// RUN:   OMP_JIT_ASYNC=$([ $Passes = full ] && echo 0 || echo 1) %t.jit $How && \
// RUN:   env OMP_JIT_STATS=%t.json %t.jit > %t.out && diff %t.expected %t.out && \
// RUN:   grep -q '"compiles": 0' %t.json || exit 1; done; done
//
// RUN: %clangxx -O2 -fopenmp -fopenmp-targets=x86_64-pc-linux-gnu -frounding-math %s -lm -o %t.aot
// RUN: %clangxx -O2 -fopenmp -fopenmp-targets=x86_64-pc-linux-gnu -frounding-math -fopenmp-target-jit %s -lm -o %t.jit
// RUN: for How in up zero; do for Passes in quick full; do \
// RUN:   %t.aot $How > %t.out && not diff %t.expected %t.out > %t.difference && \
// RUN:   env OMP_JIT_PIPELINE=$Passes %t.jit $How | diff %t.out - || exit 1; done; done
//
// A virtual GPU has no environment of the host's.
// RUN: %clangxx -O2 -fopenmp --offload-arch=sm_90 -fopenmp-target-jit %s -o %t.nvptx
// RUN: %clangxx -O2 -fopenmp --offload-arch=gfx90a -fopenmp-target-jit %s -o %t.amdgcn
// RUN: for Gpu in nvptx amdgcn; do for How in flush up zero traps; do for Facts in all none; do \
// RUN:   env OMP_JIT_VGPU=1 OMP_TARGET_OFFLOAD=MANDATORY OMP_JIT_SPECIALIZE=$Facts \
// RUN:     %t.$Gpu $How | diff %t.expected - || exit 1; done; done; done

#include <cfenv>
#include <cmath>
#include <cstdio>
#include <cstring>
#include <xmmintrin.h>

static void choose(const char *How) {
  if (!std::strcmp(How, "flush"))
    _mm_setcsr(_mm_getcsr() | 0x8040);
  else if (!std::strcmp(How, "up"))
    std::fesetround(FE_UPWARD);
  else if (!std::strcmp(How, "zero"))
    std::fesetround(FE_TOWARDZERO);
  else if (!std::strcmp(How, "traps"))
    feenableexcept(FE_INVALID | FE_DIVBYZERO | FE_OVERFLOW);
}

// What compilers fold where the values are known.
static void compute(double Tiny, double Three, double Zero, double *Results) {
#pragma omp target map(from : Results[ : 8]) firstprivate(Tiny, Three, Zero)
  {
    Results[0] = std::sqrt(Tiny);
    Results[1] = 1 / Three;
    Results[2] = std::exp(Three);
    Results[3] = Tiny * 0.5;
    Results[4] = std::sin(Three);
    Results[5] = -1 / Three;
    Results[6] = std::sqrt(Three);
    Results[7] = Three * (1 / (Three + Zero));
  }
}

// Computed by the compiler alone: nobody asks for it.
static void computeInvalid(double Huge, double Negative, double *Results) {
#pragma omp target map(tofrom : Results[ : 2]) firstprivate(Huge, Negative)
  if (Results[0] != 0) {
    Results[0] = std::exp(Huge) * Huge;
    Results[1] = std::log(Negative) + std::fmod(Huge, Negative - Negative);
  }
}

int main(int Count, char **Arguments) {
  const char *How = Count > 1 ? Arguments[1] : "";
  double Results[10] = {};
  fenv_t Default;
  std::fegetenv(&Default);
  choose(How);
  // Twice, as the first may run while it is compiled.
  for (int I = 0; I != 2; ++I)
    compute(1e-310, 3, 0, Results);
  computeInvalid(1e300, -1, Results + 8);
  std::fesetenv(&Default);
  for (double Result : Results)
    std::printf("%a\n", Result);
}
