// Every function of <math.h>, however a program says it: as C has it, as C++ has it
// with real and whole numbers, and as the compiler's builtin; against the host's.
// RUN: %run-gpus --levels=O0 --gpus=sm_90,gfx90a %t.gpus %s -lm
//
// Fast ones, and objects of the packaged clang, which say the same in their way, are
// linked ahead of time.
// RUN: %clangxx -O1 -ffast-math -w -fopenmp %nvptx_target %s -lm -o %t.fast
// RUN: %packaged_clangxx -O1 -w -fopenmp --offload-arch=gfx90a -nogpulib -foffload-lto -c %s -o %t.o
// RUN: %clangxx -O1 -fopenmp --offload-arch=gfx90a %t.o -lm -o %t.packaged

#include "expect.h"
#include <cmath>
#include <cstring>

// clang-format off
#define OF_ONE(F)                                                              \
  F(acos) F(asin) F(atan) F(cos) F(sin) F(tan) F(asinh) F(atanh) F(cosh)       \
  F(sinh) F(tanh) F(exp) F(exp2) F(expm1) F(log) F(log10) F(log1p) F(log2)     \
  F(logb) F(cbrt) F(fabs) F(sqrt) F(erf) F(erfc) F(lgamma) F(tgamma) F(ceil)   \
  F(floor) F(nearbyint) F(rint) F(round) F(trunc) F(ilogb) F(lrint) F(lround)  \
  F(llrint) F(llround)
#define OF_TWO(F)                                                              \
  F(atan2) F(pow) F(hypot) F(fmod) F(remainder) F(copysign) F(nextafter)       \
  F(fdim) F(fmax) F(fmin)
#define OF_A_WHOLE(F)                                                          \
  F(acos) F(asin) F(atan) F(cos) F(sin) F(tan) F(asinh) F(acosh) F(cosh)       \
  F(sinh) F(tanh) F(exp) F(exp2) F(expm1) F(log) F(log10) F(log1p) F(log2)     \
  F(logb) F(cbrt) F(fabs) F(sqrt) F(erf) F(erfc) F(tgamma) F(lgamma) F(ceil)   \
  F(floor) F(round) F(lround) F(lrint) F(ilogb)
// clang-format on

// Lists of PUT(name, of double, of float).
#define C_1(F) PUT(#F, ::F(X), ::F##f(XF))
#define C_2(F) PUT(#F, ::F(X, Y), ::F##f(XF, YF))
#define AS_C                                                                   \
  OF_ONE(C_1)                                                                  \
  OF_TWO(C_2)                                                                  \
  PUT("acosh", ::acosh(1 + X), ::acoshf(1 + XF))                               \
  PUT("frexp", ::frexp(X, &E), ::frexpf(XF, &EF))                              \
  PUT("frexp: exponent", E, EF)                                                \
  PUT("modf", ::modf(X * 9, &Whole), ::modff(XF * 9, &WholeF))                 \
  PUT("modf: whole", Whole, WholeF)                                            \
  PUT("remquo", ::remquo(X * 9, Y, &E), ::remquof(XF * 9, YF, &EF))            \
  PUT("remquo: quotient", E & 7, EF & 7)                                       \
  PUT("ldexp", ::ldexp(X, 3), ::ldexpf(XF, 3))                                 \
  PUT("scalbn", ::scalbn(X, -3), ::scalbnf(XF, -3))                            \
  PUT("scalbln", ::scalbln(X, -3L), ::scalblnf(XF, -3L))                       \
  PUT("fma", ::fma(X, Y, X), ::fmaf(XF, YF, XF))                               \
  PUT("lgamma_r", ::lgamma_r(-X, &E), ::lgammaf_r(-XF, &EF))                   \
  PUT("lgamma_r: sign", E, EF)                                                 \
  PUT("isnormal", std::isnormal(X), std::isnormal(XF))                         \
  PUT("signbit", std::signbit(-X), std::signbit(-XF))                          \
  PUT("isgreater", std::isgreater(X, Y), std::isgreater(XF, YF))

#define CXX_1(F) PUT("std::" #F, std::F(X), std::F(XF))
#define CXX_2(F) PUT("std::" #F, std::F(X, Y), std::F(XF, YF))
#define AS_CXX                                                                 \
  OF_ONE(CXX_1)                                                                \
  OF_TWO(CXX_2)                                                                \
  PUT("std::pow of two kinds", std::pow(X, 3), std::pow(XF, 3))                \
  PUT("std::hypot of three", std::hypot(X, Y, X), std::hypot(XF, YF, XF))

#define WHOLE_1(F) PUT("std::" #F " of int", std::F(One), std::F(short(One)))
#define WHOLE_2(F) PUT("std::" #F " of int", std::F(One, 3), std::F(3, One))
#define OF_WHOLES                                                              \
  OF_A_WHOLE(WHOLE_1)                                                          \
  WHOLE_2(atan2) WHOLE_2(pow) WHOLE_2(hypot) WHOLE_2(fmod) WHOLE_2(fmax)

#define BUILTIN_1(F)                                                           \
  PUT("__builtin_" #F, __builtin_##F(X), __builtin_##F##f(XF))
#define BUILTIN_2(F)                                                           \
  PUT("__builtin_" #F, __builtin_##F(X, Y), __builtin_##F##f(XF, YF))
#define AS_BUILTINS                                                            \
  OF_ONE(BUILTIN_1)                                                            \
  OF_TWO(BUILTIN_2)                                                            \
  PUT("__builtin_exp10", __builtin_exp10(X), __builtin_exp10f(XF))             \
  PUT("__builtin_powi", __builtin_powi(X, 3), __builtin_powif(XF, 3))          \
  PUT("__builtin_powi, large and odd", __builtin_powi(-1, Large),              \
      __builtin_powif(-1, Large))                                              \
  PUT("__builtin_roundeven", __builtin_roundeven(X * 10),                      \
      __builtin_roundevenf(XF * 10))                                           \
  PUT("__builtin_scalbln", __builtin_scalbln(X, 3L),                           \
      __builtin_scalblnf(XF, 3L))                                              \
  PUT("__builtin_sincos: sine", (__builtin_sincos(X, &Sine, &Cosine), Sine),   \
      (__builtin_sincosf(XF, &SineF, &CosineF), SineF))                        \
  PUT("__builtin_sincos: cosine", Cosine, CosineF)                             \
  PUT("__builtin_modf", __builtin_modf(-9 * X, &Whole),                        \
      __builtin_modff(-9 * XF, &WholeF))                                       \
  PUT("__builtin_modf: whole", Whole, WholeF)

constexpr int Most = 100;

#define PUT(NAME, OF_DOUBLE, OF_FLOAT)                                         \
  V[I] = double(OF_DOUBLE);                                                    \
  F[I++] = float(OF_FLOAT);
#define GROUP(NAME, LIST)                                                      \
  static int NAME(double *V, float *F, double X, double Y) {                   \
    [[maybe_unused]] const float XF = float(X), YF = float(Y);                 \
    [[maybe_unused]] const int One = int(X * 10) % 2;                          \
    [[maybe_unused]] const int Large = (1 << 24) + 1 + 2 * One;                \
    [[maybe_unused]] int E, EF;                                                \
    [[maybe_unused]] double Whole, Sine, Cosine;                               \
    [[maybe_unused]] float WholeF, SineF, CosineF;                             \
    int I = 0;                                                                 \
    LIST return I;                                                             \
  }
#pragma omp begin declare target
GROUP(asC, AS_C)
GROUP(asCxx, AS_CXX)
GROUP(ofWholes, OF_WHOLES)
GROUP(asBuiltins, AS_BUILTINS)
#pragma omp end declare target
#undef PUT

#define PUT(NAME, OF_DOUBLE, OF_FLOAT) NAME,
static const char *const Names[][Most] = {
    {AS_C}, {AS_CXX}, {OF_WHOLES}, {AS_BUILTINS}};

static bool isNear(double Got, double Right, double Most) {
  return Got == Right || (std::isnan(Got) && std::isnan(Right)) ||
         std::fabs(Got - Right) <= Most * std::fmax(1, std::fabs(Right));
}

#define COMPARE(GROUP, NAMES)                                                  \
  {                                                                            \
    double V[Most], RightV[Most];                                              \
    float F[Most], RightF[Most];                                               \
    int Count = 0;                                                             \
    _Pragma("omp target map(from : V, F, Count)") Count = GROUP(V, F, X, Y);   \
    expect("functions", Count, GROUP(RightV, RightF, X, Y));                   \
    for (int I = 0; I < Count; ++I) {                                          \
      if (!isNear(V[I], RightV[I], 1e-13))                                     \
        expect(NAMES[I], V[I], RightV[I]);                                     \
      if (!isNear(F[I], RightF[I], 1e-6))                                      \
        expect(NAMES[I], F[I], RightF[I]);                                     \
    }                                                                          \
  }

static void compare(double X, double Y) {
  COMPARE(asC, Names[0])
  COMPARE(asCxx, Names[1])
  COMPARE(ofWholes, Names[2])
  COMPARE(asBuiltins, Names[3])
}

/// What a NaN says is in its bits. (clang's header for AMD's GPUs reads no
/// hexadecimal numbers.)
static void notNumbers() {
  const char Tags[][16] = {"", "1", "123", "017", "08", "word", "0", "4194303"};
  constexpr int N = sizeof(Tags) / sizeof(Tags[0]);
  double Got[N];
  float GotF[N];
#pragma omp target map(to : Tags) map(from : Got, GotF)
  for (int I = 0; I < N; ++I) {
    Got[I] = nan(Tags[I]);
    GotF[I] = nanf(Tags[I]);
  }
  for (int I = 0; I < N; ++I) {
    const double Right = nan(Tags[I]);
    const float RightF = nanf(Tags[I]);
    expect(Tags[I], std::memcmp(&Got[I], &Right, sizeof(Right)), 0);
    expect(Tags[I], std::memcmp(&GotF[I], &RightF, sizeof(RightF)), 0);
  }
}

int main() {
  compare(0.3, -0.7);
  notNumbers();
  return finish();
}
