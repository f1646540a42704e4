// Loops of every kind of bound, step and nesting visit each iteration once.
// RUN: %run-all-modes %t %s -O2
// RUN: %run-all-modes %t %s -O0 -g

#include "Inputs/check.h"

#include <cstdint>
#include <vector>

template <typename T> static long visited(T From, T To, T Step) {
  long Count = 0, Sum = 0;
#pragma omp target teams distribute parallel for reduction(+ : Count, Sum)     \
    map(tofrom : Count, Sum)
  for (T I = From; I < To; I += Step) {
    ++Count;
    Sum += static_cast<long>(I) % 1000;
  }
  return Count * 1000000 + Sum;
}

template <typename T> static long visitedOnHost(T From, T To, T Step) {
  long Count = 0, Sum = 0;
  for (T I = From; I < To; I += Step) {
    ++Count;
    Sum += static_cast<long>(I) % 1000;
  }
  return Count * 1000000 + Sum;
}

template <typename T> static void test(const char *Name, T From, T To, T Step) {
  checkValue(Name, visited(From, To, Step), visitedOnHost(From, To, Step));
}

static void testDown(int From, int To, int Step) {
  long Sum = 0, Expected = 0;
#pragma omp target teams distribute parallel for reduction(+ : Sum)            \
    map(tofrom : Sum)
  for (int I = From; I >= To; I -= Step)
    Sum += I;
  for (int I = From; I >= To; I -= Step)
    Expected += I;
  checkValue("down", Sum, Expected);
}

static void testCollapse(int A, int B, int C) {
  std::vector<int> Visits(A * B * C + 1);
  int *Data = Visits.data();
  int Size = static_cast<int>(Visits.size());
#pragma omp target teams distribute parallel for collapse(3)                   \
    map(tofrom : Data[ : Size])
  for (int I = 0; I < A; ++I)
    for (long J = 0; J < B; ++J)
      for (unsigned short K = 0; K < C; ++K)
        ++Data[(I * B + J) * C + K];
  bool Right = Data[Size - 1] == 0;
  for (int I = 0; I + 1 < Size; ++I)
    Right &= Data[I] == 1;
  check("collapse", Right);
}

static void testLastPrivate(int Count) {
  int Last = -1;
#pragma omp target teams distribute parallel for lastprivate(Last)             \
    map(tofrom : Last)
  for (int I = 0; I < Count; ++I)
    Last = I;
  checkValue("lastprivate", Last, Count - 1);
}

static void testSimd(int Count, float Factor) {
  std::vector<float> X(Count), Y(Count, 1);
  float *A = X.data(), *B = Y.data();
#pragma omp target teams distribute parallel for simd map(                     \
        tofrom : A[ : Count], B[ : Count])
  for (int I = 0; I < Count; ++I)
    A[I] = B[I] * Factor + I;
  bool Right = true;
  for (int I = 0; I < Count; ++I)
    Right &= A[I] == Factor + I;
  check("simd", Right);
}

static void testTriangle(int Count) {
  long Sum = 0;
#pragma omp target teams distribute map(tofrom : Sum) reduction(+ : Sum)
  for (int I = 0; I < Count; ++I) {
    long Row = 0;
#pragma omp parallel for reduction(+ : Row)
    for (int J = 0; J <= I; ++J)
      Row += J;
    Sum += Row;
  }
  checkValue("triangle", Sum, (Count - 1L) * Count * (Count + 1) / 6);
}

int main() {
  test<int>("int", 0, 1000, 1);
  test<int>("negative", -500, 500, 3);
  test<int>("empty", 5, 5, 1);
  test<int>("reversed", 6, 5, 1);
  test<unsigned>("unsigned", 4294960000u, 4294967290u, 7);
  test<std::int8_t>("int8_t", -128, 100, 5);
  test<std::uint16_t>("uint16_t", 60000, 65000, 13);
  test<std::int64_t>("int64_t", -5000000000, -4999999000, 1);
  test<std::uint64_t>("uint64_t", 9000000000000000000u, 9000000000000001000u,
                      3);
  testDown(100, -100, 1);
  testDown(100, -100, 7);
  testCollapse(3, 5, 7);
  testCollapse(1, 1, 1);
  testCollapse(0, 4, 4);
  testLastPrivate(17);
  testSimd(1001, 0.5f);
  testSimd(3, 2);
  testTriangle(40);
  return finish();
}
