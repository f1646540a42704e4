//===- PackStep.cpp - Pack device code in the driver ----------------------===//
//
// Part of the OMP-JIT project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "PackStep.h"

#include "ReplacedJob.h"

#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/BinaryFormat/Magic.h"
#include "llvm/Object/OffloadBinary.h"
#include "llvm/Support/FileOutputBuffer.h"
#include "llvm/Support/Path.h"
#include "llvm/Support/StringSaver.h"

using namespace llvm;
using clang::driver::Command;
using clang::driver::Compilation;
using object::OffloadBinary;

/// What llvm-offload-binary is asked for: `-o file --image=key=value,...`.
namespace {
struct Request {
  StringRef Output;
  SmallVector<StringRef, 2> Images;
};
} // namespace

static std::optional<Request> read(ArrayRef<const char *> Arguments) {
  Request Read;
  for (size_t I = 0; I < Arguments.size(); ++I) {
    StringRef Argument = Arguments[I];
    if (Argument == "-o" && I + 1 < Arguments.size())
      Read.Output = Arguments[++I];
    else if (Argument.consume_front("--image="))
      Read.Images.push_back(Argument);
    else
      return std::nullopt;
  }
  if (Read.Output.empty() || Read.Images.empty())
    return std::nullopt;
  return Read;
}

static object::ImageKind kindOf(StringRef File, StringRef Code) {
  if (identify_magic(Code) == file_magic::bitcode)
    return object::IMG_Bitcode;
  StringRef Extension = sys::path::extension(File);
  Extension.consume_front(".");
  return object::getImageKind(Extension);
}

/// Returns nothing if the image cannot be read.
static std::optional<SmallString<0>> pack(StringRef Image,
                                          StringSaver &Strings) {
  // The order of the keys in the file is this map's.
  DenseMap<StringRef, StringRef> Values;
  for (StringRef Pair : split(Image, ',')) {
    const auto [Key, Value] = Pair.split('=');
    StringRef &Known = Values[Key];
    // A feature may be named several times.
    Known = Known.empty() ? Value : Strings.save(Known + "," + Value);
  }
  const StringRef File = Values.lookup("file");
  ErrorOr<std::unique_ptr<MemoryBuffer>> Code = MemoryBuffer::getFile(File);
  if (!Code)
    return std::nullopt;
  OffloadBinary::OffloadingImage Content;
  Content.TheImageKind = kindOf(File, (*Code)->getBuffer());
  Content.TheOffloadKind = object::getOffloadKind(Values.lookup("kind"));
  Content.Flags = 0;
  for (const auto &[Key, Value] : Values)
    if (Key != "kind" && Key != "file")
      Content.StringData[Key] = Value;
  Content.Image = std::move(*Code);
  return OffloadBinary::write(Content);
}

static bool write(StringRef File, StringRef Content) {
  Expected<std::unique_ptr<FileOutputBuffer>> Output =
      FileOutputBuffer::create(File, Content.size());
  if (!Output) {
    consumeError(Output.takeError());
    return false;
  }
  copy(Content, (*Output)->getBufferStart());
  Error Problem = (*Output)->commit();
  const bool IsWritten = !Problem;
  consumeError(std::move(Problem));
  return IsWritten;
}

static bool packAll(const Request &Wanted) {
  BumpPtrAllocator Memory;
  StringSaver Strings(Memory);
  SmallString<0> Content;
  for (StringRef Image : Wanted.Images) {
    const std::optional<SmallString<0>> Packed = pack(Image, Strings);
    if (!Packed)
      return false;
    Content += *Packed;
  }
  return write(Wanted.Output, Content);
}

namespace {

class PackStep : public Command {
public:
  explicit PackStep(const Command &Step) : Command(Step) {}

  int Execute(ArrayRef<std::optional<StringRef>> Redirects,
              std::string *Problem, bool *ExecutionFailed) const override {
    const std::optional<Request> Wanted = read(getArguments());
    if (!Wanted || !packAll(*Wanted))
      return Command::Execute(Redirects, Problem, ExecutionFailed);
    if (ExecutionFailed)
      *ExecutionFailed = false;
    return 0;
  }
};

} // namespace

void ompjit::driver::packHere(Compilation &Plan) {
  replaceJobs(Plan.getJobs(), [](const Command &Job) {
    return sys::path::filename(Job.getExecutable()) == "llvm-offload-binary"
               ? std::make_unique<PackStep>(Job)
               : nullptr;
  });
}
