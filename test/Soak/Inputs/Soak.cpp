//===- Soak.cpp - A program that offloads all day -------------------------===//
//
// Part of the OMP-JIT project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
//   Soak SECONDS SEED LIBRARY
//
// Threads launch 50 kernels with values that stay, come again and change; the
// main thread opens and closes a library with others, and forks. Each second,
// and at the end, a line of JSON on stdout tells what was done and what the
// process has. The status is 1 if a result was wrong.
//
//===----------------------------------------------------------------------===//

#include "Kernels.h"

#include <atomic>
#include <chrono>
#include <cstdio>
#include <cstdlib>
#include <dirent.h>
#include <dlfcn.h>
#include <random>
#include <sys/wait.h>
#include <thread>
#include <unistd.h>
#include <vector>

using namespace soak;

namespace {

constexpr int NumKernels = 50, NumThreads = 3;

struct Counts {
  std::atomic<long> Launches = 0, Wrong = 0, Forks = 0, Opens = 0;
};
Counts Done;
std::atomic<bool> IsOver = false;

/// Values of launches. Half of the kernels see few, the others new ones again
/// and again.
class Values {
public:
  explicit Values(unsigned Seed) : Random(Seed) {
    for (uint64_t &Each : Array)
      Each = Random();
  }

  template <typename Launch> bool launch(int Number, Launch With) {
    const bool IsSteady = Number % 2 == 0;
    const int Count = IsSteady ? 100 + Number : below(ArraySize);
    const int Factor = below(IsSteady ? 3 : 100000);
    const Fields Of = {below(IsSteady ? 2 : 4), below(3),
                       uint64_t(below(IsSteady ? 2 : 1000))};
    return With(Array, Count, Factor, Of);
  }
  int below(int Bound) { return int(Random() % unsigned(Bound)); }

private:
  std::mt19937 Random;
  uint64_t Array[ArraySize];
};

bool launchOne(Values &Of, int Number) {
  return Of.launch(
      Number,
      checkOf<1>(Number, std::make_integer_sequence<int, NumKernels>()));
}

void note(bool IsRight) {
  ++Done.Launches;
  if (!IsRight)
    ++Done.Wrong;
}

void keepLaunching(unsigned Seed) {
  Values Of(Seed);
  while (!IsOver)
    note(launchOne(Of, Of.below(NumKernels)));
}

/// In a child: a few launches, with whatever its parent had under way.
void forkOnce(Values &Of) {
  const pid_t Child = fork();
  if (Child == 0) {
    bool IsRight = true;
    for (int I = 0; I != 3; ++I)
      IsRight &= launchOne(Of, Of.below(NumKernels));
    _exit(IsRight ? 0 : 1);
  }
  int Status = 0;
  if (Child > 0 && waitpid(Child, &Status, 0) == Child) {
    ++Done.Forks;
    Done.Launches += 3;
    if (Status != 0)
      ++Done.Wrong;
  }
}

void useLibrary(Values &Of, const char *Path) {
  void *Library = dlopen(Path, RTLD_NOW | RTLD_LOCAL);
  if (!Library) {
    std::fprintf(stderr, "%s\n", dlerror());
    std::exit(2);
  }
  const auto Agrees = reinterpret_cast<bool (*)(int, const uint64_t *, int, int,
                                                const Fields &)>(
      dlsym(Library, "libraryAgrees"));
  for (int I = 0; I != 5; ++I)
    note(Of.launch(I, [&](const uint64_t *Array, int Count, int Factor,
                          const Fields &Fields) {
      return Agrees(I, Array, Count, Factor, Fields);
    }));
  dlclose(Library);
  ++Done.Opens;
}

int countEntries(const char *Folder) {
  int Count = 0;
  DIR *Listing = opendir(Folder);
  while (const dirent *Each = readdir(Listing))
    Count += Each->d_name[0] != '.';
  closedir(Listing);
  return Count;
}

/// Loaded images have some each.
long countMappings() {
  long Count = 0;
  FILE *Maps = std::fopen("/proc/self/maps", "r");
  for (int Next = std::getc(Maps); Next != EOF; Next = std::getc(Maps))
    Count += Next == '\n';
  std::fclose(Maps);
  return Count;
}

void report(std::chrono::steady_clock::time_point Begin) {
  long Pages = 0;
  FILE *Memory = std::fopen("/proc/self/statm", "r");
  if (std::fscanf(Memory, "%*d %ld", &Pages) != 1)
    Pages = 0;
  std::fclose(Memory);
  const std::chrono::duration<double> Passed =
      std::chrono::steady_clock::now() - Begin;
  std::printf("{\"seconds\": %.1f, \"launches\": %ld, \"wrong\": %ld, "
              "\"forks\": %ld, \"opens\": %ld, \"rss_kib\": %ld, "
              "\"mappings\": %ld, \"descriptors\": %d, \"threads\": %d}\n",
              Passed.count(), Done.Launches.load(), Done.Wrong.load(),
              Done.Forks.load(), Done.Opens.load(),
              Pages * sysconf(_SC_PAGESIZE) / 1024, countMappings(),
              countEntries("/proc/self/fd") - 1, // Without the listing's own.
              countEntries("/proc/self/task"));
  std::fflush(stdout);
}

} // namespace

int main(int, char **Arguments) {
  const std::chrono::seconds Limit(std::atoi(Arguments[1]));
  const unsigned Seed = unsigned(std::atoi(Arguments[2]));
  const auto Begin = std::chrono::steady_clock::now();
  std::vector<std::thread> Threads;
  for (unsigned I = 0; I != NumThreads; ++I)
    Threads.emplace_back(keepLaunching, Seed * 100 + I);
  Values Of(Seed * 100 + 99);
  auto NextReport = Begin;
  while (std::chrono::steady_clock::now() - Begin < Limit) {
    useLibrary(Of, Arguments[3]);
    forkOnce(Of);
    std::this_thread::sleep_for(std::chrono::milliseconds(50));
    if (std::chrono::steady_clock::now() < NextReport)
      continue;
    report(Begin);
    NextReport += std::chrono::seconds(1);
  }
  IsOver = true;
  for (std::thread &Each : Threads)
    Each.join();
  report(Begin);
  return Done.Wrong != 0;
}
