//===- ompjit/Jit/Settings.h - The OMP_JIT_* variables --------------------===//
//
// Part of the OMP-JIT project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The settings of the JIT engine, read once from the environment. One table
// (Settings.cpp) holds name, meaning, default and parser of every variable;
// docs/variables.md is generated from it.
//
//===----------------------------------------------------------------------===//

#ifndef OMPJIT_JIT_SETTINGS_H
#define OMPJIT_JIT_SETTINGS_H

#include "ompjit/FactTraits.h"

#include <cstdint>
#include <functional>
#include <string>
#include <vector>

namespace ompjit::jit {

enum class CacheMode { Off, Memory, Disk };

enum class PipelineMode { Auto, Quick, Full };

/// Where compiles run.
enum class CompilerPlace {
  Thread,  ///< In the program.
  Process, ///< In processes of the program's own.
  Node     ///< In processes that all programs of the user share.
};

/// Where compiles fail, for tests of what happens then.
struct FaultSetting {
  std::string Point;             ///< "KIND@STAGE"; empty: nowhere.
  bool IsForSpecialized = false; ///< Only compiles of specialised images fail.

  /// True if compiles do not fail but give slower images than usual.
  bool givesPoorCode() const { return Point == "poor@optimise"; }
};

/// What becomes of counts of branches.
enum class CountMode {
  Off,  ///< Those of earlier runs are not used.
  Use,  ///< Those of earlier runs are used.
  Count ///< This run counts.
};

struct Settings {
  bool Enabled = true;       ///< OMP_JIT
  uint32_t Specialize = ~0u; ///< OMP_JIT_SPECIALIZE: bits of Specialization.
  uint32_t Threshold = 8;    ///< OMP_JIT_THRESHOLD: T of the tracker.
  double Ratio = 0.5;        ///< OMP_JIT_RATIO: R of the tracker, 0 to 1.
  CacheMode Cache = CacheMode::Disk; ///< OMP_JIT_CACHE
  std::string CacheDir; ///< OMP_JIT_CACHE_DIR; empty: no folder known.
  uint64_t CacheSizeBytes = uint64_t(1) << 30; ///< OMP_JIT_CACHE_SIZE
  std::vector<std::string> CacheBundles;       ///< OMP_JIT_CACHE_BUNDLES
  std::string CacheRemote; ///< OMP_JIT_CACHE_REMOTE, a URL; empty: none.
  /// OMP_JIT_CACHE_REMOTE_SECRET: a path or NoSecret; empty: no remote cache.
  std::string CacheRemoteSecret;
  static constexpr char NoSecret[] = "none";
  uint32_t CacheRemoteWaitMs = 10;            ///< OMP_JIT_CACHE_REMOTE_WAIT
  uint64_t MemoryBytes = uint64_t(256) << 20; ///< OMP_JIT_MEMORY
  uint32_t OptLevel = 3;                      ///< OMP_JIT_OPT_LEVEL
  PipelineMode Pipeline = PipelineMode::Auto; ///< OMP_JIT_PIPELINE
  uint32_t Lanes = 0;                         ///< OMP_JIT_LANES, as a request's
  /// OMP_JIT_NONTEMPORAL, as a request's.
  uint64_t NontemporalBytes = uint64_t(8) << 20;
  uint32_t Prefetch = 0; ///< OMP_JIT_PREFETCH, as a request's.
  /// OMP_JIT_PROFILE: files, and whether the cache's choices are used as well.
  std::vector<std::string> Profiles;
  bool UsesProfiles = true;
  CountMode Counting = CountMode::Use; ///< OMP_JIT_COUNT
  bool Async = true;                   ///< OMP_JIT_ASYNC
  bool Trial = true;                   ///< OMP_JIT_TRIAL
  uint32_t Threads = 0;      ///< OMP_JIT_THREADS; 0: chosen by the number of
                             ///< processors.
  uint32_t ExitWaitMs = 100; ///< OMP_JIT_EXIT_WAIT
  CompilerPlace Compiler = CompilerPlace::Thread; ///< OMP_JIT_COMPILER
  uint64_t CompileMemoryBytes = 0; ///< OMP_JIT_COMPILE_MEMORY; 0: no limit.
  uint32_t TimeLimitMs = 300000;   ///< OMP_JIT_TIME_LIMIT; 0: none.
  std::string NvJitLink;           ///< OMP_JIT_NVJITLINK, a path; empty: found.
  FaultSetting Fault;              ///< OMP_JIT_FAULT
  uint32_t InfoLevel = 0;          ///< OMP_JIT_INFO
  std::string TraceFile;           ///< OMP_JIT_TRACE; empty: none.
  std::string ReportFile;          ///< OMP_JIT_REPORT, %p kept; empty: none.
  bool Summarize = false;          ///< OMP_JIT_SUMMARY
  std::string StatsFile;           ///< OMP_JIT_STATS, %p replaced; empty: none.
  std::string DumpFolder;          ///< OMP_JIT_DUMP, %p replaced; empty: none.
  std::string RecordFile; ///< OMP_JIT_RECORD, %p replaced; empty: none.

  bool specializes(Specialization Kind) const { return Specialize & Kind; }

  /// Reads the variables. A value that does not parse keeps the default and
  /// adds a sentence that names the variable, the value and what is accepted.
  /// An OMP_JIT_* variable that does not exist is named too.
  static Settings fromEnvironment(char **Environment,
                                  std::vector<std::string> &Warnings);
};

/// Text of docs/variables.md: the table of variables as Markdown.
std::string settingsAsMarkdown();

} // namespace ompjit::jit

#endif // OMPJIT_JIT_SETTINGS_H
