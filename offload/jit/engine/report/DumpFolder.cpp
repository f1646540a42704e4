//===- DumpFolder.cpp - Files with what was compiled ----------------------===//
//
// Part of the OMP-JIT project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "DumpFolder.h"

#include "RequestText.h"
#include "Trace.h"

#include "ompjit/Cache/WholeFile.h"
#include "ompjit/Targets.h"

#include <cstdio>
#include <filesystem>

using namespace ompjit;
using namespace ompjit::jit;

namespace {

/// The file system limits the whole name to 255 bytes.
constexpr size_t MaxKernelBytes = 180;

/// Returns the start of the names of all files of an image.
std::string stemOf(const CompileRequest &Request, const cache::Key &Key) {
  std::string Stem = Request.Kind == ImageKind::Kernel
                         ? Request.KernelSymbol.substr(0, MaxKernelBytes)
                         : kindName(Request.Kind);
  for (char &Each : Stem)
    if (Each == '/')
      Each = '_';
  return Stem + "." + shortKey(Key);
}

std::string factText(const Fact &Known) {
  char Value[64];
  std::snprintf(Value, sizeof(Value), " = %llu (0x%llx)",
                (unsigned long long)Known.Value,
                (unsigned long long)Known.Value);
  return Known.Name.describe() + Value;
}

std::string timesText(const CompileTimes &Times) {
  char Text[200];
  std::snprintf(Text, sizeof(Text),
                "load %.3f, specialise %.3f, optimise %.3f, generate %.3f, "
                "link %.3f, assemble %.3f ms",
                double(Times.Load) / 1e6, double(Times.Specialize) / 1e6,
                double(Times.Optimize) / 1e6, double(Times.CodeGen) / 1e6,
                double(Times.Link) / 1e6, double(Times.Assemble) / 1e6);
  return Text;
}

/// Returns a text with one line for each property of the request and its
/// result.
std::string summaryOf(const CompileRequest &Request, std::string_view Triple,
                      const cache::Key &Key, const CompileResult &Outcome) {
  std::string Text;
  auto Line = [&Text](const char *Name, const std::string &Value) {
    if (!Value.empty())
      Text.append(Name).append(": ").append(Value).append("\n");
  };
  Line("image", kindName(Request.Kind));
  Line("kernel", Request.KernelSymbol);
  Line("key", Key.hex());
  Line("triple", std::string(Triple));
  Line("arch", Request.Arch);
  Line("features", Request.Features);
  Line("emulated on", Request.Emulation);
  Line("options", "O" + std::to_string(Request.OptLevel));
  for (const Fact &Known : Request.Facts)
    Line("fact", factText(Known));
  if (Request.Facts.empty())
    Line("fact", "none, it serves any launch");
  Line("times", timesText(Outcome.Times));
  Line("outcome", !Outcome.Ok                    ? Outcome.Message
                  : Outcome.Output.Bytes.empty() ? "the code of another image"
                                                 : "compiled");
  return Text;
}

/// Returns the suffix of the image's file. Images for virtual GPUs are always
/// shared objects.
std::string_view suffixOf(const CompileRequest &Request,
                          std::string_view Triple) {
  return Request.Emulation.empty() ? traitsOf(Triple).ImageSuffix
                                   : TargetTraits().ImageSuffix;
}

/// PTX that was not made into machine code is written as assembly.
bool isBinary(const std::string &Image) {
  return Image.starts_with("\x7f"
                           "ELF");
}

} // namespace

void DumpFolder::write(const CompileRequest &Request, std::string_view Triple,
                       const cache::Key &Key, const CompileResult &Outcome) {
  if (!open())
    return;
  const std::string Stem = stemOf(Request, Key);
  bool IsWritten =
      writeFile(Stem + ".txt", summaryOf(Request, Triple, Key, Outcome));
  for (const CompileText &Each : Outcome.Texts)
    IsWritten = IsWritten && writeFile(Stem + "." + Each.Name, Each.Text);
  if (IsWritten && Outcome.Ok && isBinary(Outcome.Output.Bytes))
    writeFile(Stem + std::string(suffixOf(Request, Triple)),
              Outcome.Output.Bytes);
}

/// Makes the folder at the first compile.
bool DumpFolder::open() {
  std::call_once(OpenOnce, [this] {
    std::error_code Failure;
    std::filesystem::create_directories(Path, Failure);
    if (Failure)
      giveUp("the folder " + Path + " cannot be made: " + Failure.message());
  });
  return !IsGivenUp;
}

bool DumpFolder::writeFile(const std::string &Name,
                           const std::string &Content) {
  Status Written = cache::writeFileWhole(Path + "/" + Name, Content);
  if (!Written)
    giveUp(Written.error().message());
  return bool(Written);
}

void DumpFolder::giveUp(const std::string &Why) {
  if (!IsGivenUp.exchange(true))
    Lines.warning("OMP_JIT_DUMP: " + Why + "; nothing more is dumped");
}
