//===- CodeOptions.h - clang's options that code must keep ----------------===//
//
// Part of the OMP-JIT project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Most options of clang that change the code of a function are in its IR. Some
// affect only clang's own pipeline and code generator, and would be lost when
// code is optimised again, in a device link or when a program runs. For these a
// plugin of clang gives functions attributes, so that each keeps what its file
// was compiled with; this header declares the functions that obey them.
//
// -fno-vectorize and -fno-unroll-loops are not among them: they become metadata
// of loops, which LLVM obeys anyway.
//
//===----------------------------------------------------------------------===//

#ifndef OMPJIT_SPECIALIZE_CODEOPTIONS_H
#define OMPJIT_SPECIALIZE_CODEOPTIONS_H

#include "ompjit/Support/Mutex.h"

#include "llvm/ADT/StringRef.h"
#include "llvm/ADT/StringSet.h"
#include "llvm/IR/OptBisect.h"

namespace llvm {
class Function;
class Module;
class PassInstrumentationCallbacks;
} // namespace llvm

namespace ompjit {

/// -fveclib=, with its value; see VectorFunctions.h.
constexpr llvm::StringLiteral VectorLibraryAttribute = "ompjit-veclib";
/// -fno-slp-vectorize.
constexpr llvm::StringLiteral NoSlpAttribute = "ompjit-no-slp-vectorize";
/// -mno-..., as target features ("-avx512f,-fma") that the code must not use on
/// any processor.
constexpr llvm::StringLiteral WithoutFeaturesAttribute =
    "ompjit-without-features";

/// Whether people want to see each line and variable of the function in a
/// debugger: it is for a processor, and was compiled with -O0 and -g. Any other
/// function is optimised in packages, whatever its file was compiled with.
bool isForDebugger(const llvm::Function &F);
/// Removes clang's mark of -O0 from functions for processors that are optimised
/// all the same, which would have their code generated without optimisations.
void optimizeAllOthers(llvm::Module &M);

/// Makes a pass pipeline obey the attributes, and leave functions as they are
/// that are for a debugger.
void obeyCodeOptions(llvm::PassInstrumentationCallbacks &Callbacks);

/// The same for LTO's pipelines, whose gates know functions by name only.
/// Thread-safe.
class CodeOptionsGate : public llvm::OptPassGate {
public:
  explicit CodeOptionsGate(const llvm::OptPassGate &Usual) : Usual(Usual) {}

  /// To be called before passes run over \p M.
  void add(const llvm::Module &M);

  bool isEnabled() const override { return true; }
  bool shouldRunPass(llvm::StringRef Pass,
                     llvm::StringRef Description) const override;

private:
  const llvm::OptPassGate &Usual;
  mutable Mutex Guard;
  llvm::StringSet<> WithoutSlp OMPJIT_GUARDED_BY(Guard);
};

} // namespace ompjit

#endif // OMPJIT_SPECIALIZE_CODEOPTIONS_H
