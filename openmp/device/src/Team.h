//===- Team.h - What the threads of a block know of each other ------------===//
//
// Part of the OMP-JIT project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A block is a team. In SPMD kernels all of its threads run the target region,
// and a parallel region is where they are told apart. In generic kernels the
// first thread of the last warp, the main thread, runs the target region alone,
// and hands parallel regions to the others, the workers.
//
// Parallel regions inside of another one are run by the thread that meets them,
// alone. So a thread's place is told by how deep it is, and by the depth
// of the one active region, which is the same for all who are in it.
//
// What a thread reads here of its own it also wrote; it needs no barrier. What
// all threads write they write with the same value, so that the optimiser can
// follow a value from the write to the read; who enters a region remembers
// where it was and need not read it.
//
//===----------------------------------------------------------------------===//

#ifndef OMPJIT_OPENMP_DEVICE_TEAM_H
#define OMPJIT_OPENMP_DEVICE_TEAM_H

#include "Abi.h"
#include "Platform.h"

namespace ompjit::device::team {

/// Starts a kernel's state; each thread calls it.
void begin(const Configuration &Kernel, LaunchEnvironment *Launch);

bool isSpmd();
/// Whether the kernel is nothing but a parallel region, or a loop of teams over
/// one: then nothing of the program comes after a region that could read what
/// its threads wrote.
bool isTight();
/// Whether a parallel region may be met inside of another one.
bool mayNest();
LaunchEnvironment *launchEnvironment();

/// The most threads that a parallel region can have.
uint32_t maxThreads();
bool isMainThread();

/// How many parallel regions are around the calling thread.
uint32_t level();
/// Whether one of them has several threads, or could have had.
bool isInActive();
/// The level of that one.
uint32_t activeLevel();
/// Its threads.
uint32_t activeSize();
void setActive(uint32_t Level, uint32_t Size);

/// Whether the calling thread is in an explicit task, and in a final one.
bool isInTask();
bool isInFinalTask();

/// Whether the calling thread's loop has iterations that wait for others.
bool isCrossing();
void setCrossing(bool IsCrossing);

/// Whether the calling thread is in a loop whose chunks are handed out.
bool isInLoop();
void setInLoop(bool IsInLoop);

/// Where a thread is, all in one.
using Place = uint16_t;

/// These enter regions, on the calling thread. \returns where it was.
Place enterActive(uint32_t Level);
Place enterSerial();
Place enterTask(bool IsFinal);
void returnTo(Place Before);

/// In the innermost parallel region.
inline uint32_t threadNum() {
  return isInActive() && level() == activeLevel() ? threadId() : 0;
}
inline uint32_t numThreads() {
  return isInActive() && level() == activeLevel() ? activeSize() : 1;
}

/// Those that run the current code: outside of all regions every thread of an
/// SPMD kernel does.
inline uint32_t numRunning() {
  return level() == 0 && isSpmd() ? blockSize() : numThreads();
}

} // namespace ompjit::device::team

#endif // OMPJIT_OPENMP_DEVICE_TEAM_H
