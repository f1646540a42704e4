//===- Team.cpp - What the threads of a block know of each other ----------===//
//
// Part of the OMP-JIT project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Team.h"

using namespace ompjit::device;

#if defined(__AMDGPU__)
/// Which layout of a launch's implicit arguments, where the size of a block is,
/// code was compiled for: clang 22's. ROCm's device libraries define it as
/// well.
extern "C" [[gnu::weak]] const OMPJIT_CONSTANT int __oclc_ABI_version = 600;
#endif

namespace {

/// Of a thread: how many regions it is in, and whether one is active.
constexpr uint8_t ActiveBit = 0x80, LevelBits = 0x7f;

OMPJIT_SHARED(uint8_t) Places[MaxThreads];
OMPJIT_SHARED(uint8_t) ActiveLevel;
OMPJIT_SHARED(uint16_t) ActiveSize;
OMPJIT_SHARED(bool) IsSpmd;
OMPJIT_SHARED(LaunchEnvironment *) Launch;

} // namespace

void team::begin(bool Spmd, LaunchEnvironment *Environment) {
  IsSpmd = Spmd;
  Launch = Environment;
  Places[threadId()] = 0;
}

bool team::isSpmd() { return IsSpmd; }
LaunchEnvironment *team::launchEnvironment() { return Launch; }

/// The host adds a warp for the main thread.
uint32_t team::maxThreads() {
  return IsSpmd ? blockSize() : blockSize() - warpSize();
}

bool team::isMainThread() {
  if (IsSpmd)
    return threadId() == 0;
  return threadId() == ((blockSize() - 1) & ~(warpSize() - 1));
}

uint32_t team::level() { return Places[threadId()] & LevelBits; }
bool team::isInActive() { return Places[threadId()] & ActiveBit; }
uint32_t team::activeLevel() { return ActiveLevel; }
uint32_t team::activeSize() { return ActiveSize; }

void team::setActive(uint32_t Level, uint32_t Size) {
  ActiveLevel = uint8_t(Level);
  ActiveSize = uint16_t(Size);
}

void team::enterActive(uint32_t Level) {
  Places[threadId()] = uint8_t(ActiveBit | Level);
}

void team::enterSerial() { Places[threadId()] += 1; }

/// The level at which the active region is left is the one below it.
void team::leave() {
  const uint8_t Place = Places[threadId()];
  const bool LeavesActive =
      (Place & ActiveBit) && (Place & LevelBits) == ActiveLevel;
  Places[threadId()] = uint8_t((LeavesActive ? Place & LevelBits : Place) - 1);
}
