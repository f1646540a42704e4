//===- Service.h - The compile service, for tools -------------------------===//
//
// Part of the OMP-JIT project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef OMPJIT_TOOLS_COMPILE_SERVICE_H
#define OMPJIT_TOOLS_COMPILE_SERVICE_H

#include "ompjit/CompileService.h"

namespace ompjit::compile {

class Service {
public:
  /// Opens the service of the installation that the running program belongs to.
  static Result<Service> open();

  Result<CompileResult> compile(ByteView Package,
                                const CompileRequest &Request) const;

private:
  explicit Service(ompjit_compile_fn Entry) : Entry(Entry) {}

  ompjit_compile_fn Entry;
};

} // namespace ompjit::compile

#endif // OMPJIT_TOOLS_COMPILE_SERVICE_H
