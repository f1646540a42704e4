// Loops over teams and threads, and sums over both, of sizes that leave threads without work.
// RUN: %run-gpus %t %s
// RUN: %link-ahead %t.ahead %s

#include <cstdio>
#include <vector>

static void run(int Count, int Teams, int Threads) {
  std::vector<float> Data(Count, 1.5f);
  float *Values = Data.data();
#pragma omp target teams distribute parallel for num_teams(Teams)              \
    thread_limit(Threads) map(tofrom : Values[ : Count])
  for (int I = 0; I < Count; ++I)
    Values[I] += float(I);

  double Sum = 0;
  int Largest = -1;
#pragma omp target teams distribute parallel for num_teams(Teams)              \
    thread_limit(Threads) map(to : Values[ : Count]) reduction(+ : Sum)        \
    reduction(max : Largest)
  for (int I = 0; I < Count; ++I) {
    Sum += Values[I];
    Largest = Largest > I ? Largest : I;
  }

  long Triangle = 0;
#pragma omp target parallel for num_threads(Threads) reduction(+ : Triangle)
  for (int I = 0; I < Count; ++I)
    Triangle += I;
  printf("%d in %d x %d: %.1f, %d, %ld\n", Count, Teams, Threads, Sum, Largest,
         Triangle);
}

int main() {
  for (int Count : {1, 31, 128, 1000, 40000})
    for (int Teams : {1, 3, 16})
      for (int Threads : {1, 32, 40, 128})
        run(Count, Teams, Threads);
}
