//===- SharedPackage.h - A package that may go away while it is read ------===//
//
// Part of the OMP-JIT project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A package lies in the program or in a library of it, which may be closed
// while a background thread compiles. Nobody should wait for that compile, and
// a compile that was given up for lost may go on for ever. So compiles read a
// copy, and closing a library waits for a copy at the most: 0.1 ms for a MiB,
// before compiles of ten milliseconds and more.
//
// Private to the engine. Thread-safe.
//
//===----------------------------------------------------------------------===//

#ifndef OMPJIT_JIT_SHAREDPACKAGE_H
#define OMPJIT_JIT_SHAREDPACKAGE_H

#include "ompjit/Package.h"
#include "ompjit/Support/Mutex.h"

#include <optional>
#include <string>

namespace ompjit::jit {

class SharedPackage {
public:
  explicit SharedPackage(const PackageView &View)
      : Digest(View.digest()), Triple(View.triple()),
        NumBytes(View.bytes().size()), View(View) {}

  /// Good after close(), too.
  const package::Digest Digest;
  const std::string Triple;
  const uint64_t NumBytes;

  /// For those only who keep the package from being closed.
  const PackageView &view() const { return View; }

  /// The whole package; nothing once it is closed.
  std::optional<std::string> copy() {
    MutexLock Lock(Guard);
    if (IsClosed)
      return std::nullopt;
    return std::string(View.bytes());
  }

  bool isClosed() {
    MutexLock Lock(Guard);
    return IsClosed;
  }

  /// Its bytes may go away after that.
  void close() {
    MutexLock Lock(Guard);
    IsClosed = true;
  }

private:
  const PackageView View;
  Mutex Guard;
  bool IsClosed OMPJIT_GUARDED_BY(Guard) = false;
};

} // namespace ompjit::jit

#endif // OMPJIT_JIT_SHAREDPACKAGE_H
