//===- TraceFile.h - A trace that survives its program --------------------===//
//
// Part of the OMP-JIT project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A file in the JSON array format of Chrome's trace viewer and Perfetto:
//
//   [
//   {"name":"process_name",...}
//   ,{...}
//   ]
//
// Each event is one append by write(2): nothing is lost when the program
// crashes, and no thread waits for another one. A viewer does not miss the
// closing bracket.
//
// The file is opened at the first event, and once more where the program has
// closed it. After a fork the parent's file is the
// parent's: the child has a file of its own where the name says %p, and none
// otherwise.
//
// Failures: the first one is told to \p Warn, and nothing more is written.
// Threads: everything may be called from any thread at any time; finish() waits
// for the writes that have begun.
//
//===----------------------------------------------------------------------===//

#ifndef OMPJIT_SUPPORT_TRACEFILE_H
#define OMPJIT_SUPPORT_TRACEFILE_H

#include <atomic>
#include <cstdint>
#include <functional>
#include <string>
#include <string_view>

namespace ompjit {

class TraceFile {
public:
  /// Gets the file's path and why it cannot be written.
  using Warning =
      std::function<void(const std::string &Path, const std::string &Why)>;

  /// \p Name: %p stands for the process id.
  TraceFile(std::string Name, Warning Warn)
      : Name(std::move(Name)), Warn(std::move(Warn)) {}
  /// Leaves the file as it is.
  ~TraceFile();
  TraceFile(const TraceFile &) = delete;
  TraceFile &operator=(const TraceFile &) = delete;

  /// Appends an event, a JSON object.
  void write(std::string_view Event);

  /// Ends the file. Later events are ignored.
  void finish();

private:
  struct Sink;

  Sink *sink();
  void open(Sink &);
  int file(Sink &);
  void append(Sink &, std::string_view Text);
  void giveUp(Sink &, const std::string &Why);

  const std::string Name;
  const Warning Warn;
  const int FirstProcess = currentProcess();
  /// The process that opens, or has opened, its sink.
  std::atomic<int> OpenedBy = 0;
  std::atomic<Sink *> Current = nullptr;

  static int currentProcess();
};

/// A JSON string with its quotes. What is not UTF-8 becomes question marks.
} // namespace ompjit

#endif // OMPJIT_SUPPORT_TRACEFILE_H
