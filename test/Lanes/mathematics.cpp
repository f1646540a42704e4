// Mathematical functions that may be approximated are those of libmvec, in plain loops and in lanes, at run time, ahead of
// time and in links; only functions that the library has, and forms that the processor has registers for.
// A sanitizer's runtime defines some of them itself.
// UNSUPPORTED: sanitizer
//
// DEFINE: %{cc} = %clangxx -O2 -fopenmp -fopenmp-targets=x86_64-pc-linux-gnu
// DEFINE: %{dump} = rm -rf %t.dump && env OMP_JIT_PIPELINE=full OMP_JIT_ASYNC=0 OMP_JIT_CACHE=off OMP_JIT_DUMP=%t.dump
// DEFINE: %{calls} = cat %t.dump/*.after.ll > %t.ll && FileCheck %s --input-file=%t.ll --check-prefix
// RUN: %{cc} -fopenmp-target-jit -ffast-math %s -o %t.fast && %{dump} %t.fast && %{calls}=FORMS
// FORMS-DAG: @_ZGV{{[bde]}}N{{[0-9]+}}v_expf(
// FORMS-DAG: @_ZGV{{[bde]}}N{{[0-9]+}}vv_pow(
// FORMS-DAG: @_ZGV{{[bde]}}N{{[0-9]+}}v_sinf(
// RUN: %if thorough %{ %{cc} -fopenmp-target-jit -fapprox-func -fno-math-errno %s -o %t.jit && %{dump} %t.jit && %{calls}=FORMS %}
// RUN: %{cc} -fopenmp-target-jit %s -o %t.jit && %{dump} %t.jit && %{calls}=NONE
// RUN: %{cc} -fopenmp-target-jit -ffast-math -fveclib=none %s -o %t.jit && %{dump} %t.jit && %{calls}=NONE
// NONE-NOT: _ZGV{{[bcde]}}N
// RUN: %{cc} -fopenmp-target-jit -fveclib=libmvec -fno-math-errno %s -o %t.jit && %{dump} %t.jit && %{calls}=FORMS
//
// Lanes call them for as many values as the widest form has, however many lanes there are.
// RUN: %if thorough %{ %{dump} OMP_JIT_LANES=64 %t.fast && %{calls}=FORMS %}
// RUN: %{dump} OMP_JIT_LANES=2 %t.fast && %{calls}=FORMS
//
// Of an older library what it has.
// RUN: rm -rf %t.d && mkdir %t.d && echo 'void _ZGVbN4v_expf(void) {}' > %t.d/a.c
// RUN: %packaged_clang -shared -fPIC -Wl,-soname,libmvec.so.1 %t.d/a.c -o %t.d/libmvec.so.1
// RUN: %{dump} LD_LIBRARY_PATH=%t.d %t.fast compile && cat %t.dump/*.before.ll > %t.ll && FileCheck %s --input-file=%t.ll --check-prefix=NONE
// RUN: cat %t.dump/*.after.ll > %t.ll && FileCheck %s --input-file=%t.ll --check-prefix=OLDER
// OLDER-NOT: _ZGV{{[de]}}
// OLDER-NOT: _ZGVb{{.*}}sinf
//
// Ahead of time, for any x86-64 and for one with AVX-512, and by both kinds of links.
// DEFINE: %{mode} =
// DEFINE: %{ahead} = %{cc} %{mode} %s -o %t.ahead && env OMP_TARGET_OFFLOAD=MANDATORY %t.ahead compile && \
// DEFINE:   python3 %S/Inputs/undefined.py %t.ahead > %t.names && FileCheck %s --input-file=%t.names --check-prefix
// REDEFINE: %{mode} = -ffast-math
// RUN: %{ahead}=SSE --implicit-check-not=_ZGVd --implicit-check-not=_ZGVe
// REDEFINE: %{mode} = -ffast-math -foffload-lto
// RUN: %{ahead}=SSE --implicit-check-not=_ZGVd --implicit-check-not=_ZGVe
// REDEFINE: %{mode} = -ffast-math -foffload-lto=thin
// RUN: %{ahead}=SSE --implicit-check-not=_ZGVd --implicit-check-not=_ZGVe
// REDEFINE: %{mode} = -fveclib=libmvec -fno-math-errno -fno-openmp-target-lanes
// RUN: %{ahead}=SSE --implicit-check-not=_ZGVd --implicit-check-not=_ZGVe
// SSE: _ZGVbN4v_expf
// REDEFINE: %{mode} = -ffast-math -fveclib=none
// RUN: %{ahead}=NONE --allow-empty
//
// Lanes ahead of time are told of by the compiler, or by the link that makes them.
// DEFINE: %{remarks} = %{cc} -ffast-math -Rpass=ompjit-lanes %s -o %t.ahead
// RUN: %{remarks} -fopenmp-target-lanes=4 2>&1 | FileCheck %s --check-prefix=LANES && %t.ahead
// RUN: %if thorough %{ %{remarks} -fopenmp-target-lanes=4 -foffload-lto 2>&1 | FileCheck %s --check-prefix=LANES && %t.ahead %}
// RUN: %{remarks} -fopenmp-target-lanes=4 -foffload-lto=thin 2>&1 | FileCheck %s --check-prefix=LANES && %t.ahead
// RUN: %{remarks} -fopenmp-target-lanes -fno-openmp-target-lanes 2>&1 | FileCheck %s --check-prefix=PLAIN --allow-empty
// LANES: iterations share vectors
// PLAIN-NOT: iterations share vectors
//
// What is compiled at run time has the file's number of lanes, or none, where OMP_JIT_LANES leaves it open.
// RUN: %{cc} -fopenmp-target-jit -fopenmp-target-lanes=2 %s -o %t.jit && %{dump} %t.jit && %{calls}=TWO
// RUN: %{cc} -fopenmp-target-jit -fno-openmp-target-lanes %s -o %t.jit && %{dump} %t.jit && %{calls}=NOLANES
// TWO: call <2 x float> @llvm.sin.v2f32(
// NOLANES-NOT: x float> @llvm.sin.v
//
// RUN: not %{cc} -fopenmp-target-lanes=3 %s 2>&1 | FileCheck %s --check-prefix=THREE
// THREE: error: invalid value '3' in '-fopenmp-target-lanes=3': 'auto', 2, 4, 8, 16, 32 or 64 is expected

// Files without offloading ignore these options.
// RUN: %clangxx -Werror -fopenmp-target-lanes=8 -fno-openmp-target-lanes -fopenmp -c %s -o %t.o
// RUN: %clangxx -Werror -fno-openmp-target-lanes -c %s -o %t.o

#include <cmath>
#include <cstdio>
#include <cstdlib>

constexpr int N = 1000;
float Exp[N], Sin[N];
double Pow[N];
#pragma omp declare target(Exp, Sin, Pow)

static bool isNear(double Made, double Right) {
  return std::fabs(Made - Right) <= 2e-6 * (1 + std::fabs(Right));
}

int main(int Count, char **) {
#pragma omp target teams distribute parallel for
  for (int I = 0; I < N; ++I)
    Exp[I] = std::exp(-0.01f * float(I));
#pragma omp target teams distribute parallel for
  for (int I = 0; I < N; ++I)
    Pow[I] = std::pow(1 + 0.01 * I, 1.3);
#pragma omp target teams distribute parallel for
  for (int I = 0; I < N; ++I) {
    float Sum = 0;
    for (int J = 0; J < I % 7; ++J)
      Sum += std::sin(0.1f * float(I + J));
    Sin[I] = Sum;
  }
#pragma omp target update from(Exp, Sin, Pow)
  if (Count > 1)
    return 0; // Its library computes nothing, or the host's code does not.
  for (int I = 0; I < N; ++I) {
    volatile double X = I; // The host computes value by value.
    double Sum = 0;
    for (int J = 0; J < I % 7; ++J)
      Sum += std::sin(double(0.1f * float(I + J)));
    if (!isNear(Exp[I], std::exp(-0.01 * X)) ||
        !isNear(Pow[I], std::pow(1 + 0.01 * X, 1.3)) || !isNear(Sin[I], Sum)) {
      std::printf("wrong at %d: %g %g %g\n", I, Exp[I], Pow[I], Sin[I]);
      return 1;
    }
  }
  return 0;
}
