// Every function of <math.h> that device code may call, for both types.

#include <math.h>
#include <stdlib.h>

// clang-format off: its versions break these in different ways.
#define ALL_OF_ONE(X)                                                          \
  X(exp) X(exp2) X(expm1) X(sinh) X(cosh) X(tanh) X(log) X(log2) X(log10)      \
  X(log1p) X(asinh) X(acosh) X(atanh) X(cbrt) X(sin) X(cos) X(tan) X(asin)     \
  X(acos) X(atan) X(erf) X(erfc) X(tgamma) X(lgamma) X(logb) X(ceil) X(fabs)   \
  X(floor) X(nearbyint) X(rint) X(round) X(sqrt) X(trunc)
#define ALL_OF_TWO(X)                                                          \
  X(pow) X(hypot) X(atan2) X(fmod) X(remainder) X(fdim) X(nextafter)           \
  X(copysign) X(fmax) X(fmin)
// clang-format on

int main() {
  double D[3] = {0.5, 0.75};
  float F[3] = {0.5f, 0.75f};
  long long N = 0;
#pragma omp target map(D, F, N)
  {
    double DSum = fma(D[0], D[1], D[2]), DOther;
    float FSum = fmaf(F[0], F[1], F[2]), FOther;
#define USE_ONE(Name)                                                          \
  DSum += Name(D[0]);                                                          \
  FSum += Name##f(F[0]);
#define USE_TWO(Name)                                                          \
  DSum += Name(D[0], D[1]);                                                    \
  FSum += Name##f(F[0], F[1]);
    ALL_OF_ONE(USE_ONE)
    ALL_OF_TWO(USE_TWO)
    int Exponent = abs(int(N)), Quotient = 0;
    DSum += frexp(D[0], &Exponent) + ldexp(D[1], Exponent) +
            scalbn(D[1], Exponent) + modf(D[1], &DOther) + DOther;
    FSum += frexpf(F[0], &Exponent) + ldexpf(F[1], Exponent) +
            scalbnf(F[1], Exponent) + modff(F[1], &FOther) + FOther;
    DSum += remquo(D[0], D[1], &Quotient);
    FSum += remquof(F[0], F[1], &Quotient);
    N += lround(D[0]) + llround(D[1]) + lrint(D[0]) + llrint(D[1]) +
         lroundf(F[0]) + llroundf(F[1]) + lrintf(F[0]) + llrintf(F[1]) +
         ilogb(D[0]) + ilogbf(F[0]) + isnan(D[0]) + isinf(F[0]) +
         isfinite(D[1]) + signbit(F[1]) + Quotient + llabs(N);
    double Sine, Cosine;
    float SineF, CosineF;
    sincos(D[0], &Sine, &Cosine);
    sincosf(F[0], &SineF, &CosineF);
    D[2] = DSum + Sine + Cosine;
    F[2] = FSum + SineF + CosineF;
  }
  return D[2] == 0;
}
