// Sixteen host threads launch the same kernel first, all at once.
// RUN: %run-all-modes --varies %t %s -O2
//
// The value that all of them have is compiled once.
// RUN: rm -rf %t.once
// RUN: env OMP_JIT_ASYNC=0 OMP_JIT_CACHE_DIR=%t.once OMP_JIT_STATS=%t.json %t/jit same > /dev/null
// RUN: FileCheck --input-file %t.json %s
// CHECK: "compiles": 1{{[^0-9]}}

#include "Inputs/check.h"

#include <atomic>
#include <thread>
#include <vector>

static const int Threads = 16, Rounds = 20;

static long launch(int Bound, long Factor) {
  long Sum = 0;
#pragma omp target map(tofrom : Sum)
  for (int I = 0; I < Bound; ++I)
    Sum += I * Factor;
  return Sum;
}

static long expected(int Bound, long Factor) {
  return Factor * (Bound * (Bound - 1L) / 2);
}

// Runs a function in all threads, which start it together.
template <typename Function> static bool inAll(Function F) {
  std::atomic<int> Ready{0};
  std::atomic<bool> Right{true};
  std::vector<std::thread> All;
  for (int T = 0; T < Threads; ++T)
    All.emplace_back([&, T] {
      ++Ready;
      while (Ready < Threads) {
      }
      if (!F(T))
        Right = false;
    });
  for (std::thread &T : All)
    T.join();
  return Right;
}

int main(int ArgCount, char **) {
  check("the same value",
        inAll([](int) { return launch(100, 3) == expected(100, 3); }));
  if (ArgCount > 1)
    return finish();
  check("a value of each thread's own", inAll([](int T) {
          bool Right = true;
          for (int R = 0; R < Rounds; ++R)
            Right &= launch(10 + T, 5) == expected(10 + T, 5);
          return Right;
        }));
  check("values in turn", inAll([](int T) {
          bool Right = true;
          for (int R = 0; R < Rounds; ++R)
            Right &= launch(10 + (R + T) % 4, R % 3) ==
                     expected(10 + (R + T) % 4, R % 3);
          return Right;
        }));
  return finish();
}
