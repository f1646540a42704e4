//===- Interop.h - Interoperability objects -------------------------------===//
//
// Part of the OMP-JIT project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The objects of `#pragma omp interop init`: the handles of a device in the
// interface of its vendor, and, for targetsync, a queue into which the program
// puts its own work through that interface. Only devices that know such handles
// have objects; for others the program gets omp_interop_none.
//
// A device may be known to several foreign runtimes. The program lists those
// that it prefers, as numbers of omp_interop_fr_t.
//
// The objects of `dispatch` constructs belong to the runtime: a thread always
// gets the same one, and a task wait synchronises it.
//
// Threads: an object may be used by any thread, but not while it is destroyed.
//
//===----------------------------------------------------------------------===//

#ifndef OMPJIT_LIBOMPTARGET_INTEROP_INTEROP_H
#define OMPJIT_LIBOMPTARGET_INTEROP_INTEROP_H

#include "ompjit/Support/Mutex.h"
#include "plugin/PluginDevice.h"

#include "ompjit/Plugin.h"
#include "ompjit/Support/Result.h"

#include <cstdint>
#include <memory>
#include <span>
#include <vector>

namespace ompjit {

enum class InteropKind : uint8_t {
  Target,     ///< Handles of the device.
  TargetSync, ///< These and a queue.
};

class Interop {
public:
  /// Makes an object for the first runtime in \p Preferred for which the device
  /// has handles, or else for the device's own runtime. Returns null if the
  /// device has no handles for other libraries.
  static Result<std::unique_ptr<Interop>>
  create(const PluginDevice &Device, InteropKind Kind,
         std::span<const int32_t> Preferred);
  /// The queue's work must be done; see synchronize().
  ~Interop();
  Interop(const Interop &) = delete;
  Interop &operator=(const Interop &) = delete;

  InteropKind kind() const { return Kind; }
  int deviceId() const { return Device.id(); }
  /// Null without targetsync.
  ompjit_queue *queue() const { return Queue; }
  /// Whether the program's work in the native queue waits for work that the
  /// runtime puts into the queue later. A stream of HIP does not.
  bool isOrdered() const;

  /// Returns the object at this address, or the one with this native queue;
  /// null if there is none (any more).
  static Interop *find(const void *Object);
  static Interop *ofNativeQueue(const void *Handle);

  /// The handles; their strings live as long as the device.
  const ompjit_native &native() const { return Native; }

  using Callback = void (*)(void *Data);
  /// Makes the next call of synchronize() call \p Function, once.
  void addCallback(Callback Function, void *Data);

  /// Waits until the queue is empty and then calls the callbacks, in the order
  /// in which they were added, even if the queue has failed.
  Status synchronize();

private:
  struct Completion {
    Callback Function;
    void *Data;
  };

  Interop(const PluginDevice &Device, InteropKind Kind)
      : Device(Device), Kind(Kind) {}

  /// Returns what the plugin's device_native returns.
  int findHandles(std::span<const int32_t> Preferred, ompjit_error &Reason);

  const PluginDevice Device;
  const InteropKind Kind;
  ompjit_queue *Queue = nullptr;
  ompjit_native Native = {};
  Mutex CallbackMutex;
  std::vector<Completion> Callbacks OMPJIT_GUARDED_BY(CallbackMutex);
};

/// The objects of all threads that belong to the runtime.
class OwnedInterops {
public:
  /// Returns the object that a thread got for a device and the same
  /// preferences; null if there is none yet.
  Interop *find(int32_t ThreadId, int DeviceId, InteropKind Kind,
                std::span<const int32_t> Preferred);
  Interop *add(int32_t ThreadId, std::span<const int32_t> Preferred,
               std::unique_ptr<Interop> New);
  bool owns(const Interop *);
  /// Returns the objects of a thread. They are never removed.
  std::vector<Interop *> all(int32_t ThreadId);

private:
  struct Row {
    int32_t ThreadId;
    std::vector<int32_t> Preferred;
    std::unique_ptr<Interop> Object;
  };

  Mutex RowsMutex;
  std::vector<Row> Rows OMPJIT_GUARDED_BY(RowsMutex);
};

} // namespace ompjit

#endif // OMPJIT_LIBOMPTARGET_INTEROP_INTEROP_H
