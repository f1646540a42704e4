//===- BodyLoops.cpp - Loops whose body is a function ---------------------===//
//
// Part of the OMP-JIT project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// LLVM's OpenMP IR builder outlines a loop's body and hands it over with the
// number of iterations. If the size of chunks is 0, the runtime chooses it:
// neighbours take one iteration each, so that they access adjacent memory
// together.
//
//===----------------------------------------------------------------------===//

#include "Barrier.h"
#include "Team.h"

using namespace ompjit::device;

namespace {

/// Calls \p Function with the bounds of each of the caller's chunks, where
/// \p Count sharers take turns. Who \p HasOne at most is done after that.
template <typename T, typename Callable>
void eachChunk(T Total, T Chunk, T Self, T Count, bool HasOne,
               Callable Function) {
  if (Total == 0)
    return;
  const T NumChunks = (Total - 1) / Chunk + 1;
  for (T Mine = Self; Mine < NumChunks; Mine += Count) {
    const T From = Mine * Chunk;
    Function(From, Total - From < Chunk ? Total : From + Chunk);
    if (HasOne || NumChunks - Mine <= Count)
      break;
  }
}

template <typename T> using LoopBody = void (*)(T Iteration, void *Argument);

template <typename T> struct Loop {
  LoopBody<T> Body;
  void *Argument;
  bool HasOne;

  /// Distributes iterations \p From to \p To, excluding \p To, among a team's
  /// threads.
  void shareInTeam(T From, T To, T Chunk) const {
    eachChunk<T>(To - From, Chunk ? Chunk : 1, team::threadNum(),
                 team::numThreads(), HasOne, [&](T First, T End) {
                   for (T I = First; I != End; ++I)
                     Body(From + I, Argument);
                 });
  }

  /// Distributes iterations below \p Total among the teams; each runs its own
  /// by \p Function.
  template <typename Callable>
  void shareAmongTeams(T Total, T Chunk, Callable Function) const {
    eachChunk<T>(Total, Chunk, blockId(), numBlocks(), HasOne, Function);
  }

  /// Distributes iterations below \p Total among the threads of all teams, in
  /// turns.
  void shareAmongThreads(T Total) const {
    const T Size = team::numThreads();
    eachChunk<T>(Total, 1, T(blockId()) * Size + team::threadNum(),
                 T(numBlocks()) * Size, HasOne,
                 [&](T I, T) { Body(I, Argument); });
  }
};

} // namespace

/// \p Chunk is for threads, \p TeamChunk for teams; \p HasOne promises that
/// there are as many sharers as iterations. The compiler passes the region's
/// size, which the runtime knows, and leaves the barrier of a `for` to the
/// runtime.
#define OMPJIT_BODY_LOOPS(Suffix, Type)                                        \
  OMPJIT_ENTRY void __kmpc_for_static_loop_##Suffix(                           \
      Ident *, LoopBody<Type> Body, void *Argument, Type Total, Type,          \
      Type Chunk, uint8_t HasOne) {                                            \
    Loop<Type>{Body, Argument, HasOne != 0}.shareInTeam(0, Total, Chunk);      \
    barrier::wait();                                                           \
  }                                                                            \
  OMPJIT_ENTRY void __kmpc_distribute_static_loop_##Suffix(                    \
      Ident *, LoopBody<Type> Body, void *Argument, Type Total,                \
      Type TeamChunk, uint8_t HasOne) {                                        \
    Loop<Type>{Body, Argument, HasOne != 0}.shareAmongTeams(                   \
        Total, TeamChunk ? TeamChunk : 1, [&](Type From, Type To) {            \
          for (Type I = From; I != To; ++I)                                    \
            Body(I, Argument);                                                 \
        });                                                                    \
  }                                                                            \
  OMPJIT_ENTRY void __kmpc_distribute_for_static_loop_##Suffix(                \
      Ident *, LoopBody<Type> Body, void *Argument, Type Total, Type,          \
      Type TeamChunk, Type Chunk, uint8_t HasOne) {                            \
    const Loop<Type> All{Body, Argument, HasOne != 0};                         \
    if (TeamChunk == 0 && Chunk <= 1)                                          \
      return All.shareAmongThreads(Total);                                     \
    const Type OfThread = Chunk ? Chunk : 1;                                   \
    All.shareAmongTeams(                                                       \
        Total, TeamChunk ? TeamChunk : OfThread * Type(team::numThreads()),    \
        [&](Type From, Type To) { All.shareInTeam(From, To, OfThread); });     \
  }
OMPJIT_BODY_LOOPS(4, uint32_t)
OMPJIT_BODY_LOOPS(4u, uint32_t)
OMPJIT_BODY_LOOPS(8, uint64_t)
OMPJIT_BODY_LOOPS(8u, uint64_t)
