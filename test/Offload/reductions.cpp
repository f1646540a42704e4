// Reductions of every operator over teams, threads and arrays give the sequential result.
// RUN: %run-all-modes %t %s -O2
// RUN: %run-all-modes %t %s -O0 -g

#include "Inputs/check.h"

#include <algorithm>
#include <climits>
#include <vector>

static const int Count = 1003;

static std::vector<int> numbers() {
  std::vector<int> Values(Count);
  unsigned State = 1;
  for (int &Value : Values) {
    State = State * 1103515245 + 12345;
    Value = static_cast<int>(State >> 8) % 1000 - 500;
  }
  return Values;
}

static void testIntegers(const int *V) {
  long Sum = 3, HostSum = 3;
  int Min = INT_MAX, Max = INT_MIN, HostMin = INT_MAX, HostMax = INT_MIN;
  unsigned And = ~0u, Or = 0, Xor = 5, HostAnd = ~0u, HostOr = 0, HostXor = 5;
#pragma omp target teams distribute parallel for map(to : V[ : Count])         \
    reduction(+ : Sum) reduction(min : Min) reduction(max : Max)               \
    reduction(& : And) reduction(| : Or) reduction(^ : Xor)                    \
    map(tofrom : Sum, Min, Max, And, Or, Xor)
  for (int I = 0; I < Count; ++I) {
    Sum += V[I];
    Min = std::min(Min, V[I]);
    Max = std::max(Max, V[I]);
    And &= 0xf0f0u | static_cast<unsigned>(V[I]);
    Or |= static_cast<unsigned>(V[I]) & 0xffu;
    Xor ^= static_cast<unsigned>(V[I]);
  }
  for (int I = 0; I < Count; ++I) {
    HostSum += V[I];
    HostMin = std::min(HostMin, V[I]);
    HostMax = std::max(HostMax, V[I]);
    HostAnd &= 0xf0f0u | static_cast<unsigned>(V[I]);
    HostOr |= static_cast<unsigned>(V[I]) & 0xffu;
    HostXor ^= static_cast<unsigned>(V[I]);
  }
  checkValue("+", Sum, HostSum);
  checkValue("min", Min, HostMin);
  checkValue("max", Max, HostMax);
  checkValue("&", And, HostAnd);
  checkValue("|", Or, HostOr);
  checkValue("^", Xor, HostXor);
}

static void testLogical(const int *V) {
  bool All = true, Any = false;
#pragma omp target teams distribute parallel for map(to : V[ : Count])         \
    reduction(&& : All) reduction(|| : Any) map(tofrom : All, Any)
  for (int I = 0; I < Count; ++I) {
    All = All && V[I] < 1000;
    Any = Any || V[I] > 1000;
  }
  check("&&", All);
  check("||", !Any);
}

static void testReal() {
  double Sum = 0, Product = 1;
  float Max = -1;
#pragma omp target parallel for reduction(+ : Sum) reduction(* : Product)      \
    reduction(max : Max) map(tofrom : Sum, Product, Max)
  for (int I = 0; I < 512; ++I) {
    Sum += I * 0.5;
    Product *= I % 128 == 0 ? 2 : 1;
    Max = std::max(Max, I * 0.25f);
  }
  checkReal("real sum", Sum, 65408);
  checkReal("real product", Product, 16);
  checkReal("real max", Max, 127.75);
}

static void testArray() {
  long Bins[8] = {};
#pragma omp target teams distribute parallel for reduction(+ : Bins[ : 8])     \
    map(tofrom : Bins)
  for (int I = 0; I < Count; ++I)
    Bins[I % 8] += I;
  long Total = 0;
  for (long Bin : Bins)
    Total += Bin;
  checkValue("array", Total, Count * (Count - 1) / 2);
  checkValue("first bin", Bins[0], 63000);
}

struct Extremes {
  int Low = INT_MAX, High = INT_MIN;
};
#pragma omp begin declare target
static void join(Extremes &Into, const Extremes &From) {
  Into.Low = From.Low < Into.Low ? From.Low : Into.Low;
  Into.High = From.High > Into.High ? From.High : Into.High;
}
#pragma omp end declare target
#pragma omp declare reduction(extremes:Extremes : join(omp_out, omp_in))       \
    initializer(omp_priv = Extremes())

static void testOwn(const int *V) {
  Extremes E;
#pragma omp target teams distribute parallel for map(to : V[ : Count])         \
    reduction(extremes : E) map(tofrom : E)
  for (int I = 0; I < Count; ++I) {
    Extremes One;
    One.Low = One.High = V[I];
    join(E, One);
  }
  checkValue("own, low", E.Low, *std::min_element(V, V + Count));
  checkValue("own, high", E.High, *std::max_element(V, V + Count));
}

// In two steps, as a hand-written kernel does it.
static void testTwoLevels() {
  int Total = 0;
#pragma omp target teams num_teams(4) reduction(+ : Total) map(tofrom : Total)
  {
    int OfTeam = 0;
#pragma omp distribute
    for (int I = 0; I < 40; ++I) {
      int OfRow = 0;
#pragma omp parallel for reduction(+ : OfRow)
      for (int J = 0; J < 25; ++J)
        OfRow += I + J;
      OfTeam += OfRow;
    }
    Total += OfTeam;
  }
  checkValue("two levels", Total, 25 * 780 + 40 * 300);
}

int main() {
  std::vector<int> Values = numbers();
  testIntegers(Values.data());
  testLogical(Values.data());
  testReal();
  testArray();
  testOwn(Values.data());
  testTwoLevels();
  return finish();
}
