//===- Twin.cpp - The twin of an image, for a processor -------------------===//
//
// Part of the OMP-JIT project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
//   ompjit-twin BITCODE IMAGE FOLDER
//
// BITCODE is what an image for a GPU was generated from, as `-save-temps` keeps
// it ("*.precodegen.bc"). Writes the same code for the virtual GPU to FOLDER,
// under a name that stands for the bytes of IMAGE. A vendor's stand-in that is
// told of the folder (OMPJIT_STANDIN_TWINS) plays that when IMAGE is loaded, so
// that tests see what ahead-of-time code computes.
//
//===----------------------------------------------------------------------===//

#include "ompjit/Backend/Backend.h"
#include "ompjit/Targets.h"
#include "ompjit/VirtualGpu/Lower.h"

#include "llvm/Bitcode/BitcodeReader.h"
#include "llvm/IR/LLVMContext.h"
#include "llvm/IR/Module.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/Format.h"
#include "llvm/Support/MemoryBuffer.h"
#include "llvm/Support/Path.h"
#include "llvm/Support/raw_ostream.h"
#include "llvm/Support/xxhash.h"

using namespace llvm;

/// Every processor that runs the tests has it.
static constexpr StringRef Processor = ompjit::ThisHost.Host.Levels[1].Name;
static constexpr unsigned OptLevel = 1;

static Expected<std::unique_ptr<MemoryBuffer>> read(StringRef Path) {
  auto File = MemoryBuffer::getFile(Path);
  if (!File)
    return createFileError(Path, File.getError());
  return std::move(*File);
}

/// As its functions say.
static StringRef gpuOf(const Module &M) {
  for (const Function &F : M)
    if (F.hasFnAttribute("target-cpu"))
      return F.getFnAttribute("target-cpu").getValueAsString();
  return "";
}

static Expected<std::string> twinOf(StringRef Bitcode) {
  auto File = read(Bitcode);
  if (!File)
    return File.takeError();
  LLVMContext Context;
  auto M = parseBitcodeFile(**File, Context);
  if (!M)
    return M.takeError();
  auto Gpu = ompjit::createTargetMachine((*M)->getTargetTriple().str(),
                                         gpuOf(**M), "", OptLevel);
  if (!Gpu)
    return Gpu.takeError();
  auto Host = ompjit::createTargetMachine(ompjit::ThisHost.Host.Triple,
                                          Processor, "", OptLevel);
  if (!Host)
    return Host.takeError();
  auto Lowered = ompjit::lowerToProcessor(**M, **Gpu, **Host, {});
  if (!Lowered)
    return Lowered.takeError();
  auto Object = ompjit::emitCode(**Lowered, **Host);
  if (!Object)
    return Object.takeError();
  return ompjit::linkSharedObject(
      MemoryBufferRef(StringRef(Object->data(), Object->size()), "twin"), {});
}

static Error run(StringRef Bitcode, StringRef Image, StringRef Folder) {
  auto Named = read(Image);
  if (!Named)
    return Named.takeError();
  auto Twin = twinOf(Bitcode);
  if (!Twin)
    return Twin.takeError();
  std::string Name;
  raw_string_ostream(Name) << format_hex_no_prefix(
                                  xxh3_64bits((*Named)->getBuffer()), 16)
                           << ".so";
  SmallString<128> Path(Folder);
  sys::path::append(Path, Name);
  std::error_code Failure;
  raw_fd_ostream Out(Path, Failure);
  if (!Failure) {
    Out << *Twin;
    Out.close();
    Failure = Out.error();
  }
  return Failure ? createFileError(Path, Failure) : Error::success();
}

int main(int Count, char **Arguments) {
  if (Count != 4) {
    errs() << "usage: ompjit-twin BITCODE IMAGE FOLDER\n";
    return 1;
  }
  if (Error E = run(Arguments[1], Arguments[2], Arguments[3])) {
    errs() << "ompjit-twin: error: " << toString(std::move(E)) << "\n";
    return 1;
  }
  return 0;
}
