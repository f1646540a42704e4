//===- TrackerHistory.h - The trackers' states from earlier runs ----------===//
//
// Part of the OMP-JIT project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Keeps the states of the trackers of a program's kernels, for devices of one
// architecture, in the cache on disk under a key of their own. They only save
// compiles: if the cache cannot be read or written, the trackers start from
// nothing, and if two processes write at once, the states of one may be lost.
//
// Private to the engine. Thread-safe. The first find() reads a file, and save()
// reads and writes it.
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
  /// \p Sample is a request for an image of the program on such a device.
  TrackerHistory(ImageSource &Source, std::shared_ptr<SharedPackage> Package,
                 const CompileRequest &Sample)
      : Source(Source), Package(std::move(Package)), Sample(Sample) {}

  /// Returns nothing if the kernel has no history.
  std::optional<TrackerState> find(std::string_view Kernel);

  /// Notes a state, which the next save() writes.
  void note(std::string_view Kernel, const TrackerState &);

  /// Writes the noted states, merged with those that other processes wrote.
  void save();

private:
  using States = std::map<std::string, TrackerState, std::less<>>;

  States load() const;

  ImageSource &Source;
  const std::shared_ptr<SharedPackage> Package;
  const CompileRequest Sample;

  std::once_flag LoadOnce;
  States Before; ///< Set once.
  Mutex Guard;
  States Noted OMPJIT_GUARDED_BY(Guard);
};

} // namespace ompjit::jit

#endif // OMPJIT_JIT_TRACKERHISTORY_H
