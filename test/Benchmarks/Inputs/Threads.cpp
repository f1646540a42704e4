// Launches by one host thread and by two: Threads DIVISOR
//
// One and two threads take turns in short windows, so that both see the same
// machine; arithmetic tells what two threads can gain there at all. Each thread
// stays on a processor of its own: the system would let two new threads share
// one for longer than a window.

#include "Timing.h"

#include <atomic>
#include <sched.h>
#include <string>
#include <thread>

using namespace bench;

namespace {

constexpr int Windows = 40, PerWindow = 4000;
constexpr int MaxThreads = 2, Length = 1024;

enum class Load { Arithmetic, OwnData, SharedData };

/// Each of these is a mapping of its own, far from the next one.
char Data[MaxThreads][3][4 * Length];

void enterData() {
  for (int Owner = 0; Owner < MaxThreads; ++Owner)
    for (int I = 0; I < 3; ++I) {
#pragma omp target enter data map(to : Data[Owner][I][0 : Length])
    }
}

void exitData() {
  for (int Owner = 0; Owner < MaxThreads; ++Owner)
    for (int I = 0; I < 3; ++I) {
#pragma omp target exit data map(release : Data[Owner][I][0 : Length])
    }
}

void launch(int Owner) {
#pragma omp target map(tofrom : Data[Owner][0][0 : Length],                    \
                           Data[Owner][1][0 : Length],                         \
                           Data[Owner][2][0 : Length])
  {
  }
}

void calculate() {
  volatile int Sum = 0;
  for (int I = 0; I < 100; ++I)
    Sum = Sum + I;
}

void work(Load What, int Index) {
  if (What == Load::Arithmetic)
    calculate();
  else
    launch(What == Load::SharedData ? 0 : Index);
}

/// Lets the calling thread stay on the processor with this number among those
/// that the process may use.
void stayOnProcessor(int Number) {
  cpu_set_t Allowed, Only;
  CPU_ZERO(&Only);
  if (sched_getaffinity(0, sizeof(Allowed), &Allowed))
    return;
  for (int Each = 0; Each < CPU_SETSIZE; ++Each)
    if (CPU_ISSET(Each, &Allowed) && Number-- == 0)
      CPU_SET(Each, &Only);
  if (CPU_COUNT(&Only))
    sched_setaffinity(0, sizeof(Only), &Only);
}

/// Nanoseconds that \p Threads threads take, each with \p PerThread pieces of
/// work.
double window(int Threads, Load What, int PerThread) {
  std::atomic<int> Waiting = Threads;
  std::vector<double> Begin(size_t(Threads), 0), End(size_t(Threads), 0);
  auto Run = [&](int Index) {
    stayOnProcessor(Index);
    work(What, Index); // What a thread does once is not measured.
    --Waiting;
    while (Waiting)
      ;
    Begin[size_t(Index)] = nowNs();
    for (int I = 0; I < PerThread; ++I)
      work(What, Index);
    End[size_t(Index)] = nowNs();
  };
  std::vector<std::thread> All;
  for (int I = 0; I < Threads; ++I)
    All.emplace_back(Run, I);
  for (std::thread &Each : All)
    Each.join();
  return *std::max_element(End.begin(), End.end()) -
         *std::min_element(Begin.begin(), Begin.end());
}

void reportGain(const std::string &Name, Load What) {
  const int PerThread = scaled(PerWindow);
  std::vector<double> Single, Double, Gain;
  for (int I = 0; I < scaled(Windows); ++I) {
    Single.push_back(window(1, What, PerThread) / PerThread);
    Double.push_back(window(2, What, PerThread) / (2 * PerThread));
    Gain.push_back(Single.back() / Double.back());
  }
  report((Name + "-1").c_str(), median(Single));
  report((Name + "-2").c_str(), median(Double));
  report((Name + "-gain").c_str(), median(Gain));
}

} // namespace

int main(int, char **Arguments) {
  setDivisor(Arguments[1]);
  enterData();
  reportGain("arithmetic", Load::Arithmetic);
  reportGain("own", Load::OwnData);
  reportGain("shared", Load::SharedData);
  exitData();
  return 0;
}
