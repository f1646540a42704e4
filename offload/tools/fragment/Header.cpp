//===- Header.cpp - Bytes as a header for C and C++ -----------------------===//
//
// Part of the OMP-JIT project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Compilers read a string literal many times faster than a list of numbers. A
// literal has a zero at its end, and so have fragments; other bytes are a list.
//
//===----------------------------------------------------------------------===//

#include "Header.h"

#include <cctype>
#include <cstdio>
#include <cstring>

using namespace ompjit::fragment;

static constexpr size_t LineLength = 100;

/// Appends a byte of a literal. An octal escape has three digits at most, so
/// that it cannot take up the next byte.
static void appendEscaped(std::string &Line, char Byte) {
  const auto Value = static_cast<unsigned char>(Byte);
  // Two question marks may begin a trigraph.
  if (Value < 0x7f && std::isprint(Value) && !std::strchr("\"\\?", Byte)) {
    Line += Byte;
    return;
  }
  char Escape[5];
  std::snprintf(Escape, sizeof(Escape), "\\%03o", Value);
  Line += Escape;
}

static std::string literal(std::string_view Bytes) {
  std::string Text, Line;
  for (char Byte : Bytes) {
    appendEscaped(Line, Byte);
    if (Line.size() >= LineLength) {
      Text.append("\n    \"").append(Line).append("\"");
      Line.clear();
    }
  }
  return Text + "\n    \"" + Line + "\"";
}

static std::string list(std::string_view Bytes) {
  std::string Text = " {";
  for (char Byte : Bytes)
    Text += std::to_string(static_cast<unsigned char>(Byte)) + ",";
  return Text + "}";
}

std::string ompjit::fragment::asHeader(std::string_view Bytes,
                                       const std::string &Array) {
  const bool EndsWithZero = Bytes.ends_with('\0');
  return "// Made by ompjit-fragment.\n"
         "#ifdef __clang__\n"
         "#pragma clang diagnostic push\n"
         "#pragma clang diagnostic ignored \"-Woverlength-strings\"\n"
         "#endif\n"
         "#ifdef __cplusplus\n"
         "alignas(8)\n"
         "#else\n"
         "_Alignas(8)\n"
         "#endif\n"
         "static const unsigned char " +
         Array + "[" + std::to_string(Bytes.size()) + "] =" +
         (EndsWithZero ? literal(Bytes.substr(0, Bytes.size() - 1))
                       : list(Bytes)) +
         ";\n"
         "#ifdef __clang__\n"
         "#pragma clang diagnostic pop\n"
         "#endif\n";
}
