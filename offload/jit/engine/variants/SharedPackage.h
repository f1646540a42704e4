//===- SharedPackage.h - A package that may be closed while it is read ----===//
//
// Part of the OMP-JIT project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A package is part of the program or of one of its libraries, which may be
// closed while a background thread compiles. Closing must not wait for that
// compile, and a compile that exceeded its time limit may never end. So
// compiles read a copy, and closing a library waits at most until a copy is
// made: 0.1 ms per MiB, where compiles take ten milliseconds and more.
//
// Private to the engine. Thread-safe.
//
//===----------------------------------------------------------------------===//

#ifndef OMPJIT_JIT_SHAREDPACKAGE_H
#define OMPJIT_JIT_SHAREDPACKAGE_H

#include "ompjit/Package.h"
#include "ompjit/Support/Mutex.h"

#include <atomic>
#include <optional>
#include <string>
#include <utility>

namespace ompjit::jit {

class SharedPackage {
public:
  SharedPackage(const PackageView &View, std::optional<std::string> Library,
                std::string Bound = "")
      : Digest(View.digest()), Triple(View.triple()),
        NumBytes(View.bytes().size()), IsLtoIr(View.isLtoIr()),
        Library(std::move(Library)), Bound(std::move(Bound)), View(View) {}

  // These remain valid after close().
  const package::Digest Digest;
  const std::string Triple;
  const uint64_t NumBytes;
  const bool IsLtoIr; ///< Which NVIDIA's linker reads, and not the compiler.
  /// The path of the shared library that contains the package; empty for the
  /// program itself, none if it is in neither.
  const std::optional<std::string> Library;
  /// What is bound to late-bound functions of its kernel, for people: "with"
  /// and the names of fragments. Empty for other packages.
  const std::string Bound;

  /// Returns true for the first call: the cache has one note of the name.
  bool shallBeNamed() { return Library && !IsNamed.exchange(true); }

  /// Only for callers that keep the package from being closed.
  const PackageView &view() const { return View; }

  /// Returns the bytes of the package; nothing once it is closed.
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

  /// The package's bytes may be unmapped afterwards.
  void close() {
    MutexLock Lock(Guard);
    IsClosed = true;
  }

private:
  const PackageView View;
  std::atomic<bool> IsNamed{false};
  Mutex Guard;
  bool IsClosed OMPJIT_GUARDED_BY(Guard) = false;
};

} // namespace ompjit::jit

#endif // OMPJIT_JIT_SHAREDPACKAGE_H
