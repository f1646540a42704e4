// Launches of regions that do nothing and that take some time: Observing DIVISOR STEPS
// Without STEPS: prints how many steps a region of 10 us has.

#include "Timing.h"

using namespace bench;

namespace {

/// So short that other programs interrupt few of them, and long enough for what
/// is written once in many launches.
constexpr int Batches = 200, PerBatch = 100;

void emptyRegion() {
#pragma omp target
  {
  }
}

/// Each step waits for the one before. Maps nothing, so that it causes the same
/// events as an empty region.
void longRegion(int Steps) {
#pragma omp target firstprivate(Steps)
  {
    double Value = 1;
    for (int I = 0; I < Steps; ++I)
      Value = Value * 0.999 + 0.5;
    [[maybe_unused]] volatile double Kept = Value;
  }
}

void printSteps() {
  constexpr int Many = 100000;
  longRegion(Many);
  std::vector<double> Times;
  for (int I = 0; I < 20; ++I) {
    const double Start = nowNs();
    longRegion(Many);
    Times.push_back(nowNs() - Start);
  }
  report("steps", 10000 * Many / *std::ranges::min_element(Times));
}

} // namespace

int main(int Count, char **Arguments) {
  setDivisor(Arguments[1]);
  if (Count < 3) {
    printSteps();
    return 0;
  }
  const int Steps = std::atoi(Arguments[2]);
  report("empty", timeCalls(Batches, PerBatch, [](int) { emptyRegion(); }));
  report("10 us",
         timeCalls(Batches, PerBatch, [=](int) { longRegion(Steps); }));
}
