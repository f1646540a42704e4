//===- ImageBudget.h - The limit of loaded images on a device -------------===//
//
// Part of the OMP-JIT project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Enforces OMP_JIT_MEMORY. Before an image is loaded, the images that were not
// used for the longest time are *retired*, so that launches do not find them
// any more, and unloaded when no launch runs them. A launch that wants one
// again gets it from memory or disk, like the first time. The base image is
// never unloaded.
//
// The unit of time is one loaded image. A launch stores the time in the variant
// that it uses, unless it is there already: as long as no image is loaded,
// launches write nothing.
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

/// An object that has images loaded on the device.
class ImageHolder {
public:
  virtual ~ImageHolder() = default;
  /// Returns when its least recently used image was last used; nothing if it
  /// has none that may be retired.
  virtual std::optional<uint64_t> coldest() = 0;
  /// Retires that image and returns its size in bytes.
  virtual uint64_t retireColdest() = 0;
  /// Unloads the retired images that are not in use; returns their bytes.
  virtual uint64_t unloadRetired() = 0;
  /// The bytes of loaded images, and the part that belongs to retired ones.
  struct Held {
    uint64_t Bytes = 0, RetiredBytes = 0;
  };
  virtual Held held() = 0;
};

class ImageBudget {
public:
  explicit ImageBudget(uint64_t LimitBytes) : LimitBytes(LimitBytes) {}

  uint64_t now() const { return Now.load(std::memory_order_relaxed); }

  /// Makes room for an image of that size, which a launch will load. To be
  /// called withLinker.
  void makeRoom(uint64_t Bytes);
  /// Notes that an image was loaded. Returns the time of that; all later
  /// launches have a later time.
  uint64_t add(ImageHolder &, uint64_t Bytes);
  /// Removes a holder with all its images.
  void remove(ImageHolder &);

private:
  void unloadRetired() OMPJIT_REQUIRES(Guard);
  bool retireOne() OMPJIT_REQUIRES(Guard);

  const uint64_t LimitBytes;
  std::atomic<uint64_t> Now{1};

  /// Held while images are unloaded. To be locked before a holder's lock.
  Mutex Guard;
  uint64_t LoadedBytes OMPJIT_GUARDED_BY(Guard) = 0;
  uint64_t RetiredBytes OMPJIT_GUARDED_BY(Guard) = 0; ///< Part of LoadedBytes.
  std::vector<ImageHolder *> Holders OMPJIT_GUARDED_BY(Guard);
};

/// The budgets of all devices.
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
