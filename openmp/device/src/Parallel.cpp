//===- Parallel.cpp - Parallel regions ------------------------------------===//
//
// Part of the OMP-JIT project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Barrier.h"
#include "Debug.h"
#include "Events.h"
#include "Icv.h"
#include "Memory.h"
#include "Region.h"
#include "Team.h"

#include <stddef.h>

using namespace ompjit::device;

// LLVM computes the answer if it is the same for all kernels that reach a
// place.
extern "C" bool __kmpc_is_spmd_exec_mode();

namespace {

/// The region that the main thread has handed out.
OMPJIT_SHARED(Wrapper) Current;
/// The addresses of its shared variables.
OMPJIT_SHARED(void **) SharedVariables;

constexpr size_t MaxArguments = 64;

template <size_t> using Argument = void *;

template <size_t... Index> struct Numbers {};
template <size_t N, size_t... Index>
struct NumbersTo : NumbersTo<N - 1, N - 1, Index...> {};
template <size_t... Index> struct NumbersTo<0, Index...> {
  using Type = Numbers<Index...>;
};

// Functions that call another one by address are inlined, up to the caller in
// which the address is a constant: a call by pointer in a kernel costs
// registers, and the compiler can assume nothing about it.

template <size_t... Index>
[[gnu::always_inline]] inline void
call(Microtask Function, int32_t *Thread, int32_t *Bound,
     [[maybe_unused]] void **Arguments, Numbers<Index...>) {
  using Signature = void (*)(int32_t *, int32_t *, Argument<Index>...);
  reinterpret_cast<Signature>(Function)(Thread, Bound, Arguments[Index]...);
}

/// The number is a constant where the call is inlined, so that one case is
/// left.
template <size_t... Count>
[[gnu::always_inline]] inline void
callWithCount(Microtask Function, void **Arguments, int64_t NumArguments,
              Numbers<Count...>) {
  int32_t Thread = int32_t(team::threadNum()), Bound = 0;
  (void)((size_t(NumArguments) == Count &&
          (call(Function, &Thread, &Bound, Arguments,
                typename NumbersTo<Count>::Type()),
           true)) ||
         ... || (__builtin_trap(), true));
}

/// Runs the function and the tasks that it makes.
[[gnu::always_inline]] inline void invoke(Microtask Function, void **Arguments,
                                          int64_t NumArguments) {
  callWithCount(Function, Arguments, NumArguments,
                NumbersTo<MaxArguments + 1>::Type());
  events::wait();
}

/// Returns the number of threads of a region. \p Clause is -1 without the
/// clause.
uint32_t sizeOfRegion(int32_t Clause, bool IsParallel) {
  if (!IsParallel)
    return 1;
  const uint32_t Max = team::maxThreads();
  const uint32_t Wanted = Clause > 0 ? uint32_t(Clause) : icv::numThreads(Max);
  return Wanted < Max ? Wanted : Max;
}

/// Returns whether the region is inside another one, active or not. Such a
/// region runs on one thread: variables of the outer region are on its threads'
/// stacks, which other threads cannot read, and the loop of workers that the
/// optimiser writes into a kernel knows its outermost regions only.
bool isInner() { return team::mayNest() && team::level() > 0; }

[[gnu::always_inline]] inline void
runSerial(Microtask Function, void **Arguments, int64_t NumArguments) {
  const team::Place Before = team::enterSerial();
  invoke(Function, Arguments, NumArguments);
  team::returnTo(Before);
}

/// Runs a region when all threads of the block are here.
[[gnu::always_inline]] inline void runSpmd(Microtask Function, void **Arguments,
                                           int64_t NumArguments,
                                           uint32_t Size) {
  const uint32_t Level = team::mayNest() ? team::level() + 1 : 1;
  const bool IsWholeBlock = Size == blockSize();
  // This comes before the barrier, if there is one, so that a thread that
  // enters the region sees the writes of all.
  team::setActive(Level, Size);
  // Threads of the region may write variables that the others still read in the
  // code before the region. A tight kernel has no such code.
  if (!IsWholeBlock)
    barrier::prepare();
  else if (!team::isTight())
    syncBlockAligned();
  if (IsWholeBlock || threadId() < Size) {
    const team::Place Before = team::enterActive(Level);
    icv::inherit();
    invoke(Function, Arguments, NumArguments);
    team::returnTo(Before);
  }
  // In a tight kernel the next region is in the same loop and has the same
  // size, and the loop's iterations do not depend on each other.
  if (!team::isTight() || !IsWholeBlock)
    syncBlockAligned();
}

/// Runs a region when the main thread is here and the workers wait.
void runByWorkers(Wrapper Function, void **Arguments, int64_t NumArguments,
                  uint32_t Size) {
  const size_t Bytes = size_t(NumArguments) * sizeof(void *);
  void **Shared =
      Bytes ? static_cast<void **>(memory::allocate(Bytes)) : nullptr;
  for (int64_t I = 0; I < NumArguments; ++I)
    Shared[I] = Arguments[I];
  SharedVariables = Shared;
  Current = Function;
  barrier::prepare();
  team::setActive(team::level() + 1, Size);
  syncBlock();
  syncBlock();
  if (Bytes)
    memory::release(Shared, Bytes);
}

/// Runs a region on any thread of a generic kernel.
[[gnu::always_inline]] inline void
runGeneric(Microtask Function, Wrapper Outlined, void **Arguments,
           int64_t NumArguments, int32_t Clause, bool IsParallel) {
  const uint32_t Size = isInner() ? 1 : sizeOfRegion(Clause, IsParallel);
  if (Size == 1 || !Outlined)
    return runSerial(Function, Arguments, NumArguments);
  runByWorkers(Outlined, Arguments, NumArguments, Size);
}

} // namespace

bool region::take(Wrapper &Function) {
  Function = Current;
  if (!Function || threadId() >= team::activeSize())
    return false;
  team::enterActive(team::activeLevel());
  icv::inherit();
  return true;
}

void region::finish() {
  events::wait();
  team::returnTo(0);
}

void region::publishEnd() { Current = nullptr; }

OMPJIT_ENTRY void __kmpc_get_shared_variables(void ***Variables) {
  *Variables = SharedVariables;
}

/// \p If and \p NumThreads come from the clauses, and are 1 and -1 without
/// them. A region has no wrapper if only SPMD kernels can reach it.
OMPJIT_ENTRY [[gnu::always_inline]] void
__kmpc_parallel_60(Ident *, int32_t, int32_t If, int32_t NumThreads, int32_t,
                   Microtask Function, Wrapper Outlined, void **Arguments,
                   int64_t NumArguments, int32_t) {
  debug::noteCall("__kmpc_parallel_60");

  if (!__kmpc_is_spmd_exec_mode())
    return runGeneric(Function, Outlined, Arguments, NumArguments, NumThreads,
                      If != 0);
  if (isInner())
    return runSerial(Function, Arguments, NumArguments);
  runSpmd(Function, Arguments, NumArguments, sizeOfRegion(NumThreads, If != 0));
}

/// Code from clang 21 and earlier calls it in this way.
OMPJIT_ENTRY void __kmpc_parallel_51(Ident *Location, int32_t Thread,
                                     int32_t If, int32_t NumThreads,
                                     int32_t Bind, Microtask Function,
                                     Wrapper Outlined, void **Arguments,
                                     int64_t NumArguments) {
  __kmpc_parallel_60(Location, Thread, If, NumThreads, Bind, Function, Outlined,
                     Arguments, NumArguments, 0);
}
