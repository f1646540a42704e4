//===- Error.cpp - The error directive -----------------------------------===//
//
// Part of the OMP-JIT project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Abi.h"
#include "Platform.h"
#include "Print.h"

#include <stddef.h>

using namespace ompjit::device;

namespace ompjit::device {

/// \p Source is ";file;function;line;column;;".
struct Ident {
  int32_t Reserved[4];
  const char *Source;
};

} // namespace ompjit::device

namespace {

constexpr size_t MaxPlace = 160;

/// Writes "file:line:column" to \p To.
void writePlace(const char *Source, char (&To)[MaxPlace]) {
  constexpr uint32_t Line = 3, Column = 4, Function = 2;
  uint32_t Field = 0;
  size_t Length = 0;
  for (; *Source && Field <= Column && Length < MaxPlace - 1; ++Source) {
    if (*Source != ';') {
      if (Field != Function)
        To[Length++] = *Source;
      continue;
    }
    ++Field;
    if (Field == Line || Field == Column)
      To[Length++] = ':';
  }
  To[Length] = 0;
}

} // namespace

/// Implements the directive with `at(execution)`.
OMPJIT_ENTRY void __kmpc_error(Ident *Location, int Severity,
                               const char *Message) {
  constexpr int Warning = 1;
  char Place[MaxPlace];
  writePlace(Location ? Location->Source : "", Place);
  OMPJIT_PRINTF("OMP: %s: %s: %s\n", Severity == Warning ? "Warning" : "Error",
                Place, Message ? Message : "");
  if (Severity != Warning)
    __builtin_trap();
}
