//===- Regions.cpp - Regions of Fortran on the host device ----------------===//
//
// Part of the OMP-JIT project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// flang 22 emits the calls of a GPU's device runtime for every device. These
// are the ones of them that it emits for a processor, on top of libomp. A
// kernel runs once, on the launch's thread, as a league of one team; OpenMP
// permits any number of teams up to the one of num_teams. The driver links this
// file into each of flang's steps for the host device, so that bodies of loops
// are inlined (-mlink-builtin-bitcode), and the device link takes it from the
// archive for objects of the packaged flang.
//
//===----------------------------------------------------------------------===//

#include <stdint.h>

// No header of a C library is needed to compile for another host.
extern "C" [[noreturn]] void abort() noexcept;

namespace {

struct Ident;
using Microtask = void (*)(int32_t *Thread, int32_t *Bound, ...);
template <typename T> using LoopBody = void (*)(T Iteration, void *Argument);

/// The largest number of arguments that flang passes; it packs more than one
/// into a structure.
constexpr int64_t MaxArguments = 4;

/// A part of a loop: iterations Begin to End, excluding End.
template <typename T> struct Part {
  T Begin, End;
};

/// Returns a part of \p Whole: that of sharer \p Self out of \p Count. Parts
/// are contiguous, so that loops can be vectorised, and differ by one at most.
template <typename T> Part<T> partOf(Part<T> Whole, T Self, T Count) {
  const T Total = Whole.End - Whole.Begin;
  const T Size = Total / Count, Rest = Total % Count;
  const T Begin = Whole.Begin + Self * Size + (Self < Rest ? Self : Rest);
  return {Begin, Begin + Size + (Self < Rest ? 1 : 0)};
}

template <typename T> struct Loop {
  LoopBody<T> Body;
  void *Argument;

  void run(Part<T> Iterations) const {
    for (T I = Iterations.Begin; I != Iterations.End; ++I)
      Body(I, Argument);
  }

  /// Runs the caller's share. Sharers take turns with chunks of \p Chunk
  /// iterations, or one part each if that is 0.
  void share(Part<T> All, T Chunk, T Self, T Count) const {
    if (Chunk == 0)
      return run(partOf(All, Self, Count));
    const T Total = All.End - All.Begin;
    const T NumChunks = Total / Chunk + (Total % Chunk != 0);
    for (T Mine = Self; Mine < NumChunks; Mine += Count) {
      const T Begin = All.Begin + Mine * Chunk;
      run({Begin, All.End - Begin < Chunk ? All.End : Begin + Chunk});
      if (NumChunks - Mine <= Count) // The sum could overflow.
        break;
    }
  }
};

} // namespace

extern "C" {

int32_t omp_get_num_threads();
int32_t omp_get_thread_num();
int32_t __kmpc_global_thread_num(Ident *Location);
void __kmpc_barrier(Ident *Location, int32_t Thread);
void __kmpc_fork_call(Ident *Location, int32_t NumArguments, Microtask, ...);
void __kmpc_push_num_threads(Ident *Location, int32_t Thread, int32_t Number);
void __kmpc_serialized_parallel(Ident *Location, int32_t Thread);
void __kmpc_end_serialized_parallel(Ident *Location, int32_t Thread);

/// Returns that the caller is the thread that runs the region.
int32_t __kmpc_target_init(void *, void *) { return -1; }

void __kmpc_target_deinit() {}

/// Regions on the host itself are compiled in another step.
int32_t omp_is_initial_device() { return 0; }

/// \p If and \p NumThreads are 1 and -1 without the clauses.
void __kmpc_parallel_60(Ident *Location, int32_t Thread, int32_t If,
                        int32_t NumThreads, int32_t, Microtask Function, void *,
                        void **Arguments, int64_t NumArguments, int32_t) {
  if (NumArguments > MaxArguments)
    abort();
  void *A[MaxArguments] = {};
  for (int64_t I = 0; I < NumArguments; ++I)
    A[I] = Arguments[I];
  if (!If) {
    int32_t Bound = 0;
    __kmpc_serialized_parallel(Location, Thread);
    Function(&Thread, &Bound, A[0], A[1], A[2], A[3]);
    __kmpc_end_serialized_parallel(Location, Thread);
    return;
  }
  if (NumThreads > 0)
    __kmpc_push_num_threads(Location, Thread, NumThreads);
  // libomp passes on as many as it is told.
  __kmpc_fork_call(Location, int32_t(NumArguments), Function, A[0], A[1], A[2],
                   A[3]);
}

/// The compiler leaves the barrier of a `do` to the runtime. The one team of a
/// league has all iterations of a `distribute`.
#define OMPJIT_BODY_LOOPS(Suffix, Type)                                        \
  void __kmpc_for_static_loop_##Suffix(Ident *Location, LoopBody<Type> Body,   \
                                       void *Argument, Type Total, Type,       \
                                       Type Chunk, uint8_t) {                  \
    Loop<Type>{Body, Argument}.share({0, Total}, Chunk,                        \
                                     Type(omp_get_thread_num()),               \
                                     Type(omp_get_num_threads()));             \
    __kmpc_barrier(Location, __kmpc_global_thread_num(Location));              \
  }                                                                            \
  void __kmpc_distribute_static_loop_##Suffix(Ident *, LoopBody<Type> Body,    \
                                              void *Argument, Type Total,      \
                                              Type, uint8_t) {                 \
    Loop<Type>{Body, Argument}.run({0, Total});                                \
  }                                                                            \
  void __kmpc_distribute_for_static_loop_##Suffix(                             \
      Ident *, LoopBody<Type> Body, void *Argument, Type Total, Type, Type,    \
      Type Chunk, uint8_t) {                                                   \
    Loop<Type>{Body, Argument}.share({0, Total}, Chunk,                        \
                                     Type(omp_get_thread_num()),               \
                                     Type(omp_get_num_threads()));             \
  }
OMPJIT_BODY_LOOPS(4, uint32_t)
OMPJIT_BODY_LOOPS(4u, uint32_t)
OMPJIT_BODY_LOOPS(8, uint64_t)
OMPJIT_BODY_LOOPS(8u, uint64_t)

} // extern "C"
