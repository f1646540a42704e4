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
// of n, however often it changes,
//
//   ompx_specialize_array(c, count);
//
// that it gets one for each content of the array c, and
//
//   ompx_never_specialize(step);
//
// that it never gets one for a value of step. They are about what the host
// knows: numbers that the region captures, and structures and arrays that it
// maps. The array has at most 512 bytes, or 64 elements if its count is not a
// constant, and the region does not write it. They do nothing else: the first
// and the last return their argument, a number. docs/specialisation.md says
// what they are for.
//
// In code that is compiled ahead of time, and on the host, they have no effect.
// Any thread may execute them, and none of them can fail.
//
//===----------------------------------------------------------------------===//

#ifndef OMPJIT_SPECIALIZE_H
#define OMPJIT_SPECIALIZE_H

// Internal: marks that the compiler keeps in device code until a program is
// linked. An array is marked by its end.
static inline void ompjit_mark_always(unsigned long long Bits) { (void)Bits; }
static inline void ompjit_mark_never(unsigned long long Bits) { (void)Bits; }
static inline void ompjit_mark_array(const volatile void *Begin,
                                     unsigned long long Count,
                                     unsigned long long ElementBytes) {
  (void)Begin, (void)Count, (void)ElementBytes;
}
#ifdef _OPENMP
#pragma omp begin declare variant match(device = {kind(nohost)})
static inline void ompjit_mark_always(unsigned long long Bits) {
  (void)__builtin_annotation(Bits, "ompx_specialize");
}
static inline void ompjit_mark_never(unsigned long long Bits) {
  (void)__builtin_annotation(Bits, "ompx_never_specialize");
}
static inline void ompjit_mark_array(const volatile void *Begin,
                                     unsigned long long Count,
                                     unsigned long long ElementBytes) {
  (void)__builtin_annotation(
      (unsigned long long)((const volatile char *)Begin +
                           __builtin_annotation(Count, "ompx_specialize") *
                               ElementBytes),
      "ompx_specialize_array");
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

template <typename T>
inline void ompx_specialize_array(const T *Array, unsigned long long Count) {
  ompjit_mark_array(Array, Count, sizeof(T));
}

#else

#define OMPJIT_MARK(VALUE, MARK)                                               \
  __extension__({                                                              \
    __typeof__(VALUE) OmpjitValue = (VALUE);                                   \
    unsigned long long OmpjitBits = 0;                                         \
    _Static_assert(sizeof(OmpjitValue) <= sizeof(OmpjitBits),                  \
                   "only a number can be named");                              \
    __builtin_memcpy(&OmpjitBits, &OmpjitValue, sizeof(OmpjitValue));          \
    MARK(OmpjitBits);                                                          \
    OmpjitValue;                                                               \
  })
#define ompx_specialize(VALUE) OMPJIT_MARK(VALUE, ompjit_mark_always)
#define ompx_never_specialize(VALUE) OMPJIT_MARK(VALUE, ompjit_mark_never)
#define ompx_specialize_array(ARRAY, COUNT)                                    \
  ompjit_mark_array((ARRAY), (COUNT), sizeof(*(ARRAY)))

#endif

#endif // OMPJIT_SPECIALIZE_H
