//===- SingleFlight.h - One thread does the work, all get the result ------===//
//
// Part of the OMP-JIT project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// If several threads request the same value at once, one of them makes it and
// the others wait for it. This class knows only values that are being made.
// Finished ones are kept elsewhere, and the maker must look there first,
// because it may start just after another has finished.
//
// Private to the engine. Thread-safe; no lock is held while the maker works. A
// maker must not request, directly or not, the value that it is making.
//
//===----------------------------------------------------------------------===//

#ifndef OMPJIT_JIT_SINGLEFLIGHT_H
#define OMPJIT_JIT_SINGLEFLIGHT_H

#include "ompjit/Support/Mutex.h"

#include <memory>
#include <optional>
#include <unordered_map>

namespace ompjit::jit {

template <typename Key, typename Value, typename Hash = std::hash<Key>>
class SingleFlight {
public:
  struct Outcome {
    Value Made;
    bool Waited; ///< Another thread made it.
  };

  /// Every waiter gets a copy of the value. If the maker, or copying, throws
  /// std::bad_alloc, all of them do.
  template <typename Maker> Outcome run(const Key &K, Maker Make) {
    bool Leads = false;
    std::shared_ptr<Flight> F = join(K, Leads);
    if (!Leads)
      return {F->wait(), true};
    try {
      Value Made = makeRegistered(K, Make);
      F->land(Made);
      return {std::move(Made), false};
    } catch (const std::bad_alloc &) {
      F->crash();
      throw;
    }
  }

private:
  struct Flight {
    Value wait() {
      MutexLock Lock(Guard);
      while (!Made && !HasCrashed)
        Landed.wait(Guard);
      if (HasCrashed)
        throw std::bad_alloc();
      return *Made;
    }
    void land(const Value &Result) {
      MutexLock Lock(Guard);
      Made.emplace(Result);
      Landed.notifyAll();
    }
    void crash() {
      MutexLock Lock(Guard);
      HasCrashed = true;
      Landed.notifyAll();
    }

    Mutex Guard;
    ConditionVariable Landed;
    std::optional<Value> Made OMPJIT_GUARDED_BY(Guard);
    bool HasCrashed OMPJIT_GUARDED_BY(Guard) = false;
  };

  std::shared_ptr<Flight> join(const Key &K, bool &Leads) {
    MutexLock Lock(Guard);
    std::shared_ptr<Flight> &F = Flights[K];
    Leads = !F;
    if (Leads)
      F = std::make_shared<Flight>();
    return F;
  }

  /// Removes the entry at its end, so that later requests start again.
  class Registration {
  public:
    Registration(SingleFlight &Owner, const Key &Made)
        : Owner(Owner), Made(Made) {}
    ~Registration() {
      MutexLock Lock(Owner.Guard);
      Owner.Flights.erase(Made);
    }
    Registration(const Registration &) = delete;
    Registration &operator=(const Registration &) = delete;

  private:
    SingleFlight &Owner;
    const Key &Made;
  };

  template <typename Maker> Value makeRegistered(const Key &K, Maker &Make) {
    const Registration Registered(*this, K);
    return Make();
  }

  Mutex Guard;
  std::unordered_map<Key, std::shared_ptr<Flight>, Hash>
      Flights OMPJIT_GUARDED_BY(Guard);
};

} // namespace ompjit::jit

#endif // OMPJIT_JIT_SINGLEFLIGHT_H
