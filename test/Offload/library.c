// Device code calls the C library: mathematics, memory, strings, variable-length arrays.
// RUN: %run-all-modes %t %s -O2 -lm
// RUN: %run-all-modes %t %s -O0 -g -lm

#include "Inputs/check.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

static int close(double Value, double Expected) {
  double Difference = Value - Expected;
  return Difference < 1e-12 && Difference > -1e-12;
}

static void testMathematics(double X, int Exponent) {
  double Results[8];
#pragma omp target map(from : Results)
  {
    Results[0] = sin(X) * sin(X) + cos(X) * cos(X);
    Results[1] = exp(log(X));
    Results[2] = pow(X, Exponent);
    Results[3] = sqrt(X * X);
    Results[4] = fma(X, 2, 1);
    Results[5] = floor(X) + ceil(X);
    Results[6] = atan2(X, X) * 4;
    Results[7] = ldexp(X, Exponent);
  }
  double Power = 1;
  for (int I = 0; I < Exponent; ++I)
    Power *= X;
  check("sin and cos", close(Results[0], 1));
  check("exp and log", close(Results[1], X));
  check("pow", close(Results[2] / Power, 1));
  check("sqrt", close(Results[3], X));
  check("fma", close(Results[4], X * 2 + 1));
  check("floor and ceil", close(Results[5], floor(X) + ceil(X)));
  check("atan2", close(Results[6], 3.14159265358979323846));
  check("ldexp", close(Results[7], X * (1 << Exponent)));
}

static void testMemory(int Count) {
  int Sum = 0, Length = 0, Order = 0;
#pragma omp target map(from : Sum, Length, Order)
  {
    int *Data = malloc(sizeof(int) * Count);
    int Copy[33];
    for (int I = 0; I < Count; ++I)
      Data[I] = I;
    memcpy(Copy, Data, sizeof(int) * Count);
    memset(Data, 0, sizeof(int) * Count);
    free(Data);
    Sum = 0;
    for (int I = 0; I < Count; ++I)
      Sum += Copy[I];
    char Text[32] = "device";
    strcat(Text, " code");
    Length = (int)strlen(Text);
    Order = strcmp(Text, "device codf") < 0;
  }
  checkValue("memory", Sum, Count * (Count - 1) / 2);
  checkValue("string", Length, 11);
  checkValue("order", Order, 1);
}

static void testVariableLength(int Rows, int Columns) {
  double Matrix[Rows][Columns];
  for (int R = 0; R < Rows; ++R)
    for (int C = 0; C < Columns; ++C)
      Matrix[R][C] = R + C;
  double Sum = 0;
#pragma omp target teams distribute parallel for collapse(2)                   \
    reduction(+ : Sum) map(to : Matrix) map(tofrom : Sum)
  for (int R = 0; R < Rows; ++R)
    for (int C = 0; C < Columns; ++C)
      Sum += Matrix[R][C];
  checkReal("variable-length array", Sum,
            Rows * Columns * (Rows + Columns - 2) / 2.0);
  double Row[Columns];
  memset(Row, 0, sizeof(Row));
#pragma omp target firstprivate(Row) map(from : Sum)
  {
    Row[Columns - 1] = 4;
    Sum = Row[0] + Row[Columns - 1];
  }
  checkReal("its copy", Sum + Row[Columns - 1], 4);
}

static void testPrinting(int Value) {
  fflush(stdout);
#pragma omp target
  {
    printf("from the device: %d %s\n", Value, "text");
#if !defined(__NVPTX__) && !defined(__AMDGCN__)
    fflush(stdout);
#endif
  }
}

int main(void) {
  testMathematics(1.25, 3);
  testMathematics(7.5, 5);
  testMemory(10);
  testMemory(33);
  testVariableLength(4, 6);
  testVariableLength(1, 2);
  testPrinting(42);
  return finish();
}
