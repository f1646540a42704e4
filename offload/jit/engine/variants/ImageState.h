//===- ImageState.h - What has become of a variant's image ----------------===//
//
// Part of the OMP-JIT project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The life of the image that a variant wants. The kernel and the compile queue
// share it: launches, compiles in the background and the memory budget change
// it from different threads and under different locks. Whoever comes too late
// changes nothing, because changes that docs/tiers.md does not list are
// ignored: where a launch has loaded the image, the end of a compile in the
// background does not make it wait to be loaded again.
//
// Private to the engine. Thread-safe.
//
//===----------------------------------------------------------------------===//

#ifndef OMPJIT_JIT_IMAGESTATE_H
#define OMPJIT_JIT_IMAGESTATE_H

#include <atomic>
#include <cstdint>

namespace ompjit::jit {

/// The states from Loaded on are settled: launches run what they find, and do
/// not look for anything better.
enum class ImageState : uint8_t {
  Absent,    ///< Nobody is making it.
  Queued,    ///< It waits for a compile in the background.
  Compiling, ///< It is being compiled in the background.
  Ready,     ///< That compile has ended; the next launch looks how.
  Retired,   ///< It was unloaded to make room.
  Loaded,    ///< Launches run it.
  Demoted,   ///< It is slower than the generic image, which launches run.
  Failed,    ///< It cannot be had; launches run what stood in for it.
};
constexpr unsigned NumImageStates = 8;

constexpr bool isSettled(ImageState State) {
  return State >= ImageState::Loaded;
}

/// Whether docs/tiers.md lists the change. No state follows itself.
bool mayFollow(ImageState Next, ImageState Before);

/// The state's name as in docs/tiers.md.
const char *stateName(ImageState);

/// What is known of a variant's image while launches do without it.
class ImageProgress {
public:
  ImageState state() const { return State.load(std::memory_order_acquire); }
  /// Makes the change if it may be made, and says whether it was.
  bool change(ImageState Next);

  /// Whether the next launch should look what has become of the image.
  bool hasNews() const { return News.load(std::memory_order_acquire); }
  void setNews(bool IsThere) { News.store(IsThere, std::memory_order_release); }

  /// The number of launches that ran something else meanwhile.
  uint64_t launches() const { return Launches.load(std::memory_order_relaxed); }
  uint64_t countLaunch() {
    return Launches.fetch_add(1, std::memory_order_relaxed) + 1;
  }

private:
  std::atomic<ImageState> State{ImageState::Absent};
  std::atomic<bool> News{false};
  std::atomic<uint64_t> Launches{0};
};

} // namespace ompjit::jit

#endif // OMPJIT_JIT_IMAGESTATE_H
