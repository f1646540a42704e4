//===- TrackerHistory.h - What earlier runs know of kernels ---------------===//
//
// Part of the OMP-JIT project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Keeps the states of the trackers of a program's kernels, and how long these
// ran their native images, for devices of one architecture, in the cache on
// disk under a key of their own. They only decide about compiles: if the cache
// cannot be read or written, everything starts from nothing, and if two
// processes write at once, what one of them knows may be lost.
//
// Private to the engine. Thread-safe. The first find() or nativeNs() reads a
// file, and save() reads and writes it.
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

  /// Returns how long launches of the kernel ran its native image in earlier
  /// runs, for want of another one.
  uint64_t nativeNs(std::string_view Kernel);

  /// Note a state, and such a time of this run. The next save() writes them.
  void note(std::string_view Kernel, const TrackerState &);
  void addNativeNs(std::string_view Kernel, uint64_t Ns);

  /// Writes the noted states, merged with those that other processes wrote.
  void save();

private:
  struct Known {
    std::map<std::string, TrackerState, std::less<>> States;
    std::map<std::string, uint64_t, std::less<>> NativeNs;
  };

  Known load() const;
  const Known &before();

  ImageSource &Source;
  const std::shared_ptr<SharedPackage> Package;
  const CompileRequest Sample;

  std::once_flag LoadOnce;
  Known Before; ///< Set once.
  Mutex Guard;
  Known Noted OMPJIT_GUARDED_BY(Guard);
};

} // namespace ompjit::jit

#endif // OMPJIT_JIT_TRACKERHISTORY_H
