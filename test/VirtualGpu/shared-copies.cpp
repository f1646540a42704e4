// Copies that target, teams and distribute make of variables are in memory that the threads of parallel regions reach.
// RUN: %run-gpus --checked --levels=O0,O2 %t %s -Wno-openmp-mapping
// RUN: %run-gpus --checked --levels=O1 %t.debug %s -g -Wno-openmp-mapping

#include <cstdio>

struct Pair {
  int First, Second[3];
};
struct Counted {
  long Value;
  Counted(long Value = 0) : Value(Value) {}
  Counted(const Counted &Other) : Value(Other.Value + 1) {}
};
#pragma omp declare reduction(plus:Pair : omp_out.First += omp_in.First)       \
    initializer(omp_priv = Pair{0, {0, 0, 0}})

enum { N = 64 };

static void print(const char *Title, const int *Values) {
  int Sum = 0;
  for (int I = 0; I < N; ++I)
    Sum = (Sum * 3 + Values[I]) % 65521;
  printf("%s: %d\n", Title, Sum);
}

/// The region's body, with all that it shares.
#define EACH(VALUE)                                                            \
  _Pragma("omp parallel for") for (int I = 0; I < N; ++I) Out[I] +=            \
      I * int(VALUE);

/// Each has its alignment, whatever is in front of it.
static void sizes(char C, double (&Doubles)[3], short S, long (&Longs)[5]) {
  int Out[N] = {};
#pragma omp target teams firstprivate(C, Doubles, S, Longs) map(Out)           \
    num_teams(1)
  {
    C += 1;
    Doubles[1] += C;
    S += 2;
    Longs[3] += S;
    EACH(C + Doubles[1] + Doubles[2] + S + Longs[3] + Longs[4])
  }
  print("sizes", Out);
}

static void classes(Pair P, Counted C, int (&Array)[3], Pair &Reference) {
  int Out[N] = {};
#pragma omp target firstprivate(P, Array) map(Out)
  {
    P.First += 1;
    EACH(P.First + Array[1])
  }
  print("target firstprivate", Out);
#pragma omp target teams firstprivate(P, Array, Reference) map(Out) num_teams(1)
  {
    P.Second[0] += 2;
    EACH(P.Second[0] + Array[2] + Reference.First)
    Reference.First += 1;
    EACH(Reference.First)
  }
  print("teams firstprivate", Out);
#pragma omp target teams private(P, Array, Reference) map(Out) num_teams(1)
  {
    P.First = 7;
    Array[0] = 8;
    Reference.Second[2] = 9;
    EACH(P.First + Array[0] + Reference.Second[2])
  }
  print("teams private", Out);
#pragma omp target map(Out) map(to : C)
#pragma omp teams firstprivate(C) num_teams(1)
  {EACH(C.Value)} print("teams firstprivate of a class", Out);
#pragma omp target teams reduction(plus : P) map(Out, P) num_teams(1)
  {
    P.First += 5;
    EACH(P.First)
  }
  print("teams reduction", Out);
  printf("%d\n", P.First);
#pragma omp target teams distribute firstprivate(P, Reference) private(Array)  \
    map(Out) num_teams(1)
  for (int J = 0; J < 3; ++J) {
    P.First += J;
    Array[J] = J;
    EACH(P.First + Array[J] + Reference.First)
  }
  print("distribute", Out);
#pragma omp target teams map(Out) num_teams(1)
  {
    Pair Own = {1, {2, 3, 4}};
    Pair &Alias = Own;
    int Numbers[N];
#pragma omp parallel for
    for (int I = 0; I < N; ++I)
      Numbers[I] = I;
    EACH(Alias.Second[1] + Numbers[I])
  }
  print("teams", Out);
}

/// More than one team, each with its own.
static void teams(Pair P) {
  int Out[N] = {};
#pragma omp target teams firstprivate(P) map(Out) num_teams(5)
  {
    P.First += 1;
#pragma omp parallel for
    for (int I = 0; I < N; ++I)
#pragma omp atomic
      Out[I] += I * P.First;
  }
  for (int &Each : Out)
    Each = Each > 0;
  print("teams of their own", Out);
}

int main() {
  Pair P = {1, {2, 3, 4}}, Q = {5, {6, 7, 8}};
  int Array[] = {10, 20, 30};
  double Doubles[] = {0.5, 1.5, 2.5};
  long Longs[] = {1, 2, 3, 4, 5};
  classes(P, Counted(40), Array, Q);
  sizes('a', Doubles, 7, Longs);
  teams(P);
}
