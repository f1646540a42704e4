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

#include "ompjit/Support/ProgramEnvironment.h"
#include "ompjit/Support/Tool.h"

#include <cerrno>
#include <cstdio>
#include <cstring>

using namespace ompjit;
using namespace ompjit::fragment;

namespace {

constexpr Tool Program{.Name = "ompjit-fragment", .Help = helpText};

int writeFile(const std::string &File, const std::string &Bytes) {
  std::FILE *Stream = std::fopen(File.c_str(), "wb");
  bool IsWritten = Stream && std::fwrite(Bytes.data(), 1, Bytes.size(),
                                         Stream) == Bytes.size();
  if (Stream)
    IsWritten &= std::fclose(Stream) == 0;
  return IsWritten ? Tool::Good
                   : Program.fail(
                         File + " cannot be written: " + std::strerror(errno));
}

int list(const std::string &File) {
  auto Buffer = llvm::MemoryBuffer::getFile(File, /*IsText=*/false,
                                            /*RequiresNullTerminator=*/false);
  if (!Buffer)
    return Program.fail(File + ": " + Buffer.getError().message());
  Result<std::vector<fragments::FragmentImage>> Images =
      fragments::parse((*Buffer)->getBuffer());
  if (!Images)
    return Program.fail(File + ": " + Images.error().message());
  return Program.print(listing(*Images));
}

int make(const Options &Chosen) {
  InputCode Inputs;
  for (const Input &Each : Chosen.Inputs)
    if (llvm::Error E = readInput(Each.File, {Each.Triple, Each.Arch}, Inputs))
      return Program.fail(toString(std::move(E)));
  const char *Linker = programVariable("OMP_JIT_NVJITLINK");
  llvm::Expected<std::string> Bytes =
      makeFragment(Inputs, {Linker ? Linker : "", Chosen.Entries});
  if (!Bytes)
    return Program.fail(toString(Bytes.takeError()));
  if (!Chosen.Output.empty())
    if (const int Status = writeFile(Chosen.Output, *Bytes);
        Status != Tool::Good)
      return Status;
  return Chosen.Header.empty()
             ? Tool::Good
             : writeFile(Chosen.Header, asHeader(*Bytes, Chosen.Array));
}

int work(const Options &Chosen) {
  if (!Chosen.List) {
    reportCrashes(Tool::Unusable);
    return make(Chosen);
  }
  for (const Input &Each : Chosen.Inputs)
    if (const int Status = list(Each.File); Status != Tool::Good)
      return Status;
  return Tool::Good;
}

} // namespace

int main(int Count, char **Arguments) {
  return Program.run(Count, Arguments, work);
}
