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
//   ,{"name":"thread_name",...}
//   ,{...}
//   ]
//
// The first event of a thread is preceded by the thread's name. What is passed
// at once is appended by one write(2): nothing is lost when the program
// crashes, and no thread of the program waits for another one. Events that come
// often are collected before; then a thread of the file's own appends them.
// Viewers do not need the closing bracket.
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

#include "ompjit/Support/ThreadId.h"

#include <atomic>
#include <cstdint>
#include <functional>
#include <initializer_list>
#include <string>
#include <string_view>

namespace ompjit {

class TraceBuffer;

class TraceFile {
public:
  /// Receives the file's path and the reason why it cannot be written.
  using Warning =
      std::function<void(const std::string &Path, const std::string &Why)>;

  /// Returns events about the calling process, for the begin of its file; they
  /// are separated as in write(). May be empty.
  using Header = std::function<std::string()>;

  /// \p Name: %p stands for the process id.
  TraceFile(std::string Name, Warning Warn, Header DescribeProcess = {})
      : Name(std::move(Name)), Warn(std::move(Warn)),
        DescribeProcess(std::move(DescribeProcess)) {}
  /// Leaves the file as it is, without its end.
  ~TraceFile();
  TraceFile(const TraceFile &) = delete;
  TraceFile &operator=(const TraceFile &) = delete;

  /// Appends an event, a JSON object, or several, separated by "\n,".
  void write(std::string_view Events);

  /// The same for events of which a thread has many, in pieces: collects them,
  /// and writes them when there are 32 KiB of them, at a later call after 10
  /// ms, at the end of the thread, in finish(), and before a signal ends the
  /// program. 32 KiB are written by a thread of the file's own, unless there is
  /// none, or it lags behind so far that 256 KiB are collected; see
  /// TraceBuffers.h. \p NowNs is the time of the monotonic clock.
  void writeSoon(std::initializer_list<std::string_view> Pieces,
                 uint64_t NowNs);

  /// The file's name for the calling process.
  std::string path() const;

  /// Ends the file. Later events are ignored. Returns whether this process has
  /// a whole file.
  bool finish();

  /// Whether this process may have a file of that name.
  bool belongsToProcess() const;

  /// Whether there has been no event, in this process or before it was forked.
  bool isUnused() const;

private:
  struct Sink;

  static void writeLines(void *Self, std::string_view Lines);
  void writeNow(std::initializer_list<std::string_view> Pieces);
  bool handOver(TraceBuffer &);

  Sink *sink();
  void open(Sink &);
  int file(Sink &);
  void append(Sink &, std::string_view Text);
  void giveUp(Sink &, const std::string &Why);

  const std::string Name;
  const Warning Warn;
  const Header DescribeProcess;
  const pid_t FirstProcess = currentProcess();
  /// The process that opens, or has opened, the current sink.
  std::atomic<int> OpenedBy = 0;
  std::atomic<Sink *> Current = nullptr;
};

} // namespace ompjit

#endif // OMPJIT_SUPPORT_TRACEFILE_H
