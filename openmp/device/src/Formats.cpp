//===- Formats.cpp - Formats that NVIDIA's driver does not know -----------===//
//
// Part of the OMP-JIT project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The driver's vprintf takes "%.*s", "%zu", "%jd" and "%td" for text, so that
// later arguments belong to the wrong conversions, and does not truncate the
// number for "%hhd" ("CUDA C++ Programming Guide", "Formatted Output", lists
// the conversions). The compiler calls this for such formats: it makes one that
// the driver reads. A format has to stay where it is until the host has read
// it, so each is kept once.
//
//===----------------------------------------------------------------------===//

#include "Platform.h"

#include <stddef.h>

#if defined(__NVPTX__)

extern "C" int vprintf(const char *Format, void *Arguments);

using namespace ompjit::device;

namespace {

constexpr size_t MaxFormats = 64, MaxBytes = 252, MaxWords = 32;

enum : uint32_t { Empty, Busy, Ready };
struct Kept {
  uint32_t State;
  char Text[MaxBytes];
};
Kept All[MaxFormats];

/// Returns whether the texts are equal. The first ends with a zero.
bool areSame(const char *Left, const char *Right) {
  while (*Left && *Left == *Right) {
    ++Left;
    ++Right;
  }
  return *Left == *Right;
}

/// Returns the address of a permanent copy of the text, or null if there is no
/// space for it.
const char *keep(const char *Text, size_t Size) {
  for (Kept &Each : All) {
    if (load(&Each.State) == Empty &&
        exchangeIf<uint32_t>(&Each.State, Empty, Busy)) {
      for (size_t I = 0; I <= Size; ++I)
        Each.Text[I] = Text[I];
      fenceSystem();
      store<uint32_t>(&Each.State, Ready);
      return Each.Text;
    }
    while (load(&Each.State) != Ready)
      pause();
    if (areSame(Text, Each.Text))
      return Each.Text;
  }
  return nullptr;
}

/// Converts a format and its arguments to ones that the driver knows.
class Translator {
public:
  Translator(const char *Format, void *Arguments)
      : Original(Format), At(Format), From(static_cast<char *>(Arguments)) {}

  /// Prints the converted format, or passes the original one to the driver if
  /// there is no space.
  int print() {
    while (*At)
      if (*At != '%')
        put(*At++);
      else
        convert();
    Text[Size] = 0;
    const char *Format = IsTooLong ? nullptr : keep(Text, Size);
    return Format ? vprintf(Format, Words) : vprintf(Original, From);
  }

private:
  void put(char C) {
    if (Size + 1 < MaxBytes)
      Text[Size++] = C;
    else
      IsTooLong = true;
  }

  void putNumber(unsigned Number) {
    if (Number > 9)
      putNumber(Number / 10);
    put(char('0' + Number % 10));
  }

  /// Takes the next argument. clang places each at a multiple of its size.
  template <typename T> T take() {
    Taken = (Taken + sizeof(T) - 1) & ~(sizeof(T) - 1);
    T Value;
    __builtin_memcpy(&Value, From + Taken, sizeof(T));
    Taken += sizeof(T);
    return Value;
  }
  template <typename T> void give(T Value) {
    Given = (Given + sizeof(T) - 1) & ~(sizeof(T) - 1);
    if (Given + sizeof(T) > sizeof(Words)) {
      IsTooLong = true;
      return;
    }
    __builtin_memcpy(reinterpret_cast<char *>(Words) + Given, &Value,
                     sizeof(T));
    Given += sizeof(T);
  }

  void convert() {
    put(*At++);
    while (isOneOf("-+ #0"))
      put(*At++);
    width();
    if (*At == '.')
      precision();
    const char *Length = At;
    while (isOneOf("hlLqjzt"))
      ++At;
    if (*At)
      argument(Length, *At++);
  }

  bool isOneOf(const char *Set) const {
    while (*Set && *Set != *At)
      ++Set;
    return *At && *Set;
  }

  void width() {
    if (*At != '*') {
      digits();
      return;
    }
    put(*At++);
    give(take<int>());
  }

  void precision() {
    ++At;
    if (*At != '*') {
      put('.');
      digits();
      return;
    }
    ++At;
    // A negative number is ignored.
    if (const int Number = take<int>(); Number >= 0) {
      put('.');
      putNumber(unsigned(Number));
    }
  }

  void digits() {
    while (*At >= '0' && *At <= '9')
      put(*At++);
  }

  void argument(const char *Length, char Kind) {
    switch (Kind) {
    case '%':
      break;
    case 'a':
    case 'A':
    case 'e':
    case 'E':
    case 'f':
    case 'F':
    case 'g':
    case 'G':
      give(take<double>());
      break;
    case 's':
    case 'p':
    case 'n':
      give(take<const void *>());
      break;
    case 'c':
      give(take<int>());
      break;
    default:
      integer(Length, Kind == 'd' || Kind == 'i');
    }
    put(Kind);
  }

  void integer(const char *Length, bool IsSigned) {
    if (*Length != 'h') {
      // All of these have 64 bits.
      if (Length + 1 == At) {
        give(take<int>());
        return;
      }
      put('l');
      put('l');
      give(take<uint64_t>());
      return;
    }
    const int Value = take<int>();
    if (Length[1] != 'h')
      give(IsSigned ? int(int16_t(Value)) : int(uint16_t(Value)));
    else
      give(IsSigned ? int(int8_t(Value)) : int(uint8_t(Value)));
  }

  const char *const Original;
  const char *At;
  char *const From;
  size_t Taken = 0, Given = 0, Size = 0;
  bool IsTooLong = false;
  char Text[MaxBytes];
  uint64_t Words[MaxWords];
};

} // namespace

/// \returns what vprintf does: the number of arguments.
OMPJIT_ENTRY int __ompjit_vprintf(const char *Format, void *Arguments) {
  return Translator(Format, Arguments).print();
}

#endif
