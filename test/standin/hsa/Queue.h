//===- Queue.h - A queue and its packets --------------------------------===//
//
// Part of the OMP-JIT project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef OMPJIT_STANDIN_HSA_QUEUE_H
#define OMPJIT_STANDIN_HSA_QUEUE_H

#include "Machine.h"

#include <condition_variable>
#include <cstring>
#include <memory>
#include <thread>

namespace ompjit::standin {

constexpr uint32_t MaxQueues = 128, MinQueueSize = 64, MaxQueueSize = 131072;

/// A packet that the program writes, with its header last.
struct alignas(64) Packet {
  char Bytes[64] = {};

  Packet() { clear(); }

  uint16_t header() const {
    return __atomic_load_n(reinterpret_cast<const uint16_t *>(Bytes),
                           __ATOMIC_ACQUIRE);
  }
  unsigned type() const { return header() & HeaderTypeMask; }
  bool isValid() const { return type() != PacketInvalid; }
  /// Marks the place free again.
  void clear() {
    __atomic_store_n(reinterpret_cast<uint16_t *>(Bytes),
                     uint16_t(PacketInvalid), __ATOMIC_RELEASE);
  }
  template <typename T> T as() const {
    static_assert(sizeof(T) == sizeof(Bytes));
    T Value;
    std::memcpy(&Value, Bytes, sizeof(Value));
    return Value;
  }
};

/// A queue. A thread of its own processes the packets, see Packets.cpp. Guarded
/// by the machine's mutex.
struct Queue {
  AqlQueue Public = {};
  Agent *On = nullptr;
  QueueCallback Failed = nullptr;
  void *Context = nullptr;
  std::shared_ptr<Signal> Doorbell;
  std::unique_ptr<Packet[]> Packets;

  uint64_t Written = 0; ///< Index behind the places that were taken.
  uint64_t Read = 0;    ///< Index of the packet that is, or will be, processed.
  uint64_t Rung = 0;    ///< Index behind the packets that the doorbell has
                        ///< announced.
  bool IsProfiled = false;
  bool IsDestroyed = false;
  bool IsStopped = false; ///< After a failure, for good.
  /// The queue's thread while it runs a kernel or calls the program, and does
  /// not use the queue.
  std::thread::id Busy;
  Signal *Awaits = nullptr;
  std::condition_variable Rang, Idle;

  Packet &at(uint64_t Index) const {
    return Packets[Index & (Public.Size - 1)];
  }
};

/// The main function of a queue's thread.
void processPackets(const std::shared_ptr<Queue> &Of);

} // namespace ompjit::standin

#endif // OMPJIT_STANDIN_HSA_QUEUE_H
