// A constant has one address for all kernels and specialisations that see it.
// RUN: %run-all-modes %t %s -O2
// RUN: %run-all-modes %t %s -O0

#include "Inputs/check.h"

#pragma omp begin declare target
static const int Tags[] = {1, 2, 3};
static const char Sentinel = 's';
const void *Kept = nullptr;
static int readTag(int I) { return Tags[I]; }
#pragma omp end declare target

static void keepSentinel() {
#pragma omp target
  Kept = &Sentinel;
}

static void keepTag(int I) {
#pragma omp target
  Kept = &Tags[I];
}

static int isSentinel(int Unrelated) {
  int Same = 0;
#pragma omp target map(from : Same)
  Same = (Kept == &Sentinel) * Unrelated;
  return Same;
}

static int tagIndex(int Count) {
  int Found = -1;
#pragma omp target map(from : Found)
  {
    Found = -1;
    for (int I = 0; I < Count; ++I)
      if (Kept == &Tags[I])
        Found = readTag(I);
  }
  return Found;
}

int main() {
  keepSentinel();
  checkValue("sentinel", isSentinel(7), 7);
  checkValue("sentinel again", isSentinel(8), 8);
  checkValue("no tag", tagIndex(3), -1);
  keepTag(2);
  checkValue("tag of three", tagIndex(3), 3);
  checkValue("tag of two", tagIndex(2), -1);
  checkValue("no sentinel", isSentinel(1), 0);
  return finish();
}
