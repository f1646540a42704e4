//===- BoundKernels.h - Kernels with bound functions ----------------------===//
//
// Part of the OMP-JIT project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A kernel whose late-bound functions are bound is in a package of its own, and
// shares the base image of its program.
//
// Private to the engine. Thread-safe.
//
//===----------------------------------------------------------------------===//

#ifndef OMPJIT_JIT_BOUNDKERNELS_H
#define OMPJIT_JIT_BOUNDKERNELS_H

#include "KernelImpl.h"

#include <map>
#include <memory>
#include <string>
#include <utility>

namespace ompjit::jit {

class BoundKernels {
public:
  /// The arguments must outlive this object.
  BoundKernels(EngineContext &, const Device &, const LoadedBase &);
  ~BoundKernels();

  /// Returns the kernel \p Symbol with what \p Binding binds, a package of that
  /// kind. It lives as long as this object.
  Result<Kernel *> bind(const PackageView &Binding, const std::string &Symbol)
      OMPJIT_EXCLUDES(Guard);

  void saveHistory() OMPJIT_EXCLUDES(Guard);

private:
  struct Bound;

  /// The same binding may be one of several kernels, as bindings hold parts of
  /// packages, and parts may have several kernels.
  using Key = std::pair<package::Digest, std::string>;

  Kernel *find(const Key &) OMPJIT_EXCLUDES(Guard);

  EngineContext &Engine;
  const Device &Target;
  const LoadedBase &Base;
  Mutex Guard;
  std::map<Key, std::unique_ptr<Bound>> All OMPJIT_GUARDED_BY(Guard);
};

} // namespace ompjit::jit

#endif // OMPJIT_JIT_BOUNDKERNELS_H
