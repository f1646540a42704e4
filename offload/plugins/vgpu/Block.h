//===- Block.h - The lanes of a block -------------------------------------===//
//
// Part of the OMP-JIT project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A block runs on one thread. Its lanes run one after the other until they wait
// for each other; when none can go on, those whose partners have all arrived go
// on together.
//
// On NVIDIA's GPUs lanes wait for the lanes that a mask or a barrier names,
// wherever these are. On AMD's the lanes of a wave share a program counter:
// when all lanes of a wave wait, those that are at the innermost, first place
// go on together; a barrier stops the whole wave. For NVIDIA's GPUs, this
// second rule determines the active lanes of operations without a mask.
//
// Nothing here locks: a block belongs to its thread.
//
//===----------------------------------------------------------------------===//

#ifndef OMPJIT_PLUGINS_VGPU_BLOCK_H
#define OMPJIT_PLUGINS_VGPU_BLOCK_H

#include "Checks.h"
#include "Lanes.h"
#include "Launch.h"

#include "ompjit/VirtualGpu.h"

#include <memory>
#include <string>
#include <vector>

namespace ompjit::vgpu {

class Block {
public:
  explicit Block(const Launch &TheLaunch);
  ~Block();
  Block(const Block &) = delete;
  Block &operator=(const Block &) = delete;

  /// Runs block number \p Index of the grid. Returns false if it failed, with
  /// the launch's failure set, or if it was stopped because another block
  /// failed.
  bool run(uint64_t Index, uint32_t Processor);

  // The following are for the operations, which run on a lane's stack.
  LaneState &current() { return *Current; }
  const Launch &launch() const { return TheLaunch; }
  /// Waits until the request is fulfilled.
  Exchanged wait(Request Wants);
  void yield(bool ForHost = false);
  void tick();
  [[noreturn]] void endLane();
  /// Notes a fault at a place, which may be null. The caller must then call
  /// leave(), in a scope that owns nothing.
  void noteFailure(const Fault &What, const Site *Source);
  /// Ends the block from the running lane, whose stack is not unwound.
  [[noreturn]] void leave();
  void access(const AccessSite *Source, const void *Place, uint64_t Size,
              uint32_t Kind, const void *Base, const void *Value);
  void acquire(const void *Place, uint32_t Kind);
  void fence(uint32_t Kind);
  bool ownsShared(const void *Place) const;
  bool ownsStack(const void *Place) const;

  /// Returns the block that this thread runs.
  static Block &ofThread();
  /// The same if \p Place is right below the stack of the running lane,
  /// otherwise null.
  static const Block *overflown(const void *Place);

private:
  static void carry(void *Self);
  void start(uint64_t Index, uint32_t Processor);
  bool runLanes(Warp &W);
  void resume(Warp &W, unsigned LaneIndex);
  void suspend();
  bool takeNew();
  bool resolve(unsigned WarpIndex);
  bool resolveMasked(unsigned WarpIndex);
  bool resolveHere(unsigned WarpIndex);
  void complete(unsigned WarpIndex, LaneMask Lanes);
  bool releaseBarriers();
  bool releaseByLanes();
  bool releaseByWaves();
  bool releaseBarrier(uint32_t Id);
  void release(uint32_t Id, bool (*IsMeant)(const LaneState &, uint32_t));
  bool isOver() const;
  bool goOnWaiting(uint64_t &IdleRounds);
  void noteMeeting(unsigned WarpIndex, LaneMask Together);
  void noteMeeting();
  bool isWrong(const AccessRecord &Access);
  bool meetsAtOnePlace(uint32_t Id) const;
  void failDivergent();
  uint32_t currentIndex() const {
    return Current->Warp * TheLaunch.WarpSize + Current->InWarp;
  }
  std::string describeWaiting() const;
  std::string placeOf(const LaneState &L) const;
  LaneState &lane(unsigned WarpIndex, unsigned InWarp) {
    return Lanes[WarpIndex * TheLaunch.WarpSize + InWarp];
  }
  Carrier *takeCarrier();

  const Launch &TheLaunch;
  std::vector<LaneState> Lanes;
  std::vector<Warp> Warps;
  std::vector<uint64_t>
      Arrived; ///< Lanes that arrived and went on, by barrier.
  std::unique_ptr<char[]> Shared;
  std::vector<std::unique_ptr<Carrier>> AllCarriers;
  std::vector<Carrier *> FreeCarriers;

  std::unique_ptr<Checks> Checker; ///< In checking mode.
  std::vector<uint32_t> Meeting;   ///< Lanes that go on together.

  LaneState *Current = nullptr;
  Warp *CurrentWarp = nullptr;
  Context Scheduler;
  bool Failed = false;
  uint32_t WaitingSince = 0; ///< The round of the launch's surrenders.
  uint32_t TimesGivenUp = 0; ///< How often it gave up in that round.
  uint32_t Ticks = 0;
};

} // namespace ompjit::vgpu

#endif // OMPJIT_PLUGINS_VGPU_BLOCK_H
