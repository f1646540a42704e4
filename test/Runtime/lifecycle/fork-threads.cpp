// A program forks while its threads launch and, in deferred mode, compile; each
// child offloads and ends.
// UNSUPPORTED: thread-sanitizer
// (There each of the many forks takes a second.)

// RUN: %build -O1 -pthread %s -o %t && %ours timeout 300 %t
// RUN: %build-deferred -O1 -pthread %s -o %t.jit && %ours timeout 300 %t.jit

#include "check.h"

#include <atomic>
#include <chrono>
#include <omp.h>
#include <stdlib.h>
#include <sys/wait.h>
#include <thread>
#include <unistd.h>
#include <utility>
#include <vector>

using namespace std::chrono_literals;

/// Leaks are looked for in other tests: in a child that would wait for threads
/// that only its parent has.
extern "C" const char *__asan_default_options() { return "detect_leaks=0"; }

#pragma omp begin declare target
int Base = 1000;
#pragma omp end declare target

/// A kernel of its own for each \p N: what was never launched has to be found,
/// and compiled in deferred mode.
template <int N> static bool offload(int Seed) {
  int Data[32];
  for (int I = 0; I < 32; ++I)
    Data[I] = I;
#pragma omp target enter data map(to : Data)
#pragma omp target firstprivate(Seed)
  for (int I = 0; I < 32; ++I)
    Data[I] = Base + N * Data[I] + Seed;
#pragma omp target exit data map(from : Data)
  for (int I = 0; I < 32; ++I)
    if (Data[I] != 1000 + N * I + Seed)
      return false;
  return !omp_target_is_present(Data, 0);
}

typedef bool (*Offload)(int);
constexpr int Kernels = 48;

template <int... N>
static Offload choose(int Which, std::integer_sequence<int, N...>) {
  static const Offload All[] = {offload<N>...};
  return All[Which % Kernels];
}
static bool run(int Which, int Seed) {
  return choose(Which, std::make_integer_sequence<int, Kernels>())(Seed);
}

/// Whether a child that offloads ends as it should. It must not wait for a
/// thread that it does not have; the alarm ends it where it does.
static bool forkOnce(int I) {
  pid_t Child = fork();
  if (Child == 0) {
    alarm(60);
    const bool Right = run(I, I) && run(I / 2, 3) && run(Kernels - 1, 5);
    if (I % 2)
      _exit(!Right);
    exit(!Right);
  }
  int Status = -1;
  return Child > 0 && waitpid(Child, &Status, 0) == Child && Status == 0;
}

int main() {
  std::atomic<bool> Stop = false;
  std::atomic<int> Wrong = 0;
  std::vector<std::thread> Threads;
  for (int T = 0; T < 3; ++T)
    Threads.emplace_back([&, T] {
      for (int I = 0; !Stop; ++I)
        // Slowly on to kernels that nobody has launched.
        Wrong += !run((I / 40 + T * 16) % (Kernels - 1), I % 3);
    });
  int Bad = 0;
  // With a sanitizer and other work beside it a child may take seconds.
  const auto Enough = std::chrono::steady_clock::now() + 60s;
  for (int I = 0; I < 200 && Bad < 3; ++I) {
    Bad += !forkOnce(I);
    if (I >= 20 && std::chrono::steady_clock::now() > Enough)
      break;
  }
  Stop = true;
  for (std::thread &Each : Threads)
    Each.join();
  checkValue("children", Bad, 0);
  checkValue("threads", Wrong, 0);
  check("parent", run(Kernels - 1, 7));
  return finish();
}
