//===- Examine.cpp - Is the device code sound? ----------------------------===//
//
// Part of the OMP-JIT project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Examine.h over LLVM's reader of bitcode and its verifier.
//
//===----------------------------------------------------------------------===//

#include "ompjit/DeviceLink/Examine.h"

#include "ompjit/DeviceLink/DeviceGroup.h"
#include "ompjit/DeviceLink/FileError.h"
#include "ompjit/DeviceLink/SymbolNames.h"
#include "ompjit/DeviceLink/WorkNote.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Bitcode/BitcodeReader.h"
#include "llvm/IR/DiagnosticHandler.h"
#include "llvm/IR/DiagnosticInfo.h"
#include "llvm/IR/LLVMContext.h"
#include "llvm/IR/Module.h"
#include "llvm/IR/Verifier.h"
#include "llvm/Support/raw_ostream.h"

using namespace llvm;

namespace ompjit::devicelink {

Error verify(const Module &M, StringRef Source) {
  std::string Problem;
  raw_string_ostream Stream(Problem);
  if (!verifyModule(M, &Stream))
    return Error::success();
  // Only the first message counts, because those that follow are often its
  // consequences.
  return createStringError(Source + ": damaged device code: " +
                           StringRef(Problem).split('\n').first);
}

namespace {
/// Without a handler, a context ends the process on an error, and prints
/// messages about damaged debug information, which is then dropped.
struct SilentHandler : DiagnosticHandler {
  bool handleDiagnostics(const DiagnosticInfo &) override { return true; }
};
} // namespace

static Error examineBitcode(const DeviceCode &Code) {
  LLVMContext Context;
  Context.setDiagnosticHandler(std::make_unique<SilentHandler>());
  auto M = parseBitcodeFile(*Code.Image, Context);
  if (!M)
    return fileError(Code.Source, M.takeError());
  return verify(**M, Code.Source);
}

Error examine(const DeviceCode &Code) {
  const WorkNote Note(Code.Source, Code.Image->getBufferSize());
  if (Code.isBitcode())
    return examineBitcode(Code);
  auto Names = symbolNames(*Code.Image);
  return Names ? Error::success() : fileError(Code.Source, Names.takeError());
}

std::string fileList(ArrayRef<std::string> Sources) {
  constexpr size_t MaxNamed = 8;
  std::string Text = join(Sources.take_front(MaxNamed), ", ");
  if (Sources.size() > MaxNamed)
    Text += " and " + std::to_string(Sources.size() - MaxNamed) + " more";
  return Text;
}

std::string fileList(const DeviceGroup &Group) {
  std::vector<std::string> Sources;
  for (const DeviceCode *Code : Group.Codes)
    Sources.push_back(Code->Source);
  return fileList(Sources);
}

Error withFiles(Error E, const DeviceGroup &Group) {
  std::vector<std::string> Texts;
  handleAllErrors(std::move(E), [&](const ErrorInfoBase &Info) {
    Texts.push_back(Info.message());
  });
  Error All = Error::success();
  if (any_of(Group.Codes, [&](const DeviceCode *Code) {
        return any_of(
            Texts, [&](StringRef Text) { return Text.contains(Code->Source); });
      })) {
    for (const std::string &Text : Texts)
      All = joinErrors(std::move(All), createStringError(Text));
    return All;
  }
  for (const DeviceCode *Code : Group.Codes)
    All = joinErrors(std::move(All), examine(*Code));
  if (All)
    return All;
  return createStringError(fileList(Group) + ": " + join(Texts, "\n"));
}

} // namespace ompjit::devicelink
