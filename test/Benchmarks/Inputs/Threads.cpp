// Launches by one host thread and by two: Threads DIVISOR
//
// The two take turns in short windows, so that both see the same machine.

#include "Timing.h"

#include <atomic>
#include <thread>

using namespace bench;

namespace {

constexpr int Windows = 100, PerWindow = 2000;
constexpr int MaxThreads = 2, Length = 1024;

/// Own data lies far apart: no two threads share a cache line of it.
char Data[MaxThreads][3][4 * Length];

void launch(int Owner) {
#pragma omp target map(tofrom : Data[Owner][0][0 : Length],                    \
                           Data[Owner][1][0 : Length],                         \
                           Data[Owner][2][0 : Length])
  {
  }
}

/// Nanoseconds of \p Threads threads that make \p PerThread launches each.
double window(int Threads, bool IsShared, int PerThread) {
  std::atomic<int> Waiting = Threads;
  std::vector<double> Begin(size_t(Threads), 0), End(size_t(Threads), 0);
  auto Work = [&](int Index) {
    const int Owner = IsShared ? 0 : Index;
    launch(Owner); // What a thread does once is not measured.
    --Waiting;
    while (Waiting)
      ;
    Begin[size_t(Index)] = nowNs();
    for (int I = 0; I < PerThread; ++I)
      launch(Owner);
    End[size_t(Index)] = nowNs();
  };
  std::vector<std::thread> Others;
  for (int I = 0; I < Threads; ++I)
    Others.emplace_back(Work, I);
  for (std::thread &Each : Others)
    Each.join();
  return *std::max_element(End.begin(), End.end()) -
         *std::min_element(Begin.begin(), Begin.end());
}

void reportPair(const char *One, const char *Two, const char *SpeedUp,
                bool IsShared) {
  const int PerThread = scaled(PerWindow);
  std::vector<double> Single, Double, Gain;
  for (int I = 0; I < scaled(Windows); ++I) {
    Single.push_back(window(1, IsShared, PerThread) / PerThread);
    Double.push_back(window(2, IsShared, PerThread) / (2 * PerThread));
    Gain.push_back(Single.back() / Double.back());
  }
  report(One, median(Single));
  report(Two, median(Double));
  report(SpeedUp, median(Gain));
}

} // namespace

int main(int, char **Arguments) {
  setDivisor(Arguments[1]);
#pragma omp target enter data map(to : Data)
  reportPair("own-1", "own-2", "own-gain", false);
  reportPair("shared-1", "shared-2", "shared-gain", true);
#pragma omp target exit data map(release : Data)
  return 0;
}
