// Where memory runs out at any place of a launch, what is loaded or native serves it, and the next launch is right, too.
// RUN: %clangxx -O1 -fopenmp -fopenmp-targets=x86_64-pc-linux-gnu -fopenmp-target-jit --offload-arch=x86-64-v2 %s -o %t.native
// RUN: %clangxx -O1 -fopenmp -fopenmp-targets=x86_64-pc-linux-gnu -fopenmp-target-jit %s -o %t.jit
// RUN: rm -rf %t.cache
// Compiles in another process: every allocation is the runtime's.
// DEFINE: %{process} = env OMP_JIT_COMPILER=process
// RUN: %if thorough %{ %{process} OMP_JIT_CACHE=off %t.native calls | FileCheck %s %}
// RUN: %{process} OMP_JIT_CACHE=off OMP_JIT_ASYNC=1 %t.native calls | FileCheck %s
// RUN: %{process} OMP_JIT_CACHE_DIR=%t.cache %t.native calls | FileCheck %s
// RUN: %if thorough %{ %{process} OMP_JIT_CACHE_DIR=%t.cache OMP_JIT_ASYNC=1 %t.native calls | FileCheck %s %}
// In the program, which has some bytes left: LLVM may need more.
// RUN: env OMP_JIT_CACHE=off %t.native bytes | FileCheck %s
// RUN: env OMP_JIT_CACHE=off OMP_JIT_ASYNC=1 %t.native bytes | FileCheck %s
// Where the package alone is there, an image that serves any values is loaded first.
// RUN: env OMP_JIT_CACHE=off OMP_JIT_SPECIALIZE=none OMP_JIT_ASYNC=0 %t.jit calls loaded | FileCheck %s
// CHECK: struck {{[1-9][0-9]*}} times, 0 bad
// In the background, what fails is up to the threads, if anything does.
// RUN: env OMP_JIT_CACHE=off OMP_JIT_SPECIALIZE=none OMP_JIT_ASYNC=1 %t.jit calls loaded | FileCheck %s --check-prefix=BEHIND
// BEHIND: times, 0 bad
// UNSUPPORTED: sanitizer

#include <atomic>
#include <cctype>
#include <cerrno>
#include <cstddef>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <initializer_list>
#include <malloc.h>
#include <omp.h>
#include <sys/wait.h>
#include <unistd.h>

// The process's allocator, which fails at one call, or at all from there on, or
// at each that asks for more bytes than are left.

enum class Failure { OneCall, AllCalls, Bytes };

static std::atomic<bool> IsArmed = false, HasStruck = false;
static Failure How;
static std::atomic<long> NumLeft;

static bool isTooMuch(long Size) {
  if (How == Failure::Bytes)
    return NumLeft < Size;
  const long Left = NumLeft--;
  return Left == 0 || (Left < 0 && How == Failure::AllCalls);
}

static bool fails(size_t Size) {
  if (!IsArmed || !isTooMuch(long(Size)))
    return false;
  HasStruck = true;
  errno = ENOMEM;
  return true;
}

static void *note(void *Block) {
  if (IsArmed && How == Failure::Bytes)
    NumLeft -= long(malloc_usable_size(Block));
  return Block;
}

static void noteFreed(void *Block) {
  if (IsArmed && How == Failure::Bytes)
    NumLeft += long(malloc_usable_size(Block));
}

extern "C" {
void *__libc_malloc(size_t);
void *__libc_calloc(size_t, size_t);
void *__libc_realloc(void *, size_t);
void *__libc_memalign(size_t, size_t);

void __libc_free(void *);

void *malloc(size_t Size) {
  return fails(Size) ? nullptr : note(__libc_malloc(Size));
}
void *calloc(size_t Count, size_t Size) {
  return fails(Count * Size) ? nullptr : note(__libc_calloc(Count, Size));
}
void *realloc(void *Old, size_t Size) {
  if (fails(Size))
    return nullptr;
  noteFreed(Old);
  return note(__libc_realloc(Old, Size));
}
void *memalign(size_t Alignment, size_t Size) {
  return fails(Size) ? nullptr : note(__libc_memalign(Alignment, Size));
}
void *aligned_alloc(size_t Alignment, size_t Size) {
  return memalign(Alignment, Size);
}
void free(void *Block) {
  noteFreed(Block);
  __libc_free(Block);
}
int posix_memalign(void **To, size_t Alignment, size_t Size) {
  *To = memalign(Alignment, Size);
  return *To ? 0 : ENOMEM;
}
}

// What is launched. Nothing is mapped, as mappings need memory ahead of time, too.

static long sum(long *Sum, long N, long Factor) {
#pragma omp target is_device_ptr(Sum) firstprivate(N, Factor)
  {
    *Sum = 0;
    for (long I = 0; I != N; ++I)
      *Sum += I * Factor;
  }
  return *Sum - N * (N - 1) / 2 * Factor;
}

static long squares(long *Sum, long N) {
#pragma omp target is_device_ptr(Sum) firstprivate(N)
  {
    *Sum = 0;
    for (long I = 0; I != N; ++I)
      *Sum += I * I;
  }
  return *Sum - (N - 1) * N * (2 * N - 1) / 6;
}

/// 0 if all was right and something failed, 1 if something was wrong, 2 if
/// nothing failed.
static int launchAll(bool IsLoadedFirst) {
  auto *Sum = static_cast<long *>(omp_target_alloc(sizeof(long), 0));
  long Wrong = sum(Sum, 3, 1);
  if (IsLoadedFirst)
    Wrong |= squares(Sum, 3);
  IsArmed = true;
  for (long N = 4; N != 6; ++N)
    Wrong |= sum(Sum, N, 1) | sum(Sum, N, 1) | squares(Sum, N);
  usleep(1000); // Where something happens behind the launches.
  Wrong |= sum(Sum, 4, 1);
  IsArmed = false;
  Wrong |= sum(Sum, 7, 2) | sum(Sum, 8, 1) | squares(Sum, 8);
  return Wrong ? 1 : HasStruck ? 0 : 2;
}

static int inChild(bool IsLoadedFirst, Failure Kind, long Number) {
  fflush(stdout);
  if (fork() == 0) {
    alarm(60);
    How = Kind;
    NumLeft = Number;
    _exit(launchAll(IsLoadedFirst));
  }
  int Status = 0;
  wait(&Status);
  return WIFEXITED(Status) ? WEXITSTATUS(Status) : 256 + Status;
}

static int NumStruck = 0, NumBad = 0;

/// Until nothing fails.
static void tryAll(bool IsLoadedFirst, Failure Kind, long Divisor) {
  for (long Number = 0;; Number += 1 + Number / Divisor) {
    const int Result = inChild(IsLoadedFirst, Kind, Number);
    if (Result == 2)
      return;
    ++NumStruck;
    if (Result == 0)
      continue;
    ++NumBad;
    printf("kind %d, %ld: %d\n", int(Kind), Number, Result);
  }
}

/// With a kind of failure and a number, that case alone, for a debugger.
int main(int Count, char **Arguments) {
  if (Count > 2 && isdigit(Arguments[2][0])) {
    How = Failure(atoi(Arguments[1]));
    NumLeft = atol(Arguments[2]);
    return launchAll(false);
  }
  const bool IsLoadedFirst = Count > 2;
  if (!strcmp(Arguments[1], "bytes")) {
    tryAll(IsLoadedFirst, Failure::Bytes, 6);
  } else {
    tryAll(IsLoadedFirst, Failure::OneCall, 64);
    tryAll(IsLoadedFirst, Failure::AllCalls, 64);
  }
  printf("struck %d times, %d bad\n", NumStruck, NumBad);
  return NumBad != 0;
}
