//===- ErrorSink.h - Errors of functions that take a sink -----------------===//
//
// Part of the OMP-JIT project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef OMPJIT_LIBOMPTARGET_ENTRY_ERRORSINK_H
#define OMPJIT_LIBOMPTARGET_ENTRY_ERRORSINK_H

#include "Entry.h"
#include "support/Diagnostics.h"

#include "ompjit/FragmentKernels.h"

namespace ompjit {

/// Hands the error to the sink, or prints it if there is none. A \p DeviceId
/// below 0 means that it concerns no device.
inline void tell(ompjit_error_sink Sink, const Error &Why, int DeviceId) {
  if (Sink.take)
    Sink.take(Sink.context,
              formatDiagnostic("error", Why, nullptr, DeviceId).c_str());
  else
    printDiagnostic("error", Why, nullptr, DeviceId);
}

} // namespace ompjit

#endif // OMPJIT_LIBOMPTARGET_ENTRY_ERRORSINK_H
