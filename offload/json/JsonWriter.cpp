//===- JsonWriter.cpp - Writing JSON --------------------------------------===//
//
// Part of the OMP-JIT project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "ompjit/JsonWriter.h"

#include <cstdio>

using namespace ompjit;

void JsonWriter::number(std::string_view Key, uint64_t Value) {
  begin(Key);
  Out += std::to_string(Value);
}

void JsonWriter::milliseconds(std::string_view Key, uint64_t Ns) {
  begin(Key);
  // Not through %f, whose decimal point the program's locale chooses.
  char Text[40];
  std::snprintf(Text, sizeof(Text), "%llu.%03llu",
                (unsigned long long)(Ns / 1000000),
                (unsigned long long)(Ns / 1000 % 1000));
  Out += Text;
}

void JsonWriter::microseconds(std::string_view Key, uint64_t Ns) {
  milliseconds(Key, Ns * 1000);
}

void JsonWriter::text(std::string_view Key, std::string_view Value) {
  begin(Key);
  quote(Value);
}

void JsonWriter::boolean(std::string_view Key, bool Value) {
  begin(Key);
  Out += Value ? "true" : "false";
}

std::string JsonWriter::take() {
  if (How == Layout::Indented)
    Out += '\n';
  return std::move(Out);
}

void JsonWriter::open(std::string_view Key, char Bracket) {
  begin(Key);
  Out += Bracket;
  ++Depth;
  First = true;
}

void JsonWriter::close(char Bracket) {
  --Depth;
  if (!First)
    breakLine();
  Out += Bracket;
  First = false;
}

void JsonWriter::begin(std::string_view Key) {
  if (!First)
    Out += ',';
  if (Depth)
    breakLine();
  First = false;
  if (Key.empty())
    return;
  quote(Key);
  Out += ": ";
}

void JsonWriter::breakLine() {
  if (How == Layout::Indented)
    Out.append(1, '\n').append(size_t(2) * Depth, ' ');
}

void JsonWriter::quote(std::string_view Value) {
  Out += '"';
  for (unsigned char C : Value) {
    if (C == '"' || C == '\\') {
      Out += '\\';
      Out += char(C);
    } else if (C < 0x20 || C >= 0x7f) {
      // Names are bytes to us; escaped one by one, the file is JSON whatever
      // their encoding.
      char Escape[8];
      std::snprintf(Escape, sizeof(Escape), "\\u%04x", C);
      Out += Escape;
    } else {
      Out += char(C);
    }
  }
  Out += '"';
}
