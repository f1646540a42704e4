// Loops of every schedule and type visit each iteration once, in the threads' order where that is defined.
// RUN: %run-gpus %t %s
// RUN: %link-ahead %t.ahead %s

#include <cstdint>
#include <cstdio>
#include <initializer_list>
#include <omp.h>

enum { Most = 300 };

/// What each iteration was visited for, as a number.
template <typename T> static long summary(const T *Visits, int Count) {
  long Sum = 0;
  for (int I = 0; I < Count; ++I)
    Sum = (Sum * 31 + Visits[I]) % 1000003;
  return Sum;
}

#define LOOP(Schedule, ...)                                                    \
  {                                                                            \
    int Visits[Most] = {};                                                     \
    _Pragma("omp target map(tofrom : Visits) firstprivate(From, To, Step)")    \
        _Pragma("omp parallel num_threads(48)")                                \
            _Pragma(#Schedule) for (T I = From; I < To;                        \
                                    I += Step)++ Visits[(I - From) / Step];    \
    printf("  " #Schedule ": %ld\n", summary(Visits, Most));                   \
  }

template <typename T> static void everySchedule(T From, T To, T Step) {
  LOOP(omp for schedule(static))
  LOOP(omp for schedule(static, 5))
  LOOP(omp for schedule(dynamic))
  LOOP(omp for schedule(dynamic, 7) nowait)
  LOOP(omp for schedule(guided))
  LOOP(omp for schedule(guided, 3))
  LOOP(omp for schedule(auto))
  LOOP(omp for schedule(runtime))
  LOOP(omp for schedule(monotonic : dynamic, 2))
}

static void everyType() {
  puts("int32_t");
  everySchedule<int32_t>(-50, 249, 1);
  puts("uint32_t");
  everySchedule<uint32_t>(4000000000u, 4000000299u, 3);
  puts("int64_t");
  everySchedule<int64_t>(-5000000000, -4999998000, 11);
  puts("uint64_t");
  everySchedule<uint64_t>(18000000000000000000u, 18000000000000000100u, 2);
  puts("empty");
  everySchedule<int32_t>(5, 5, 1);
}

static void teams(int Count) {
  int Visits[Most] = {}, Combined[Most] = {};
#pragma omp target teams distribute num_teams(3) map(tofrom : Visits)
  for (int I = 0; I < Count; ++I)
    ++Visits[I];
#pragma omp target teams num_teams(4) map(tofrom : Visits)
#pragma omp distribute dist_schedule(static, 7)
  for (unsigned I = 0; I < unsigned(Count); ++I)
    ++Visits[I];
#pragma omp target teams distribute parallel for num_teams(3) thread_limit(64) \
    dist_schedule(static, 50) schedule(dynamic, 4) map(tofrom : Combined)
  for (long I = Count - 1; I >= 0; --I)
    ++Combined[I];
#pragma omp target teams distribute parallel for simd num_teams(2)             \
    schedule(guided) map(tofrom : Combined)
  for (int I = 0; I < Count; I += 2)
    Combined[I] += 2;
  printf("teams %d: %ld, %ld\n", Count, summary(Visits, Most),
         summary(Combined, Most));
}

static void collapsed(int Rows, int Columns) {
  int Visits[Most] = {};
#pragma omp target teams distribute parallel for collapse(2) num_teams(2)      \
    map(tofrom : Visits)
  for (int R = 0; R < Rows; ++R)
    for (int C = 2; C < Columns + 2; ++C)
      Visits[R * Columns + C - 2] += R + C;
#pragma omp target parallel for collapse(2) schedule(dynamic, 3)               \
    map(tofrom : Visits)
  for (int R = Rows - 1; R >= 0; --R)
    for (int C = 0; C <= R; ++C)
      Visits[R * Columns + C] += 100;
  printf("collapse %d, %d: %ld\n", Rows, Columns, summary(Visits, Most));
}

static void lastAndLinear(int Count) {
  int Last = -1, Linear = 10, Private = 5, Sum = 0;
#pragma omp target parallel for lastprivate(Last) linear(Linear : 3)           \
    firstprivate(Private) map(tofrom : Last, Linear, Sum) num_threads(40)
  for (int I = 0; I < Count; ++I) {
    Last = I * 2 + Private;
#pragma omp atomic
    Sum += Linear;
  }
  printf("lastprivate %d, sum of linear %d\n", Last, Sum);
  int Simd = 0;
#pragma omp target map(tofrom : Simd)
#pragma omp simd reduction(+ : Simd)
  for (int I = 0; I < Count; ++I)
    Simd += I;
  printf("simd %d\n", Simd);
}

static void ordered(int Count) {
  int Order[Most] = {}, Next = 0;
#pragma omp target parallel for ordered schedule(dynamic, 2) num_threads(20)   \
    map(tofrom : Order, Next)
  for (int I = 0; I < Count; ++I) {
#pragma omp ordered
    Order[Next++] = I;
  }
  printf("ordered: %d, %ld\n", Next, summary(Order, Most));
}

int main() {
  everyType();
  for (int Count : {0, 1, 100, 299})
    teams(Count);
  collapsed(10, 20);
  collapsed(1, 1);
  lastAndLinear(77);
  ordered(90);
}
