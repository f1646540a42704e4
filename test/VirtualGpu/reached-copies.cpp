// A parallel region uses variables that the construct around it copies by what holds their addresses.
// RUN: %run-gpus --checked --levels=O0,O2 %t %s -Wno-openmp-mapping
// RUN: %run-gpus --checked --levels=O1 %t.debug %s -g -Wno-openmp-mapping

#include <algorithm>
#include <array>
#include <cstdio>
#include <functional>
#include <tuple>

enum { N = 64 };
struct Number {
  int Value;
};
struct Holder {
  const int *Of;
  const Number *Also;
  Holder(const int &Of, const Number &Also) : Of(&Of), Also(&Also) {}
  int get() const { return *Of + Also->Value; }
};

static void print(const char *Title, const int *Values) {
  int Sum = 0;
  for (int I = 0; I < N; ++I)
    Sum = (Sum * 3 + Values[I]) % 65521;
  printf("%s: %d\n", Title, Sum);
}

/// The region's body.
#define EACH(VALUE)                                                            \
  _Pragma("omp parallel for") for (int I = 0; I < N; ++I) Out[I] +=            \
      I * int(VALUE);

static void lambdas(int S, Number V, std::array<int, 3> A, int (&A2)[3]) {
  int Out[N] = {};
#pragma omp target firstprivate(S, V, A) map(Out)
  {
    const auto All = [&](int I) { return S + V.Value + A[1] + I; };
    EACH(All(I))
    S = 3;
    V.Value = 4;
    EACH(All(I))
  }
  print("target", Out);
#pragma omp target teams firstprivate(S, V, A) map(Out) num_teams(1)
  {
    const auto All = [&](int I) { return S + V.Value + A[2] + I; };
    const auto Outer = [&](int I) { return All(I) * 2; };
    S = 5;
    V.Value = 6;
    EACH(Outer(I))
  }
  print("teams", Out);
#pragma omp target teams private(S, V) reduction(max : A2) map(Out) num_teams(1)
  {
    S = 7;
    V = {8};
    A2[0] = 9;
    const auto All = [&](int I) { return S + V.Value + A2[0] + I; };
    EACH(All(I))
  }
  print("teams, private", Out);
#pragma omp target teams distribute lastprivate(S, V) map(Out) num_teams(1)
  for (int J = 0; J < 3; ++J) {
    const auto All = [&](int I) { return S + V.Value + I; };
    S = J;
    V.Value = J + 1;
    EACH(All(I))
  }
  print("distribute, lastprivate", Out);
  printf("%d %d\n", S, V.Value);
#pragma omp target teams map(Out) num_teams(1)
#pragma omp distribute firstprivate(S, V)
  for (int J = 0; J < 3; ++J) {
    const auto All = [&](int I) { return S + V.Value + I; };
    S += J;
    V.Value += J + 1;
    EACH(All(I))
  }
  print("distribute, firstprivate", Out);
}

static void addresses(int S, int T, Number V, std::array<int, 3> A) {
  int Out[N] = {};
#pragma omp target teams distribute lastprivate(S) private(T, V) map(Out)      \
    num_teams(1)
  for (int J = 0; J < 3; ++J) {
    S = J;
    T = 2;
    V.Value = J + 3;
    int *P = &S;
    Number *Q = &V;
    EACH(*P + Q->Value)
    const int &Larger = std::max(S, T);
    EACH(Larger)
    const Holder H(S, V);
    EACH(H.get())
    const auto Both = std::tie(S, T);
    EACH(std::get<0>(Both) * 2 + std::get<1>(Both))
    const auto Reference = std::ref(V);
    EACH(Reference.get().Value)
  }
  print("distribute", Out);
#pragma omp target teams firstprivate(S, T, V, A) map(Out) num_teams(1)
  {
    V.Value += 3;
    A[1] += 1;
    int *P = S < 100 ? &S : &T;
    Number *Q = &V;
    const int *E = A.data() + 1;
    EACH(*P + Q->Value + *E)
    const Holder H(T, V);
    const Holder *Of = &H;
    EACH(Of->get())
    const Holder Copy = H;
    EACH(Copy.get())
  }
  print("teams", Out);
}

int main() {
  int Array[3] = {1, 2, 3};
  lambdas(1, {2}, {3, 4, 5}, Array);
  printf("%d\n", Array[0]);
  addresses(1, 2, {3}, {4, 5, 6});
}
