//===- Machine.h - The state of the stand-in ------------------------------===//
//
// Part of the OMP-JIT project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// One machine with its processor and GPUs. Each GPU runs on a virtual GPU,
// whose memory and threads it uses. One mutex guards everything. A thread waits
// on a condition in the object that it waits for, which it keeps alive.
//
//===----------------------------------------------------------------------===//

#ifndef OMPJIT_STANDIN_HSA_MACHINE_H
#define OMPJIT_STANDIN_HSA_MACHINE_H

#include "AddressSpace.h"
#include "Agent.h"

#include <atomic>
#include <condition_variable>
#include <cstdint>
#include <list>
#include <map>
#include <memory>
#include <mutex>
#include <set>
#include <string>
#include <unordered_map>
#include <vector>

namespace ompjit::standin {

struct Executable;
struct Kernel;
struct Physical;
struct Reader;
struct Symbol;

/// Objects by handle. Handles are never reused.
template <typename T> class Book {
public:
  uint64_t add(std::shared_ptr<T> New, uint64_t Self) {
    All[Self] = std::move(New);
    return Self;
  }
  std::shared_ptr<T> find(uint64_t Self) const {
    auto At = All.find(Self);
    return At == All.end() ? nullptr : At->second;
  }
  void remove(uint64_t Self) {
    All.erase(Self);
    Gone.insert(Self);
  }
  bool isGone(uint64_t Self) const { return Gone.count(Self); }

  std::map<uint64_t, std::shared_ptr<T>> All;

private:
  std::set<uint64_t> Gone;
};

struct Machine {
  static Machine &get();

  std::mutex Mutex;                   ///< Guards everything that is not atomic.
  std::atomic<int> InitialisedBy = 0; ///< The process.
  uint64_t NextHandle = 0x5d0000000000;
  uint64_t NextQueue = 0;
  std::vector<std::unique_ptr<Agent>> Agents; ///< The processor is the first.
  AddressSpace Memory;
  Book<Signal> Signals;
  Book<Executable> Executables;
  Book<Reader> Readers;
  Book<Physical> Physicals;
  Book<Symbol> Symbols;
  Book<Kernel> Kernels; ///< By the kernel object in packets.
  std::map<const AqlQueue *, std::shared_ptr<Queue>> Queues;
  std::map<uintptr_t, uint64_t> Reserved; ///< Reserved addresses, with or
                                          ///< without memory.
  std::map<uintptr_t, std::shared_ptr<Physical>> Mapped;
  EventHandler OnEvent = nullptr;
  void *EventContext = nullptr;
  std::unordered_map<std::string, uint64_t> Calls; ///< "*": of all functions.

  void initialise();
  /// Returns a new handle, aligned as kernel objects have to be.
  uint64_t newHandle() { return NextHandle += 64; }
  /// Returns null if there is none.
  Agent *findAgent(uint64_t Self) const;
  const Pool *findPool(uint64_t Self) const;

  std::shared_ptr<Signal> createSignal(int64_t Value);
  void set(Signal &Which, int64_t Value);
};

/// Returns the time in ticks of the system's clock.
uint64_t now();

} // namespace ompjit::standin

#endif // OMPJIT_STANDIN_HSA_MACHINE_H
