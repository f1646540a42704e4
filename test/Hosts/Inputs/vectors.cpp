// Loops that become vectors, with masks, strides and sums; each result is checked.

#include <cstdio>
#include <cstdlib>
#include <vector>

static int Failures;

static void expect(const char *What, double Got, double Right) {
  if (Got == Right)
    return;
  std::printf("%s: %g instead of %g\n", What, Got, Right);
  ++Failures;
}

static void run(int N) {
  std::vector<double> X(N), Y(N), Z(3 * N);
  std::vector<int> Counts(N);
  for (int I = 0; I < N; ++I)
    X[I] = I, Y[I] = 2 * I;
  double *XP = X.data(), *YP = Y.data(), *ZP = Z.data();
  int *CP = Counts.data();
  double Sum = 0;
#pragma omp target teams distribute parallel for map(to : XP[ : N])            \
    map(tofrom : YP[ : N])
  for (int I = 0; I < N; ++I)
    YP[I] = 3 * XP[I] + YP[I];
#pragma omp target teams distribute parallel for map(to : YP[ : N])            \
    map(tofrom : ZP[ : 3 * N])
  for (int I = 0; I < N; ++I)
    ZP[3 * I] = YP[N - 1 - I];
#pragma omp target teams distribute parallel for map(to : XP[ : N])            \
    map(tofrom : CP[ : N])
  for (int I = 0; I < N; ++I)
    if (XP[I] > 10)
      CP[I] = int(XP[I]) % 7;
#pragma omp target teams distribute parallel for map(to : YP[ : N])            \
    reduction(+ : Sum)
  for (int I = 0; I < N; ++I)
    Sum += YP[I];
  double Strided = 0, Counted = 0, RightCount = 0;
  for (int I = 0; I < N; ++I) {
    expect("axpy", Y[I], 5.0 * I);
    Strided += Z[3 * I];
    Counted += Counts[I];
    RightCount += I > 10 ? I % 7 : 0;
  }
  expect("sum", Sum, 2.5 * N * (N - 1));
  expect("stride", Strided, 2.5 * N * (N - 1));
  expect("mask", Counted, RightCount);
}

int main() {
  for (int N : {1, 7, 100, 1023, 20000})
    run(N);
  std::puts(Failures ? "failed" : "done");
  return Failures != 0;
}
