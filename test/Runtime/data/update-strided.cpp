// Updates of sections with steps touch exactly these elements.
// RUN: %build -O2 %s -o %t
// RUN: %ours %t
// RUN: %build-deferred -O2 %s -o %t.jit && %ours %t.jit
//
// The packaged runtime copies other elements than the section names.

#include "check.h"

int main() {
  int Line[20], Matrix[6][6];
  for (int I = 0; I < 20; ++I)
    Line[I] = I;
  for (int I = 0; I < 36; ++I)
    Matrix[I / 6][I % 6] = I;
#pragma omp target data map(to : Line, Matrix)
  {
#pragma omp target
    {
      for (int I = 0; I < 20; ++I)
        Line[I] += 100;
      for (int I = 0; I < 36; ++I)
        Matrix[I / 6][I % 6] += 1000;
    }
#pragma omp target update from(Line[1 : 5 : 3])
#pragma omp target update from(Matrix[1 : 3][2 : 2])
    Line[0] = 7;
    Line[2] = 8;
#pragma omp target update to(Line[0 : 2 : 2])
    int Sum = 0;
#pragma omp target map(from : Sum)
    Sum = Line[0] + Line[2];
    checkValue("to the device", Sum, 15);
  }
  bool Right = true;
  for (int I = 3; I < 20; ++I)
    Right &= Line[I] == (I % 3 == 1 && I <= 13 ? 100 + I : I);
  check("line", Right && Line[1] == 101);
  Right = true;
  for (int I = 0; I < 36; ++I) {
    bool IsIn = I / 6 >= 1 && I / 6 <= 3 && (I % 6 == 2 || I % 6 == 3);
    Right &= Matrix[I / 6][I % 6] == (IsIn ? 1000 + I : I);
  }
  check("matrix", Right);
  return finish();
}
