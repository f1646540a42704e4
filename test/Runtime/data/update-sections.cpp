// Updates of contiguous and strided sections touch exactly their elements, in both directions.
// RUN: %build -O2 %s -o %t
// RUN: %ours %t
// RUN: %build-deferred -O2 %s -o %t.jit && %ours %t.jit
//
// The packaged runtime copies other elements where a section starts with an offset.

#include "check.h"

#include <omp.h>

static int Line[64], Matrix[8][8], Cube[4][6][8];

static void fill(int *Data, int Count) {
  for (int I = 0; I < Count; ++I)
    Data[I] = I;
}

/// Whether exactly the elements in \p IsIn were changed by the device.
template <typename Predicate>
static bool isRight(const int *Data, int Count, int Added, Predicate IsIn) {
  for (int I = 0; I < Count; ++I)
    if (Data[I] != (IsIn(I) ? I + Added : I))
      return false;
  return true;
}

#define DO(X) _Pragma(#X)
/// Updates \p Section from a device where everything is larger by 1000, and to
/// a device where everything is smaller by 5.
#define TEST(Array, Section, IsIn)                                             \
  {                                                                            \
    const int Count = sizeof(Array) / sizeof(int);                             \
    int *Data = (int *)Array;                                                  \
    fill(Data, Count);                                                         \
    DO(omp target enter data map(to : Array))                                  \
    DO(omp target)                                                             \
    for (int I = 0; I < Count; ++I)                                            \
      ((int *)Array)[I] += 1000;                                               \
    DO(omp target update from(Section))                                        \
    check("from " #Section, isRight(Data, Count, 1000, IsIn));                 \
    fill(Data, Count);                                                         \
    DO(omp target update to(Array))                                            \
    for (int I = 0; I < Count; ++I)                                            \
      Data[I] += 5;                                                            \
    DO(omp target update to(Section))                                          \
    DO(omp target exit data map(from : Array))                                 \
    check("to " #Section, isRight(Data, Count, 5, IsIn));                      \
  }

int main() {
  TEST(Line, Line [10:20], [](int I) { return I >= 10 && I < 30; })
  TEST(Line, Line [3:5:4],
       [](int I) { return I >= 3 && I <= 19 && I % 4 == 3; })
  TEST(Line, Line[:8:8], [](int I) { return I % 8 == 0; })
  TEST(Line, Line [7:1:3], [](int I) { return I == 7; })
  TEST(Matrix, Matrix [2:3], [](int I) { return I / 8 >= 2 && I / 8 < 5; })
  TEST(Matrix, Matrix [1:3] [2:4],
       [](int I) { return I / 8 >= 1 && I / 8 < 4 && I % 8 >= 2 && I % 8 < 6; })
  TEST(Matrix, Matrix [0:8] [1:2:3],
       [](int I) { return I % 8 == 1 || I % 8 == 4; })
  TEST(Matrix, Matrix [0:4:2] [0:8], [](int I) { return I / 8 % 2 == 0; })
  TEST(Matrix, Matrix [0:3:3] [5:2],
       [](int I) { return I / 8 % 3 == 0 && I % 8 >= 5 && I % 8 < 7; })
  TEST(Cube, Cube [1:2] [2:2] [3:2], [](int I) {
    return I / 48 >= 1 && I / 48 < 3 && I / 8 % 6 >= 2 && I / 8 % 6 < 4 &&
           I % 8 >= 3 && I % 8 < 5;
  })
  TEST(Cube, Cube [0:4][1] [1:3:2],
       [](int I) { return I / 8 % 6 == 1 && I % 8 % 2 == 1 && I % 8 < 6; })
  TEST(Cube, Cube [0:2:2] [0:3:2] [2:3:2], [](int I) {
    return I / 48 % 2 == 0 && I / 8 % 6 % 2 == 0 && I % 8 % 2 == 0 &&
           I % 8 >= 2;
  })
  return finish();
}
