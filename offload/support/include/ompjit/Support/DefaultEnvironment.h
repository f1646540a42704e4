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
// writes numbers, so that either would get into images, which other processes
// use; and a virtual GPU has neither of the host.
//
// Threads: the classes set and restore what is the calling thread's alone.
//
//===----------------------------------------------------------------------===//

#ifndef OMPJIT_SUPPORT_DEFAULTENVIRONMENT_H
#define OMPJIT_SUPPORT_DEFAULTENVIRONMENT_H

#include <cfenv>
#include <clocale>

namespace ompjit {

/// As long as it lives the thread rounds to nearest, keeps subnormal numbers,
/// and no floating-point exception traps. Then all is as before, the flags of
/// exceptions among it.
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

/// As long as it lives the thread has the locale "C", whatever the program's.
class DefaultLocale {
public:
  DefaultLocale() : Before(::uselocale(plain())) {}
  ~DefaultLocale() { ::uselocale(Before); }
  DefaultLocale(const DefaultLocale &) = delete;
  DefaultLocale &operator=(const DefaultLocale &) = delete;

private:
  /// The C library has it ready; null, which changes nothing, if not.
  static locale_t plain() { return ::newlocale(LC_ALL_MASK, "C", nullptr); }

  const locale_t Before;
};

/// Both, for what compiles.
struct DefaultEnvironment {
  DefaultFloatingPoint Numbers;
  DefaultLocale Texts;
};

} // namespace ompjit

#endif // OMPJIT_SUPPORT_DEFAULTENVIRONMENT_H
