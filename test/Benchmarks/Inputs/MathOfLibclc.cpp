// The functions of MathTest.cpp by those of libclc, whose names are OpenCL's, which
// are C++'s.

#define OMPJIT_1(Name)                                                         \
  double Name(double);                                                         \
  float Name(float);                                                           \
  extern "C" double device_##Name(double X) { return Name(X); }                \
  extern "C" float device_##Name##f(float X) { return Name(X); }
#define OMPJIT_2(Name)                                                         \
  double Name(double, double);                                                 \
  float Name(float, float);                                                    \
  extern "C" double device_##Name(double X, double Y) { return Name(X, Y); }   \
  extern "C" float device_##Name##f(float X, float Y) { return Name(X, Y); }

OMPJIT_1(exp)
OMPJIT_1(exp2)
OMPJIT_1(exp10)
OMPJIT_1(expm1)
OMPJIT_1(sinh)
OMPJIT_1(cosh)
OMPJIT_1(tanh)
OMPJIT_1(log)
OMPJIT_1(log2)
OMPJIT_1(log10)
OMPJIT_1(log1p)
OMPJIT_1(asinh)
OMPJIT_1(acosh)
OMPJIT_1(atanh)
OMPJIT_1(cbrt)
OMPJIT_1(sin)
OMPJIT_1(cos)
OMPJIT_1(tan)
OMPJIT_1(asin)
OMPJIT_1(acos)
OMPJIT_1(atan)
OMPJIT_1(erf)
OMPJIT_1(erfc)
OMPJIT_1(tgamma)
OMPJIT_1(lgamma)
OMPJIT_2(pow)
OMPJIT_2(hypot)
OMPJIT_2(atan2)
OMPJIT_2(fmod)
OMPJIT_2(remainder)
