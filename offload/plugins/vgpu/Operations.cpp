//===- Operations.cpp - What lowered code calls ---------------------------===//
//
// Part of the OMP-JIT project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Everything here runs on a lane's stack.
//
//===----------------------------------------------------------------------===//

#include "Operations.h"

#include "Block.h"
#include "Device.h"
#include "Print.h"
#include "Processor.h"

#include <chrono>

namespace ompjit::vgpu {

namespace {

Block &block() { return Block::ofThread(); }

[[noreturn]] void fail(const char *What, const char *Advice,
                       const Site *Source) {
  block().noteFailure({What, Advice}, Source);
  block().leave();
}

uint64_t onBlock(const Site *Source, BlockOperation Operation, uint32_t Id,
                 uint32_t Count, uint32_t Predicate) {
  Request Wants;
  Wants.Source = Source;
  Wants.IsForBlock = true;
  constexpr auto Aligned = uint32_t(BlockOperation::Aligned);
  Wants.OnBlock = BlockOperation(uint32_t(Operation) & ~Aligned);
  Wants.IsAligned = uint32_t(Operation) & Aligned;
  Wants.Mask = Id;
  Wants.Value = Predicate;
  Wants.A = Count;
  return block().wait(Wants).Value;
}

Exchanged onWarp(const Site *Source, WarpOperation Operation, uint64_t Mask,
                 uint64_t Value, uint64_t A, uint64_t B) {
  Block &Here = block();
  if (Operation < WarpOperation::FirstActive &&
      !(Mask >> Here.current().InWarp & 1))
    fail("a lane is not in the mask of its own operation",
         "give a mask of the lanes that come here", Source);
  Request Wants;
  Wants.Source = Source;
  Wants.OnWarp = Operation;
  Wants.Mask = Mask;
  Wants.Value = Value;
  Wants.A = A;
  Wants.B = B;
  return Here.wait(Wants);
}

uint64_t nanoseconds() {
  return uint64_t(std::chrono::duration_cast<std::chrono::nanoseconds>(
                      std::chrono::steady_clock::now().time_since_epoch())
                      .count());
}

/// Returns null if there is no memory, as on a GPU.
void *allocate(uint64_t Size) {
  void *Address = nullptr;
  return block().launch().Device->Memory.allocate(Size, &Address, nullptr,
                                                  /*IsOfDevice=*/true)
             ? nullptr
             : Address;
}

void release(void *Address) {
  ompjit_error Error = {};
  if (!block().launch().Device->Memory.free(Address, &Error))
    return;
  block().noteFailure({std::string("free: ") + Error.text,
                       "free each allocation once, where it begins"},
                      nullptr);
  block().leave();
}

void failAssertion(const char *Condition, const char *File, uint32_t Line,
                   const char *Function) {
  block().noteFailure({"assertion failed: " + std::string(Condition) + " (" +
                           Function + ", " + File + ":" + std::to_string(Line) +
                           ")",
                       "the program's own check says what does not hold"},
                      nullptr);
  block().leave();
}

} // namespace

const Operations TheOperations = {
    .CurrentLane = []() -> Lane * { return &block().current(); },
    .OnBlock = onBlock,
    .OnWarp = onWarp,
    .Yield =
        [](const Site *, uint32_t Nanoseconds) {
          block().yield(Nanoseconds >= HostWaitNs);
        },
    .Tick = [](const Site *) { block().tick(); },
    .Exit = [] { block().endLane(); },
    .Trap =
        [](const Site *Source, const char *Reason) {
          fail(Reason,
               "device code ends itself there: by abort(), a check of its own, "
               "or because it came where it never should",
               Source);
        },
    .Cycles = []() -> uint64_t { return cycles(); },
    .Nanoseconds = nanoseconds,
    .Print = printFormatted,
    .Allocate = allocate,
    .Free = release,
    .AssertFailed = failAssertion,
    .IsShared = [](const void *Place) -> uint64_t {
      return block().ownsShared(Place);
    },
    .IsPrivate = [](const void *Place) -> uint64_t {
      return block().ownsStack(Place);
    },
    .Access =
        [](const AccessSite *Source, const void *Place, uint64_t Size,
           uint32_t Kind, const void *Base, const void *Value) {
          block().access(Source, Place, Size, Kind, Base, Value);
        },
    .Acquired = [](const void *Place,
                   uint32_t Kind) { block().acquire(Place, Kind); },
    .Fence = [](uint32_t Kind) { block().fence(Kind); },
};

} // namespace ompjit::vgpu
