// copyprivate hands what one thread has to the others of its region.
// RUN: %run-gpus %t.gpus %s

#include <cstdio>
#include <omp.h>

#pragma omp begin declare target
/// Refers to itself, and counts assignments.
struct Named {
  int Value = -1, Assignments = 0;
  int *Own = &Value;
  Named() {}
  Named(const Named &Other) : Value(Other.Value) {}
  Named &operator=(const Named &Other) {
    Value = *Other.Own;
    ++Assignments;
    return *this;
  }
};

static int orphaned(int Start) {
  int Mine = -1;
#pragma omp single copyprivate(Mine, Start)
  {
    Mine = Start + 1;
    Start = 100;
  }
  return Mine + Start;
}
#pragma omp end declare target

/// How many threads have a wrong value.
static void types(int Threads) {
  int Wrong = 0, Members = 0, Assignments = 0;
#pragma omp target parallel num_threads(Threads)                               \
    map(Wrong, Members, Assignments)
  {
    const int Self = omp_get_thread_num();
    char Letter = 'x';
    int Number = Self;
    double Array[9] = {};
    long double *Pointer = nullptr;
    alignas(64) float Aligned = 0;
    Named Object, Objects[2];
    _Complex double Complex = Self;
    bool IsOther = true;
#pragma omp single copyprivate(Letter, Number, Array, Pointer, Aligned,        \
                                   Object, Objects, Complex)
    {
      IsOther = false;
      Letter = 'a';
      Number = 1;
      for (double &Each : Array)
        Each = 0.5;
      Pointer = reinterpret_cast<long double *>(&Wrong);
      Aligned = 2;
      Object.Value = 11;
      Objects[1].Value = 12;
      Complex = 3;
    }
    const bool IsRight =
        Letter == 'a' && Number == 1 && Array[0] == 0.5 && Array[8] == 0.5 &&
        reinterpret_cast<int *>(Pointer) == &Wrong && Aligned == 2 &&
        reinterpret_cast<unsigned long>(&Aligned) % 64 == 0 &&
        Object.Value == 11 && Objects[1].Value == 12 && __real__ Complex == 3 &&
        Object.Assignments == IsOther;
#pragma omp atomic
    Wrong += !IsRight;
#pragma omp atomic
    Members += 1;
#pragma omp atomic
    Assignments += Object.Assignments;
  }
  printf("types: %d wrong, %s\n", Wrong,
         Assignments == Members - 1 ? "all others assigned" : "NOT");
}

static void repeated() {
  int Wrong = 0;
#pragma omp target teams num_teams(2) map(Wrong)
  {
    int Shared = 5;
#pragma omp parallel num_threads(50) shared(Shared)
    {
      int Mine = 0, Other = 0;
      for (int Round = 0; Round < 7; ++Round) {
#pragma omp single copyprivate(Mine)
        Mine = Round + Shared;
#pragma omp single copyprivate(Other)
        Other = Mine * 2;
        if (Mine != Round + 5 || Other != Mine * 2) {
#pragma omp atomic
          Wrong += 1;
        }
      }
    }
  }
  printf("repeated: %d wrong\n", Wrong);
}

static void privateInRegion(int First, int Second) {
  int Wrong = 0;
#pragma omp target map(Wrong)
#pragma omp parallel firstprivate(First) private(Second) num_threads(30)
  {
#pragma omp single copyprivate(First, Second)
    {
      First += 10;
      Second = First + 1;
    }
    if (First != 13 || Second != 14) {
#pragma omp atomic
      Wrong += 1;
    }
  }
  printf("clauses: %d wrong\n", Wrong);
}

static void functions() {
  int Sum = 0, Threads = 0, Nested = 0;
#pragma omp target map(Sum, Threads, Nested)
  {
    Sum = orphaned(1) - 102;
#pragma omp parallel num_threads(33)
    {
      const int Value = orphaned(omp_get_thread_num());
#pragma omp atomic
      Sum += Value - 101;
#pragma omp atomic
      Threads += 1;
#pragma omp parallel num_threads(4)
      {
        const int Inner = orphaned(7);
        if (omp_get_thread_num() == 0) {
#pragma omp atomic
          Nested += Inner - 108;
        }
      }
    }
  }
  printf("functions: %d %s %d\n", Sum, Threads ? "threads" : "none", Nested);
}

int main() {
  types(64);
  types(45);
  types(1);
  repeated();
  privateInRegion(3, 4);
  functions();
}
