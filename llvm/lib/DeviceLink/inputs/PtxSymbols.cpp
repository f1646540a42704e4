//===- PtxSymbols.cpp - Symbols that PTX defines and needs ----------------===//
//
// Part of the OMP-JIT project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "PtxSymbols.h"

using namespace llvm;

namespace ompjit::devicelink {

/// Returns the name after ".extern .func". It follows "(.param .b32
/// func_retval0)" if the function returns something.
static StringRef functionName(StringRef Rest) {
  Rest = Rest.ltrim();
  if (Rest.starts_with("("))
    Rest = Rest.split(')').second.ltrim();
  return Rest.take_until([](char C) { return C == '(' || isspace(C); });
}

/// Returns the name in the text after ".extern .global .align 4", such as "...
/// .b8 name[40];" or "... .u32 name;".
static StringRef variableName(StringRef Rest) {
  Rest =
      Rest.take_until([](char C) { return C == '[' || C == ';' || C == '='; });
  Rest = Rest.rtrim();
  return Rest.substr(Rest.find_last_of(" \t") + 1);
}

SymbolNames ptxSymbolNames(StringRef Ptx) {
  SymbolNames Names;
  while (!Ptx.empty()) {
    StringRef Line;
    std::tie(Line, Ptx) = Ptx.split('\n');
    bool IsExtern = Line.consume_front(".extern");
    if (!IsExtern && !Line.consume_front(".visible") &&
        !Line.consume_front(".weak") && !Line.consume_front(".common"))
      continue;
    Line = Line.ltrim();
    // Shared memory whose size the launch sets is "extern", too.
    if (Line.starts_with(".shared"))
      continue;
    bool IsFunction =
        Line.consume_front(".func") || Line.consume_front(".entry");
    StringRef Name = IsFunction ? functionName(Line) : variableName(Line);
    if (!Name.empty())
      (IsExtern ? Names.Undefined : Names.Defined).push_back(Name.str());
  }
  return Names;
}

bool isNvidiaSystemCall(StringRef Name) {
  return Name == "vprintf" || Name == "malloc" || Name == "free" ||
         Name == "__assertfail";
}

} // namespace ompjit::devicelink
