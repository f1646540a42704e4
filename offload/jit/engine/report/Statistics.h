//===- Statistics.h - The summary of OMP_JIT_STATS ------------------------===//
//
// Part of the OMP-JIT project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Counts what happened, per kernel, and writes it as JSON. A launch that finds
// its kernel loaded adds one to one counter of its kernel; everything else
// happens off that path.
//
// Private to the engine. Thread-safe; a kernel's counts live as long as the
// Statistics object, longer than its program.
//
//===----------------------------------------------------------------------===//

#ifndef OMPJIT_JIT_STATISTICS_H
#define OMPJIT_JIT_STATISTICS_H

#include "ompjit/Cache/LayeredStore.h"
#include "ompjit/CompileService.h"
#include "ompjit/Facts.h"
#include "ompjit/Package.h"
#include "ompjit/Plugin.h"
#include "ompjit/Support/Mutex.h"
#include "ompjit/Support/Result.h"

#include <atomic>
#include <cstdint>
#include <map>
#include <memory>
#include <set>
#include <string>
#include <vector>

namespace ompjit {
class JsonWriter;
}

namespace ompjit::jit {

class Log;

/// How a launch got its kernel; each launch counts as exactly one of these.
enum class Served { L1, L2Memory, L2Disk, Compile, Fallback };

using Counter = std::atomic<uint64_t>;

inline void increase(Counter &C, uint64_t Amount = 1) {
  C.fetch_add(Amount, std::memory_order_relaxed);
}

/// One compile, for people.
struct CompileNote {
  std::string Why; ///< Which facts differed from those of the nearest image.
  uint64_t Ns;     ///< Wall time.
  CompileTimes Times;
  std::vector<Fact> Facts;        ///< What the image is specialised for.
  bool IsBehind;                  ///< Whether no launch waited for it.
  std::vector<std::string> Loops; ///< See CompileResult.
};

/// Counts of one kernel on all devices. Aligned, so that kernels which run in
/// different threads do not share a cache line.
class alignas(64) KernelStatistics {
public:
  /// Counts a launch; returns how many were served in the same way before.
  uint64_t countLaunch(Served How) {
    return How == Served::L1 ? L1Hits.fetch_add(1, std::memory_order_relaxed)
                             : countOther(How);
  }
  uint64_t l1Hits() const { return L1Hits.load(std::memory_order_relaxed); }
  void countFailedLaunch() { increase(FailedLaunches); }
  void countCompile(uint64_t Ns) { increase(CompileNs, Ns); }
  void countImage() { increase(Images); }
  void countUnload() { increase(Unloads); }
  /// Counts a stand-in; the launch itself must be counted, too.
  void countStandIn() { increase(StandIns); }
  void countQueuedCompile(uint64_t Ns) {
    increase(BackgroundCompiles);
    increase(BackgroundCompileNs, Ns);
  }
  /// Counts a compile that ended early, since another image of the kernel has
  /// the same code; the compile itself must be counted, too.
  void countKnownCode() { increase(KnownCodes); }
  uint64_t launches() const;
  /// Whether there was a launch, even one that failed.
  bool wasLaunched() const;
  /// Adds a note, unless there are MaxNotes already.
  void addNote(CompileNote);
  /// Whether a compile tells of loops and the one before told something else.
  bool areNewLoops(const std::vector<std::string> &);
  void addSpecialized(FactName);
  void addGivenUp(FactName, std::string Why);
  /// Notes that an image was slower than the generic one.
  void addDemotion(std::string Why);
  /// Notes what an image takes of the device; the most of all images counts.
  void noteUsage(const ompjit_kernel_usage &);

private:
  friend class Statistics;

  uint64_t countOther(Served How);

  Counter L1Hits{0}, L2MemoryHits{0}, L2DiskHits{0}, Compiles{0}, Fallbacks{0};
  Counter FailedLaunches{0}, CompileNs{0}, Images{0}, StandIns{0};
  Counter Unloads{0}, Demotions{0};
  Counter BackgroundCompiles{0}, BackgroundCompileNs{0}, KnownCodes{0};
  static constexpr size_t MaxNotes = 100;

  Mutex Guard;
  std::vector<CompileNote> Notes OMPJIT_GUARDED_BY(Guard);
  uint64_t NotesLeftOut OMPJIT_GUARDED_BY(Guard) = 0;
  std::vector<std::string> LastLoops OMPJIT_GUARDED_BY(Guard);
  std::set<FactName> Specialized OMPJIT_GUARDED_BY(Guard);
  std::map<FactName, std::string> GivenUp OMPJIT_GUARDED_BY(Guard);
  std::vector<std::string> Demoted OMPJIT_GUARDED_BY(Guard);
  ompjit_kernel_usage Most OMPJIT_GUARDED_BY(Guard) = {0, 0, -1, 0};
};

/// Counts of the images that are loaded before any kernel.
struct BaseStatistics {
  Counter Compiles{0}, CompileNs{0}, L2MemoryHits{0}, L2DiskHits{0},
      NativeImages{0};
};

/// Counts of the packages that are linked from fragments.
struct LinkStatistics {
  Counter Links{0}, LinkNs{0}, L2MemoryHits{0}, L2DiskHits{0};
};

class Statistics {
public:
  /// Returns the same object for the same package and kernel.
  KernelStatistics &kernel(const package::Digest &, std::string_view Symbol);

  BaseStatistics Base;
  LinkStatistics Linked;

  /// \p Stores may be null.
  std::string toJson(cache::LayeredStore *Stores);
  /// Writes that to a file; warns if it cannot be written.
  void writeTo(const std::string &File, cache::LayeredStore *Stores,
               const Log &Lines);

private:
  using Name = std::pair<package::Digest, std::string>;
  /// Rows are never removed, so that pointers to them stay valid.
  using Row = std::pair<const Name, std::unique_ptr<KernelStatistics>>;

  std::vector<Row *> rows();
  static std::string nameInReport(const Row &, const std::vector<Row *> &);
  static void writeKernel(JsonWriter &, const std::string &Name,
                          KernelStatistics &);
  static void writeNote(JsonWriter &, const CompileNote &);
  static void writeUsage(JsonWriter &, const ompjit_kernel_usage &);
  void writeTotals(JsonWriter &, const std::vector<Row *> &) const;

  Mutex Guard;
  std::map<Name, std::unique_ptr<KernelStatistics>>
      Kernels OMPJIT_GUARDED_BY(Guard);
};

} // namespace ompjit::jit

#endif // OMPJIT_JIT_STATISTICS_H
