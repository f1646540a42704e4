// Tasks with dependences of every kind, in groups, loops of tasks, inside of each other, cancelled ones.
// RUN: %run-gpus %t.gpus %s -fopenmp-version=51
// RUN: %link-ahead %t.ahead %s -fopenmp-version=51

#include "expect.h"
#include <omp.h>

static void dependences() {
  int Value = 0, Array[10] = {}, Exclusive = 0;
#pragma omp target map(Value, Array, Exclusive)
#pragma omp parallel num_threads(8)
#pragma omp single
  {
    omp_depend_t Handle;
    int X = 1, Y = 0;
#pragma omp depobj(Handle) depend(inout : X)
#pragma omp task depend(depobj : Handle) shared(X)
    X = X * 3;
#pragma omp depobj(Handle) update(in)
#pragma omp task depend(depobj : Handle) depend(out : Y) shared(X, Y)
    Y = X + 1;
#pragma omp depobj(Handle) destroy
#pragma omp task depend(iterator(I = 0 : 10), out : Array[I]) shared(Array)
    for (int I = 0; I < 10; ++I)
      Array[I] = I;
    for (int I = 1; I < 10; ++I) {
#pragma omp task depend(in : Array[I - 1]) depend(inout : Array[I])            \
    shared(Array) firstprivate(I)
      Array[I] += Array[I - 1];
    }
    for (int I = 0; I < 6; ++I) {
#pragma omp task depend(mutexinoutset : Exclusive) shared(Exclusive)
      Exclusive = Exclusive + 1;
#pragma omp task depend(inoutset : Y) affinity(Y) shared(Y)
      {
#pragma omp atomic
        Y += 1;
      }
    }
#pragma omp taskwait depend(in : Y)
#pragma omp task depend(inout : omp_all_memory) shared(Value, X, Y)
    Value = X * 100 + Y;
#pragma omp taskwait
  }
  expect("dependences", Value, 310);
  expect("array", Array[9], 45);
  expect("mutexinoutset", Exclusive, 6);
}

/// Each task makes two more, and what they found is added up.
#pragma omp begin declare target
static int fibonacci(int N) {
  if (N < 2)
    return N;
  int Left = 0, Right = 0;
#pragma omp task shared(Left) firstprivate(N)
  Left = fibonacci(N - 1);
#pragma omp task shared(Right) firstprivate(N) untied
  Right = fibonacci(N - 2);
#pragma omp taskwait
  return Left + Right;
}
#pragma omp end declare target

static void recursion() {
  int Result = 0;
#pragma omp target map(Result) thread_limit(32)
  Result = fibonacci(9);
  expect("recursion", Result, 34);
}

struct Counted {
  int Value = 5;
  Counted() = default;
  Counted(const Counted &From) : Value(From.Value + 1) {}
  ~Counted() { Value = -1; }
};

static void copies() {
  int Seen = 0, Kept = 0, Final = 0, Merged = 0, Array = 0;
#pragma omp target map(Seen, Kept, Final, Merged, Array)
  {
    Counted Object;
    int Numbers[5] = {1, 2, 3, 4, 5}, Number = 3;
#pragma omp task firstprivate(Object, Numbers) shared(Seen, Array)
    {
      Seen = Object.Value;
      Numbers[2] = 100;
      for (int Each : Numbers)
        Array += Each;
    }
#pragma omp task firstprivate(Number) shared(Kept)
    Kept = ++Number;
#pragma omp taskwait
    Kept = Kept * 10 + Number;
#pragma omp task final(Number == 3) shared(Final)
    {
      Final = omp_in_final();
#pragma omp task shared(Final)
      Final += 10 * omp_in_final();
    }
#pragma omp task mergeable if (0) shared(Merged)
    Merged = omp_in_explicit_task();
#pragma omp taskwait
  }
  expect("object", Seen >= 6, true);
  expect("array", Array, 112);
  expect("number", Kept, 43);
  expect("final", Final, 11);
  expect("merged", Merged, 1);
}

static void groups() {
  int Sum = 0, Product = 1, Loop = 0, Cancelled = 0;
#pragma omp target map(Sum, Product, Loop, Cancelled)
#pragma omp parallel num_threads(12)
  {
#pragma omp single
    {
#pragma omp taskgroup task_reduction(+ : Sum) task_reduction(* : Product)
      {
        for (int I = 1; I <= 20; ++I) {
#pragma omp task in_reduction(+ : Sum) in_reduction(* : Product) firstprivate(I)
          {
            Sum += I;
            if (I % 10 == 0)
              Product *= 2;
          }
        }
#pragma omp taskloop in_reduction(+ : Sum) num_tasks(4)
        for (int I = 0; I < 10; ++I)
          Sum += 100;
      }
#pragma omp taskloop nogroup grainsize(strict : 3) shared(Loop)
      for (unsigned I = 40; I > 0; I -= 4) {
#pragma omp atomic
        Loop += int(I);
      }
#pragma omp taskwait
#pragma omp taskloop collapse(2) num_tasks(strict : 5) shared(Loop)
      for (int I = 0; I < 4; ++I)
        for (long J = 7; J > 0; --J) {
#pragma omp atomic
          Loop += int(I * J);
        }
#pragma omp taskgroup
      {
#pragma omp task shared(Cancelled)
        {
#pragma omp cancellation point taskgroup
          Cancelled += 1;
#pragma omp cancel taskgroup if (Cancelled > 100)
          Cancelled += 1;
        }
      }
    }
  }
  expect("reduction", Sum, 210 + 1000);
  expect("product", Product, 4);
  expect("loops", Loop, 220 + 6 * 28);
  expect("not cancelled", Cancelled, 2);
}

static void cancels() {
  int Loop = 0, Region = 0, Sections = 0;
#pragma omp target parallel map(Loop, Region, Sections) num_threads(8)
  {
#pragma omp for
    for (int I = 0; I < 50; ++I) {
#pragma omp cancellation point for
#pragma omp atomic
      ++Loop;
#pragma omp cancel for if (Loop > 1000)
    }
#pragma omp sections
    {
#pragma omp section
      {
#pragma omp cancel sections if (Region < 0)
#pragma omp atomic
        ++Sections;
      }
    }
#pragma omp cancel parallel if (Loop > 1000)
#pragma omp atomic
    ++Region;
  }
  expect("loop", Loop, 50);
  expect("region", Region, 8);
  expect("sections", Sections, 1);
}

int main() {
  dependences();
  recursion();
  copies();
  groups();
  cancels();
  return finish();
}
