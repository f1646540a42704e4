//===- InteropClauses.h - Clauses of interop constructs -------------------===//
// Part of the OMP-JIT project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
// clang 22 checks `prefer_type` and forgets it, and of `init(target,
// targetsync: o)` keeps the former. Here the list of each clause goes to
// __ompjit_interop_prefer, a function of libomptarget's, right before the
// construct, and the latter is kept, which gives all that the former does.
//
//===----------------------------------------------------------------------===//

#ifndef OMPJIT_CLANG_TEAMVARIABLES_INTEROPCLAUSES_H
#define OMPJIT_CLANG_TEAMVARIABLES_INTEROPCLAUSES_H

namespace clang {
class CompilerInstance;
class DeclGroupRef;
} // namespace clang

namespace ompjit {

/// Changes the constructs in \p Definitions, before code is generated for them.
/// Costs nothing in a file without `interop` in a directive.
void keepInteropClauses(clang::CompilerInstance &,
                        const clang::DeclGroupRef &Definitions);

} // namespace ompjit

#endif // OMPJIT_CLANG_TEAMVARIABLES_INTEROPCLAUSES_H
