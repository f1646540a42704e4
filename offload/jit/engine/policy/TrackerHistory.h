//===- TrackerHistory.h - What trackers learnt in earlier runs ------------===//
//
// Part of the OMP-JIT project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The states of the trackers of a program's kernels, for devices of one
// architecture, kept in the cache on disk under a key of their own. It only
// saves compiles: where the cache cannot be read or written, the trackers begin
// anew, and where two processes write at once, one of them may be forgotten.
//
// Private to the engine. Thread-safe. A file is read at the first find(), and
// read and written by save().
//
//===----------------------------------------------------------------------===//

#ifndef OMPJIT_JIT_TRACKERHISTORY_H
#define OMPJIT_JIT_TRACKERHISTORY_H

#include "TrackerState.h"
#include "supply/ImageSource.h"

#include <map>

namespace ompjit::jit {

class TrackerHistory {
public:
  /// \p Like: a request for an image of the program on such a device.
  TrackerHistory(ImageSource &Source, std::shared_ptr<SharedPackage> Package,
                 const CompileRequest &Like)
      : Source(Source), Package(std::move(Package)), Like(Like) {}

  /// Nothing where the kernel has no history.
  std::optional<TrackerState> find(std::string_view Kernel);

  /// To be written by the next save().
  void note(std::string_view Kernel, const TrackerState &);

  /// Writes what was noted, together with what others wrote.
  void save();

private:
  using States = std::map<std::string, TrackerState, std::less<>>;

  States load() const;

  ImageSource &Source;
  const std::shared_ptr<SharedPackage> Package;
  const CompileRequest Like;

  std::once_flag LoadOnce;
  States Before; ///< Set once.
  Mutex Guard;
  States Noted OMPJIT_GUARDED_BY(Guard);
};

} // namespace ompjit::jit

#endif // OMPJIT_JIT_TRACKERHISTORY_H
