//===- WorkShare.cpp - Loops with static schedules ------------------------===//
//
// Part of the OMP-JIT project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The compiler asks for a thread's first chunk and the distance to its next
// one.
//
//===----------------------------------------------------------------------===//

#include "Debug.h"
#include "Schedule.h"
#include "Team.h"

using namespace ompjit::device;

extern "C" [[gnu::weak]] const bool __ompjit_loops_cross = false;

namespace {

/// The number of threads or teams that share a loop, and the caller's number
/// among them.
struct Sharers {
  uint32_t Self, Count;
};

Sharers sharersOf(int32_t Kind) {
  if (Kind == DistributeChunked || Kind == Distribute)
    return {blockId(), numBlocks()};
  if (Kind == DistributeForChunked)
    return {blockId() * team::numThreads() + team::threadNum(),
            numBlocks() * team::numThreads()};
  return {team::threadNum(), team::numThreads()};
}

template <typename T> struct UnsignedOf;
template <> struct UnsignedOf<int32_t> {
  using Type = uint32_t;
};
template <> struct UnsignedOf<uint32_t> {
  using Type = uint32_t;
};
template <> struct UnsignedOf<int64_t> {
  using Type = uint64_t;
};
template <> struct UnsignedOf<uint64_t> {
  using Type = uint64_t;
};
template <typename T> using Unsigned = typename UnsignedOf<T>::Type;

/// A loop's bounds, the last one included.
template <typename T> struct Range {
  T Lower, Upper;
};

template <typename T> Unsigned<T> countIterations(Range<T> Loop, T Step) {
  using U = Unsigned<T>;
  if (Step > 0)
    return Loop.Lower > Loop.Upper
               ? 0
               : (U(Loop.Upper) - U(Loop.Lower)) / U(Step) + 1;
  return Loop.Lower < Loop.Upper
             ? 0
             : (U(Loop.Lower) - U(Loop.Upper)) / (U(0) - U(Step)) + 1;
}

/// Returns an empty range, for loops that go up or down.
template <typename T> Range<T> nothing(T Step) {
  return Step > 0 ? Range<T>{1, 0} : Range<T>{0, 1};
}

/// Returns the range of \p Count iterations from number \p First on.
template <typename T, typename U>
Range<T> part(Range<T> Loop, T Step, U First, U Count) {
  const U Lower = U(Loop.Lower) + First * U(Step);
  return {T(Lower), T(Lower + (Count - 1) * U(Step))};
}

template <typename T> struct Share {
  Range<T> First;
  T Stride;
  bool HasLast;
};

/// Returns the bound \p Count iterations behind the first one, or the last
/// number of the type if that would overflow.
template <typename T, typename U>
T placeBehind(Range<T> Loop, T Step, U Count) {
  constexpr T Max = T(Unsigned<T>(~U(0)) >> (T(-1) < T(0) ? 1 : 0));
  constexpr T Min = T(-Max - 1) < 0 ? T(-Max - 1) : T(0);
  const U Room = Step > 0 ? U(Max) - U(Loop.Lower) : U(Loop.Lower) - U(Min);
  const U Distance = Step > 0 ? U(Step) : U(0) - U(Step);
  if (Count > Room / Distance)
    return Step > 0 ? Max : Min;
  return T(U(Loop.Lower) + Count * U(Step));
}

/// Distributes chunks in turns. The last chunk may reach beyond the loop, and a
/// thread without a chunk gets one behind the end: compiled code tests every
/// iteration of a chunk against the loop's end, and tests chunks of one
/// iteration against nothing else.
template <typename T>
Share<T> shareChunks(Range<T> Loop, T Step, T Chunk, Sharers All) {
  using U = Unsigned<T>;
  const U Size = Chunk > 0 ? U(Chunk) : 1;
  const U Total = countIterations(Loop, Step);
  const U Stride = Size * U(All.Count) * U(Step);
  const U First = U(All.Self) * Size;
  const bool HasLast = Total && (Total - 1) / Size % All.Count == All.Self;
  return {{placeBehind(Loop, Step, First),
           placeBehind(Loop, Step, First + Size - 1)},
          T(Stride),
          HasLast};
}

/// Gives each sharer one piece. The sizes differ by one at most.
template <typename T> Share<T> shareEvenly(Range<T> Loop, T Step, Sharers All) {
  using U = Unsigned<T>;
  const U Total = countIterations(Loop, Step);
  const U Small = Total / All.Count, NumLarge = Total % All.Count;
  const bool IsLarge = All.Self < NumLarge;
  const U Size = Small + IsLarge;
  if (Size == 0)
    return {nothing(Step), T(Total * U(Step)), false};
  const U First = U(All.Self) * Small + (IsLarge ? U(All.Self) : NumLarge);
  return {part(Loop, Step, First, Size), T(Total * U(Step)),
          First + Size == Total};
}

/// Gives the whole loop to the first thread.
template <typename T> Share<T> shareNothing(Range<T> Loop, T Step) {
  const bool IsFirst = team::threadNum() == 0;
  const auto Total = countIterations(Loop, Step);
  return {IsFirst ? Loop : nothing(Step), T(Total * Unsigned<T>(Step)),
          IsFirst && Total};
}

template <typename T>
void init(int32_t Kind, int32_t *Last, T *Lower, T *Upper, Unsigned<T> *Stride,
          T Step, T Chunk) {
  Kind = withoutModifiers(Kind);
  const Sharers All = sharersOf(Kind);
  const bool IsEven = Kind == Static || Kind == Distribute;
  const Range<T> Loop = {*Lower, *Upper};
  const Share<T> Mine = __ompjit_loops_cross && team::isCrossing()
                            ? shareNothing(Loop, Step)
                        : IsEven ? shareEvenly(Loop, Step, All)
                                 : shareChunks(Loop, Step, Chunk, All);
  *Lower = Mine.First.Lower;
  *Upper = Mine.First.Upper;
  *Stride = Unsigned<T>(Mine.Stride);
  *Last = Mine.HasLast;
}

} // namespace

#define OMPJIT_STATIC_INIT(Name, Type, StrideType)                             \
  OMPJIT_ENTRY void Name(Ident *, int32_t, int32_t Kind, int32_t *Last,        \
                         Type *Lower, Type *Upper, StrideType *Stride,         \
                         StrideType Step, StrideType Chunk) {                  \
    debug::noteCall(#Name);                                                    \
    init<Type>(Kind, Last, Lower, Upper,                                       \
               reinterpret_cast<Unsigned<Type> *>(Stride), Type(Step),         \
               Type(Chunk));                                                   \
  }
OMPJIT_STATIC_INIT(__kmpc_for_static_init_4, int32_t, int32_t)
OMPJIT_STATIC_INIT(__kmpc_for_static_init_4u, uint32_t, int32_t)
OMPJIT_STATIC_INIT(__kmpc_for_static_init_8, int64_t, int64_t)
OMPJIT_STATIC_INIT(__kmpc_for_static_init_8u, uint64_t, int64_t)
OMPJIT_STATIC_INIT(__kmpc_distribute_static_init_4, int32_t, int32_t)
OMPJIT_STATIC_INIT(__kmpc_distribute_static_init_4u, uint32_t, int32_t)
OMPJIT_STATIC_INIT(__kmpc_distribute_static_init_8, int64_t, int64_t)
OMPJIT_STATIC_INIT(__kmpc_distribute_static_init_8u, uint64_t, int64_t)

OMPJIT_ENTRY void __kmpc_for_static_fini(Ident *, int32_t) {}
OMPJIT_ENTRY void __kmpc_distribute_static_fini(Ident *, int32_t) {}
