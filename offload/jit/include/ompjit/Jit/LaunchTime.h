//===- ompjit/Jit/LaunchTime.h - How long a launch took -------------------===//
//
// Part of the OMP-JIT project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The engine compares images by the times of launches, of which it wants few.
// Who launches makes one of these for each launch that it could time, and asks
// after the kernel was selected whether its time is wanted.
//
// A value of one thread at a time.
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
  /// Who wants to know. Stays until the launch is over.
  class Listener {
  public:
    virtual ~Listener() = default;
    /// Nothing: the launch failed, or shared the device with others.
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
  /// When the launch is over. Without a call its time is not known.
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
