//===- totals.cpp - A program with a kernel of fragments ------------------===//
//
//   totals [BOUND...]
//   totals until FILE BOUND
//
// Launches the kernel of add-up.cpp and weigh.cpp, whose fragment files it has
// inside, once for each bound. With -DWITH_REGION there is a target region, too.
// `until` repeats the launch until FILE, to which the runtime's lines go, tells
// how a trial ended.
//
//===----------------------------------------------------------------------===//

#include <ompjit/Fragments/AlgorithmPlanner.h>

#include "add-up.h"
#include "weigh.h"

#include <chrono>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <fstream>
#include <memory>
#include <string>
#include <vector>

extern "C" {
int omp_get_default_device();
int omp_get_initial_device();
void *omp_target_alloc(std::size_t, int);
void omp_target_free(void *, int);
int omp_target_memcpy(void *, const void *, std::size_t, std::size_t,
                      std::size_t, int, int);
}

using namespace ompjit;

namespace {

LauncherJitCache Cache;

constexpr int NumThreads = 16;

template <std::size_t Size>
std::shared_ptr<const FragmentEntry> entry(const unsigned char (&Bytes)[Size],
                                           const char *Name) {
  return std::make_shared<BytesFragmentEntry>(
      std::string(reinterpret_cast<const char *>(Bytes), Size), Name);
}

const AlgorithmLauncher &addUp() {
  AlgorithmPlanner Planner("add_up", Cache);
  Planner.add_fragment(entry(AddUpBytes, "add-up"));
  Planner.add_fragment(entry(WeighBytes, "weigh"));
  return Planner.get_launcher();
}

/// Returns what the threads of a launch have together.
long launch(long Bound) {
  const int Device = omp_get_default_device();
  long Sums[NumThreads], Total = 0;
  void *There = omp_target_alloc(sizeof(Sums), Device);
  addUp().dispatch<void(long, long *)>({2, NumThreads / 2}, Bound,
                                       static_cast<long *>(There));
  omp_target_memcpy(Sums, There, sizeof(Sums), 0, 0, omp_get_initial_device(),
                    Device);
  omp_target_free(There, Device);
  for (long Each : Sums)
    Total += Each;
#ifdef WITH_REGION
  long Twice = 0;
#pragma omp target map(from : Twice)
  Twice = 2 * Bound;
  Total += Twice - 2 * Bound;
#endif
  return Total;
}

#ifndef WEIGHT
#define WEIGHT 1
#endif

long expected(long Bound) {
  long Total = 0;
  for (long I = 0; I < NumThreads; ++I)
    for (long J = 0; J < Bound; ++J)
      Total += WEIGHT * (J ^ I);
  return Total;
}

bool hasVerdict(const char *File) {
  std::ifstream Said(File);
  for (std::string Line; std::getline(Said, Line);)
    if (Line.find("pairs of launches") != std::string::npos)
      return true;
  return false;
}

/// On a busy machine a trial takes its time.
void launchUntil(const char *File, long Bound) {
  const auto End = std::chrono::steady_clock::now() + std::chrono::minutes(2);
  do
    for (int I = 0; I < 100; ++I)
      launch(Bound);
  while (!hasVerdict(File) && std::chrono::steady_clock::now() < End);
}

} // namespace

int main(int Count, char **Arguments) {
  const bool IsTrial = Count == 4 && !std::strcmp(Arguments[1], "until");
  std::vector<long> Bounds;
  for (int I = IsTrial ? 3 : 1; I < Count; ++I)
    Bounds.push_back(std::atol(Arguments[I]));
  if (Bounds.empty())
    Bounds = {100};
  long Total = 0;
  bool IsRight = true;
  try {
    if (IsTrial)
      launchUntil(Arguments[2], Bounds[0]);
    for (long Bound : Bounds) {
      const long Sum = launch(Bound);
      IsRight &= Sum == expected(Bound);
      Total += Sum;
    }
  } catch (const FragmentError &E) {
    std::fprintf(stderr, "%s\n", E.what());
    return 1;
  }
  std::printf("total %ld, %s\n", Total, IsRight ? "right" : "WRONG");
  return !IsRight;
}
