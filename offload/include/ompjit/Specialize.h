//===- ompjit/Specialize.h - What a kernel is to be compiled for ----------===//
//
// Part of the OMP-JIT project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// For programs, in C and C++. In a target region,
//
//   ompx_specialize(n);
//
// says that a kernel which is compiled at run time gets an image for each value
// of n, however often it changes, and
//
//   ompx_never_specialize(step);
//
// that it never gets one for a value of step. They do nothing else; in C++ they
// return their argument, a number. They are about the variables of the host
// from which the argument is computed: numbers that the region captures, and
// integers in structures that it maps. docs/specialisation.md says what they
// are for.
//
// In code that is compiled ahead of time, and on the host, they have no effect.
//
//===----------------------------------------------------------------------===//

#ifndef OMPJIT_SPECIALIZE_H
#define OMPJIT_SPECIALIZE_H

// Internal: marks that the compiler keeps in device code until a program is
// linked.
static inline void ompjit_mark_always(unsigned long long Bits) { (void)Bits; }
static inline void ompjit_mark_never(unsigned long long Bits) { (void)Bits; }
#ifdef _OPENMP
#pragma omp begin declare variant match(device = {kind(nohost)})
static inline void ompjit_mark_always(unsigned long long Bits) {
  (void)__builtin_annotation(Bits, "ompx_specialize");
}
static inline void ompjit_mark_never(unsigned long long Bits) {
  (void)__builtin_annotation(Bits, "ompx_never_specialize");
}
#pragma omp end declare variant
#endif

#ifdef __cplusplus

template <typename T> inline unsigned long long ompjit_bits(T Value) {
  static_assert(sizeof(T) <= sizeof(unsigned long long),
                "only a number can be named");
  unsigned long long Bits = 0;
  __builtin_memcpy(&Bits, &Value, sizeof(T));
  return Bits;
}

template <typename T> inline T ompx_specialize(T Value) {
  ompjit_mark_always(ompjit_bits(Value));
  return Value;
}

template <typename T> inline T ompx_never_specialize(T Value) {
  ompjit_mark_never(ompjit_bits(Value));
  return Value;
}

#else

#define OMPJIT_MARK(VALUE, MARK)                                               \
  do {                                                                         \
    __typeof__(VALUE) OmpjitValue = (VALUE);                                   \
    unsigned long long OmpjitBits = 0;                                         \
    _Static_assert(sizeof(OmpjitValue) <= sizeof(OmpjitBits),                  \
                   "only a number can be named");                              \
    __builtin_memcpy(&OmpjitBits, &OmpjitValue, sizeof(OmpjitValue));          \
    MARK(OmpjitBits);                                                          \
  } while (0)
#define ompx_specialize(VALUE) OMPJIT_MARK(VALUE, ompjit_mark_always)
#define ompx_never_specialize(VALUE) OMPJIT_MARK(VALUE, ompjit_mark_never)

#endif

#endif // OMPJIT_SPECIALIZE_H
