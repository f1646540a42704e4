//===- ImageState.h - The state of a variant's image ----------------------===//
//
// Part of the OMP-JIT project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The states that the image of a variant goes through. The kernel and the
// compile queue share it: launches, compiles in the background and the memory
// budget change it from different threads and under different locks. A change
// that comes too late has no effect, because changes that docs/tiers.md does
// not list are ignored: if a launch has loaded the image, the end of a compile
// in the background does not make it Ready again.
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
  Absent,    ///< No thread is making it.
  Queued,    ///< It waits for a compile in the background.
  Compiling, ///< It is being compiled in the background.
  Ready,     ///< That compile has ended; the next launch takes its result.
  Retired,   ///< It was unloaded to make room.
  Loaded,    ///< Launches run it.
  Demoted,   ///< It is slower than the generic image, which launches run.
  Failed,    ///< It cannot be compiled or loaded; launches run its stand-in.
};
constexpr unsigned NumImageStates = 8;

constexpr bool isSettled(ImageState State) {
  return State >= ImageState::Loaded;
}

/// Whether docs/tiers.md lists the change. No state follows itself.
bool mayFollow(ImageState Next, ImageState Before);

/// Returns the state's name as in docs/tiers.md.
const char *stateName(ImageState);

/// The state of a variant's image while launches run something else.
class ImageProgress {
public:
  ImageState state() const { return State.load(std::memory_order_acquire); }
  /// Makes the change if docs/tiers.md lists it; returns whether it did.
  bool change(ImageState Next);

  /// Whether the next launch should check the state of the image.
  bool hasNews() const { return News.load(std::memory_order_acquire); }
  void setNews(bool IsThere) { News.store(IsThere, std::memory_order_release); }

  /// The number of launches that have run something else so far.
  uint64_t launches() const { return Launches.load(std::memory_order_relaxed); }
  uint64_t countLaunch() {
    return Launches.fetch_add(1, std::memory_order_relaxed) + 1;
  }

  /// Adds the time of a launch that has run something else because the image
  /// does not pay yet.
  void addWaited(uint64_t Ns) {
    WaitedNs.fetch_add(Ns, std::memory_order_relaxed);
    endWaiting();
  }
  /// Notes that such a launch begins. Of several at a time, one is noted.
  void beginWaiting(uint64_t NowNs) {
    SinceNs.store(NowNs, std::memory_order_relaxed);
  }
  void endWaiting() { SinceNs.store(0, std::memory_order_relaxed); }
  /// Sets how long launches have to have run something else before the image is
  /// compiled; 0: it may be at once. \p UnusedNs: the same where this run may
  /// not use the image.
  void need(uint64_t Ns, uint64_t UnusedNs) {
    NeededUnusedNs.store(UnusedNs, std::memory_order_relaxed);
    NeededNs.store(Ns, std::memory_order_relaxed);
  }
  void needNothing() { need(0, 0); }
  bool needsLaunches() const {
    return NeededNs.load(std::memory_order_relaxed) != 0;
  }
  /// Whether they have, or for that share of it.
  bool hasWaited(uint64_t Share = 1) const {
    return waitedNs() >= NeededNs.load(std::memory_order_relaxed) / Share;
  }
  /// Whether they have although this run may not use the image.
  bool hasWaitedForUnused() const {
    return waitedNs() >= NeededUnusedNs.load(std::memory_order_relaxed);
  }
  /// Whether one that runs, and so does not use the image, has already.
  bool runsLong(uint64_t NowNs) const {
    const uint64_t Since = SinceNs.load(std::memory_order_relaxed);
    return Since && NowNs > Since &&
           NowNs - Since >= NeededUnusedNs.load(std::memory_order_relaxed);
  }
  /// Notes whether the image is not requested because it does not pay yet.
  /// Returns what was noted before.
  bool holdBack(bool IsHeld) { return Held.exchange(IsHeld); }
  uint64_t waitedNs() const { return WaitedNs.load(std::memory_order_relaxed); }

private:
  std::atomic<ImageState> State{ImageState::Absent};
  std::atomic<bool> News{false};
  std::atomic<uint64_t> Launches{0};
  std::atomic<uint64_t> WaitedNs{0}, NeededNs{0}, NeededUnusedNs{0};
  std::atomic<uint64_t> SinceNs{0}; ///< 0: no launch is known to run.
  std::atomic<bool> Held{false};
};

} // namespace ompjit::jit

#endif // OMPJIT_JIT_IMAGESTATE_H
