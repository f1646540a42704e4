//===- DumpFolder.cpp - The code of images -------------------------------===//
//
// Part of the OMP-JIT project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "DumpFolder.h"

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <string_view>
#include <system_error>

using namespace ompjit;
using namespace ompjit::report;

namespace {

/// A page with more of it would be slow to open.
constexpr size_t MaxTextBytes = 200000, MaxBytes = 12000000;
constexpr size_t KeyDigits = 16;
constexpr std::string_view Suffixes[] = {"before.ll", "after.ll", "s"};

std::string beginOf(const std::filesystem::path &File) {
  std::ifstream Stream(File);
  std::string Text(MaxTextBytes + 1, 0);
  Stream.read(Text.data(), std::streamsize(Text.size()));
  Text.resize(size_t(Stream.gcount()));
  if (Text.size() > MaxTextBytes) {
    Text.resize(MaxTextBytes);
    Text += "\n... (cut; all of it is in " + File.string() + ")\n";
  }
  return Text;
}

/// Names are KERNEL.KEY.SUFFIX.
bool parseName(const std::string &Name, CodeText &Out) {
  for (std::string_view Suffix : Suffixes) {
    if (!Name.ends_with("." + std::string(Suffix)) ||
        Name.size() < Suffix.size() + KeyDigits + 2)
      continue;
    Out.Key =
        Name.substr(Name.size() - Suffix.size() - 1 - KeyDigits, KeyDigits);
    Out.Name = Suffix;
    return Out.Key.find_first_not_of("0123456789abcdef") == std::string::npos;
  }
  return false;
}

} // namespace

std::vector<CodeText> report::readDump(const std::string &Folder) {
  std::vector<CodeText> Out;
  std::error_code Failed;
  std::vector<std::filesystem::path> Files;
  for (const auto &Each : std::filesystem::directory_iterator(Folder, Failed))
    Files.push_back(Each.path());
  std::sort(Files.begin(), Files.end());
  size_t Bytes = 0;
  for (const std::filesystem::path &Each : Files) {
    CodeText New;
    if (!parseName(Each.filename().string(), New) || Bytes > MaxBytes)
      continue;
    New.Text = beginOf(Each);
    Bytes += New.Text.size();
    Out.push_back(std::move(New));
  }
  return Out;
}
