//===- Commands.h - Commands of omp-jit-cache -----------------------------===//
//
// Part of the OMP-JIT project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef OMPJIT_TOOLS_CACHE_COMMANDS_H
#define OMPJIT_TOOLS_CACHE_COMMANDS_H

#include "Options.h"

#include "ompjit/Cache/Inspection.h"
#include "ompjit/Jit/Settings.h"

#include <map>
#include <string>
#include <vector>

namespace ompjit::cachetool {

/// The folder that a command works on.
struct CacheFolder {
  std::string Path;
  uint64_t LimitBytes; ///< Size above which programs remove entries.
  cache::Inspection Inside;
};

struct Outcome {
  std::string Text;
  bool IsGood = true; ///< If false, the exit status is 1.
  /// The command has written its file to the standard output, so the text goes
  /// to stderr.
  bool IsOutputTaken = false;
};

Result<Outcome> stats(CacheFolder &, const Options &);
Result<Outcome> list(CacheFolder &, const Options &);
Result<Outcome> explain(CacheFolder &, const Options &);
Result<Outcome> verify(CacheFolder &, const Options &);
Result<Outcome> prune(CacheFolder &, const Options &);
Result<Outcome> clear(CacheFolder &, const Options &);
Result<Outcome> exportBundle(CacheFolder &, const Options &);
/// Imports into the folder \p Path, which is made if it does not exist.
Result<Outcome> importBundle(const std::string &Path, uint64_t LimitBytes,
                             const Options &);
Result<Outcome> verifyBundle(const Options &);
Result<Outcome> warm(jit::Settings, const Options &);

/// Says what is wrong with an entry, for people.
std::string meaningOf(cache::LoadOutcome);

struct Images {
  std::vector<cache::EntryReport> Intact; ///< Entries whose start is intact.
  uint64_t NumBad = 0;                    ///< The others.
  /// The files of programs and libraries, by the digests of their packages.
  std::map<std::string, std::string> Programs;
  /// What is bound to late-bound functions in packages, where something is.
  std::map<std::string, std::string> Bound;
  cache::FolderContents Folder; ///< Everything in the folder.
};
Result<Images> readImages(CacheFolder &);

/// Returns the file name of the program or library that the image is of, if it
/// is known, and the first digits of its package's digest.
std::string programOf(const cache::EntryReport &, const Images &);

/// Returns what is bound in it, or nothing.
std::string boundIn(const cache::EntryReport &, const Images &);

/// Returns the bytes that a file takes on the disk.
uint64_t occupiedBytes(const cache::EntryReport &);

} // namespace ompjit::cachetool

#endif // OMPJIT_TOOLS_CACHE_COMMANDS_H
