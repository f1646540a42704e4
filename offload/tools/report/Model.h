//===- Model.h - What a job did with its devices -------------------------===//
//
// Part of the OMP-JIT project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

// The figures of a report, from the traces of all ranks. Times are in
// nanoseconds, and places on the time line are counted from the first event of
// all traces.
//
//===----------------------------------------------------------------------===//

#ifndef OMPJIT_TOOLS_REPORT_MODEL_H
#define OMPJIT_TOOLS_REPORT_MODEL_H

#include <cstdint>
#include <map>
#include <optional>
#include <set>
#include <string>
#include <tuple>
#include <utility>
#include <vector>

namespace ompjit::report {

/// What a kernel takes of a GPU.
struct Usage {
  uint64_t Registers = 0;    ///< Of each thread. 0: nothing of this is known.
  uint64_t PrivateBytes = 0; ///< Memory of each thread.
  std::optional<uint64_t> SpilledBytes; ///< Part of it, where that is known.
  uint64_t SharedBytes = 0;             ///< Of a team.

  bool isKnown() const { return Registers != 0; }
};

/// One image of a kernel. What the trace does not tell is empty or 0.
struct Image {
  std::string Key;   ///< Also in the names of the files of OMP_JIT_DUMP.
  std::string Facts; ///< Empty for the image that serves any values.
  std::string Pipeline;
  std::string Why;     ///< What differed from the nearest image.
  std::string Where;   ///< "launch" or "background".
  std::string Loops;   ///< What became of loops that may be in vectors.
  std::string Outcome; ///< Of the last compile.
  uint64_t NumCompiles = 0, CompileNs = 0, Bytes = 0;
  std::vector<std::pair<std::string, uint64_t>> Stages; ///< Of the first one.
  uint64_t NumReadFromDisk = 0, NumStored = 0, NumLoads = 0;
  Usage Uses;
};

struct Trial {
  std::string Facts, Ratio, Why;
  bool IsDemoted = false;
};

struct GivenUp {
  std::string Fact, Why;
};

/// A target region, on all devices and ranks.
struct Kernel {
  std::string Name, Symbol;
  std::set<std::string> Places; ///< "a.cpp:12:3"
  uint64_t NumLaunches = 0;
  uint64_t NumStandIns = 0, StandInNs = 0;
  /// How long it ran, where that is known: each run.
  std::vector<uint64_t> RunNs;
  uint64_t TotalNs = 0, MedianNs = 0, MaxNs = 0; ///< Of RunNs.
  uint64_t ConstructNs = 0; ///< Its regions, with data, waiting and overhead.
  uint64_t DataNs = 0;      ///< Data operations of its regions.
  uint64_t BytesTo = 0, BytesFrom = 0;
  uint64_t WaitedNs = 0; ///< Launches that waited for their image.
  std::map<std::string, uint64_t> SlowLaunches; ///< Numbers, by outcome.
  std::map<std::string, Image> Images;          ///< By key.
  std::vector<Trial> Trials;
  std::vector<GivenUp> Lost;
  uint64_t NumUnloads = 0;
  Usage NativeUses; ///< Of the image that was made ahead of time.

  /// Time of regions that is neither kernel nor data nor waiting.
  uint64_t overheadNs() const;
  uint64_t numCompiles() const;
  /// Returns the usage with the most private memory among those of all images.
  const Usage &largestUsage() const;
};

/// Copies of one variable, or of one address if its name is not known.
struct Mapping {
  std::string Item, Declared;
  std::set<std::string> Places; ///< Of the constructs that copy it.
  uint64_t NumTo = 0, NumFrom = 0, BytesTo = 0, BytesFrom = 0, Ns = 0;
  uint64_t NumAllocations = 0;
  /// The most copies to the device of the same bytes of a process.
  uint64_t MostRepeated = 0, RepeatedBytes = 0;
  /// By process, address and size.
  std::map<std::tuple<size_t, std::string, uint64_t>, uint64_t> CopiesTo;

  bool isRepeated() const;
};

struct CacheUse {
  bool IsUsed = false; ///< Whether there was anything to compile at all.
  std::map<std::string, uint64_t> LookUps, Stores; ///< Numbers, by outcome.
  uint64_t NumFromDisk = 0, FromDiskNs = 0;        ///< Without waiting.
  /// For images that other processes compiled meanwhile.
  uint64_t NumAwaited = 0, AwaitedNs = 0;
  uint64_t NumCompiles = 0, CompileNs = 0;
  uint64_t NumBehind = 0, BehindNs = 0; ///< Part of them: in the background.
  /// Images that are on disk now, and the compiles whose images are not.
  uint64_t NumStored = 0, NumLost = 0, LostNs = 0;
};

struct Rank {
  std::string Name; ///< "rank 3", or "process 4711".
  std::string Host, File, Program;
  std::vector<std::string> Devices;
  uint64_t BeginNs = 0, EndNs = 0; ///< On the time line.
  uint64_t NumLaunches = 0, KernelNs = 0, CopyNs = 0, CopyBytes = 0;
  uint64_t WaitedNs = 0, WaitedEarlyNs = 0; ///< Early: in the first 2 s.
  uint64_t ConstructNs = 0, NumCompiles = 0;
  bool HasEnd = false, IsAsync = true;

  uint64_t wallNs() const { return EndNs - BeginNs; }
};

enum class Kind : uint8_t {
  Construct,
  Kernel,
  Run,
  CopyTo,
  CopyFrom,
  Data,
  Compile,
  Stage,
  Cache,
  Wait,
  Load,
  Mark,
};

/// A bar on the time line.
struct Bar {
  Kind What = Kind::Mark;
  bool IsStandIn = false;
  unsigned Depth = 0;
  uint64_t BeginNs = 0, EndNs = 0;
  std::string Name, Details;
  uint64_t Count = 1; ///< More for several that were drawn as one.
};

struct Lane {
  std::string Name;
  size_t Rank = 0;
  std::vector<Bar> Bars; ///< By depth, then by begin.
  unsigned Depth = 1;    ///< Of the deepest bar, plus one.
};

/// From the end of a compile to where its image is loaded.
struct Arrow {
  size_t FromLane = 0, ToLane = 0;
  uint64_t FromNs = 0, ToNs = 0;
};

struct CounterLine {
  std::string Name;
  size_t Rank = 0;
  std::vector<std::pair<uint64_t, uint64_t>> Steps; ///< When, and value.
};

struct Model {
  std::vector<Rank> Ranks;
  std::vector<Kernel> Kernels;   ///< By total time, longest first.
  std::vector<Mapping> Mappings; ///< By time, longest first.
  CacheUse Cache;
  std::vector<Lane> Lanes;
  std::vector<Arrow> Arrows;
  std::vector<CounterLine> Counters;
  std::map<std::string, uint64_t> Failures; ///< Launches without an image.
  uint64_t WallNs = 0;
  std::string DumpFolder;

  const Kernel *findKernel(const std::string &Name) const;
};

} // namespace ompjit::report

#endif // OMPJIT_TOOLS_REPORT_MODEL_H
