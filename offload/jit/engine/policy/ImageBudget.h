//===- ImageBudget.h - How much may be loaded on a device -----------------===//
//
// Part of the OMP-JIT project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// OMP_JIT_MEMORY. Before an image is loaded, those that were not used for the
// longest time make room: they are *retired*, so that no launch finds them any
// more, and unloaded once nobody runs them. A launch that wants one again gets
// it from memory or disk, as at the first time. The base image stays.
//
// Time is counted in images that were loaded. A launch notes the time in what
// it uses, unless that is there already: it writes nothing while nothing is
// loaded.
//
// Private to the engine. Thread-safe.
//
//===----------------------------------------------------------------------===//

#ifndef OMPJIT_JIT_IMAGEBUDGET_H
#define OMPJIT_JIT_IMAGEBUDGET_H

#include "ompjit/Support/Mutex.h"

#include <atomic>
#include <cstdint>
#include <map>
#include <memory>
#include <optional>
#include <vector>

struct ompjit_device;

namespace ompjit::jit {

/// Somebody who has images loaded on the device.
class ImageHolder {
public:
  virtual ~ImageHolder() = default;
  /// When that of its images was used that was used longest ago; nothing if it
  /// has none that may go.
  virtual std::optional<uint64_t> coldest() = 0;
  /// Retires that one; its bytes.
  virtual uint64_t retireColdest() = 0;
  /// Unloads what was retired and is not in use; the bytes.
  virtual uint64_t unloadRetired() = 0;
  /// Bytes that are loaded, and those of retired images among them.
  struct Held {
    uint64_t Bytes = 0, RetiredBytes = 0;
  };
  virtual Held held() = 0;
};

class ImageBudget {
public:
  explicit ImageBudget(uint64_t LimitBytes) : LimitBytes(LimitBytes) {}

  uint64_t now() const { return Now.load(std::memory_order_relaxed); }

  /// For an image that will be loaded by a launch. To be called withLinker.
  void makeRoom(uint64_t Bytes);
  /// It was loaded; when. Launches from now on are later.
  uint64_t add(ImageHolder &, uint64_t Bytes);
  /// It goes, with what it holds.
  void remove(ImageHolder &);

private:
  void unloadRetired() OMPJIT_REQUIRES(Guard);
  bool retireOne() OMPJIT_REQUIRES(Guard);

  const uint64_t LimitBytes;
  std::atomic<uint64_t> Now{1};

  /// Held while images are unloaded, and before a holder's lock.
  Mutex Guard;
  uint64_t LoadedBytes OMPJIT_GUARDED_BY(Guard) = 0;
  uint64_t RetiredBytes OMPJIT_GUARDED_BY(Guard) = 0; ///< Among the loaded.
  std::vector<ImageHolder *> Holders OMPJIT_GUARDED_BY(Guard);
};

/// Those of all devices.
class ImageBudgets {
public:
  explicit ImageBudgets(uint64_t LimitBytes) : LimitBytes(LimitBytes) {}

  ImageBudget &of(ompjit_device *Device) {
    MutexLock Lock(Guard);
    std::unique_ptr<ImageBudget> &There = Known[Device];
    if (!There)
      There = std::make_unique<ImageBudget>(LimitBytes);
    return *There;
  }

private:
  const uint64_t LimitBytes;
  Mutex Guard;
  std::map<ompjit_device *, std::unique_ptr<ImageBudget>>
      Known OMPJIT_GUARDED_BY(Guard);
};

} // namespace ompjit::jit

#endif // OMPJIT_JIT_IMAGEBUDGET_H
