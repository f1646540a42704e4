//===- Teams.h - How many teams a region can have -------------------------===//
//
// Part of the OMP-JIT project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// libomp forms the teams of the host, each from its own threads, and never more
// of them than KMP_TEAMS_THREAD_LIMIT allows: by default the number of
// processors, even if the region asks for more. KMP_DEVICE_THREAD_LIMIT (or its
// old name KMP_ALL_THREADS) and OMP_THREAD_LIMIT limit all threads and thereby
// the teams. libomp has no function that returns the limit, so its rules are
// repeated here.
//
//===----------------------------------------------------------------------===//

#ifndef OMPJIT_PLUGINS_HOST_TEAMS_H
#define OMPJIT_PLUGINS_HOST_TEAMS_H

#include <cstdint>

namespace ompjit::host {

/// Returns what the environment allows on a machine with \p NumProcessors. \p
/// ReadVariable returns null for a variable that is not set.
uint32_t maxTeams(uint32_t NumProcessors,
                  const char *(*ReadVariable)(const char *Name));

/// The same for this process.
uint32_t maxTeams();

} // namespace ompjit::host

#endif // OMPJIT_PLUGINS_HOST_TEAMS_H
