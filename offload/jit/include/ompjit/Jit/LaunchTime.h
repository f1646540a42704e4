//===- ompjit/Jit/LaunchTime.h - How long a launch took -------------------===//
//
// Part of the OMP-JIT project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The engine compares images by the times of a few launches. For each launch
// that it is able to time, the runtime makes one of these objects and asks,
// after the kernel is selected, whether its time is wanted.
//
// An object may be used by one thread at a time.
//
//===----------------------------------------------------------------------===//

#ifndef OMPJIT_JIT_LAUNCHTIME_H
#define OMPJIT_JIT_LAUNCHTIME_H

#include <cstdint>
#include <optional>
#include <utility>

namespace ompjit::jit {

class LaunchTime {
public:
  /// Receives the time; must live until the launch is over.
  class Listener {
  public:
    virtual ~Listener() = default;
    /// \p Ns is empty if the launch failed or shared the device with others.
    virtual void launchTook(uint64_t Ticket, std::optional<uint64_t> Ns) = 0;
  };

  LaunchTime() = default;
  LaunchTime(LaunchTime &&From) noexcept
      : Who(std::exchange(From.Who, nullptr)), Ticket(From.Ticket) {}
  LaunchTime &operator=(LaunchTime &&) = delete;
  ~LaunchTime() {
    if (Who) [[unlikely]]
      tell(std::nullopt);
  }

  bool isWanted() const { return Who; }
  void want(Listener &New, uint64_t NewTicket) {
    Who = &New;
    Ticket = NewTicket;
  }
  /// To be called when the launch is over. Without a call, the destructor
  /// reports that the time is not known.
  void tell(std::optional<uint64_t> Ns) {
    if (Listener *Waiting = std::exchange(Who, nullptr))
      Waiting->launchTook(Ticket, Ns);
  }

private:
  Listener *Who = nullptr;
  uint64_t Ticket = 0;
};

} // namespace ompjit::jit

#endif // OMPJIT_JIT_LAUNCHTIME_H
