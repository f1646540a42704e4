// Floating-point scalars reach the kernel bit for bit: zeros, infinities, NaNs, subnormals.
// RUN: %run-all-modes %t %s -O2
// RUN: %run-all-modes %t %s -O0 -g

#include "Inputs/check.h"

#include <float.h>
#include <math.h>
#include <stdint.h>
#include <string.h>

static uint32_t floatBits(float Value) {
  uint32_t Bits = 0;
#pragma omp target map(from : Bits)
  memcpy(&Bits, &Value, sizeof(Bits));
  return Bits;
}

static uint64_t doubleBits(double Value) {
  uint64_t Bits = 0;
#pragma omp target map(from : Bits)
  memcpy(&Bits, &Value, sizeof(Bits));
  return Bits;
}

// Values that compare equal, or unequal to themselves, and differ in their
// bits.
static void testBits(void) {
  const uint32_t Floats[] = {0x00000000, 0x80000000, 0x3f800000, 0xbf800000,
                             0x7f800000, 0xff800000, 0x7fc00000, 0x7fc00123,
                             0xffc00001, 0x00000001, 0x807fffff, 0x7f7fffff};
  for (unsigned I = 0; I < sizeof(Floats) / sizeof(*Floats); ++I) {
    float Value;
    memcpy(&Value, &Floats[I], sizeof(Value));
    checkValue("float", floatBits(Value), Floats[I]);
  }
  const uint64_t Doubles[] = {
      0x0000000000000000, 0x8000000000000000, 0x3ff0000000000000,
      0x7ff0000000000000, 0xfff0000000000000, 0x7ff8000000000000,
      0x7ff8000000000123, 0xfff800000000abcd, 0x0000000000000001,
      0x800fffffffffffff, 0x7fefffffffffffff};
  for (unsigned I = 0; I < sizeof(Doubles) / sizeof(*Doubles); ++I) {
    double Value;
    memcpy(&Value, &Doubles[I], sizeof(Value));
    checkValue("double", (long long)doubleBits(Value), (long long)Doubles[I]);
  }
}

// A zero's sign decides what a division gives: a constant must keep it.
static void testSignOfZero(void) {
  const double Values[] = {0.0, -0.0, 0.0};
  for (int I = 0; I < 3; ++I) {
    double Value = Values[I], Result = 1;
#pragma omp target map(from : Result)
    Result = 1 / Value;
    checkReal("1/0", Result, I == 1 ? -INFINITY : INFINITY);
  }
}

static void testArithmetic(void) {
  float A = 0.1f, B = 0.2f;
  double C = 0.1, D = 0.2;
  float Sum = 0;
  double Quotient = 0, Mixed = 0;
  int Branch = 0;
#pragma omp target map(from : Sum, Quotient, Mixed, Branch)
  {
    Sum = A + B;
    Quotient = C / D;
    Mixed = (double)A - C;
    Branch = C < D && A < B;
  }
  checkReal("sum", Sum, 0.1f + 0.2f);
  checkReal("quotient", Quotient, 0.1 / 0.2);
  checkReal("mixed", Mixed, (double)0.1f - 0.1);
  checkValue("branch", Branch, 1);
}

// Not a type of GPUs, and clang does not have it for AArch64 as a device.
#ifdef __aarch64__
#define WITHOUT_LONG_DOUBLE
#endif
#ifndef WITHOUT_LONG_DOUBLE
static void testLongDouble(void) {
  long double Long = 1.0L + LDBL_EPSILON, Result = 0;
#pragma omp target map(from : Result)
  Result = Long * 2;
  check("long double", Result == 2.0L + 2 * LDBL_EPSILON);
}
#endif

static void testHalf(void) {
  _Float16 Half = 1.5;
  __fp16 Stored = 0.25;
  float HalfResult = 0, StoredResult = 0;
#pragma omp target map(from : HalfResult, StoredResult)
  {
    HalfResult = (float)(Half * 2);
    StoredResult = Stored;
  }
  checkReal("_Float16", HalfResult, 3);
  checkReal("__fp16", StoredResult, 0.25);
}

static void testComplex(void) {
  double _Complex Value = 1.0 + 2.0i, Square = 0;
  float _Complex Narrow = 3.0f - 1.0if;
  float Imaginary = 0;
#pragma omp target map(from : Square, Imaginary)
  {
    Square = Value * Value;
    Imaginary = __imag__(Narrow * 2);
  }
  checkReal("complex, real part", __real__ Square, -3);
  checkReal("complex, imaginary part", __imag__ Square, 4);
  checkReal("complex float", Imaginary, -2);
}

int main(void) {
  testBits();
  testSignOfZero();
  testArithmetic();
#ifndef WITHOUT_LONG_DOUBLE
  testLongDouble();
#endif
  testHalf();
  testComplex();
  return finish();
}
