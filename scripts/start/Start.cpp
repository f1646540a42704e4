//===- Start.cpp - First launches of many kernels -------------------------===//
//
// Start COUNT: launches each of COUNT kernels once, 40 at most. Prints the time
// on the machine's clock when it begins and when it has launched all of them,
// and how long each launch took, in nanoseconds.
//
//===----------------------------------------------------------------------===//

#include <chrono>
#include <cstdio>
#include <cstdlib>
#include <utility>

static double Values[512];

static long now() {
  return std::chrono::steady_clock::now().time_since_epoch() /
         std::chrono::nanoseconds(1);
}

template <int I> static void launch(int Count) {
#pragma omp target map(tofrom : Values)
  for (int J = 1; J < Count; ++J) {
    const double Left = Values[J - 1], Here = Values[J];
    Values[J] = Here > I ? Here / (I + 2.0) + Left * 0.25 : Here + I * Left + J;
    if ((J + I) % (I + 3) == 0)
      Values[J - 1] += Values[J] * (I + 1);
  }
}

template <int... I>
static void launchAll(int Count, std::integer_sequence<int, I...>) {
  const long Begin = now();
  long Last = Begin;
  std::printf("begin %ld\n", Begin);
  auto one = [&](void (*Launch)(int), int Number) {
    if (Number >= Count)
      return;
    Launch(512);
    const long Now = now();
    std::printf("launch %ld\n", Now - Last);
    Last = Now;
  };
  (one(launch<I>, I), ...);
  std::printf("end %ld\n", Last);
}

int main(int Count, char **Arguments) {
  launchAll(Count > 1 ? std::atoi(Arguments[1]) : 40,
            std::make_integer_sequence<int, 40>());
}
