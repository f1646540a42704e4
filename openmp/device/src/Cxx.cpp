//===- Cxx.cpp - The runtime of C++ ---------------------------------------===//
//
// Part of the OMP-JIT project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// There are no exceptions on a device. The device's objects are destroyed with
// it, except those of file scope, whose destructors the host calls.
//
//===----------------------------------------------------------------------===//

#include "Platform.h"
#include "Print.h"

#include <stddef.h>

using namespace ompjit::device;

#if !defined(OMPJIT_SIMULATED_PLATFORM)

extern "C" void *malloc(size_t Bytes);
extern "C" void free(void *Address);

/// The compiler uses only its address, as that of a byte.
extern "C" [[gnu::weak]] char __dso_handle = 0;

OMPJIT_ENTRY [[noreturn]] void __cxa_pure_virtual() {
  OMPJIT_PRINTF("pure virtual method called in device code\n");
  __builtin_trap();
}
OMPJIT_ENTRY [[noreturn]] void __cxa_deleted_virtual() {
  OMPJIT_PRINTF("deleted virtual method called in device code\n");
  __builtin_trap();
}

/// Registers destructors of objects inside functions, which are not called.
OMPJIT_ENTRY int __cxa_atexit(void (*)(void *), void *, void *) { return 0; }

namespace std {
enum class align_val_t : size_t {};
struct nothrow_t;
} // namespace std

// In most programs clang's own headers define these.
[[gnu::weak]] void *operator new(size_t Bytes) { return malloc(Bytes); }
[[gnu::weak]] void *operator new[](size_t Bytes) { return malloc(Bytes); }
[[gnu::weak]] void *operator new(size_t Bytes,
                                 const std::nothrow_t &) noexcept {
  return malloc(Bytes);
}
[[gnu::weak]] void *operator new[](size_t Bytes,
                                   const std::nothrow_t &) noexcept {
  return malloc(Bytes);
}
[[gnu::weak]] void operator delete(void *Address) noexcept { free(Address); }
[[gnu::weak]] void operator delete[](void *Address) noexcept { free(Address); }
[[gnu::weak]] void operator delete(void *Address, size_t) noexcept {
  free(Address);
}
[[gnu::weak]] void operator delete[](void *Address, size_t) noexcept {
  free(Address);
}

// The operators for strict alignments use it; a header precedes its memory.
extern "C" void *omp_aligned_alloc(size_t, size_t, uintptr_t);
extern "C" void omp_free(void *, uintptr_t);
static void *allocate(size_t Bytes, std::align_val_t MinAlignment) {
  constexpr uintptr_t DefaultAllocator = 1;
  return omp_aligned_alloc(size_t(MinAlignment), Bytes ? Bytes : 1,
                           DefaultAllocator);
}
[[gnu::weak]] void *operator new(size_t Bytes, std::align_val_t MinAlignment) {
  return allocate(Bytes, MinAlignment);
}
[[gnu::weak]] void *operator new[](size_t Bytes,
                                   std::align_val_t MinAlignment) {
  return allocate(Bytes, MinAlignment);
}
[[gnu::weak]] void operator delete(void *Address, std::align_val_t) noexcept {
  omp_free(Address, 0);
}
[[gnu::weak]] void operator delete[](void *Address, std::align_val_t) noexcept {
  omp_free(Address, 0);
}
[[gnu::weak]] void operator delete(void *Address, size_t,
                                   std::align_val_t) noexcept {
  omp_free(Address, 0);
}
[[gnu::weak]] void operator delete[](void *Address, size_t,
                                     std::align_val_t) noexcept {
  omp_free(Address, 0);
}

#endif
