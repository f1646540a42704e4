// The functions of <math.h>, against the host's.
// RUN: %run-gpus %t.gpus %s -lm
// RUN: %link-ahead %t.ahead %s -lm

#include "expect.h"
#include <cmath>
#include <cstdint>
#include <cstring>

constexpr int N = 41;

/// How many numbers of the type lie between the two.
template <typename T, typename Bits> static double distance(T A, T B) {
  if (std::isnan(A) || std::isnan(B))
    return std::isnan(A) && std::isnan(B) ? 0 : 1e30;
  auto Place = [](T X) {
    Bits Number;
    std::memcpy(&Number, &X, sizeof(X));
    const Bits Sign = Bits(1) << (8 * sizeof(X) - 1);
    return Number & Sign ? -double(Number & ~Sign) : double(Number);
  };
  return std::fabs(Place(A) - Place(B));
}

// Numbers in every function's range, and at its ends.
template <typename T> static void fill(T *X, T *Y) {
  for (int I = 0; I < N; ++I) {
    X[I] = T((I - 20) * 0.27 + 0.013);
    Y[I] = T((I * 7 % 19 - 9) * 0.5);
  }
  X[0] = T(INFINITY);
  X[1] = T(NAN);
  X[2] = T(0);
}

#define COMPARE(T, BITS, NAME, MOST, EXPRESSION)                               \
  {                                                                            \
    T First[N], Second[N], Got[N];                                             \
    fill(First, Second);                                                       \
    _Pragma("omp target map(to : First, Second) map(from : Got)") for (int I = \
                                                                           0;  \
                                                                       I < N;  \
                                                                       ++I) {  \
      const T X = First[I], Y = Second[I];                                     \
      (void)Y;                                                                 \
      Got[I] = T(EXPRESSION);                                                  \
    }                                                                          \
    double Worst = 0;                                                          \
    for (int I = 0; I < N; ++I) {                                              \
      const T X = First[I], Y = Second[I];                                     \
      (void)Y;                                                                 \
      const double D = distance<T, BITS>(Got[I], T(EXPRESSION));               \
      Worst = D > Worst ? D : Worst;                                           \
    }                                                                          \
    expect(#T " " NAME, Worst <= MOST, true);                                  \
  }
#define BOTH(NAME, MOST, EXPRESSION)                                           \
  COMPARE(double, uint64_t, NAME, MOST, EXPRESSION)                            \
  COMPARE(float, uint32_t, NAME, MOST, EXPRESSION)

static void exact() {
  BOTH("fabs", 0, std::fabs(X))
  BOTH("floor", 0, std::floor(X))
  BOTH("ceil", 0, std::ceil(X))
  BOTH("trunc", 0, std::trunc(X))
  BOTH("round", 0, std::round(X))
  BOTH("rint", 0, std::rint(X))
  BOTH("fmod", 0, std::fmod(X, Y))
  BOTH("remainder", 0, std::remainder(X, Y))
  BOTH("copysign", 0, std::copysign(X, Y))
  BOTH("fmax", 0, std::fmax(X, Y))
  BOTH("fmin", 0, std::fmin(X, Y))
  BOTH("fdim", 0, std::fdim(X, Y))
  BOTH("ldexp", 0, std::ldexp(X, 3))
  BOTH("scalbn", 0, std::scalbn(X, -4))
  BOTH("sqrt", 0, std::sqrt(X))
  BOTH("fma", 0, std::fma(X, Y, X))
}

static void powers() {
  BOTH("exp", 8, std::exp(X))
  BOTH("exp2", 8, std::exp2(X))
  BOTH("expm1", 8, std::expm1(X))
  BOTH("log", 8, std::log(X))
  BOTH("log2", 8, std::log2(X))
  BOTH("log10", 8, std::log10(X))
  BOTH("log1p", 8, std::log1p(X))
  BOTH("pow", 8, std::pow(X, Y))
  BOTH("cbrt", 8, std::cbrt(X))
  BOTH("hypot", 8, std::hypot(X, Y))
}

static void angles() {
  BOTH("sin", 8, std::sin(X))
  BOTH("cos", 8, std::cos(X))
  BOTH("tan", 8, std::tan(X))
  BOTH("asin", 8, std::asin(X))
  BOTH("acos", 8, std::acos(X))
  BOTH("atan", 8, std::atan(X))
  BOTH("atan2", 8, std::atan2(X, Y))
  BOTH("sinh", 8, std::sinh(X))
  BOTH("cosh", 8, std::cosh(X))
  BOTH("tanh", 8, std::tanh(X))
  BOTH("asinh", 8, std::asinh(X))
  BOTH("acosh", 8, std::acosh(X))
  BOTH("atanh", 8, std::atanh(X))
}

static void special() {
  BOTH("erf", 8, std::erf(X))
  BOTH("erfc", 16, std::erfc(X))
  BOTH("tgamma", 16, std::tgamma(X))
}

int main() {
  exact();
  powers();
  angles();
  special();
  return finish();
}
