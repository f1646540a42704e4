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
// Each event is appended by one write(2): nothing is lost when the program
// crashes, and no thread waits for another one. Viewers do not need the closing
// bracket.
//
// The file is opened at the first event, and once more if the program has
// closed it. After a fork the child does not write to the parent's file: it has
// a file of its own if the name contains %p, and none otherwise.
//
// Failures: the first one is reported to \p Warn, and nothing more is written.
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
  /// Receives the file's path and the reason why it cannot be written.
  using Warning =
      std::function<void(const std::string &Path, const std::string &Why)>;

  /// \p Name: %p stands for the process id.
  TraceFile(std::string Name, Warning Warn)
      : Name(std::move(Name)), Warn(std::move(Warn)) {}
  /// Leaves the file as it is, without its end.
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
  /// The process that opens, or has opened, the current sink.
  std::atomic<int> OpenedBy = 0;
  std::atomic<Sink *> Current = nullptr;

  static int currentProcess();
};

} // namespace ompjit

#endif // OMPJIT_SUPPORT_TRACEFILE_H
