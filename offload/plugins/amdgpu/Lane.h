//===- Lane.h - A queue of the HSA runtime --------------------------------===//
//
// Part of the OMP-JIT project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// All packets have the barrier bit: each begins when the ones before it are
// over. So a packet needs no signal; if somebody wants to know how far the GPU
// has come, a barrier packet with a signal marks the place. Such marks also
// tell when memory for arguments, and room in the queue, is free again.
//
//===----------------------------------------------------------------------===//

#ifndef OMPJIT_PLUGINS_AMDGPU_LANE_H
#define OMPJIT_PLUGINS_AMDGPU_LANE_H

#include "Completion.h"

#include "ompjit/Plugins/AmdDispatch.h"
#include "ompjit/Support/Mutex.h"

#include <atomic>
#include <cstdint>
#include <deque>
#include <memory>

namespace ompjit::amdgpu {

/// Thread safe.
class Lane {
public:
  /// Returns null if the runtime cannot make one.
  static std::unique_ptr<Lane> create(Call &In, QueueType Type);
  /// close() must have been called.
  ~Lane() = default;
  Lane(const Lane &) = delete;
  Lane &operator=(const Lane &) = delete;

  /// Puts in a kernel with \p Bytes bytes of arguments, which \p Write writes
  /// to the address that it receives.
  template <typename Function>
  int dispatch(Call &In, plugins::DispatchPacket Packet, uint64_t Bytes,
               uint64_t Alignment, Function Write) {
    MutexLock Lock(Guard);
    char *Arguments = room(In, Bytes, Alignment);
    if (!Arguments) [[unlikely]]
      return 1;
    Write(static_cast<void *>(Arguments));
    Packet.Arguments = reinterpret_cast<uint64_t>(Arguments);
    push(&Packet, PacketType::Dispatch, Packet.Setup);
    return 0;
  }

  /// Makes packets from now on wait for all of \p Needs.
  int waitFor(Call &In, const CompletionRefs &Needs);

  /// Marks the place behind the packets that were put in. \p Mark is null if
  /// all of these are over, unless \p IsTimed asks for a mark whose time can be
  /// read.
  int mark(Call &In, CompletionRef &Mark, bool IsTimed = false);

  /// Calls \p Callback while the lane is empty; returns false if it is not, or
  /// if somebody is about to put something in.
  template <typename Function> bool ifIdle(Function Callback) {
    if (!Guard.tryLock())
      return false;
    const bool IsIdle = isIdle();
    if (IsIdle)
      Callback();
    Guard.unlock();
    return IsIdle;
  }

  /// Returns the queue for a program, which may put in its own packets from now
  /// on.
  AqlQueue *show() {
    IsShown = true;
    return Queue;
  }

  void close();

private:
  explicit Lane(const Hsa &H) : H(H) {}

  char *room(Call &In, uint64_t Bytes, uint64_t Alignment)
      OMPJIT_REQUIRES(Guard);
  bool hasRoom(uint64_t Bytes, uint64_t Alignment) OMPJIT_REQUIRES(Guard);
  void push(void *Packet, PacketType Type, uint16_t Setup)
      OMPJIT_REQUIRES(Guard);
  int pushMark(Call &In) OMPJIT_REQUIRES(Guard);
  bool isMarkDue() const OMPJIT_REQUIRES(Guard);
  void reclaim() OMPJIT_REQUIRES(Guard);
  bool isIdle() OMPJIT_REQUIRES(Guard) {
    reclaim();
    return Next == Over;
  }

  /// A mark, and the resources that are free when it is over.
  struct Fence {
    CompletionRef Mark;
    uint64_t Packets; ///< Including the mark's own.
    uint64_t Used;    ///< Bytes of the memory for arguments.
    CompletionRefs Held;
  };

  const Hsa &H;
  AqlQueue *Queue = nullptr;
  char *Arena = nullptr; ///< For arguments.
  std::atomic<bool> IsShown = false;

  Mutex Guard;
  uint64_t Next OMPJIT_GUARDED_BY(Guard) = 0; ///< Packets that were put in.
  uint64_t Over OMPJIT_GUARDED_BY(Guard) = 0; ///< Packets that are over.
  uint64_t Used OMPJIT_GUARDED_BY(Guard) = 0; ///< Bytes given out so far.
  uint64_t Free OMPJIT_GUARDED_BY(Guard) = 0; ///< Bytes given back so far.
  std::deque<Fence> Fences OMPJIT_GUARDED_BY(Guard);
  /// Completions that packets behind the last fence wait for.
  CompletionRefs Held OMPJIT_GUARDED_BY(Guard);
  bool IsProfiled OMPJIT_GUARDED_BY(Guard) = false;
};

/// The lanes of a device, which its queues share. Thread safe.
class LaneSet {
public:
  /// Returns the lanes in turn, as many as the user has set; null on failure.
  Lane *next(Call &In);
  /// Returns the lane whose kernels have the GPU for themselves.
  Lane *cooperative(Call &In);

  /// Calls \p Callback while all lanes are empty; returns false if one is not.
  template <typename Function> bool ifIdle(Function Callback) {
    MutexLock Lock(Guard);
    return ifIdleFrom(0, Callback);
  }
  void closeAll();

private:
  template <typename Function>
  bool ifIdleFrom(size_t First, Function &Callback) OMPJIT_REQUIRES(Guard) {
    if (First == All.size()) {
      Callback();
      return true;
    }
    bool IsIdle = false;
    const auto Rest = [&]() OMPJIT_NO_ANALYSIS {
      IsIdle = ifIdleFrom(First + 1, Callback);
    };
    return All[First]->ifIdle(Rest) && IsIdle;
  }
  Lane *add(Call &In, QueueType Type) OMPJIT_REQUIRES(Guard);

  Mutex Guard;
  std::vector<std::unique_ptr<Lane>> All OMPJIT_GUARDED_BY(Guard);
  std::vector<Lane *> Shared OMPJIT_GUARDED_BY(Guard);
  Lane *Cooperative OMPJIT_GUARDED_BY(Guard) = nullptr;
  size_t Turn OMPJIT_GUARDED_BY(Guard) = 0;
};

} // namespace ompjit::amdgpu

#endif // OMPJIT_PLUGINS_AMDGPU_LANE_H
