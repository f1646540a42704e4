//===- Dispatch.cpp - Loops with dynamic schedules ------------------------===//
//
// Part of the OMP-JIT project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The threads of a team take chunks from a counter. A loop with ordered regions
// runs on one thread, in order. A team of one thread takes all iterations at
// once.
//
//===----------------------------------------------------------------------===//

#include "Barrier.h"
#include "Icv.h"
#include "Memory.h"
#include "Schedule.h"
#include "Team.h"

using namespace ompjit::device;

namespace {

/// A loop, counted in iterations from 0.
struct Loop {
  int64_t Lower, Step;
  uint64_t Total, Chunk;
  int32_t Kind;
  /// For static schedules, this thread's next chunk and the distance to the one
  /// after it.
  uint64_t Next, Stride;
  Loop *Outer;
};

/// The innermost loop of each thread that is in one.
OMPJIT_SHARED(Loop *) Loops[MaxThreads];
/// The first iteration of the team's loop that no thread has taken.
OMPJIT_SHARED(uint64_t) Taken;

uint64_t *taken() { return (uint64_t *)&Taken; }

/// Returns the schedule that the program chose at run time, whose numbers are
/// different.
int32_t kindAtRuntime(uint64_t &Chunk) {
  constexpr int32_t OfRoutine[] = {Static, Static, Dynamic, Guided, Static};
  const icv::Variables Mine = icv::current();
  Chunk = uint64_t(Mine.Chunk);
  const int32_t Kind = OfRoutine[Mine.Schedule];
  return Kind == Static && Chunk ? StaticChunked : Kind;
}

void begin(int32_t Kind, int64_t Lower, uint64_t Total, int64_t Step,
           int64_t Chunk) {
  Kind = withoutModifiers(Kind);
  const uint32_t Self = team::threadNum(), Count = team::numThreads();
  Loop *New = static_cast<Loop *>(memory::allocate(sizeof(Loop)));
  *New = {Lower, Step, Total, Chunk > 0 ? uint64_t(Chunk) : 0,
          Kind,  Self, Count, team::isInLoop() ? Loops[threadId()] : nullptr};
  Loops[threadId()] = New;
  team::setInLoop(true);
  if (Kind == Runtime)
    New->Kind = kindAtRuntime(New->Chunk);
  if (Kind == Auto)
    New->Kind = Static;
  if (Count == 1 || Kind >= FirstOrdered ||
      (__ompjit_loops_cross && team::isCrossing())) {
    New->Kind = StaticChunked;
    New->Chunk = Total;
  } else if (New->Kind == Static ||
             (New->Kind == StaticChunked && !New->Chunk)) {
    New->Kind = StaticChunked;
    New->Chunk = (Total + Count - 1) / Count;
  }
  if (New->Chunk == 0)
    New->Chunk = 1;
  if (Count == 1 || New->Kind == StaticChunked)
    return;
  // Threads that are still in the previous loop need its counter.
  barrier::wait();
  if (Self == 0)
    Taken = 0;
  barrier::wait();
}

/// Returns the size of a guided chunk when \p Rest iterations are left.
uint64_t guidedSize(const Loop &Mine, uint64_t Rest) {
  const uint64_t Size = Rest / (2 * Mine.Stride);
  return Size > Mine.Chunk ? Size : Mine.Chunk;
}

/// \returns the first iteration of the next chunk, and its length in \p Size,
/// which is 0 when the loop is over.
uint64_t take(Loop &Mine, uint64_t &Size) {
  uint64_t First;
  if (Mine.Kind == StaticChunked) {
    First = Mine.Next * Mine.Chunk;
    Mine.Next += Mine.Stride;
    Size = Mine.Chunk;
  } else if (Mine.Kind == Guided) {
    do {
      First = load(taken());
      if (First >= Mine.Total)
        break;
      Size = guidedSize(Mine, Mine.Total - First);
    } while (!exchangeIf(taken(), First, First + Size));
  } else {
    First = add(taken(), Mine.Chunk);
    Size = Mine.Chunk;
  }
  if (First >= Mine.Total)
    Size = 0;
  else if (Size > Mine.Total - First)
    Size = Mine.Total - First;
  return First;
}

void end() {
  Loop *Mine = Loops[threadId()];
  Loops[threadId()] = Mine->Outer;
  team::setInLoop(Mine->Outer != nullptr);
  memory::release(Mine, sizeof(Loop));
}

template <typename T>
int32_t next(int32_t *IsLast, T *Lower, T *Upper, T *Step) {
  Loop &Mine = *Loops[threadId()];
  uint64_t Size = 0;
  const uint64_t First = take(Mine, Size);
  if (Size == 0)
    return 0;
  *Lower = T(uint64_t(Mine.Lower) + First * uint64_t(Mine.Step));
  *Upper = T(uint64_t(*Lower) + (Size - 1) * uint64_t(Mine.Step));
  *Step = T(Mine.Step);
  *IsLast = First + Size == Mine.Total;
  return 1;
}

template <typename T>
void init(int32_t Kind, T Lower, T Upper, int64_t Step, int64_t Chunk) {
  uint64_t Total = 0;
  if (Step > 0 && Lower <= Upper)
    Total = (uint64_t(Upper) - uint64_t(Lower)) / uint64_t(Step) + 1;
  if (Step < 0 && Lower >= Upper)
    Total = (uint64_t(Lower) - uint64_t(Upper)) / (0 - uint64_t(Step)) + 1;
  begin(Kind, int64_t(Lower), Total, Step, Chunk);
}

} // namespace

#define OMPJIT_DISPATCH(Suffix, Type, StepType)                                \
  OMPJIT_ENTRY void __kmpc_dispatch_init_##Suffix(                             \
      Ident *, int32_t, int32_t Kind, Type Lower, Type Upper, StepType Step,   \
      StepType Chunk) {                                                        \
    init<Type>(Kind, Lower, Upper, Step, Chunk);                               \
  }                                                                            \
  OMPJIT_ENTRY int32_t __kmpc_dispatch_next_##Suffix(                          \
      Ident *, int32_t, int32_t *IsLast, Type *Lower, Type *Upper,             \
      StepType *Step) {                                                        \
    return next<Type>(IsLast, Lower, Upper, reinterpret_cast<Type *>(Step));   \
  }                                                                            \
  OMPJIT_ENTRY void __kmpc_dispatch_fini_##Suffix(Ident *, int32_t) {}
OMPJIT_DISPATCH(4, int32_t, int32_t)
OMPJIT_DISPATCH(4u, uint32_t, int32_t)
OMPJIT_DISPATCH(8, int64_t, int64_t)
OMPJIT_DISPATCH(8u, uint64_t, int64_t)

OMPJIT_ENTRY void __kmpc_dispatch_deinit(Ident *, int32_t) { end(); }
