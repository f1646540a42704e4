// lastprivate gives the value of the last iteration, whoever ran it.
// RUN: %run-gpus %t.gpus %s -Wno-openmp-mapping -Wno-pass-failed

#include <cstdio>
#include <initializer_list>

#pragma omp begin declare target
/// Counts how often it is assigned, and remembers where it lives.
struct Counted {
  int Value = -1, Assignments = 0;
  Counted *Self = this;
  Counted() {}
  Counted(int Value) : Value(Value) {}
  Counted(const Counted &Other) : Value(Other.Value) {}
  Counted &operator=(const Counted &Other) {
    Value = Other.Self == &Other ? Other.Value : -1000;
    ++Assignments;
    return *this;
  }
  ~Counted() { Value = -2000; }
};
#pragma omp end declare target

static constexpr int Counts[] = {0, 1, 2, 127, 128, 129, 700};

#define EACH_COUNT for (int Count : Counts)

static void schedules() {
  puts("schedules");
  EACH_COUNT {
    int A = -1, B = -1, C = -1, D = -1, E = -1, F = -1;
#pragma omp target teams distribute parallel for map(A) lastprivate(A)
    for (int I = 0; I < Count; ++I)
      A = I * 3;
#pragma omp target teams distribute parallel for map(B) lastprivate(B)         \
    dist_schedule(static, 10) num_teams(3)
    for (int I = 0; I < Count; ++I)
      B = I * 3;
#pragma omp target teams distribute parallel for map(C) lastprivate(C)         \
    schedule(monotonic : dynamic, 3) num_teams(5)
    for (int I = 0; I < Count; ++I)
      C = I * 3;
#pragma omp target teams distribute parallel for map(D) lastprivate(D)         \
    schedule(static, 4) dist_schedule(static, 33) num_teams(2)                 \
    thread_limit(64)
    for (int I = 0; I < Count; ++I)
      D = I * 3;
#pragma omp target teams distribute parallel for map(E) lastprivate(E)         \
    num_threads(17) num_teams(300) schedule(guided)
    for (int I = 0; I < Count; ++I)
      E = I * 3;
#pragma omp target teams distribute parallel for map(F) lastprivate(F) if (0)  \
    num_teams(4)
    for (long I = Count; I > 0; --I)
      F = I * 3 + Count;
    printf("  %d: %d %d %d %d %d %d\n", Count, A, B, C, D, E, F);
  }
}

static void sizes(double (&Array)[6], Counted &Object, char &Letter) {
  puts("sizes");
  EACH_COUNT {
    double Own[5] = {};
    Counted Local(7);
    struct {
      int A[30];
    } Big = {};
#pragma omp target teams distribute parallel for map(Object, Local, Array,     \
                                                         Letter, Own, Big)     \
    lastprivate(Array, Object, Letter, Own, Local, Big) num_teams(3)
    for (int I = 0; I < Count; ++I) {
      for (double &Each : Array)
        Each = I + 0.5;
      for (double &Each : Own)
        Each = I + 0.25;
      Letter = 'a' + I % 26;
      Object = Counted(I);
      Local = Counted(I + 1);
      for (int &Each : Big.A)
        Each = -I;
    }
    printf("  %d: %g %g %c %g %d %d, %d %d, %d\n", Count, Array[0], Array[5],
           Letter, Own[4], Object.Value, Object.Assignments != 0, Local.Value,
           Local.Assignments != 0, Big.A[29]);
  }
}

static void reductions() {
  puts("with others");
  EACH_COUNT {
    int Last = 5, Private = 4, Collapsed = -1;
    long Sum = 0, Larger = -1;
#pragma omp target teams distribute parallel for map(Last) lastprivate(Last)   \
    reduction(+ : Sum) firstprivate(Private) num_teams(3)
    for (int I = 0; I < Count; ++I) {
      Last = I + Private;
      Sum += I;
    }
#pragma omp target teams distribute parallel for collapse(2) map(Collapsed)    \
    lastprivate(Collapsed) num_teams(3)
    for (int I = 0; I < Count; ++I)
      for (int J = 0; J < 3; ++J)
        Collapsed = I * 10 + J;
#pragma omp target teams distribute parallel for map(Larger)                   \
    lastprivate(Larger) num_teams(2)
    for (unsigned long I = 5000000000; I < 5000000000 + Count; I += 2)
      Larger = I;
    printf("  %d: %d %ld %d %ld\n", Count, Last, Sum, Collapsed, Larger);
  }
}

static void simd() {
  puts("simd");
  EACH_COUNT {
    int I = -1, J = -1, K = -1, Last = -1, Other = -1, Linear = 3;
    int Data[700] = {};
#pragma omp target teams distribute parallel for simd lastprivate(I, Last)     \
    map(tofrom : Data, I, Last) num_teams(3)
    for (I = 0; I < Count; ++I) {
      Data[I] += 1;
      Last = I;
    }
#pragma omp target teams distribute simd lastprivate(J, Other)                 \
    map(tofrom : Data, J, Other) num_teams(3)
    for (J = 0; J < Count; ++J) {
      Data[J] += 1;
      Other = J;
    }
#pragma omp target parallel for simd lastprivate(K) linear(Linear : 2)         \
    map(tofrom : Data, Linear, K)
    for (K = 0; K < Count; ++K)
      Data[K] += Linear;
    long Sum = 0;
    for (int Each : Data)
      Sum += Each;
    printf("  %d: %d %d %d %d %d %d %ld\n", Count, I, Last, J, Other, K,
           Count ? Linear : 3, Sum);
  }
}

/// The copies are the main thread's, and the workers have to reach them.
static void generic(int &Reference, double (&Array)[4]) {
  puts("generic");
  EACH_COUNT {
    int Value = -1, Outer = -1, Before = 0;
    Counted Object(3);
#pragma omp target teams num_teams(3)                                          \
    map(tofrom : Value, Reference, Array, Object, Before)
    {
#pragma omp atomic
      Before += 1;
#pragma omp distribute parallel for lastprivate(Value, Reference, Array, Object)
      for (int I = 0; I < Count; ++I) {
        Value = I;
        Reference = -I;
        Object = Counted(I);
        for (double &Each : Array)
          Each = I;
      }
#pragma omp distribute parallel for lastprivate(Value)                         \
    schedule(monotonic : dynamic)
      for (int I = 0; I < Count; ++I)
        Value += I;
    }
#pragma omp target teams distribute lastprivate(Outer) num_teams(3) map(Outer)
    for (int I = 0; I < Count; ++I) {
      int Row = 0;
#pragma omp parallel for reduction(+ : Row)
      for (int J = 0; J < 10; ++J)
        Row += I + J;
      Outer = Row;
    }
    printf("  %d: %d %g %d %d\n", Count, Reference, Array[3], Object.Value,
           Outer);
  }
}

static void regions() {
  puts("regions");
  EACH_COUNT {
    int A = -1, B = -1, C = -1, D = -1, E = -1, Before = 0;
#pragma omp target map(tofrom : A, B, C, D, Before)
    {
      int Inner = -1;
      Before = 1;
#pragma omp parallel num_threads(40)
      {
#pragma omp for lastprivate(A, Inner)
        for (int I = 0; I < Count; ++I)
          A = Inner = I;
#pragma omp sections lastprivate(B)
        {
          B = 1;
#pragma omp section
          B = 2;
#pragma omp section
          B = 3;
        }
#pragma omp for lastprivate(C) schedule(monotonic : dynamic, 2)
        for (int I = 0; I < Count; ++I)
          C = I;
      }
      D = Inner;
    }
#pragma omp target parallel map(tofrom : E)
#pragma omp single
#pragma omp taskloop lastprivate(E) grainsize(3)
    for (int I = 0; I < Count; ++I)
      E = I;
    printf("  %d: %d %d %d %d %d\n", Count, A, B, C, D, E);
  }
}

int main() {
  schedules();
  double Array[6] = {};
  Counted Object;
  char Letter = '-';
  sizes(Array, Object, Letter);
  reductions();
  simd();
  int Reference = 0;
  double Four[4] = {};
  generic(Reference, Four);
  regions();
}
