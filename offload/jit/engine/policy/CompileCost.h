//===- CompileCost.h - What compiling a kernel takes ----------------------===//
//
// Part of the OMP-JIT project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// What an image of a kernel costs: the estimate for its bitcode, until a
// compile has shown it. If that is much, an image is made only for values with
// which launches have taken as long as the compile will: until then they run
// the generic image. So the compiles of such a kernel take at most the time of
// its launches, besides those of the generic image. All other kernels get their
// images at once.
//
// Private to the engine. Thread-safe.
//
//===----------------------------------------------------------------------===//

#ifndef OMPJIT_JIT_COMPILECOST_H
#define OMPJIT_JIT_COMPILECOST_H

#include <algorithm>
#include <atomic>
#include <cstdint>

namespace ompjit::jit {

class CompileCost {
public:
  /// An estimate from which on a compile is expensive. Whether it is depends on
  /// the kernel's size alone, so that each run decides the same.
  static constexpr uint64_t ExpensiveNs = 150000000;
  /// A compile that takes so long is expensive whatever the kernel's size is.
  static constexpr uint64_t ExtremeNs = 20 * ExpensiveNs;
  /// On the host an image is compiled when launches of the native one have
  /// taken so many times as long, in this run and earlier ones: so compiles
  /// take at most an eighth of what these kernels take.
  static constexpr uint64_t NativePerCompile = 8;
  /// The same where this run may not use the image: for a compile beside a
  /// launch, which goes on without it and may be the last one, and at the end.
  /// Only in the first run; in a later one the kernel is likely to come again.
  static constexpr uint64_t NativePerUnused = 4 * NativePerCompile;
  /// So many launches whose time is not known count as a compile.
  static constexpr uint64_t UntimedLaunches = 64;

  /// Sets the estimate; the first one counts.
  void expect(uint64_t Ns) {
    uint64_t Unknown = 0;
    ExpectedNs.compare_exchange_strong(Unknown, std::max<uint64_t>(Ns, 1));
  }
  /// Whether expect() was called.
  bool isExpected() const { return ExpectedNs != 0; }

  /// Notes what a compile took. A quick one shows only the least that a full
  /// one takes.
  void note(uint64_t Ns, bool IsQuick) {
    if (IsQuick)
      QuickNs = Ns;
    else
      FullNs = Ns;
  }

  /// Returns what a compile with all optimisations is expected to take.
  uint64_t ns() const {
    return FullNs ? FullNs.load() : std::max(ExpectedNs.load(), QuickNs.load());
  }
  bool isHigh() const { return ExpectedNs >= ExpensiveNs || ns() >= ExtremeNs; }
  /// Whether an image pays for launches that have taken so long without it.
  bool paysFor(uint64_t WaitedNs) const {
    return !isHigh() || WaitedNs >= ns();
  }
  /// Returns what a launch counts that took \p Ns, or 0 if that is not known.
  uint64_t weightOf(uint64_t Ns) const {
    return Ns ? Ns : ns() / UntimedLaunches + 1;
  }

private:
  std::atomic<uint64_t> ExpectedNs{0}, QuickNs{0}, FullNs{0};
};

} // namespace ompjit::jit

#endif // OMPJIT_JIT_COMPILECOST_H
