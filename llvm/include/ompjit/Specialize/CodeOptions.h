//===- CodeOptions.h - What code was compiled to be like ------------------===//
//
// Part of the OMP-JIT project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Most options of clang that change the code of a function are in its IR. Some
// reach clang's own pipeline and code generator alone, and would be lost where
// code is optimised again, in a device link or when a program runs. For these
// a plugin of clang's gives functions attributes, so that each keeps what its
// file was compiled with; here is what obeys them.
//
// -fno-vectorize and -fno-unroll-loops are not among them: they become metadata
// of loops, which LLVM obeys by itself.
//
//===----------------------------------------------------------------------===//

#ifndef OMPJIT_SPECIALIZE_CODEOPTIONS_H
#define OMPJIT_SPECIALIZE_CODEOPTIONS_H

#include "llvm/ADT/StringRef.h"
#include "llvm/ADT/StringSet.h"
#include "llvm/IR/OptBisect.h"

#include <mutex>

namespace llvm {
class Module;
class PassInstrumentationCallbacks;
} // namespace llvm

namespace ompjit {

/// -fveclib=, with its value.
constexpr llvm::StringLiteral VectorLibraryAttribute = "ompjit-veclib";
/// -fno-slp-vectorize.
constexpr llvm::StringLiteral NoSlpAttribute = "ompjit-no-slp-vectorize";
/// -mno-..., as target features ("-avx512f,-fma"), that a processor is not to
/// have whatever it is.
constexpr llvm::StringLiteral WithoutFeaturesAttribute =
    "ompjit-without-features";

/// Tells the vectoriser which calls a library has vector versions of. Before a
/// pipeline that vectorises.
void mapVectorFunctions(llvm::Module &M);

/// For a pipeline of one's own.
void obeyCodeOptions(llvm::PassInstrumentationCallbacks &Callbacks);

/// For one of LTO's, which knows functions by name. Thread-safe.
class CodeOptionsGate : public llvm::OptPassGate {
public:
  explicit CodeOptionsGate(const llvm::OptPassGate &Usual) : Usual(Usual) {}

  /// Before passes run over \p M.
  void add(const llvm::Module &M);

  bool isEnabled() const override { return true; }
  bool shouldRunPass(llvm::StringRef Pass,
                     llvm::StringRef Description) const override;

private:
  const llvm::OptPassGate &Usual;
  mutable std::mutex Mutex;
  llvm::StringSet<> WithoutSlp;
};

} // namespace ompjit

#endif // OMPJIT_SPECIALIZE_CODEOPTIONS_H
