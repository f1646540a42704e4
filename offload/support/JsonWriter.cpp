//===- JsonWriter.cpp - Writing JSON --------------------------------------===//
//
// Part of the OMP-JIT project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "ompjit/Support/JsonWriter.h"

#include <cstdio>

using namespace ompjit;

/// Returns the length of the UTF-8 character that \p Text begins with, or 0 if
/// that is invalid.
static size_t characterSize(std::string_view Text) {
  const auto Byte = [&](size_t I) {
    return static_cast<unsigned char>(Text[I]);
  };
  const unsigned First = Byte(0);
  if (First < 0x80)
    return 1;
  const size_t Size = First < 0xc2   ? 0
                      : First < 0xe0 ? 2
                      : First < 0xf0 ? 3
                      : First < 0xf5 ? 4
                                     : 0;
  if (Size == 0 || Size > Text.size())
    return 0;
  // Exclude overlong forms, surrogates and numbers that are not characters.
  const unsigned Min = First == 0xe0 ? 0xa0 : First == 0xf0 ? 0x90 : 0x80;
  const unsigned Last = First == 0xed ? 0x9f : First == 0xf4 ? 0x8f : 0xbf;
  if (Byte(1) < Min || Byte(1) > Last)
    return 0;
  for (size_t I = 2; I < Size; ++I)
    if ((Byte(I) & 0xc0) != 0x80)
      return 0;
  return Size;
}

std::string ompjit::quoteJson(std::string_view Text) {
  std::string Quoted = "\"";
  const auto Escape = [&](unsigned Code) {
    char Escaped[7];
    std::snprintf(Escaped, sizeof(Escaped), "\\u%04x", Code);
    Quoted += Escaped;
  };
  while (!Text.empty()) {
    const size_t Size = characterSize(Text);
    const auto First = static_cast<unsigned char>(Text[0]);
    if (Size == 0) {
      Escape(0xdc00 + First);
    } else if (First < 0x20) {
      Escape(First);
    } else {
      if (First == '"' || First == '\\')
        Quoted += '\\';
      Quoted += Text.substr(0, Size);
    }
    Text.remove_prefix(Size ? Size : 1);
  }
  return Quoted + '"';
}

void JsonWriter::number(std::string_view Key, uint64_t Value) {
  begin(Key);
  Out += std::to_string(Value);
}

void JsonWriter::milliseconds(std::string_view Key, uint64_t Ns) {
  begin(Key);
  // The text does not come from %f, because its decimal point depends on the
  // program's locale.
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
  Out += quoteJson(Value);
}

void JsonWriter::boolean(std::string_view Key, bool Value) {
  begin(Key);
  Out += Value ? "true" : "false";
}

void JsonWriter::null(std::string_view Key) {
  begin(Key);
  Out += "null";
}

void JsonWriter::textOrNull(std::string_view Key, std::string_view Value) {
  Value.empty() ? null(Key) : text(Key, Value);
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
  Out += quoteJson(Key) + ": ";
}

void JsonWriter::breakLine() {
  if (How == Layout::Indented)
    Out.append(1, '\n').append(size_t(2) * Depth, ' ');
}
