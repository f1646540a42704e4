//===- Team.cpp - The state of a block's threads --------------------------===//
//
// Part of the OMP-JIT project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Team.h"

using namespace ompjit::device;

#if defined(__AMDGPU__)
/// The layout of a launch's implicit arguments, which include the size of a
/// block, that code was compiled for. This is clang 22's. ROCm's device
/// libraries define the variable, too.
extern "C" [[gnu::weak]] const OMPJIT_CONSTANT int __oclc_ABI_version = 600;
#endif

namespace {

/// The bits of a thread's place: how many regions it is in, whether one is
/// active, its task and whether it is in a loop.
enum : team::Place {
  ActiveBit = 0x8000,
  TaskBit = 0x4000,
  FinalBit = 0x2000,
  CrossingBit = 0x1000,
  LoopBit = 0x0800,
  LevelBits = 0x07ff
};

OMPJIT_SHARED(team::Place) Places[MaxThreads];
OMPJIT_SHARED(uint8_t) ActiveLevel;
OMPJIT_SHARED(uint16_t) ActiveSize;
OMPJIT_SHARED(bool) IsSpmd;
OMPJIT_SHARED(bool) IsTight;
OMPJIT_SHARED(bool) MayNest;
/// The compiler looks for this name (AcquireFinder.cpp).
OMPJIT_SHARED(LaunchEnvironment *) Launch asm("__omp_rtl_launch_environment");

} // namespace

void team::begin(const Configuration &Kernel, LaunchEnvironment *Environment) {
  IsSpmd = Kernel.Mode & Spmd;
  IsTight = Kernel.Mode == Spmd;
  MayNest = Kernel.MayUseNestedParallelism;
  Launch = Environment;
  Places[threadId()] = 0;
}

bool team::isSpmd() { return IsSpmd; }
bool team::isTight() { return IsTight; }
bool team::mayNest() { return MayNest; }
LaunchEnvironment *team::launchEnvironment() { return Launch; }

/// The host adds a warp for the main thread, unless the kernel was compiled for
/// no more than one warp.
uint32_t team::maxThreads() {
  if (IsSpmd)
    return blockSize();
  return blockSize() > warpSize() ? blockSize() - warpSize() : 1;
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

bool team::isInTask() { return Places[threadId()] & TaskBit; }
bool team::isInFinalTask() { return Places[threadId()] & FinalBit; }

team::Place team::enterActive(uint32_t Level) {
  const Place Before = Places[threadId()];
  Places[threadId()] = Place(ActiveBit | (Before & LoopBit) | Level);
  return Before;
}

team::Place team::enterSerial() {
  const Place Before = Places[threadId()];
  Places[threadId()] =
      Place((Before & ~(TaskBit | FinalBit | CrossingBit)) + 1);
  return Before;
}

/// A task inside a final task is final, too.
team::Place team::enterTask(bool IsFinal) {
  const Place Before = Places[threadId()];
  Places[threadId()] = Place(Before | TaskBit | (IsFinal ? FinalBit : 0));
  return Before;
}

bool team::isCrossing() { return Places[threadId()] & CrossingBit; }
void team::setCrossing(bool IsCrossing) {
  const Place Others = Places[threadId()] & ~CrossingBit;
  Places[threadId()] = Place(Others | (IsCrossing ? CrossingBit : 0));
}

bool team::isInLoop() { return Places[threadId()] & LoopBit; }
void team::setInLoop(bool IsInLoop) {
  const uint32_t Others = Places[threadId()] & ~LoopBit;
  Places[threadId()] = Place(Others | (IsInLoop ? LoopBit : 0));
}

void team::returnTo(Place Before) { Places[threadId()] = Before; }
