//===- Main.cpp - ompjit-fragment: makes and lists fragment files ---------===//
//
// Part of the OMP-JIT project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "CrashReport.h"
#include "Fragment.h"
#include "Header.h"
#include "Listing.h"
#include "Options.h"

#include <cerrno>
#include <cstdio>
#include <cstring>

using namespace ompjit;
using namespace ompjit::fragment;

namespace {

constexpr int Good = 0;
constexpr int Unusable = 2;

int fail(const std::string &What) {
  std::fprintf(stderr, "ompjit-fragment: error: %s\n", What.c_str());
  return Unusable;
}

int print(const std::string &Text) {
  const bool IsWritten =
      std::fputs(Text.c_str(), stdout) >= 0 && std::fflush(stdout) == 0;
  return IsWritten ? Good : fail("the output cannot be written");
}

int writeFile(const std::string &File, const std::string &Bytes) {
  std::FILE *Stream = std::fopen(File.c_str(), "wb");
  bool IsWritten = Stream && std::fwrite(Bytes.data(), 1, Bytes.size(),
                                         Stream) == Bytes.size();
  if (Stream)
    IsWritten &= std::fclose(Stream) == 0;
  return IsWritten ? Good
                   : fail(File + " cannot be written: " + std::strerror(errno));
}

int list(const std::string &File) {
  auto Buffer = llvm::MemoryBuffer::getFile(File, /*IsText=*/false,
                                            /*RequiresNullTerminator=*/false);
  if (!Buffer)
    return fail(File + ": " + Buffer.getError().message());
  Result<std::vector<fragments::FragmentImage>> Images =
      fragments::parse((*Buffer)->getBuffer());
  if (!Images)
    return fail(File + ": " + Images.error().message());
  return print(listing(*Images));
}

int make(const Options &Chosen) {
  std::vector<devicelink::DeviceCode> Codes;
  for (const std::string &Each : Chosen.Inputs) {
    auto Some = readInput(Each, {Chosen.Triple, Chosen.Arch});
    if (!Some)
      return fail(toString(Some.takeError()));
    std::move(Some->begin(), Some->end(), std::back_inserter(Codes));
  }
  llvm::Expected<std::string> Bytes = makeFragment(Codes);
  if (!Bytes)
    return fail(toString(Bytes.takeError()));
  if (!Chosen.Output.empty())
    if (const int Status = writeFile(Chosen.Output, *Bytes); Status != Good)
      return Status;
  return Chosen.Header.empty()
             ? Good
             : writeFile(Chosen.Header, asHeader(*Bytes, Chosen.Array));
}

} // namespace

int main(int Count, char **Arguments) {
  Result<Options> Chosen = Options::parse(toolArguments(Count, Arguments));
  if (!Chosen)
    return fail(Chosen.error().message());
  if (Chosen->ShowHelp)
    return print(helpText());
  if (Chosen->ShowVersion)
    return print(versionText());
  if (!Chosen->List) {
    reportCrashes(Unusable);
    return make(*Chosen);
  }
  for (const std::string &Each : Chosen->Inputs)
    if (const int Status = list(Each); Status != Good)
      return Status;
  return Good;
}
