//===- MathTest.cpp - Tests of mathematical functions ---------------------===//
//
// Part of the OMP-JIT project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The results are compared with those of the host's library in long double, in
// units of the last place of the right result.
//
//===----------------------------------------------------------------------===//

#include <gtest/gtest.h>

#include <climits>
#include <cmath>
#include <cstdint>
#include <cstring>
#include <limits>
#include <random>
#include <vector>

#define OMPJIT_DECLARE_1(Name)                                                 \
  extern "C" double device_##Name(double);                                     \
  extern "C" float device_##Name##f(float);
#define OMPJIT_DECLARE_2(Name)                                                 \
  extern "C" double device_##Name(double, double);                             \
  extern "C" float device_##Name##f(float, float);
// clang-format off: its versions break these in different ways.
#define OMPJIT_UNARIES(X)                                                      \
  X(exp)                                                                       \
  X(exp2)                                                                      \
  X(exp10)                                                                     \
  X(expm1) X(sinh) X(cosh) X(tanh) X(log) X(log2) X(log10) X(log1p) X(asinh)   \
      X(acosh) X(atanh) X(cbrt) X(sin) X(cos) X(tan) X(asin) X(acos) X(atan)   \
          X(erf) X(erfc) X(tgamma) X(lgamma)
#define OMPJIT_EXACT_UNARIES(X)                                                \
  X(logb)                                                                      \
  X(ceil) X(fabs) X(floor) X(nearbyint) X(rint) X(round) X(sqrt) X(trunc)
// clang-format on
OMPJIT_UNARIES(OMPJIT_DECLARE_1)
OMPJIT_EXACT_UNARIES(OMPJIT_DECLARE_1)
OMPJIT_DECLARE_1(rsqrt)
OMPJIT_DECLARE_1(sinpi)
OMPJIT_DECLARE_1(cospi)
OMPJIT_DECLARE_2(pow)
OMPJIT_DECLARE_2(hypot)
OMPJIT_DECLARE_2(atan2)
OMPJIT_DECLARE_2(fmod)
OMPJIT_DECLARE_2(remainder)
OMPJIT_DECLARE_2(fdim)
OMPJIT_DECLARE_2(nextafter)
OMPJIT_DECLARE_2(copysign)
OMPJIT_DECLARE_2(fmax)
OMPJIT_DECLARE_2(fmin)
extern "C" {
double device_fma(double, double, double);
double device_ldexp(double, int);
float device_ldexpf(float, int);
double device_scalbn(double, int);
double device_frexp(double, int *);
float device_frexpf(float, int *);
double device_modf(double, double *);
float device_modff(float, float *);
double device_remquo(double, double, int *);
void device_sincos(double, double *, double *);
void device_sincosf(float, float *, float *);
int device_ilogb(double);
int device_ilogbf(float);
long long device_lround(double);
long long device_llround(double);
long long device_llrint(double);
long long device_llrintf(float);
double device_nan(const char *);
float device_nanf(const char *);
double device_lgamma_r(double, int *);
double device_scalbln(double, long);
}

namespace {

using Wide = long double;

template <typename T> bool isSame(T A, T B) {
  return (std::isnan(A) && std::isnan(B)) ||
         (A == B && std::signbit(A) == std::signbit(B));
}

/// Returns how far \p Got is from \p Right, in units of its last place.
template <typename T> double unitsOff(T Got, Wide Right) {
  const T Nearest = T(Right);
  if (isSame(Got, Nearest) || (Got == 0 && Nearest == 0))
    return 0;
  if (!std::isfinite(Got) || !std::isfinite(Nearest))
    return std::numeric_limits<double>::infinity();
  const T Size = std::max(std::abs(Nearest), std::numeric_limits<T>::min());
  int Exponent;
  std::frexp(Size, &Exponent);
  const Wide Unit =
      std::ldexp(Wide(1), Exponent - std::numeric_limits<T>::digits);
  return double(std::abs(Wide(Got) - Right) / Unit);
}

template <typename T> std::vector<T> specialValues() {
  using Limits = std::numeric_limits<T>;
  std::vector<T> Values;
  for (T Positive : {T(0),
                     Limits::denorm_min(),
                     Limits::min(),
                     Limits::epsilon(),
                     T(0.25),
                     T(0.5),
                     T(1),
                     T(1.5),
                     T(2),
                     T(2.5),
                     T(3),
                     T(10),
                     T(12),
                     T(100),
                     T(170),
                     T(1e5),
                     T(1e20),
                     Limits::max(),
                     Limits::infinity(),
                     Limits::quiet_NaN()})
    for (T Value : {Positive, std::nextafter(Positive, T(0)),
                    std::nextafter(Positive, Limits::max())}) {
      Values.push_back(Value);
      Values.push_back(-Value);
    }
  return Values;
}

constexpr int NumRandom = 20000;

/// Returns special values, and random ones of any size.
template <typename T> std::vector<T> valuesOfAnySize(unsigned Seed) {
  using Bits = std::conditional_t<sizeof(T) == 8, uint64_t, uint32_t>;
  std::mt19937_64 Random(Seed);
  std::vector<T> Values = specialValues<T>();
  for (int I = 0; I < NumRandom; ++I)
    Values.push_back(std::bit_cast<T>(Bits(Random())));
  return Values;
}
template <typename T> std::vector<T> valuesBetween(double Low, double High) {
  std::mt19937_64 Random(7);
  std::uniform_real_distribution<double> Between(Low, High);
  std::vector<T> Values;
  for (int I = 0; I < NumRandom; ++I)
    Values.push_back(T(Between(Random)));
  return Values;
}

template <typename T>
void compare(const char *Name, T (*Ours)(T), Wide (*Right)(Wide),
             const std::vector<T> &Values, double MaxUnits) {
  double Worst = 0;
  T At = 0;
  for (T X : Values)
    if (double Units = unitsOff(Ours(X), Right(X)); !(Units <= Worst)) {
      Worst = Units;
      At = X;
    }
  EXPECT_LE(Worst, MaxUnits)
      << Name << " of " << std::hexfloat << At << " is " << Ours(At)
      << " and not " << Right(At) << " (" << sizeof(T) << " bytes)";
  testing::Test::RecordProperty(Name + std::to_string(sizeof(T)),
                                std::to_string(Worst));
}

Wide exp10Of(Wide X) { return exp10l(X); }
Wide acoshOf(Wide X) { return X < 1 ? NAN : acoshl(X); }
Wide tgammaOf(Wide X) { return tgammal(X); }

struct Unary {
  const char *Name;
  double (*OfDouble)(double);
  float (*OfFloat)(float);
  Wide (*Right)(Wide);
  double Low, High;      ///< The range in which values matter most.
  double MaxUnits;       ///< The largest error in this range.
  double ElsewhereUnits; ///< The largest error anywhere.
};

#define OMPJIT_ROW(Name, Right, ...)                                           \
  Unary { #Name, device_##Name, device_##Name##f, Right, __VA_ARGS__ }
const Unary Unaries[] = {
    OMPJIT_ROW(exp, expl, -745, 710, 1, 1),
    OMPJIT_ROW(exp2, exp2l, -1075, 1024, 1, 1),
    OMPJIT_ROW(exp10, exp10Of, -323, 308.5, 1, 1),
    OMPJIT_ROW(expm1, expm1l, -4, 4, 1.5, 1.5),
    OMPJIT_ROW(sinh, sinhl, -30, 30, 2.5, 3),
    OMPJIT_ROW(cosh, coshl, -30, 30, 2.5, 3),
    OMPJIT_ROW(tanh, tanhl, -25, 25, 2.5, 2.5),
    OMPJIT_ROW(log, logl, 0, 10, 0.6, 0.6),
    OMPJIT_ROW(log2, log2l, 0, 10, 0.6, 0.6),
    OMPJIT_ROW(log10, log10l, 0, 10, 0.6, 0.6),
    OMPJIT_ROW(log1p, log1pl, -1, 10, 0.6, 0.6),
    OMPJIT_ROW(asinh, asinhl, -10, 10, 2, 2),
    OMPJIT_ROW(acosh, acoshOf, 1, 10, 2.5, 2.5),
    OMPJIT_ROW(atanh, atanhl, -1, 1, 2.5, 2.5),
    OMPJIT_ROW(cbrt, cbrtl, -10, 10, 0.7, 0.7),
    OMPJIT_ROW(sin, sinl, -100, 100, 1, 1),
    OMPJIT_ROW(cos, cosl, -100, 100, 1, 1),
    OMPJIT_ROW(tan, tanl, -100, 100, 2.5, 2.5),
    OMPJIT_ROW(asin, asinl, -1, 1, 2.5, 2.5),
    OMPJIT_ROW(acos, acosl, -1, 1, 2.5, 2.5),
    OMPJIT_ROW(atan, atanl, -10, 10, 1.5, 1.5),
    OMPJIT_ROW(erf, erfl, -6, 6, 2, 2),
    OMPJIT_ROW(erfc, erfcl, -6, 27.2, 4, 4),
    OMPJIT_ROW(tgamma, tgammaOf, 0, 171.6, 6, 8),
};

TEST(Math, FunctionsOfOneNumberAreRightToAFewUnits) {
  for (const Unary &F : Unaries) {
    compare(F.Name, F.OfDouble, F.Right, valuesBetween<double>(F.Low, F.High),
            F.MaxUnits);
    compare(F.Name, F.OfDouble, F.Right, valuesOfAnySize<double>(1),
            F.ElsewhereUnits);
    compare(F.Name, F.OfFloat, F.Right, valuesBetween<float>(F.Low, F.High),
            0.51);
    compare(F.Name, F.OfFloat, F.Right, valuesOfAnySize<float>(2), 0.51);
  }
}

struct Binary {
  const char *Name;
  double (*OfDouble)(double, double);
  float (*OfFloat)(float, float);
  Wide (*Right)(Wide, Wide);
  double MaxUnits;
};

#define OMPJIT_ROW_2(Name, MaxUnits)                                           \
  Binary { #Name, device_##Name, device_##Name##f, Name##l, MaxUnits }
const Binary Binaries[] = {OMPJIT_ROW_2(pow, 1.2),     OMPJIT_ROW_2(hypot, 1),
                           OMPJIT_ROW_2(atan2, 1.5),   OMPJIT_ROW_2(fmod, 0),
                           OMPJIT_ROW_2(remainder, 0), OMPJIT_ROW_2(fdim, 0.5),
                           OMPJIT_ROW_2(copysign, 0),  OMPJIT_ROW_2(fmax, 0),
                           OMPJIT_ROW_2(fmin, 0)};

template <typename T>
void compare(const char *Name, T (*Ours)(T, T), Wide (*Right)(Wide, Wide),
             const std::vector<std::pair<T, T>> &Values, double MaxUnits) {
  double Worst = 0;
  std::pair<T, T> At;
  for (auto [X, Y] : Values) {
    // Processors differ in what becomes of them.
    if (__builtin_issignaling(X) || __builtin_issignaling(Y))
      continue;
    if (double Units = unitsOff(Ours(X, Y), Right(X, Y)); !(Units <= Worst)) {
      Worst = Units;
      At = {X, Y};
    }
  }
  EXPECT_LE(Worst, MaxUnits)
      << Name << " of " << std::hexfloat << At.first << ", " << At.second
      << " is " << Ours(At.first, At.second) << " and not "
      << Right(At.first, At.second);
}

/// Returns pairs of special values, of values of any size, and of values of the
/// usual sizes.
template <typename T> std::vector<std::pair<T, T>> pairs() {
  std::vector<std::pair<T, T>> Values;
  for (T X : specialValues<T>())
    for (T Y : specialValues<T>())
      Values.push_back({X, Y});
  const std::vector<T> Any = valuesOfAnySize<T>(3),
                       Other = valuesOfAnySize<T>(4);
  for (size_t I = 0; I < Any.size(); ++I)
    Values.push_back({Any[I], Other[I]});
  const std::vector<T> Usual = valuesBetween<T>(0, 100),
                       Exponents = valuesBetween<T>(-150, 150);
  for (size_t I = 0; I < Usual.size(); ++I) {
    Values.push_back({Usual[I], Exponents[Usual.size() - 1 - I]});
    Values.push_back({-Usual[I], std::floor(Exponents[I])});
    Values.push_back({T(1) + Exponents[I] / 100000, Exponents[I] * 1000});
  }
  return Values;
}

TEST(Math, FunctionsOfTwoNumbersAreRightToAFewUnits) {
  for (const Binary &F : Binaries) {
    compare(F.Name, F.OfDouble, F.Right, pairs<double>(), F.MaxUnits);
    compare(F.Name, F.OfFloat, F.Right, pairs<float>(), 0.51);
  }
}

TEST(Math, SpecialValuesHaveTheirSigns) {
  for (double Zero : {0.0, -0.0}) {
    for (auto F :
         {device_sin, device_tan, device_asin, device_atan, device_sinh,
          device_tanh, device_asinh, device_atanh, device_expm1, device_log1p,
          device_cbrt, device_erf, device_sinpi})
      EXPECT_TRUE(isSame(F(Zero), Zero));
    EXPECT_EQ(device_tgamma(Zero), 1 / Zero);
  }
  EXPECT_TRUE(std::isnan(device_tgamma(-3)));
  EXPECT_TRUE(std::isnan(device_pow(-8, 1.0 / 3)));
  EXPECT_EQ(device_log10(1000), 3);
  EXPECT_EQ(device_log2(8), 3);
  EXPECT_EQ(device_pow(10, 15), 1e15);
  EXPECT_EQ(device_cbrt(27), 3);
  EXPECT_EQ(device_hypot(3, 4), 5);
  EXPECT_EQ(device_exp2(-1074), std::numeric_limits<double>::denorm_min());
  EXPECT_EQ(device_cospi(0.5), 0);
  EXPECT_EQ(device_sinpi(1e15 + 0.5), 1);
}

/// The zeros of this function are 1, 2 and many negative numbers.
TEST(Math, LogarithmOfGamma) {
  for (auto [Low, High] : {std::pair(0.0, 4.0), std::pair(0.9, 2.1),
                           std::pair(4.0, 40.0), std::pair(40.0, 1e300)})
    compare("lgamma", device_lgamma, lgammal, valuesBetween<double>(Low, High),
            8);
  compare("lgamma", device_lgammaf, lgammal, valuesBetween<float>(0, 100),
          0.51);
  for (double X : valuesBetween<double>(-100, 0))
    EXPECT_NEAR(device_lgamma(X), double(lgammal(X)),
                1e-13 * std::max(1.0, std::abs(double(lgammal(X)))));
}

TEST(Math, GammaOfNegativeNumbers) {
  compare("tgamma", device_tgamma, tgammaOf, valuesBetween<double>(-30, 0), 12);
  compare("tgamma", device_tgamma, tgammaOf, valuesBetween<double>(-183, -30),
          30);
}

TEST(Math, SignOfGamma) {
  for (double X : {3.5, -0.5, -1.5, -2.25, -3.0, 0.0, -0.0, -1e300, double(NAN),
                   double(-INFINITY)}) {
    int Sign = 0, Right = 0;
    device_lgamma_r(X, &Sign);
    lgamma_r(X, &Right);
    EXPECT_EQ(Sign, Right) << X;
  }
}

TEST(Math, NansSayWhatTheyAreTold) {
  for (const char *Tag : {"", "1", "0x7F", "0XabC", "0x", "0xfG", "017", "08",
                          "word", "2251799813685247", "4194303"}) {
    const double Got = device_nan(Tag), Right = std::nan(Tag);
    const float GotF = device_nanf(Tag), RightF = std::nanf(Tag);
    EXPECT_EQ(std::memcmp(&Got, &Right, sizeof(Got)), 0) << Tag;
    EXPECT_EQ(std::memcmp(&GotF, &RightF, sizeof(GotF)), 0) << Tag;
  }
}

TEST(Math, ScalesByAnyLong) {
  constexpr long Max = std::numeric_limits<long>::max();
  for (long N : {0L, 5L, -1080L, Max, -Max})
    EXPECT_EQ(device_scalbln(1.5, N), std::scalbln(1.5, N)) << N;
}

TEST(Math, HalfTurns) {
  for (double X : valuesBetween<double>(-4, 4)) {
    EXPECT_LE(unitsOff(device_sinpi(X / 8),
                       std::sin(3.14159265358979323846264L * Wide(X / 8))),
              1.5);
    EXPECT_LE(std::abs(device_cospi(X) -
                       double(std::cos(3.14159265358979323846264L * X))),
              2e-16);
  }
}

TEST(Math, RoundingIsExact) {
  auto Check = [](const char *Name, auto Ours, auto OursOfFloat, auto Right) {
    compare<double>(Name, Ours, Right, valuesOfAnySize<double>(5), 0);
    compare<double>(Name, Ours, Right, valuesBetween<double>(-100, 100), 0);
    compare<float>(Name, OursOfFloat, Right, valuesOfAnySize<float>(5), 0);
  };
#define OMPJIT_CHECK(Name)                                                     \
  Check(#Name, device_##Name, device_##Name##f,                                \
        [](Wide X) { return Wide(std::Name(X)); });
  OMPJIT_CHECK(logb)
  OMPJIT_CHECK(ceil)
  OMPJIT_CHECK(fabs)
  OMPJIT_CHECK(floor)
  OMPJIT_CHECK(nearbyint)
  OMPJIT_CHECK(rint)
  OMPJIT_CHECK(round)
  OMPJIT_CHECK(trunc)
  compare<double>("sqrt", device_sqrt, sqrtl, valuesOfAnySize<double>(5), 0.5);
  compare<double>(
      "rsqrt", device_rsqrt, [](Wide X) { return Wide(1) / sqrtl(X); },
      valuesBetween<double>(0, 100), 1.5);
}

TEST(Math, PartsOfNumbers) {
  for (double X : valuesOfAnySize<double>(6)) {
    int Ours = 0, Right = 0;
    EXPECT_TRUE(isSame(device_frexp(X, &Ours), std::frexp(X, &Right))) << X;
    if (std::isfinite(X)) {
      EXPECT_EQ(Ours, Right) << X;
      // C libraries differ in what they say of 0; this is what CUDA says.
      EXPECT_EQ(device_ilogb(X), X == 0 ? INT_MIN : std::ilogb(X)) << X;
    }
    double OurWhole = 0, RightWhole = 0;
    EXPECT_TRUE(isSame(device_modf(X, &OurWhole), std::modf(X, &RightWhole)));
    EXPECT_TRUE(isSame(OurWhole, RightWhole));
    for (int By : {0, 1, -1, 52, -52, 1023, -1022, 1074, -1074, 2000, -2000,
                   2098, -2098, 100000, -100000}) {
      EXPECT_TRUE(isSame(device_ldexp(X, By), std::ldexp(X, By))) << X << By;
      EXPECT_TRUE(
          isSame(device_ldexpf(float(X), By), std::ldexp(float(X), By)));
    }
    if (std::abs(X) < 1e18) {
      EXPECT_EQ(device_llround(X), std::llround(X));
      EXPECT_EQ(device_lround(X), std::lround(X));
      EXPECT_EQ(device_llrint(X), std::llrint(X));
    }
    double Sine, Cosine;
    device_sincos(X, &Sine, &Cosine);
    EXPECT_TRUE(isSame(Sine, device_sin(X)) && isSame(Cosine, device_cos(X)));
  }
}

TEST(Math, QuotientsAndNeighbours) {
  for (auto [X, Y] : pairs<double>()) {
    int Ours = 0, Right = 0;
    EXPECT_TRUE(isSame(device_remquo(X, Y, &Ours), std::remquo(X, Y, &Right)))
        << X << ' ' << Y;
    EXPECT_EQ(Ours & 7, Right & 7) << X << ' ' << Y;
    EXPECT_TRUE(isSame(device_nextafter(X, Y), std::nextafter(X, Y)))
        << X << ' ' << Y;
    EXPECT_TRUE(isSame(device_nextafterf(float(X), float(Y)),
                       std::nextafter(float(X), float(Y))))
        << X << ' ' << Y;
    EXPECT_TRUE(isSame(device_fma(X, Y, X), std::fma(X, Y, X)));
    EXPECT_TRUE(isSame(device_fdimf(float(X), float(Y)),
                       std::fdim(float(X), float(Y))));
  }
}

} // namespace
