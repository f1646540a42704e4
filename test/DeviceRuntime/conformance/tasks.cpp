// Tasks: dependences, groups, loops of tasks, reductions, events.
// RUN: %run-gpus %t.gpus %s
// RUN: %link-ahead %t.ahead %s

#include "expect.h"
#include <omp.h>

int main() {
  int Order = 0, Finals = 0, Loop = 0, Sum = 0, Event = 0, Undeferred = 0;
  int Shared[50] = {};
#pragma omp target map(Order, Finals, Loop, Sum, Event, Undeferred, Shared)
  {
    int A = 1;
#pragma omp task depend(out : A) shared(A)
    A = 2;
#pragma omp task depend(inout : A) shared(A) priority(3) untied
    A = A * 10 + 1;
#pragma omp task depend(in : A) shared(A, Order) mergeable
    Order = A;
#pragma omp taskwait depend(in : A)
#pragma omp taskwait
#pragma omp taskyield
#pragma omp task final(1) shared(Finals)
    Finals = omp_in_explicit_task();
#pragma omp task if (0) shared(Undeferred)
    Undeferred = omp_in_explicit_task();
#pragma omp taskgroup task_reduction(+ : Sum)
    {
#pragma omp task in_reduction(+ : Sum)
      Sum += 5;
#pragma omp task in_reduction(+ : Sum)
      Sum += 6;
    }
#pragma omp taskloop grainsize(strict : 7) shared(Loop, Shared)
    for (int I = 0; I < 50; ++I) {
      Loop += 1;
      Shared[I] += 1;
    }
#pragma omp taskloop num_tasks(3) reduction(+ : Sum)
    for (long I = 0; I < 10; ++I)
      Sum += 1;
#pragma omp taskloop simd collapse(2) shared(Shared)
    for (int I = 0; I < 5; ++I)
      for (int J = 0; J < 10; ++J)
        Shared[I * 10 + J] += 1;
    omp_event_handle_t Handle;
#pragma omp task detach(Handle) shared(Event) depend(out : Event)
    {
      Event = 1;
      omp_fulfill_event(Handle);
    }
#pragma omp task depend(in : Event) shared(Event)
    Event += 10;
#pragma omp taskwait
  }
  expect("dependences", Order, 21);
  expect("final", Finals, 1);
  expect("undeferred", Undeferred, 1);
  expect("loop", Loop, 50);
  expect("reduction", Sum, 21);
  expect("event", Event, 11);
  for (int I = 0; I < 50; ++I)
    expect("iterations", Shared[I], 2);

  int InRegion = 0;
#pragma omp target parallel num_threads(16) map(InRegion)
  {
#pragma omp single
    for (int I = 0; I < 20; ++I) {
#pragma omp task shared(InRegion) firstprivate(I)
      {
#pragma omp atomic
        InRegion += I;
      }
    }
  }
  expect("in a region", InRegion, 190);
  return finish();
}
