// Parent and child of fork() offload, before and after the first region.
// RUN: %build -O2 %s -o %t
// RUN: %ours %t > %t.ours && %theirs %t > %t.theirs
// RUN: diff %t.ours %t.theirs
// RUN: %build-deferred -O2 %s -o %t.jit
// RUN: %ours %t.jit > %t.deferred && diff %t.deferred %t.theirs

#include "check.h"

#include <omp.h>
#include <stdlib.h>
#include <sys/wait.h>
#include <unistd.h>

#pragma omp begin declare target
int Counter = 10;
#pragma omp end declare target

static int count() {
  int Result = 0;
#pragma omp target map(from : Result)
  Result = ++Counter;
  return Result;
}

static int add(int *Data) {
#pragma omp target map(tofrom : Data[0 : 10])
  Data[3] += 5;
  return Data[3];
}

static bool offloadInChild(int Expected, const int *Mapped) {
  bool Right = count() == Expected;
  int Local[10] = {};
  Right &= add(Local) == 5;
  if (Mapped) {
    int Seen = 0;
#pragma omp target map(from : Seen)
    Seen = Mapped[1];
    Right &= Seen == 42 && omp_target_is_present(Mapped, 0);
  }
  void *Memory = omp_target_alloc(100, 1);
  Right &= Memory != nullptr;
  omp_target_free(Memory, 1);
  return Right;
}

/// The status of a child that offloads and forks once more.
static int inChild(int Expected, const int *Mapped) {
  fflush(stdout);
  pid_t Child = fork();
  if (Child == 0) {
    bool Right = offloadInChild(Expected, Mapped);
    pid_t Next = fork();
    if (Next == 0)
      exit(count() != Expected + 1);
    int Status = 0;
    waitpid(Next, &Status, 0);
    exit(!Right || Status != 0);
  }
  int Status = 0;
  waitpid(Child, &Status, 0);
  return Status;
}

int main() {
  checkValue("before the first region", inChild(11, nullptr), 0);
  checkValue("parent", count(), 11);
  int Data[10] = {0, 42};
#pragma omp target enter data map(to : Data)
  Data[1] = 7;
  checkValue("after it", inChild(12, Data), 0);
  checkValue("parent again", count(), 12);
#pragma omp target exit data map(from : Data)
  checkValue("the parent's data", Data[1], 42);
  return finish();
}
