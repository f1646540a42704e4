//===- ImageState.cpp - The state of a variant's image --------------------===//
//
// Part of the OMP-JIT project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "ImageState.h"

using namespace ompjit;
using namespace ompjit::jit;

namespace {

constexpr uint8_t in(ImageState State) { return uint8_t(1u << int(State)); }

/// The states that may follow each one, as sets of bits.
constexpr uint8_t Followers[NumImageStates] = {
    // Absent: a launch may find the image in a cache or compile it itself.
    in(ImageState::Queued) | in(ImageState::Ready) | in(ImageState::Loaded) |
        in(ImageState::Demoted) | in(ImageState::Failed),
    // Queued: it may be dropped, or a launch may make it out of turn.
    in(ImageState::Absent) | in(ImageState::Compiling) |
        in(ImageState::Loaded) | in(ImageState::Demoted) |
        in(ImageState::Failed),
    // Compiling: it may be dropped before the compile service is open.
    in(ImageState::Absent) | in(ImageState::Ready) | in(ImageState::Loaded) |
        in(ImageState::Demoted) | in(ImageState::Failed),
    // Ready.
    in(ImageState::Loaded) | in(ImageState::Demoted) | in(ImageState::Failed),
    // Retired: it is loaded from memory or disk, or compiled again.
    in(ImageState::Queued) | in(ImageState::Loaded) | in(ImageState::Demoted) |
        in(ImageState::Failed),
    // Loaded.
    in(ImageState::Retired) | in(ImageState::Demoted),
    // Demoted: the generic image may not be available any more.
    in(ImageState::Loaded) | in(ImageState::Failed),
    // Failed: it did not load for lack of memory, which may be free again.
    in(ImageState::Loaded),
};

} // namespace

bool jit::mayFollow(ImageState Next, ImageState Before) {
  return Followers[int(Before)] & in(Next);
}

const char *jit::stateName(ImageState State) {
  constexpr const char *Names[NumImageStates] = {
      "absent",  "queued", "compiling", "ready",
      "retired", "loaded", "demoted",   "failed"};
  return Names[int(State)];
}

bool ImageProgress::change(ImageState Next) {
  ImageState Before = State.load(std::memory_order_relaxed);
  while (mayFollow(Next, Before))
    if (State.compare_exchange_weak(Before, Next, std::memory_order_acq_rel,
                                    std::memory_order_relaxed))
      return true;
  return false;
}
