//===- threads.cpp - Sixteen threads that begin together ------------------===//

#include <atomic>
#include <chrono>
#include <cstdio>
#include <thread>
#include <vector>

static long addUp(long Bound) {
  long Sum = 0;
#pragma omp target map(tofrom : Sum)
  for (long I = 0; I < Bound; ++I)
    Sum += I;
  return Sum;
}

static long multiply(long A, long B) {
  long Product = 0;
#pragma omp target map(tofrom : Product)
  Product = A * B;
  return Product;
}

int main() {
  constexpr int NumThreads = 16;
  std::atomic<int> Waiting{NumThreads};
  std::atomic<long> Total{0};
  std::vector<std::thread> Threads;
  for (int I = 0; I < NumThreads; ++I)
    Threads.emplace_back([&] {
      --Waiting;
      while (Waiting)
        std::this_thread::yield();
      Total += addUp(100) + multiply(6, 7) + addUp(200);
    });
  for (std::thread &Each : Threads)
    Each.join();
  // For the background to begin.
  std::this_thread::sleep_for(std::chrono::milliseconds(200));
  const bool IsRight = Total == NumThreads * (4950 + 42 + 19900);
  std::printf("total %ld, %s\n", Total.load(), IsRight ? "right" : "WRONG");
  return !IsRight;
}
