//===- SimulatedPlatform.h - A block of simulated threads -----------------===//
//
// Part of the OMP-JIT project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// This replaces GpuPlatform.h in unit tests: threads are fibres, and one runs
// at a time.
//
//===----------------------------------------------------------------------===//

#ifndef OMPJIT_OPENMP_DEVICE_UNITTESTS_SIMULATEDPLATFORM_H
#define OMPJIT_OPENMP_DEVICE_UNITTESTS_SIMULATEDPLATFORM_H

#include "Simulation.h"

#include <stdint.h>

#define OMPJIT_SHARED(...) static __VA_ARGS__
#define OMPJIT_CONSTANT
#define OMPJIT_GLOBAL

namespace ompjit::device {

template <typename T> using InShared = T;

inline uint32_t threadId() { return simulation::self().Id; }
inline uint32_t blockSize() { return simulation::launch().BlockSize; }
inline uint32_t blockId() { return simulation::launch().Block; }
inline uint32_t numBlocks() { return simulation::launch().NumBlocks; }
inline uint32_t warpSize() { return simulation::launch().WarpSize; }
inline uint32_t laneId() { return threadId() % warpSize(); }
inline uint64_t activeLanes() { return simulation::ballot(true); }
inline bool isFirstActiveLane() {
  return laneId() == uint32_t(__builtin_ctzll(activeLanes()));
}

inline bool lanesShareCounter() { return true; }

inline void fenceBlock() {}
inline void fenceDevice() {}
inline void fenceSystem() {}

inline void syncBlockAligned() { simulation::syncBlock(); }
inline void syncBlock() { simulation::syncBlock(); }
inline bool canSyncThreads(uint32_t Count) {
  return simulation::launch().HasNamedBarriers && Count % warpSize() == 0;
}
inline void syncThreads(uint32_t Count) { simulation::syncThreads(Count); }
inline bool isPrivate(void *) { return false; }
inline void syncWarp(uint64_t Lanes) { simulation::syncWarp(Lanes); }
inline void pause() { simulation::yield(); }
inline void pauseForHost() { simulation::yield(); }

template <typename T>
T shuffleDown(uint64_t Lanes, T Value, uint32_t Delta, uint32_t Width) {
  const uint32_t Self = laneId();
  const bool IsInGroup = Self % Width + Delta < Width;
  simulation::syncWarp(Lanes);
  return T(simulation::shuffle(Value, IsInGroup ? Self + Delta : Self));
}

inline uint64_t nanoseconds() { return simulation::launch().Clock; }

inline void *dynamicShared() { return nullptr; }
inline uint32_t dynamicSharedBytes() { return 0; }

inline uint32_t threadIdIn(int Dim) { return Dim == 0 ? threadId() : 0; }
inline uint32_t blockIdIn(int Dim) { return Dim == 0 ? blockId() : 0; }
inline uint32_t blockSizeIn(int Dim) { return Dim == 0 ? blockSize() : 1; }
inline uint32_t numBlocksIn(int Dim) { return Dim == 0 ? numBlocks() : 1; }
inline uint64_t ballot(uint64_t, bool Predicate) {
  return simulation::ballot(Predicate);
}

} // namespace ompjit::device

#endif // OMPJIT_OPENMP_DEVICE_UNITTESTS_SIMULATEDPLATFORM_H
