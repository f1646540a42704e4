//===- ImageFinisher.h - Machine code, made by a device's plugin ----------===//
//
// Part of the OMP-JIT project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// If compiles produce assembly, the plugin makes the image that is kept
// (ompjit_plugin::image_finish). Compiles may outlive the program that
// requested them: its removal waits for none, as the caller may hold the
// dynamic linker's lock. The engine waits for them when it ends, before devices
// can be closed.
//
// Private to the engine. Thread-safe; no lock is held while the plugin works.
//
//===----------------------------------------------------------------------===//

#ifndef OMPJIT_JIT_IMAGEFINISHER_H
#define OMPJIT_JIT_IMAGEFINISHER_H

#include "ompjit/Plugin.h"
#include "ompjit/Support/Mutex.h"

#include <atomic>
#include <chrono>
#include <map>
#include <memory>
#include <mutex>
#include <string>
#include <vector>

#include <sys/types.h>

namespace ompjit::jit {

class ImageFinisher : public std::enable_shared_from_this<ImageFinisher> {
public:
  ImageFinisher(const ompjit_plugin &Plugin, ompjit_device *Handle);

  enum class How {
    Finished,
    Failed,
    NotInstalled, ///< The plugin cannot finish images; the assembly stays the
                  ///< image.
    Closed,
  };
  struct Outcome {
    How Ended = How::Closed;
    std::string Text; ///< The image, or the reason why there is none.
  };

  /// Returns false if open() must be called before finish().
  bool isOpen() const { return IsOpen.load(std::memory_order_acquire); }
  /// Opens libraries, and must therefore be called withLinker. Does nothing
  /// after the first call. Returns why the device makes no machine code; empty
  /// if it does.
  std::string open();

  /// Has the plugin finish an image. \p Fault is as in CompileRequest. A \p
  /// Limit of 0 is no limit; after the limit, the plugin may still run for a
  /// while.
  Outcome finish(std::string Bytes, std::string Label, std::string Fault,
                 std::chrono::milliseconds Limit);

  /// Whether a call found that the plugin cannot finish images.
  bool isMissing() const { return IsMissing.load(std::memory_order_relaxed); }

  /// Makes openWanted() open it.
  void wantOpen() { IsWanted.store(true, std::memory_order_relaxed); }
  bool isWanted() const { return IsWanted.load(std::memory_order_relaxed); }

  /// Waits for calls of the plugin and allows none afterwards.
  void close();

private:
  struct Task;
  void work(Task &);
  Outcome call(const std::string &Bytes, const std::string &Label);

  const ompjit_plugin &Plugin;
  ompjit_device *const Handle;
  const pid_t Process;
  std::atomic<unsigned> NumCalls{0};
  std::atomic<bool> IsClosed{false};
  std::atomic<bool> IsMissing{false};
  std::once_flag OpenOnce;
  std::atomic<bool> IsOpen;
  std::atomic<bool> IsWanted{false};
};

/// The finishers, one for each device that finishes images. The destructor
/// closes them.
class ImageFinishers {
public:
  ~ImageFinishers() { close(); }

  /// Closes all finishers; further ones are closed from the start.
  void close();

  /// Opens the finishers that a compile has found not to be open. Returns why
  /// some make no machine code.
  std::vector<std::string> openWanted();

  /// Returns the device's finisher; null if the plugin finishes no images.
  std::shared_ptr<ImageFinisher> of(const ompjit_plugin &Plugin,
                                    ompjit_device *Handle);

private:
  Mutex Guard;
  std::map<ompjit_device *, std::shared_ptr<ImageFinisher>>
      Known OMPJIT_GUARDED_BY(Guard);
  bool IsClosed OMPJIT_GUARDED_BY(Guard) = false;
};

} // namespace ompjit::jit

#endif // OMPJIT_JIT_IMAGEFINISHER_H
