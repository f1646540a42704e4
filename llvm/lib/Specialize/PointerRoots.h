//===- PointerRoots.h - The objects that a pointer is based on --*- C++ -* ===//
//
// Part of the OMP-JIT project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Follows pointers back to their origins, over calls and brokers of the OpenMP
// runtime, up to the parameters of one kernel. A pointer that was in memory or
// was an integer may have any origin.
//
// Private to the library. The results become invalid when the module changes.
//
//===----------------------------------------------------------------------===//

#ifndef OMPJIT_SPECIALIZE_POINTERROOTS_H
#define OMPJIT_SPECIALIZE_POINTERROOTS_H

#include "llvm/ADT/DenseMap.h"
#include "llvm/IR/Argument.h"
#include "llvm/IR/Module.h"

#include <cstdint>

namespace ompjit {

/// The objects that a pointer may be based on; nothing in code that never runs.
struct Roots {
  /// One bit for each parameter of the kernel, without the launch environment.
  uint64_t Parameters = 0;
  /// A variable of the device, or the kernel's own memory; a mapped argument
  /// never leads there.
  bool IsOwn = false;
  bool IsUnknown = false;

  static Roots unknown() { return {0, false, true}; }
  bool isKnown() const { return !IsUnknown; }
  bool isNothing() const { return !Parameters && !IsOwn && !IsUnknown; }

  Roots operator|(const Roots &Other) const {
    return {Parameters | Other.Parameters, IsOwn || Other.IsOwn,
            IsUnknown || Other.IsUnknown};
  }
  bool operator==(const Roots &) const = default;
};

/// The roots of all pointers in the module of a kernel. Device code must not
/// call the kernel.
class PointerRoots {
public:
  explicit PointerRoots(const llvm::Function &Kernel);

  Roots of(const llvm::Value &Pointer) const;

private:
  Roots ofObject(const llvm::Value &Object) const;
  Roots ofParameter(const llvm::Argument &Parameter) const;
  Roots passedFor(const llvm::Argument &Parameter) const;
  bool spread(const llvm::Module &M);

  const llvm::Function &Kernel;
  const bool IsGpu;
  llvm::DenseMap<const llvm::Argument *, Roots> Passed;
};

} // namespace ompjit

#endif // OMPJIT_SPECIALIZE_POINTERROOTS_H
