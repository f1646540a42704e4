// Atomic operations of every form are atomic between threads, teams and kernels.
// RUN: %run-all-modes %t %s -O2 -fopenmp-version=51
// RUN: %run-all-modes %t %s -O0 -g -fopenmp-version=51

#include "Inputs/check.h"

#include <stdint.h>

enum { Count = 2000 };

static void testWidths(int8_t By) {
  int8_t I8 = 0;
  uint16_t U16 = 0;
  int32_t I32 = 0;
  uint64_t U64 = 0;
  float F = 0;
  double D = 0;
#pragma omp target teams distribute parallel for map(tofrom : I8, U16, I32,    \
                                                         U64, F, D)
  for (int I = 0; I < Count; ++I) {
#pragma omp atomic
    I8 += By;
#pragma omp atomic
    U16 += By;
#pragma omp atomic
    I32 -= By;
#pragma omp atomic
    U64 ^= (uint64_t)I;
#pragma omp atomic
    F += By;
#pragma omp atomic
    D += 0.5;
  }
  uint64_t Xor = 0;
  for (int I = 0; I < Count; ++I)
    Xor ^= (uint64_t)I;
  checkValue("8 bits", I8, (int8_t)(Count * By));
  checkValue("16 bits", U16, (uint16_t)(Count * By));
  checkValue("32 bits", I32, -Count * By);
  checkValue("64 bits", (long long)U64, (long long)Xor);
  checkReal("float", F, (float)Count * By);
  checkReal("double", D, Count * 0.5);
}

static void testCapture(void) {
  static unsigned char Seen[Count];
  int Next = 0;
#pragma omp target teams distribute parallel for map(tofrom : Next, Seen)
  for (int I = 0; I < Count; ++I) {
    int Mine;
#pragma omp atomic capture seq_cst
    Mine = Next++;
    ++Seen[Mine];
  }
  int Right = Next == Count;
  for (int I = 0; I < Count; ++I)
    Right &= Seen[I] == 1;
  check("capture", Right);
}

static void testCompare(void) {
  int Max = -1, Value = 0;
#pragma omp target teams distribute parallel for map(tofrom : Max, Value)
  for (int I = 0; I < Count; ++I) {
    int Mine = I * 7 % 1999;
#pragma omp atomic compare
    if (Max < Mine) {
      Max = Mine;
    }
#pragma omp atomic write
    Value = 9;
  }
  checkValue("compare", Max, 1998);
  int Read = 0;
#pragma omp target map(to : Value) map(from : Read)
  {
#pragma omp atomic read
    Read = Value;
  }
  checkValue("read and write", Read, 9);
}

int main(void) {
  testWidths(3);
  testWidths(-5);
  testCapture();
  testCompare();
  return finish();
}
