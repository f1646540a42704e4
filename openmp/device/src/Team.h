//===- Team.h - The state of a block's threads ----------------------------===//
//
// Part of the OMP-JIT project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A block is a team. In SPMD kernels all of its threads run the target region,
// and they act as different threads only in parallel regions. In generic
// kernels the first thread of the last warp, the main thread, runs the target
// region alone, and passes parallel regions to the others, the workers.
//
// Nested parallel regions are run by the encountering thread alone. So a
// thread's place consists of its depth and of the depth of the one active
// region, which is the same for all threads in it.
//
// A thread that reads a variable of its own here has also written it, so that
// needs no barrier. Variables that all threads write get the same value from
// each, so that the optimiser can follow a value from the write to the read; a
// thread that enters a region keeps its previous place and need not read it.
//
//===----------------------------------------------------------------------===//

#ifndef OMPJIT_OPENMP_DEVICE_TEAM_H
#define OMPJIT_OPENMP_DEVICE_TEAM_H

#include "Abi.h"
#include "Platform.h"

namespace ompjit::device::team {

/// Initialises a kernel's state; each thread must call it.
void begin(const Configuration &Kernel, LaunchEnvironment *Launch);

bool isSpmd();
/// Whether the kernel consists of a parallel region, or of a loop of teams over
/// one: then no code of the program comes after a region that could read what
/// its threads wrote.
bool isTight();
/// Whether parallel regions may be nested.
bool mayNest();
LaunchEnvironment *launchEnvironment();

/// Returns the maximum number of threads in a parallel region.
uint32_t maxThreads();
bool isMainThread();

/// Returns how many parallel regions enclose the calling thread.
uint32_t level();
/// Whether one of them has several threads, or could have.
bool isInActive();
/// Returns the level of that region.
uint32_t activeLevel();
/// Returns its number of threads.
uint32_t activeSize();
void setActive(uint32_t Level, uint32_t Size);

/// Whether the calling thread is in an explicit task, and in a final one.
bool isInTask();
bool isInFinalTask();

/// Whether the calling thread's loop has iterations that wait for other
/// iterations.
bool isCrossing();
void setCrossing(bool IsCrossing);

/// Whether the calling thread is in a loop that is dispatched dynamically.
bool isInLoop();
void setInLoop(bool IsInLoop);

/// A thread's position in regions and tasks, packed.
using Place = uint16_t;

/// These enter regions on the calling thread. \returns its previous place.
Place enterActive(uint32_t Level);
Place enterSerial();
Place enterTask(bool IsFinal);
void returnTo(Place Before);

/// Returns the thread's number in the innermost parallel region.
inline uint32_t threadNum() {
  return isInActive() && level() == activeLevel() ? threadId() : 0;
}
inline uint32_t numThreads() {
  return isInActive() && level() == activeLevel() ? activeSize() : 1;
}

/// Returns the number of threads that run the current code: outside of all
/// regions, every thread of an SPMD kernel does.
inline uint32_t numRunning() {
  return level() == 0 && isSpmd() ? blockSize() : numThreads();
}

} // namespace ompjit::device::team

#endif // OMPJIT_OPENMP_DEVICE_TEAM_H
