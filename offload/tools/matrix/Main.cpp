//===- Main.cpp - ompjit-matrix: the combinations of parameters of fragments
//-===//
//
// Part of the OMP-JIT project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Options.h"
#include "Product.h"

#include "ompjit/Support/Tool.h"

#include <cerrno>
#include <cstdio>
#include <cstring>

using namespace ompjit;
using namespace ompjit::matrix;

namespace {

constexpr Tool Program{.Name = "ompjit-matrix", .Help = helpText};

Result<std::string> contentOf(std::FILE *Stream, const std::string &Name) {
  std::string Text;
  char Block[1 << 16];
  while (Stream && !std::ferror(Stream) && !std::feof(Stream))
    Text.append(Block, std::fread(Block, 1, sizeof(Block), Stream));
  if (!Stream || std::ferror(Stream))
    return Error(Name + " cannot be read: " + std::strerror(errno));
  return Text;
}

Result<std::string> read(const std::string &File, const std::string &Name) {
  if (File.empty())
    return contentOf(stdin, Name);
  std::FILE *Stream = std::fopen(File.c_str(), "rb");
  Result<std::string> Text = contentOf(Stream, Name);
  if (Stream)
    std::fclose(Stream);
  return Text;
}

bool isWanted(WarningKind Kind, const Options &Chosen) {
  switch (Kind) {
  case WarningKind::UnusedKey:
    return Chosen.WarnUnused;
  case WarningKind::UsedKey:
    return Chosen.WarnUsed;
  case WarningKind::NoString:
    return Chosen.WarnNoString;
  }
  return true;
}

int printProduct(const Options &Chosen) {
  const std::string Name = Chosen.File.empty() ? "<stdin>" : Chosen.File;
  Result<std::string> Text = read(Chosen.File, Name);
  if (!Text)
    return Program.fail(Text.error());
  Result<Node> Root = readMatrix(*Text, Name);
  if (!Root)
    return Program.fail(Root.error());
  for (const Warning &Each : review(*Root))
    if (isWanted(Each.Kind, Chosen))
      Program.warn(Name + ":" + std::to_string(Each.Line) + ": " + Each.Text);
  Result<std::vector<Entry>> Entries = multiply(*Root);
  if (!Entries)
    return Program.fail(Name + ": " + Entries.error().message());
  return Program.print(asJson(*Entries));
}

} // namespace

int main(int Count, char **Arguments) {
  return Program.run(Count, Arguments, printProduct);
}
