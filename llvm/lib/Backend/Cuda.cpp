//===- Cuda.cpp - From PTX to code for NVIDIA GPUs ------------------------===//
//
// Part of the OMP-JIT project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Runs the toolkit's programs. See CudaTools.cpp for where they are.
//
//===----------------------------------------------------------------------===//

#include "ompjit/Backend/Cuda.h"

#include "MemoryFile.h"
#include "PtxAtomics.h"
#include "TemporaryFolder.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/MemoryBuffer.h"
#include "llvm/Support/Program.h"
#include "llvm/Support/raw_ostream.h"

using namespace llvm;

namespace ompjit {

/// Runs \p Program. \returns its output.
static Expected<std::string> run(const std::string &Program,
                                 ArrayRef<std::string> Arguments,
                                 const CudaTools &Tools) {
  Expected<Descriptor> Said = createMemoryFile("");
  if (!Said)
    return Said.takeError();
  Said->keepForChildren();
  std::vector<std::string> Words = {Program};
  append_range(Words, Arguments);
  if (Tools.Announce)
    Tools.Announce(Words);
  if (Tools.DryRun)
    return "";
  SmallVector<StringRef> Command(Words.begin(), Words.end());
  std::string Path = Said->path(), Problem;
  std::optional<StringRef> Redirects[] = {StringRef(), StringRef(Path),
                                          StringRef(Path)};
  int Status =
      sys::ExecuteAndWait(Program, Command, std::nullopt, Redirects,
                          /*SecondsToWait=*/0, /*MemoryLimit=*/0, &Problem);
  Expected<std::string> Text = Said->content();
  if (!Text || Status == 0)
    return Text;
  std::string Message = StringRef(*Text).trim().str();
  if (!Problem.empty())
    Message += (Message.empty() ? "" : "\n") + Problem;
  if (Message.empty())
    Message = "exit status " + std::to_string(Status);
  return createStringError(Twine(Message) + "\n(from: " + join(Command, " ") +
                           ")");
}

Expected<std::string> assemblePtx(StringRef Ptx, const PtxOptions &Options,
                                  const CudaTools &Tools,
                                  function_ref<void(StringRef)> Warn) {
  Expected<std::string> Ptxas = findCudaTool("ptxas", Tools);
  if (!Ptxas)
    return Ptxas.takeError();
  Expected<Descriptor> Input = createMemoryFile(
      Options.Relocatable ? StringRef(dropAtomicResults(Ptx)) : Ptx);
  if (!Input)
    return Input.takeError();
  Expected<Descriptor> Output = createMemoryFile("");
  if (!Output)
    return Output.takeError();
  Input->keepForChildren();
  Output->keepForChildren();
  std::vector<std::string> Arguments = {"-m64", "--gpu-name=" + Options.Gpu};
  if (Options.Debug)
    append_range(Arguments, ArrayRef<std::string>({"-g", "-O0"}));
  else
    Arguments.push_back("-O" + std::to_string(Options.OptLevel));
  if (Options.LineInfo)
    Arguments.push_back("-lineinfo");
  if (Options.Relocatable)
    Arguments.push_back("-c");
  append_range(Arguments, Options.Arguments);
  append_range(Arguments,
               ArrayRef<std::string>({"-o", Output->path(), Input->path()}));
  Expected<std::string> Said = run(*Ptxas, Arguments, Tools);
  if (!Said)
    return Said.takeError();
  if (!Said->empty())
    Warn(StringRef(*Said).trim());
  return Output->content();
}

Expected<std::string> linkCubins(ArrayRef<StringRef> Cubins, StringRef Gpu,
                                 bool Debug, const CudaTools &Tools) {
  Expected<std::string> Nvlink = findCudaTool("nvlink", Tools);
  if (!Nvlink)
    return Nvlink.takeError();
  Expected<Descriptor> Output = createMemoryFile("");
  if (!Output)
    return Output.takeError();
  Output->keepForChildren();
  std::vector<std::string> Arguments = {"-m64", "-arch=" + Gpu.str(), "-o",
                                        Output->path()};
  if (Debug)
    Arguments.push_back("-g");
  // nvlink derives the kind of an input from its name, and ignores inputs with
  // other names.
  auto Inputs = TemporaryFolder::create(Cubins, ".o");
  if (!Inputs)
    return Inputs.takeError();
  append_range(Arguments, (*Inputs)->files());
  Expected<std::string> Said = run(*Nvlink, Arguments, Tools);
  if (!Said)
    return Said.takeError();
  return Output->content();
}

} // namespace ompjit
