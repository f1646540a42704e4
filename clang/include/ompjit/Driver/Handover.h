//===- Handover.h - Give a command line to another program ------*- C++ -*-===//
//
// Part of the OMP-JIT project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// How the driver's programs pass a command line on: they become the other
// program (exec), so that exit status, signals, standard streams and process id
// are those of that program. Used by both programs of the driver; includes no
// LLVM header.
//
//===----------------------------------------------------------------------===//

#ifndef OMPJIT_DRIVER_HANDOVER_H
#define OMPJIT_DRIVER_HANDOVER_H

#include "ompjit/Driver/Locations.h"

#include <span>

namespace ompjit::driver {

/// Becomes the packaged clang or flang, started under the name in Arguments[0]
/// with the arguments that follow. \p Arguments has no null at its end.
/// \returns only if that failed: one sentence for the user.
std::string becomePackaged(const Locations &Paths,
                           std::span<const char *const> Arguments);

/// Becomes our planner, the one that compiles if there is something to compile
/// in this process, with all of \p Arguments as they are.
/// \returns only if that failed: one sentence for the user.
std::string becomePlanner(const Locations &Paths,
                          std::span<const char *const> Arguments);

} // namespace ompjit::driver

#endif // OMPJIT_DRIVER_HANDOVER_H
