// Reductions: operators, types, arrays, classes; over threads and teams.
// RUN: %run-gpus %t.gpus %s
// RUN: %link-ahead %t.ahead %s

#include "expect.h"
#include <complex>

constexpr int N = 500;

struct Extent {
  double Low = 1e9, High = -1e9;
  void add(double X) {
    Low = X < Low ? X : Low;
    High = X > High ? X : High;
  }
};
#pragma omp declare reduction(join:Extent : omp_out.add(omp_in.Low),           \
                                  omp_out.add(omp_in.High))                    \
    initializer(omp_priv = Extent())

template <typename T> void sums(const char *What) {
  T OfThreads = 1, OfTeams = 2;
#pragma omp target parallel for reduction(+ : OfThreads) map(OfThreads)
  for (int I = 0; I < 10; ++I)
    OfThreads += T(I);
#pragma omp target teams distribute parallel for reduction(+ : OfTeams)        \
    map(OfTeams) num_teams(4)
  for (int I = 0; I < 10; ++I)
    OfTeams += T(I);
  expect(What, OfThreads, T(46));
  expect(What, OfTeams, T(47));
}

int main() {
  sums<char>("char");
  sums<short>("short");
  sums<int>("int");
  sums<unsigned>("unsigned");
  sums<long>("long");
  sums<float>("float");
  sums<double>("double");

  int And = -1, Or = 0, Xor = 0, Times = 1, Least = 1000, Most = -1000;
  bool All = true, Any = false;
#pragma omp target teams distribute parallel for reduction(& : And)            \
    reduction(| : Or) reduction(^ : Xor) reduction(* : Times)                  \
    reduction(min : Least) reduction(max : Most) reduction(&& : All)           \
    reduction(|| : Any) map(And, Or, Xor, Times, Least, Most, All, Any)
  for (int I = 0; I < N; ++I) {
    And &= ~(I & 1);
    Or |= I;
    Xor ^= I;
    Times *= I % 100 == 3 ? 2 : 1;
    Least = I - 7 < Least ? I - 7 : Least;
    Most = I > Most ? I : Most;
    All = All && I < N;
    Any = Any || I == 77;
  }
  int ExpectedXor = 0;
  for (int I = 0; I < N; ++I)
    ExpectedXor ^= I;
  expect("and", And, ~1);
  expect("or", Or, 511);
  expect("xor", Xor, ExpectedXor);
  expect("times", Times, 32);
  expect("min", Least, -7);
  expect("max", Most, N - 1);
  expect("all", All, true);
  expect("any", Any, true);

  long Array[5] = {};
#pragma omp target teams distribute parallel for reduction(+ : Array) map(Array)
  for (int I = 0; I < N; ++I)
    Array[I % 5] += I;
  for (int I = 0; I < 5; ++I)
    expect("array", Array[I], 100l * I + 5 * 4950);

  Extent Both;
#pragma omp target parallel for reduction(join : Both) map(Both)
  for (int I = 0; I < N; ++I)
    Both.add(I * 0.5);
  expect("declared, low", Both.Low, 0.0);
  expect("declared, high", Both.High, (N - 1) * 0.5);

  int Generic = 0;
#pragma omp target teams num_teams(8) reduction(+ : Generic) map(Generic)
  {
    int OfTeam = 0;
#pragma omp parallel for reduction(+ : OfTeam)
    for (int I = 0; I < 100; ++I)
      OfTeam += 1;
    Generic += OfTeam;
  }
  expect("of a team's region", Generic, 800);
  return finish();
}
