//===- Trace.h - The events of OMP_JIT_TRACE ------------------------------===//
//
// Part of the OMP-JIT project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Writes slow launches, compiles, the cache, the tracker and counters as events
// to a TraceFile. Launches that find their image are no events: an observer of
// the runtime writes all kernels to the same file.
//
// A "flow" leads from the end of a compile to the place where its image is
// loaded; both name the image's key.
//
// Private to the engine. Thread-safe.
//
//===----------------------------------------------------------------------===//

#ifndef OMPJIT_JIT_TRACE_H
#define OMPJIT_JIT_TRACE_H

#include "ompjit/Cache/Key.h"
#include "ompjit/Support/TraceFile.h"

#include <atomic>
#include <cstdint>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace ompjit::jit {

/// Returns the time of the steady clock in nanoseconds.
uint64_t nowNs();

/// Returns the digits by which traces and the files of OMP_JIT_DUMP name an
/// image.
inline std::string shortKey(const cache::Key &Key) {
  return Key.hex().substr(0, 16);
}

class Trace {
public:
  using Arguments = std::vector<std::pair<std::string_view, std::string>>;

  /// \p File is null if nothing is traced; otherwise it must live as long as
  /// this.
  explicit Trace(TraceFile *File) : File(File) {}

  /// To be checked before an event is put together, which allocates.
  bool isOn() const { return File != nullptr; }

  /// Writes an event of this thread that began at \p StartNs and ends now.
  void span(std::string_view Category, std::string_view Name, uint64_t StartNs,
            const Arguments &Details = {}) {
    write(Category, Name, StartNs, nowNs() - StartNs, Details);
  }
  void write(std::string_view Category, std::string_view Name, uint64_t StartNs,
             uint64_t DurationNs, const Arguments &Details);

  /// Begins the flow of an image on this thread, at \p Ns.
  void flowBegins(const cache::Key &, uint64_t Ns);
  /// Ends it in the event of this thread that contains \p Ns.
  void flowEnds(const cache::Key &, uint64_t Ns);

  /// Changes the counter of bytes in loaded images, of all devices.
  void addLoadedBytes(int64_t);
  /// Sets the counter of compiles that wait or run in the background.
  void setQueueLength(size_t);

private:
  void flow(std::string_view Phase, const cache::Key &, uint64_t Ns);
  void count(std::string_view Name, std::string_view Key, uint64_t Value);

  TraceFile *const File;
  std::atomic<int64_t> LoadedBytes{0};
  std::atomic<size_t> QueueLength{0};
};

} // namespace ompjit::jit

#endif // OMPJIT_JIT_TRACE_H
