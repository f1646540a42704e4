//===- DefaultEnvironment.h - What a process begins with ------------------===//
//
// Part of the OMP-JIT project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A thread inherits the floating-point environment of the one that starts it,
// and all threads share the program's locale. A compiler folds constants and
// writes numbers, so both would find their way into images that other processes
// use; and neither must affect a virtual GPU.
//
// Threads: the classes set and restore state of the calling thread only.
//
//===----------------------------------------------------------------------===//

#ifndef OMPJIT_SUPPORT_DEFAULTENVIRONMENT_H
#define OMPJIT_SUPPORT_DEFAULTENVIRONMENT_H

#include <cfenv>
#include <clocale>

namespace ompjit {

/// While an object lives, the thread rounds to nearest and keeps subnormal
/// numbers, and floating-point exceptions do not trap. Afterwards everything is
/// as before, including the exception flags.
class DefaultFloatingPoint {
public:
  DefaultFloatingPoint() {
    std::fegetenv(&Before);
    std::fesetenv(FE_DFL_ENV);
  }
  ~DefaultFloatingPoint() { std::fesetenv(&Before); }
  DefaultFloatingPoint(const DefaultFloatingPoint &) = delete;
  DefaultFloatingPoint &operator=(const DefaultFloatingPoint &) = delete;

private:
  std::fenv_t Before;
};

/// While an object lives, the thread has the locale "C", whatever the program
/// has.
class DefaultLocale {
public:
  DefaultLocale() : Before(::uselocale(plain())) {}
  ~DefaultLocale() { ::uselocale(Before); }
  DefaultLocale(const DefaultLocale &) = delete;
  DefaultLocale &operator=(const DefaultLocale &) = delete;

private:
  /// The C library has this locale ready. Null would leave the locale as it is.
  static locale_t plain() { return ::newlocale(LC_ALL_MASK, "C", nullptr); }

  const locale_t Before;
};

/// Both, for code that compiles.
struct DefaultEnvironment {
  DefaultFloatingPoint Numbers;
  DefaultLocale Texts;
};

} // namespace ompjit

#endif // OMPJIT_SUPPORT_DEFAULTENVIRONMENT_H
