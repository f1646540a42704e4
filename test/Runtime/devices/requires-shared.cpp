// Under unified shared memory the device uses the host's variables in place.
// RUN: %build -O2 -fopenmp-version=52 %s -o %t
// RUN: %ours %t > %t.ours && %theirs %t > %t.theirs
// RUN: diff %t.ours %t.theirs
// RUN: %build-deferred -O2 -fopenmp-version=52 %s -o %t.jit
// RUN: %ours %t.jit > %t.deferred && diff %t.deferred %t.theirs

#include "check.h"

#include <omp.h>
#include <stdlib.h>

#pragma omp requires unified_shared_memory

int Global = 3;
#pragma omp declare target enter(Global)
int Linked = 4;
#pragma omp declare target link(Linked)

struct List {
  int Value;
  List *Next;
};

int main() {
  int *Data = (int *)malloc(4 * sizeof(int));
  Data[1] = 5;
#pragma omp target
  Data[1] += 1;
  checkValue("not mapped", Data[1], 6);

  int Local = 1;
#pragma omp target data map(to : Local)
  {
#pragma omp target map(tofrom : Local)
    Local += Global;
    checkValue("mapped in place", Local, 4);
  }
  Global = 30;
#pragma omp target map(tofrom : Local)
  {
    Local = Global;
    Global = 31;
  }
  checkValue("global read", Local, 30);
  checkValue("global written", Global, 31);
#pragma omp target
  Linked += Global;
  checkValue("link", Linked, 35);

  List Tail{7, nullptr}, Head{3, &Tail};
  int Sum = 0;
#pragma omp target map(tofrom : Sum)
  for (List *Each = &Head; Each; Each = Each->Next)
    Sum += Each->Value;
  checkValue("pointers to pointers", Sum, 10);

  // close asks for a copy of its own.
  int Near = 1;
#pragma omp target data map(close, tofrom : Near)
  {
#pragma omp target map(close, tofrom : Near)
    Near += 1;
  }
  checkValue("close", Near, 2);
#pragma omp target data use_device_ptr(Data)
  Data[2] = 8;
  checkValue("use_device_ptr", Data[2], 8);
  free(Data);
  return finish();
}
