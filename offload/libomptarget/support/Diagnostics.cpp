//===- Diagnostics.cpp - The numbered diagnostics -------------------------===//
//
// Part of the OMP-JIT project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Diagnostics.h"

#include <array>
#include <cctype>

namespace ompjit {

namespace {

struct Row {
  std::string_view Name;
  int Number;
  std::string_view Text;
  std::string_view NextStep;
};

constexpr Row Rows[] = {
#define OMPJIT_DIAGNOSTIC(Name, Number, Text, NextStep)                        \
  {#Name, Number, Text, NextStep},
#include "Diagnostics.def"
};

constexpr std::string_view Prefix = "OT";
constexpr size_t TagSize = 6; // "OT104 "

std::string tagOf(const Row &R) {
  return std::string(Prefix) + std::to_string(R.Number) + " ";
}

/// Returns the row of a message that diagnose() made; null for other errors.
const Row *rowOf(std::string_view Message) {
  for (const Row &R : Rows)
    if (Message.substr(0, TagSize) == tagOf(R))
      return &R;
  return nullptr;
}

std::string substitute(std::string_view Text,
                       std::initializer_list<std::string_view> Values) {
  std::string Out;
  for (size_t I = 0; I < Text.size(); ++I) {
    bool IsPlace = Text[I] == '{' && I + 2 < Text.size() && Text[I + 2] == '}';
    if (!IsPlace) {
      Out += Text[I];
      continue;
    }
    size_t Index = size_t(Text[I + 1] - '0');
    if (Index < Values.size())
      Out += Values.begin()[Index];
    I += 2;
  }
  return Out;
}

/// Splits clang's ";file;function;line;column;;" and returns field \p Index.
std::string_view locationField(std::string_view Source, unsigned Index) {
  for (unsigned I = 0; I <= Index; ++I) {
    size_t Semicolon = Source.find(';');
    if (Semicolon == std::string_view::npos)
      return {};
    Source.remove_prefix(Semicolon + 1);
  }
  return Source.substr(0, Source.find(';'));
}

} // namespace

Error diagnose(Diagnostic Which,
               std::initializer_list<std::string_view> Values) {
  const Row &R = Rows[size_t(Which)];
  return Error(tagOf(R) + substitute(R.Text, Values));
}

bool isOf(const Error &What, Diagnostic Which) {
  return rowOf(What.message()) == &Rows[size_t(Which)];
}

std::string describeLocation(const ident_t *Location) {
  if (!Location || !Location->Source)
    return "";
  std::string_view Source = Location->Source;
  std::string_view File = locationField(Source, 0);
  std::string_view Line = locationField(Source, 2);
  // Without debug information clang writes ";unknown;unknown;0;0;;".
  if (File.empty() || File == "unknown" || Line.empty() || Line == "0")
    return "";
  return std::string(File) + ":" + std::string(Line) + ": ";
}

std::string formatDiagnostic(std::string_view Severity, const Error &Failure,
                             const ident_t *Location, int DeviceId) {
  std::string_view Message = Failure.message();
  const Row *R = rowOf(Message);
  std::string Line = "omptarget: " + std::string(Severity);
  if (R) {
    Message.remove_prefix(TagSize);
    Line += " " + std::string(Prefix) + std::to_string(R->Number);
  }
  Line += ": " + describeLocation(Location);
  if (DeviceId >= 0)
    Line += "device " + std::to_string(DeviceId) + ": ";
  Line += Message;
  // A report that ends with a full stop already says what to do.
  if (R && !Message.ends_with('.'))
    Line += "; " + std::string(R->NextStep);
  return Line;
}

std::string diagnosticsAsMarkdown() {
  std::string Page =
      "# Diagnostics of libomptarget\n\n"
      "Generated from `offload/libomptarget/support/Diagnostics.def`. A "
      "message reads\n"
      "`omptarget: error OT<number>: <file>:<line>: device <id>: <text>; <what "
      "to do>`;\n"
      "file and line are there for programs compiled with `-g` or "
      "`-gline-tables-only`. What\na device reports in whole sentences, as "
      "virtual GPUs do, stands without the last\npart.\n\n"
      "| number | text | what to do |\n| --- | --- | --- |\n";
  for (const Row &R : Rows)
    Page += "| OT" + std::to_string(R.Number) + " | " + std::string(R.Text) +
            " | " + std::string(R.NextStep) + " |\n";
  return Page;
}

} // namespace ompjit
