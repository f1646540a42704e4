//===- Findings.cpp - What stands out, and what to change ----------------===//
//
// Part of the OMP-JIT project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Findings.h"

#include "Format.h"

#include <algorithm>

using namespace ompjit;
using namespace ompjit::report;

namespace {

using Findings = std::vector<Finding>;

constexpr uint64_t EarlyNs = 2000000000;
constexpr uint64_t MillisecondNs = 1000000;

/// Below these shares of the run, nobody needs to care.
bool isWorthIt(uint64_t Ns, const Model &Of) {
  return Ns >= MillisecondNs && Ns * 100 >= Of.WallNs;
}

std::string quoted(const std::string &Text) { return "'" + Text + "'"; }

std::string nameWithPlace(const Kernel &Which) {
  return quoted(Which.Name) +
         (Which.Places.empty() ? "" : " (" + *Which.Places.begin() + ")");
}

uint64_t numUnloads(const Model &Of) {
  uint64_t Number = 0;
  for (const Kernel &Each : Of.Kernels)
    Number += Each.NumUnloads;
  return Number;
}

/// In the rank that waited longest.
void findWaiting(const Model &Of, Findings &Out) {
  const auto Slowest = std::max_element(
      Of.Ranks.begin(), Of.Ranks.end(),
      [](const Rank &A, const Rank &B) { return A.WaitedNs < B.WaitedNs; });
  if (Slowest == Of.Ranks.end() || !isWorthIt(Slowest->WaitedNs, Of))
    return;
  const uint64_t Early = std::min(EarlyNs, Slowest->wallNs());
  Finding New;
  New.LostNs = Slowest->WaitedNs;
  New.What = (Of.Ranks.size() > 1 ? Slowest->Name + ": launches" : "Launches") +
             " waited " + formatTime(Slowest->WaitedNs) +
             " for their images, in the first " + formatTime(Early) +
             " of the run " + formatShare(Slowest->WaitedEarlyNs, Early) +
             " of the time.";
  if (const uint64_t Unloads = numUnloads(Of); Unloads > Slowest->NumCompiles)
    New.Advice = "Images were unloaded " +
                 formatCount(Unloads, "time", "times") +
                 " to make room, and loaded again: raise OMP_JIT_MEMORY.";
  else if (Of.Cache.NumLost > Of.Cache.NumStored)
    New.Advice = "The images are not kept: set OMP_JIT_CACHE=disk and a folder "
                 "that can be written (OMP_JIT_CACHE_DIR).";
  else if (!Slowest->NumCompiles)
    New.Advice = "They were read from the cache; OMP_JIT_CACHE_BUNDLES with a "
                 "bundle of omp-jit-cache export reads one file instead of "
                 "many.";
  else
    New.Advice =
        "The next run finds these images on disk. For first runs on other "
        "machines, ship them: 'omp-jit-cache export FILE' and "
        "OMP_JIT_CACHE_BUNDLES=FILE" +
        std::string(Slowest->IsAsync
                        ? "."
                        : "; OMP_JIT_ASYNC=1 lets launches run something else "
                          "meanwhile.");
  Out.push_back(std::move(New));
}

/// What copies take at least. Those in a queue have taken their thread less
/// than they take, so that no copy counts as faster than the buses of GPUs.
uint64_t copyNs(const Mapping &Of) {
  constexpr uint64_t BytesPerNs = 50;
  return std::max(Of.Ns, (Of.BytesTo + Of.BytesFrom) / BytesPerNs);
}

void findRepeatedCopies(const Model &Of, Findings &Out) {
  for (const Mapping &Each : Of.Mappings) {
    if (!Each.isRepeated() || !isWorthIt(copyNs(Each), Of))
      continue;
    Finding New;
    New.LostNs = copyNs(Each);
    New.What = quoted(Each.Item) +
               (Each.Declared.empty() ? "" : " (" + Each.Declared + ")") +
               " was copied to the device " +
               formatCount(Each.NumTo, "time", "times") + ", " +
               formatCount(Each.MostRepeated) +
               (Of.Ranks.size() > 1 ? " of them in one process" : " of them") +
               " the same " + formatBytes(Each.RepeatedBytes) + " of the host" +
               (Each.NumFrom
                    ? ", and back " + formatCount(Each.NumFrom, "time", "times")
                    : std::string()) +
               ": " + formatBytes(Each.BytesTo + Each.BytesFrom) + ", " +
               (copyNs(Each) > Each.Ns ? "at least " : "") +
               formatTime(copyNs(Each)) + ".";
    New.Advice = "If the host does not change it in between, put 'target data "
                 "map' around the loop, or 'target enter data' before it.";
    Out.push_back(std::move(New));
  }
}

/// Leaves out what observing the launches takes, which would be most of it
/// where they are short.
void findOverhead(const Model &Of, Findings &Out) {
  constexpr uint64_t Many = 100, TraceNs = 1500;
  for (const Kernel &Each : Of.Kernels) {
    const uint64_t Traced = Each.NumLaunches * TraceNs;
    if (Each.NumLaunches < Many || Each.RunNs.empty() ||
        Each.overheadNs() <= Traced)
      continue;
    const uint64_t OverheadNs = Each.overheadNs() - Traced;
    const uint64_t ConstructNs = Each.ConstructNs - Traced;
    if (OverheadNs * 2 < ConstructNs || !isWorthIt(OverheadNs, Of))
      continue;
    Finding New;
    New.LostNs = OverheadNs;
    New.What = "Regions of " + nameWithPlace(Each) + " take " +
               formatTime(ConstructNs / Each.NumLaunches) +
               " on average, of which the kernel runs " +
               formatTime(Each.MedianNs) + ": " +
               formatShare(OverheadNs, ConstructNs) +
               " is overhead of the launch, in " +
               formatCount(Each.NumLaunches) + " launches.";
    New.Advice = "Fewer launches with more work each would help: move the "
                 "surrounding loop into the region, or 'nowait'.";
    Out.push_back(std::move(New));
  }
}

void findUnusedImages(const Model &Of, Findings &Out) {
  constexpr uint64_t Several = 4;
  for (const Kernel &Each : Of.Kernels) {
    const auto Specialised = uint64_t(std::count_if(
        Each.Images.begin(), Each.Images.end(), [](const auto &Image) {
          return !Image.second.Facts.empty() && Image.second.NumCompiles;
        }));
    if (Specialised < Several || Each.NumLaunches >= Several * Specialised)
      continue;
    Finding New;
    for (const auto &[Key, Image] : Each.Images)
      New.LostNs += Image.Facts.empty() ? 0 : Image.CompileNs;
    New.What =
        nameWithPlace(Each) + " was compiled for " + formatCount(Specialised) +
        " sets of values, and launched only " +
        formatCount(Each.NumLaunches, "time", "times") +
        (Each.Lost.empty() ? "" : "; given up since: " + Each.Lost[0].Fact) +
        ".";
    New.Advice =
        "Its values are new nearly each time: OMP_JIT_THRESHOLD=2 "
        "gives them up sooner, OMP_JIT_SPECIALIZE=none does so for all "
        "kernels.";
    Out.push_back(std::move(New));
  }
}

void findLostImages(const Model &Of, Findings &Out) {
  if (!Of.Cache.NumLost || !isWorthIt(Of.Cache.LostNs, Of))
    return;
  Finding New;
  New.LostNs = Of.Cache.LostNs;
  New.What = formatCount(Of.Cache.NumLost, "image", "images") +
             " of this run, compiled in " + formatTime(Of.Cache.LostNs) +
             ", cannot be used by the next one, because nothing stored them.";
  New.Advice = "Set OMP_JIT_CACHE=disk; OMP_JIT_INFO=2 says why an image is "
               "not stored.";
  Out.push_back(std::move(New));
}

void findUnloads(const Model &Of, Findings &Out) {
  for (const Kernel &Each : Of.Kernels) {
    if (!Each.NumUnloads)
      continue;
    Out.push_back({"Images of " + nameWithPlace(Each) + " were unloaded " +
                       formatCount(Each.NumUnloads, "time", "times") +
                       " to make room for others.",
                   "Give compiled code more memory with OMP_JIT_MEMORY.", 0});
  }
}

void findAllocations(const Model &Of, Findings &Out) {
  for (const Kernel &Each : Of.Kernels) {
    const uint64_t Copied = Each.BytesTo + Each.BytesFrom;
    if (Each.NumLaunches < 10 || Each.DataNs * 2 < Each.ConstructNs ||
        !isWorthIt(Each.DataNs, Of))
      continue;
    Out.push_back(
        {"Regions of " + nameWithPlace(Each) + " spend " +
             formatShare(Each.DataNs, Each.ConstructNs) +
             " of their time on data: " + formatTime(Each.DataNs) + " for " +
             formatBytes(Copied) + " in " +
             formatCount(Each.NumLaunches, "launch", "launches") + ".",
         "Keep the data on the device between launches: 'target data', "
         "'target enter data', and 'map(to:)' or 'map(from:)' instead of "
         "'tofrom'.",
         Each.DataNs});
  }
}

void findSlowerImages(const Model &Of, Findings &Out) {
  for (const Kernel &Each : Of.Kernels)
    for (const Trial &Tried : Each.Trials)
      if (Tried.IsDemoted)
        Out.push_back({"In " + nameWithPlace(Each) + ", " + Tried.Why + ".",
                       "Nothing has to be changed; OMP_JIT_SPECIALIZE says for "
                       "what kernels are compiled at all.",
                       0});
}

void findStandIns(const Model &Of, Findings &Out) {
  for (const Kernel &Each : Of.Kernels) {
    if (Each.NumStandIns < 10 || Each.NumStandIns * 2 < Each.NumLaunches ||
        !isWorthIt(Each.StandInNs, Of))
      continue;
    Out.push_back({formatCount(Each.NumStandIns) + " of " +
                       formatCount(Each.NumLaunches, "launch", "launches") +
                       " of " + nameWithPlace(Each) + " ran a stand-in, " +
                       formatTime(Each.StandInNs) + " of " +
                       formatTime(Each.TotalNs) +
                       ": the images that they wanted were not compiled yet.",
                   "Compile in advance (OMP_JIT_RECORD and 'omp-jit-cache "
                   "warm'), or with more threads (OMP_JIT_THREADS). A kernel "
                   "with a native image gets its own when launches have taken "
                   "eight times as long as the compile, in all runs together.",
                   0});
  }
}

void findFailures(const Model &Of, Findings &Out) {
  for (const auto &[Why, Number] : Of.Failures)
    Out.push_back({formatCount(Number, "launch", "launches") +
                       " got no image: " + Why + ".",
                   "OMP_JIT_INFO=3 shows each step.", 0});
}

/// Memory of threads that is less than this is hardly noticed.
bool isMuch(const Usage &Of) {
  constexpr uint64_t MuchSpilled = 32, MuchPrivate = 128;
  return Of.SpilledBytes ? *Of.SpilledBytes >= MuchSpilled
                         : Of.PrivateBytes >= MuchPrivate;
}

std::string spillText(const Usage &Of) {
  const std::string Registers =
      formatCount(Of.Registers, "register", "registers");
  return Of.SpilledBytes
             ? " spills " + formatBytes(*Of.SpilledBytes) +
                   " of each thread to memory: " + Registers +
                   " do not suffice."
             : " keeps " + formatBytes(Of.PrivateBytes) +
                   " of each thread in memory, besides " + Registers +
                   ": arrays, or what registers do not suffice "
                   "for.";
}

void findSpills(const Model &Of, Findings &Out) {
  for (const Kernel &Each : Of.Kernels) {
    const Usage &Uses = Each.largestUsage();
    if (!isMuch(Uses) || !isWorthIt(Each.TotalNs, Of))
      continue;
    // In smaller teams a thread may have more registers, up to what
    // instructions can name.
    constexpr uint64_t AllRegisters = 250;
    Out.push_back(
        {nameWithPlace(Each) + spillText(Uses),
         Uses.Registers < AllRegisters
             ? "In teams of fewer threads each has more registers: "
               "'thread_limit(128)' at the construct. If that does not help, "
               "make private arrays smaller, or divide the region."
             : "A thread cannot have many more registers: make private arrays "
               "smaller, unroll loops less, or divide the region.",
         0});
  }
}

void findUnevenRanks(const Model &Of, Findings &Out) {
  if (Of.Ranks.size() < 2)
    return;
  std::vector<const Rank *> Order;
  Order.reserve(Of.Ranks.size());
  for (const Rank &Each : Of.Ranks)
    Order.push_back(&Each);
  std::sort(Order.begin(), Order.end(), [](const Rank *A, const Rank *B) {
    return A->KernelNs < B->KernelNs;
  });
  const Rank &Most = *Order.back(), &Middle = *Order[(Order.size() - 1) / 2];
  const uint64_t More = Most.KernelNs - Middle.KernelNs;
  if (More * 10 < Middle.KernelNs * 3 || !isWorthIt(More, Of))
    return;
  Out.push_back({"The kernels of " + Most.Name + " ran " +
                     formatTime(Most.KernelNs) + ", those of " + Middle.Name +
                     ", the median, " + formatTime(Middle.KernelNs) + ".",
                 "Divide the work more evenly, or check that no other process "
                 "uses the device of " +
                     Most.Name + ".",
                 More});
}

void findCutOffTraces(const Model &Of, Findings &Out) {
  for (const Rank &Each : Of.Ranks)
    if (!Each.HasEnd)
      Out.push_back({"The trace of " + Each.Name +
                         " has no end: the program was ended by a signal or by "
                         "_exit(), or is still running.",
                     "What happened before that is complete.", 0});
}

} // namespace

std::vector<Finding> report::findIn(const Model &Of) {
  Findings Out;
  for (auto *Each :
       {findFailures, findWaiting, findRepeatedCopies, findOverhead,
        findAllocations, findUnusedImages, findLostImages, findUnevenRanks,
        findUnloads, findSlowerImages, findStandIns, findSpills,
        findCutOffTraces})
    Each(Of, Out);
  std::sort(Out.begin(), Out.end(), [](const Finding &A, const Finding &B) {
    return A.LostNs != B.LostNs ? A.LostNs > B.LostNs : A.What < B.What;
  });
  return Out;
}
