//===- FindingsText.cpp - How ompjit-doctor prints what it found ----------===//
//
// Part of the OMP-JIT project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "FindingsText.h"

#include "ompjit/Support/JsonWriter.h"

#include <string_view>

namespace ompjit::doctor {

namespace {

std::string_view word(Severity How) {
  switch (How) {
  case Severity::Good:
    return "ok";
  case Severity::Warning:
    return "warning";
  case Severity::Error:
    break;
  }
  return "error";
}

std::string numbered(size_t Number, const std::string &What) {
  return (Number ? std::to_string(Number) : "no") + " " + What +
         (Number == 1 ? "" : "s");
}

} // namespace

std::string asText(const Findings &Found) {
  std::string Text;
  for (const Finding &Each : Found.all()) {
    Text.append(word(Each.How)).append(": ").append(Each.Subject);
    Text.append(": ").append(Each.Text).append("\n");
    if (!Each.Advice.empty())
      Text.append("  what to do: ").append(Each.Advice).append("\n");
  }
  return Text + "\n" + numbered(Found.count(Severity::Error), "error") + ", " +
         numbered(Found.count(Severity::Warning), "warning") + "\n";
}

std::string asJson(const Findings &Found) {
  JsonWriter Out;
  Out.beginObject();
  Out.text("version", OMPJIT_VERSION);
  Out.number("errors", Found.count(Severity::Error));
  Out.number("warnings", Found.count(Severity::Warning));
  Out.beginArray("findings");
  for (const Finding &Each : Found.all()) {
    Out.beginObject();
    Out.text("severity", word(Each.How));
    Out.text("subject", Each.Subject);
    Out.text("text", Each.Text);
    Out.textOrNull("advice", Each.Advice);
    Out.endObject();
  }
  Out.endArray();
  Out.endObject();
  return Out.take();
}

} // namespace ompjit::doctor
