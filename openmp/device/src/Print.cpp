//===- Print.cpp - Text for the host, on GPUs without a printf ------------===//
//
// Part of the OMP-JIT project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The host does the formatting. Here the format is read only to find strings
// and the widths of numbers.
//
//===----------------------------------------------------------------------===//

#include "Print.h"

#include "Platform.h"

using namespace ompjit::device;

#if !defined(__NVPTX__)

extern "C"
    [[gnu::weak,
      gnu::visibility("protected")]] print::Buffer *__ompjit_print_buffer =
        nullptr;

namespace {

/// Writes a record's contents, or counts their bytes if it has no buffer.
struct Writer {
  char *To;
  size_t Bytes = 0;

  void word(uint64_t Value) {
    if (To)
      __builtin_memcpy(To + Bytes, &Value, sizeof(Value));
    Bytes += sizeof(Value);
  }
  /// Writes a text with a zero at the end, padded to a multiple of 8 bytes.
  void text(const char *Text, size_t Length) {
    const size_t Padded = (Length + 8) & ~size_t(7);
    for (size_t I = 0; To && I < Padded; ++I)
      To[Bytes + I] = I < Length ? Text[I] : 0;
    Bytes += Padded;
  }
};

size_t lengthUpTo(const char *Text, size_t Max) {
  size_t Length = 0;
  while (Length < Max && Text[Length])
    ++Length;
  return Length;
}

/// Reads a format and its arguments.
class Reader {
public:
  Reader(const char *Format, __builtin_va_list From) : At(Format) {
    __builtin_va_copy(Arguments, From);
  }
  ~Reader() { __builtin_va_end(Arguments); }

  /// \returns the number of arguments.
  int writeTo(Writer &Out) {
    int Count = 0;
    while (*At)
      if (*At++ == '%')
        Count += convert(Out);
    return Count;
  }

private:
  int convert(Writer &Out) {
    int Count = 0;
    skip("-+ #0");
    Count += width(Out);
    size_t Max = ~size_t(0);
    if (*At == '.') {
      ++At;
      if (*At == '*') {
        const int Given = __builtin_va_arg(Arguments, int);
        Out.word(uint64_t(int64_t(Given)));
        if (Given >= 0)
          Max = size_t(Given);
        ++At;
        ++Count;
      } else {
        Max = number();
      }
    }
    const char *Length = At;
    skip("hlLqjzt");
    if (!*At)
      return Count;
    const char Kind = *At++;
    if (Kind == '%')
      return Count;
    argument(Out, Kind, Length, Max);
    return Count + 1;
  }

  void argument(Writer &Out, char Kind, const char *Length, size_t Max) {
    switch (Kind) {
    case 's':
      return string(Out, __builtin_va_arg(Arguments, const char *), Max);
    case 'a':
    case 'A':
    case 'e':
    case 'E':
    case 'f':
    case 'F':
    case 'g':
    case 'G':
      return Out.word(__builtin_bit_cast(uint64_t, real(*Length == 'L')));
    case 'p':
    case 'n':
      return Out.word(
          reinterpret_cast<uintptr_t>(__builtin_va_arg(Arguments, void *)));
    default:
      return Out.word(integer(Length, Kind == 'd' || Kind == 'i'));
    }
  }

  static void string(Writer &Out, const char *Text, size_t Max) {
    if (!Text)
      Text = "(null)";
    const size_t Length = lengthUpTo(Text, Max);
    Out.word(Length);
    Out.text(Text, Length);
  }

  double real(bool IsLong) {
    return IsLong ? double(__builtin_va_arg(Arguments, long double))
                  : __builtin_va_arg(Arguments, double);
  }

  /// Takes an integer, extended with its sign or zeros to 8 bytes.
  uint64_t integer(const char *Length, bool IsSigned) {
    if (*Length != 'h' && Length != At - 1)
      return __builtin_va_arg(Arguments, uint64_t);
    const int Value = __builtin_va_arg(Arguments, int);
    if (*Length != 'h')
      return IsSigned ? uint64_t(int64_t(Value)) : uint64_t(uint32_t(Value));
    if (Length[1] != 'h')
      return IsSigned ? uint64_t(int64_t(int16_t(Value)))
                      : uint64_t(uint16_t(Value));
    return IsSigned ? uint64_t(int64_t(int8_t(Value)))
                    : uint64_t(uint8_t(Value));
  }

  int width(Writer &Out) {
    if (*At != '*') {
      number();
      return 0;
    }
    ++At;
    Out.word(uint64_t(int64_t(__builtin_va_arg(Arguments, int))));
    return 1;
  }

  size_t number() {
    size_t Value = 0;
    for (; *At >= '0' && *At <= '9'; ++At)
      Value = Value * 10 + size_t(*At - '0');
    return Value;
  }

  void skip(const char *Set) {
    for (const char *C = Set; *C && *At;)
      if (*At == *C) {
        ++At;
        C = Set;
      } else {
        ++C;
      }
  }

  const char *At;
  __builtin_va_list Arguments;
};

/// \returns space in the buffer, or null if there is none.
print::Record *reserve(print::Buffer &Buffer, size_t Bytes) {
  const uint64_t From = __scoped_atomic_fetch_add(
      &Buffer.Used, uint64_t(Bytes), __ATOMIC_RELAXED, __MEMORY_SCOPE_SYSTEM);
  if (From <= Buffer.Bytes && Bytes <= Buffer.Bytes - From)
    return reinterpret_cast<print::Record *>(
        reinterpret_cast<char *>(&Buffer + 1) + From);
  __scoped_atomic_fetch_add(&Buffer.Lost, uint64_t(1), __ATOMIC_RELAXED,
                            __MEMORY_SCOPE_SYSTEM);
  return nullptr;
}

} // namespace

/// \returns the number of arguments, as on NVIDIA's GPUs, or -1.
OMPJIT_ENTRY int OMPJIT_LIBC(vprintf)(const char *Format,
                                      __builtin_va_list Arguments) {
  print::Buffer *Buffer =
      *const_cast<print::Buffer *volatile *>(&__ompjit_print_buffer);
  if (!Buffer)
    return -1;
  const size_t Length = lengthUpTo(Format, ~size_t(0));
  Writer Counted{nullptr};
  Counted.text(Format, Length);
  Reader(Format, Arguments).writeTo(Counted);
  const size_t Bytes = sizeof(print::Record) + Counted.Bytes;
  print::Record *New = reserve(*Buffer, Bytes);
  if (!New)
    return -1;
  New->Kind = print::Format;
  Writer Out{reinterpret_cast<char *>(New + 1)};
  Out.text(Format, Length);
  const int Count = Reader(Format, Arguments).writeTo(Out);
  __scoped_atomic_store_n(&New->Bytes, uint32_t(Bytes), __ATOMIC_RELEASE,
                          __MEMORY_SCOPE_SYSTEM);
  return Count;
}

#define OMPJIT_DEFINE_PRINTF(Name)                                             \
  OMPJIT_ENTRY int Name(const char *Format, ...) {                             \
    __builtin_va_list Arguments;                                               \
    __builtin_va_start(Arguments, Format);                                     \
    const int Count = OMPJIT_LIBC(vprintf)(Format, Arguments);                 \
    __builtin_va_end(Arguments);                                               \
    return Count;                                                              \
  }
OMPJIT_DEFINE_PRINTF(OMPJIT_LIBC(printf))
OMPJIT_DEFINE_PRINTF(OMPJIT_PRINTF)

#endif
