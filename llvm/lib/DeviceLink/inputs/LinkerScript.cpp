//===- LinkerScript.cpp - The inputs that a linker script names -----------===//
//
// Part of the OMP-JIT project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Reads a script as a list of words, and interprets the parentheses of the few
// commands that matter.
//
//===----------------------------------------------------------------------===//

#include "ompjit/DeviceLink/LinkerScript.h"

#include "llvm/ADT/StringExtras.h"

using namespace llvm;

namespace ompjit::devicelink {

namespace {

class ScriptParser {
public:
  explicit ScriptParser(StringRef Text) : Rest(Text) {}

  LinkerScript parse();

private:
  /// Returns the next word or punctuation mark, or an empty string at the end.
  StringRef next();
  void skipSpaceAndComments();
  bool consume(StringRef Word);
  void skipBraces();
  void readInputs();

  StringRef Rest;
  LinkerScript Script;
};

} // namespace

void ScriptParser::skipSpaceAndComments() {
  for (;;) {
    Rest = Rest.ltrim();
    if (Rest.consume_front("/*"))
      Rest = Rest.split("*/").second;
    else if (Rest.starts_with("#"))
      Rest = Rest.split('\n').second;
    else
      return;
  }
}

StringRef ScriptParser::next() {
  skipSpaceAndComments();
  if (Rest.consume_front("\"")) {
    auto [Word, After] = Rest.split('"');
    Rest = After;
    return Word;
  }
  size_t Length = Rest.find_first_of(" \t\r\n\f\v(){},;\"");
  StringRef Word = Rest.take_front(Length == 0 ? 1 : Length);
  Rest = Rest.drop_front(Word.size());
  return Word;
}

bool ScriptParser::consume(StringRef Word) {
  StringRef Before = Rest;
  if (next() == Word)
    return true;
  Rest = Before;
  return false;
}

/// Skips the text after "{" up to the matching "}".
void ScriptParser::skipBraces() {
  for (unsigned Depth = 1; Depth != 0 && !Rest.empty();) {
    StringRef Word = next();
    Depth += Word == "{";
    Depth -= Word == "}";
  }
}

/// Reads the list after INPUT or GROUP.
void ScriptParser::readInputs() {
  if (!consume("("))
    return;
  for (unsigned Depth = 1; Depth != 0 && !Rest.empty();) {
    StringRef Word = next();
    if (Word == ")")
      --Depth;
    else if (Word == "AS_NEEDED")
      Depth += consume("(");
    else if (Word.consume_front("-l"))
      Script.Inputs.push_back({Word.str(), /*IsLibrary=*/true});
    else if (!Word.empty() && Word != "," && Word != "(")
      Script.Inputs.push_back({Word.str(), /*IsLibrary=*/false});
  }
}

LinkerScript ScriptParser::parse() {
  while (!Rest.empty()) {
    StringRef Word = next();
    if (Word == "INPUT" || Word == "GROUP")
      readInputs();
    else if (Word == "SEARCH_DIR" && consume("("))
      Script.Directories.push_back(next().str());
    else if (Word == "INCLUDE")
      Script.Includes.push_back(next().str());
    else if (Word == "{")
      skipBraces();
  }
  return std::move(Script);
}

LinkerScript parseLinkerScript(StringRef Text) {
  return ScriptParser(Text).parse();
}

} // namespace ompjit::devicelink
