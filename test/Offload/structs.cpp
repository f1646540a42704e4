// Structures reach the kernel as copies and as mapped objects, whole and in parts.
// RUN: %run-all-modes %t %s -O2
// RUN: %run-all-modes %t %s -O0 -g

#include "Inputs/check.h"

#include <cstdint>

struct Small {
  int A;
  short B;
  char C;
};

struct Large {
  double Values[40];
  Small Inner;
  long Last;
};

struct BitFields {
  unsigned Low : 3;
  int Signed : 5;
  std::uint64_t Wide : 40;
};

struct Empty {};

union Either {
  int Integer;
  float Real;
};

static void testFirstprivate() {
  Small S{100000, -3, 'x'};
  Large L{};
  for (int I = 0; I < 40; ++I)
    L.Values[I] = I * 0.25;
  L.Inner = S;
  L.Last = 1L << 40;
  BitFields B{5, -9, 0x123456789aULL};
  Either E;
  E.Integer = 77;
  Empty Nothing;
  double Sum = 0;
  long Rest = 0;
#pragma omp target map(from : Sum, Rest) firstprivate(S, L, B, E, Nothing)
  {
    (void)Nothing;
    Sum = 0;
    for (int I = 0; I < 40; ++I)
      Sum += L.Values[I];
    Rest = S.A + S.B + S.C + L.Inner.A + L.Last + B.Low + B.Signed +
           static_cast<long>(B.Wide) + E.Integer;
    // The copies are the kernel's own.
    S.A = L.Inner.A = 0;
  }
  checkReal("copied array", Sum, 195);
  checkValue("copied members", Rest,
             100000 - 3 + 'x' + 100000 + (1L << 40) + 5 - 9 + 0x123456789aL +
                 77);
  checkValue("unchanged", S.A + L.Inner.A, 200000);
}

static void testMapped() {
  Large L{};
  L.Inner = {1, 2, 3};
#pragma omp target map(tofrom : L)
  {
    L.Values[39] = 3.5;
    L.Inner.A += 10;
    L.Last = L.Inner.B + L.Inner.C;
  }
  checkReal("mapped array", L.Values[39], 3.5);
  checkValue("mapped members", L.Inner.A + L.Last, 16);

  L.Inner.A = 1;
#pragma omp target map(tofrom : L.Inner.A, L.Last) map(to : L.Values[ : 2])
  {
    L.Inner.A += 5;
    L.Last += 1;
  }
  checkValue("mapped parts", L.Inner.A + L.Last, 12);
}

struct Vector {
  int Count;
  double *Data;
};
#pragma omp declare mapper(Vector V) map(V, V.Data[0 : V.Count])

static void testMapper() {
  double Storage[8] = {1, 2, 3, 4, 5, 6, 7, 8};
  Vector V{8, Storage};
#pragma omp target map(tofrom : V)
  for (int I = 0; I < V.Count; ++I)
    V.Data[I] *= 2;
  checkReal("declare mapper", Storage[0] + Storage[7], 18);
}

struct Accumulator {
  int Scale;
  int Total = 0;

  void add(const int *Values, int Count) {
#pragma omp target map(to : Values[ : Count]) map(tofrom : this[ : 1])
    for (int I = 0; I < Count; ++I)
      Total += Scale * Values[I];
  }
};

static void testThis() {
  int Values[5] = {1, 2, 3, 4, 5};
  Accumulator A{3};
  A.add(Values, 5);
  A.Scale = 100;
  A.add(Values, 2);
  checkValue("this", A.Total, 345);
}

static void testLambda() {
  int Offset = 5;
  double Factor = 1.5;
  auto Compute = [=](int Value) { return Value * Factor + Offset; };
  double Result = 0;
#pragma omp target map(from : Result) firstprivate(Compute)
  Result = Compute(4);
  checkReal("lambda", Result, 11);
  auto ByReference = [&](int Value) { return Value * Factor - Offset; };
#pragma omp target map(from : Result) map(to : ByReference)
  Result = ByReference(4);
  checkReal("lambda by reference", Result, 1);
}

static void testReference(int &Reference, const Small &Constant) {
#pragma omp target map(tofrom : Reference)
  Reference += Constant.A;
}

template <int N> static long sumOf(const int (&Array)[N]) {
  long Sum = 0;
#pragma omp target map(from : Sum)
  {
    Sum = 0;
    for (int Value : Array)
      Sum += Value;
  }
  return Sum;
}

int main() {
  testFirstprivate();
  testMapped();
  testMapper();
  testThis();
  testLambda();
  int Value = 1;
  testReference(Value, Small{41, 0, 0});
  checkValue("references", Value, 42);
  checkValue("array by reference", sumOf({1, 2, 3, 4}), 10);
  return finish();
}
