//===- Strings.cpp - Memory and strings, as in C --------------------------===//
//
// Part of the OMP-JIT project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Each function is a loop or a builtin of the compiler, because inlining
// matters more here than the techniques of a CPU's library. The compiler does
// not turn a function into a call of itself.
//
//===----------------------------------------------------------------------===//

#include "Platform.h"

#include <stddef.h>

namespace {

using Byte = unsigned char;

/// \returns the first of \p Count places where \p Left and \p Right differ, or
/// where both end if \p StopsAtEnd.
template <bool StopsAtEnd>
int compare(const char *Left, const char *Right, size_t Count) {
  for (size_t I = 0; I < Count; ++I) {
    if (Left[I] != Right[I])
      return Byte(Left[I]) < Byte(Right[I]) ? -1 : 1;
    if (StopsAtEnd && !Left[I])
      break;
  }
  return 0;
}

size_t lengthUpTo(const char *Text, size_t Max) {
  size_t Length = 0;
  while (Length < Max && Text[Length])
    ++Length;
  return Length;
}

/// Copies \p From to \p To. \returns the end of the copy.
char *copy(char *To, const char *From) {
  while ((*To = *From)) {
    ++To;
    ++From;
  }
  return To;
}

bool isIn(char Wanted, const char *Set) {
  for (; *Set; ++Set)
    if (*Set == Wanted)
      return true;
  return false;
}

/// Returns how many characters at the start are in \p Set, or are not if \p
/// AreIn is false.
size_t span(const char *Text, const char *Set, bool AreIn) {
  size_t Length = 0;
  while (Text[Length] && isIn(Text[Length], Set) == AreIn)
    ++Length;
  return Length;
}

constexpr size_t NoLimit = ~size_t(0);

} // namespace

OMPJIT_ENTRY void *OMPJIT_LIBC(memcpy)(void *__restrict To,
                                       const void *__restrict From,
                                       size_t Bytes) {
  for (size_t I = 0; I < Bytes; ++I)
    static_cast<char *>(To)[I] = static_cast<const char *>(From)[I];
  return To;
}
OMPJIT_ENTRY void *OMPJIT_LIBC(memset)(void *To, int Value, size_t Bytes) {
  for (size_t I = 0; I < Bytes; ++I)
    static_cast<char *>(To)[I] = char(Value);
  return To;
}
OMPJIT_ENTRY void *OMPJIT_LIBC(memmove)(void *To, const void *From,
                                        size_t Bytes) {
  auto *Target = static_cast<char *>(To);
  auto *Source = static_cast<const char *>(From);
  if (Target < Source)
    for (size_t I = 0; I < Bytes; ++I)
      Target[I] = Source[I];
  else
    for (size_t I = Bytes; I-- > 0;)
      Target[I] = Source[I];
  return To;
}
OMPJIT_ENTRY int OMPJIT_LIBC(memcmp)(const void *Left, const void *Right,
                                     size_t Bytes) {
  return compare<false>(static_cast<const char *>(Left),
                        static_cast<const char *>(Right), Bytes);
}
OMPJIT_ENTRY int OMPJIT_LIBC(bcmp)(const void *Left, const void *Right,
                                   size_t Bytes) {
  return compare<false>(static_cast<const char *>(Left),
                        static_cast<const char *>(Right), Bytes);
}
OMPJIT_ENTRY void *OMPJIT_LIBC(memchr)(const void *In, int Wanted,
                                       size_t Bytes) {
  auto *Place = static_cast<const Byte *>(In);
  for (; Bytes; --Bytes, ++Place)
    if (*Place == Byte(Wanted))
      return const_cast<Byte *>(Place);
  return nullptr;
}

OMPJIT_ENTRY size_t OMPJIT_LIBC(strlen)(const char *Text) {
  return lengthUpTo(Text, NoLimit);
}
OMPJIT_ENTRY size_t OMPJIT_LIBC(strnlen)(const char *Text, size_t Max) {
  return lengthUpTo(Text, Max);
}
OMPJIT_ENTRY int OMPJIT_LIBC(strcmp)(const char *Left, const char *Right) {
  return compare<true>(Left, Right, NoLimit);
}
OMPJIT_ENTRY int OMPJIT_LIBC(strncmp)(const char *Left, const char *Right,
                                      size_t Max) {
  return compare<true>(Left, Right, Max);
}

OMPJIT_ENTRY char *OMPJIT_LIBC(strcpy)(char *__restrict To,
                                       const char *__restrict From) {
  copy(To, From);
  return To;
}
OMPJIT_ENTRY char *OMPJIT_LIBC(stpcpy)(char *__restrict To,
                                       const char *__restrict From) {
  return copy(To, From);
}
OMPJIT_ENTRY char *OMPJIT_LIBC(strncpy)(char *__restrict To,
                                        const char *__restrict From,
                                        size_t Max) {
  const size_t Length = lengthUpTo(From, Max);
  for (size_t I = 0; I < Max; ++I)
    To[I] = I < Length ? From[I] : 0;
  return To;
}
OMPJIT_ENTRY char *OMPJIT_LIBC(strcat)(char *__restrict To,
                                       const char *__restrict From) {
  copy(To + lengthUpTo(To, NoLimit), From);
  return To;
}
OMPJIT_ENTRY char *OMPJIT_LIBC(strncat)(char *__restrict To,
                                        const char *__restrict From,
                                        size_t Max) {
  char *End = To + lengthUpTo(To, NoLimit);
  for (; Max && *From; --Max)
    *End++ = *From++;
  *End = 0;
  return To;
}

OMPJIT_ENTRY char *OMPJIT_LIBC(strchr)(const char *Text, int Wanted) {
  for (;; ++Text) {
    if (*Text == char(Wanted))
      return const_cast<char *>(Text);
    if (!*Text)
      return nullptr;
  }
}
OMPJIT_ENTRY char *OMPJIT_LIBC(strrchr)(const char *Text, int Wanted) {
  const char *Last = nullptr;
  for (;; ++Text) {
    if (*Text == char(Wanted))
      Last = Text;
    if (!*Text)
      return const_cast<char *>(Last);
  }
}
OMPJIT_ENTRY char *OMPJIT_LIBC(strstr)(const char *Text, const char *Wanted) {
  const size_t Length = lengthUpTo(Wanted, NoLimit);
  for (;; ++Text) {
    if (compare<true>(Text, Wanted, Length) == 0)
      return const_cast<char *>(Text);
    if (!*Text)
      return nullptr;
  }
}
OMPJIT_ENTRY size_t OMPJIT_LIBC(strspn)(const char *Text, const char *Set) {
  return span(Text, Set, true);
}
OMPJIT_ENTRY size_t OMPJIT_LIBC(strcspn)(const char *Text, const char *Set) {
  return span(Text, Set, false);
}
OMPJIT_ENTRY char *OMPJIT_LIBC(strpbrk)(const char *Text, const char *Set) {
  Text += span(Text, Set, false);
  return *Text ? const_cast<char *>(Text) : nullptr;
}
