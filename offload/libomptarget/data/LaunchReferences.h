//===- LaunchReferences.h - What running launches refer to ----------------===//
//
// Part of the OMP-JIT project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A launch refers to the mappings that it uses while it runs. If it counted
// these references in the mappings, processors that launch with the same data
// would contend for their cache lines: two threads launched hardly more than
// one. So a launch notes its mappings in a row of its own thread instead. A
// thread that has to know the count of a mapping, because it may bring it to
// zero, collects first: the rows that hold the mapping are added to the counts,
// and their launches find at their end that they have to decrement the counts
// like everybody else. So a mapping's references are its count plus the notes,
// and notes are never lost:
//
// - Rows are filled under the table's shared lock and collected under the
//   exclusive one, so that a collector sees a row either whole or not at all.
// - A row ends as noted in one atomic step, by its launch (Noted to Free) or by
//   a collector (Noted to Counted). If the launch comes first, its references
//   are gone and the collector does not count them; what its kernel did happens
//   before what the collector does next. If the collector comes first, the
//   launch finds Counted, and the references that it now gives up under the
//   table's lock are those that were counted for it.
// - Only the launch frees its row, so that it cannot mistake another launch's
//   note for its own, even if its mapping was deleted meanwhile and another
//   mapping has the same address.
//
//===----------------------------------------------------------------------===//

#ifndef OMPJIT_LIBOMPTARGET_DATA_LAUNCHREFERENCES_H
#define OMPJIT_LIBOMPTARGET_DATA_LAUNCHREFERENCES_H

#include "MappingTable.h"
#include "support/ThreadSlot.h"

#include <algorithm>
#include <array>
#include <atomic>
#include <cstdint>

namespace ompjit {

class LaunchReferences {
  enum class State : uint32_t {
    Free,
    Filling,
    Noted,
    Counted, ///< The notes were added to the mappings' counts.
  };

public:
  /// The references of one launch. It takes two cache lines, which processors
  /// fetch together.
  class alignas(128) Row {
  public:
    static constexpr uint32_t Capacity = 15;

    // To be called under the shared lock.
    void add(Mapping &M) { Mappings[Count++] = &M; }
    void close() { Now.store(State::Noted, std::memory_order_release); }
    /// Adds the notes to the mappings' counts and frees the row.
    void abandon() {
      count();
      Now.store(State::Free, std::memory_order_release);
    }

    /// Frees the row when the launch is over. Returns false if its references
    /// were counted meanwhile, so that they still have to be given up.
    bool giveUp() {
      return Now.exchange(State::Free, std::memory_order_acq_rel) ==
             State::Noted;
    }

  private:
    friend class LaunchReferences;

    bool tryTake() {
      State Expected = State::Free;
      if (!Now.compare_exchange_strong(Expected, State::Filling,
                                       std::memory_order_acq_rel))
        return false;
      Count = 0;
      return true;
    }
    bool holds(const Mapping &M) const {
      return std::find(Mappings, Mappings + Count, &M) != Mappings + Count;
    }
    void count() {
      for (uint32_t I = 0; I < Count; ++I)
        Mappings[I]->References.fetch_add(1, std::memory_order_relaxed);
    }
    void collect() {
      State Expected = State::Noted;
      if (Now.compare_exchange_strong(Expected, State::Counted,
                                      std::memory_order_acq_rel))
        count();
    }

    std::atomic<State> Now = State::Free;
    uint32_t Count = 0;
    Mapping *Mappings[Capacity];
  };

  /// Returns an empty row, or null if another launch has the thread's row: one
  /// that encloses this launch, or one of a thread with the same slot. To be
  /// called under the shared lock.
  Row *take() {
    Row &Mine = Rows[threadSlot()];
    return Mine.tryTake() ? &Mine : nullptr;
  }

  /// Makes the count of \p M complete. To be called under the exclusive lock.
  void collect(const Mapping &M) {
    for (Row &Each : Rows)
      if (Each.Now.load(std::memory_order_acquire) == State::Noted &&
          Each.holds(M))
        Each.collect();
  }

  /// Makes all counts complete. To be called under the exclusive lock.
  void collectAll() {
    for (Row &Each : Rows)
      Each.collect();
  }

private:
  std::array<Row, NumThreadSlots> Rows;
};

} // namespace ompjit

#endif // OMPJIT_LIBOMPTARGET_DATA_LAUNCHREFERENCES_H
