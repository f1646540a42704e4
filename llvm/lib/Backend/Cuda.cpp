//===- Cuda.cpp - From PTX to code for NVIDIA GPUs ------------------------===//
//
// Part of the OMP-JIT project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Finds the toolkit's programs as clang finds them, and runs them.
//
//===----------------------------------------------------------------------===//

#include "ompjit/Backend/Cuda.h"

#include "MemoryFile.h"
#include "TemporaryFolder.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/MemoryBuffer.h"
#include "llvm/Support/Path.h"
#include "llvm/Support/Program.h"
#include "llvm/Support/raw_ostream.h"

using namespace llvm;

namespace ompjit {

/// Where Debian's package and NVIDIA's installers put a toolkit.
static constexpr StringLiteral ToolkitFolders[] = {"/usr/local/cuda",
                                                   "/usr/lib/cuda"};

static std::string toolIn(StringRef Toolkit, StringRef Name) {
  SmallString<128> Path(Toolkit);
  sys::path::append(Path, "bin", Name);
  return Path.str().str();
}

Expected<std::string> findCudaTool(StringRef Name, const CudaTools &Tools) {
  if (Name == "ptxas" && !Tools.Ptxas.empty()) {
    if (sys::fs::can_execute(Tools.Ptxas))
      return Tools.Ptxas;
    return createStringError("there is no ptxas at " + Tools.Ptxas);
  }
  if (!Tools.Toolkit.empty()) {
    std::string Path = toolIn(Tools.Toolkit, Name);
    if (sys::fs::can_execute(Path))
      return Path;
    return createStringError("there is no " + Path +
                             ": is --cuda-path the folder of a CUDA toolkit?");
  }
  if (ErrorOr<std::string> Found = sys::findProgramByName(Name))
    return *Found;
  for (StringRef Folder : ToolkitFolders)
    if (std::string Path = toolIn(Folder, Name); sys::fs::can_execute(Path))
      return Path;
  if (Tools.DryRun)
    return Name.str();
  return createStringError(
      "cannot find " + Name +
      " of the CUDA toolkit, which makes code for NVIDIA GPUs ahead of time: "
      "put it into PATH, pass --cuda-path=<folder>, or build a program that "
      "is compiled when it runs, with -fopenmp-target-jit and without "
      "--offload-arch");
}

Expected<std::string> cudaToolIdentity(StringRef Name, const CudaTools &Tools) {
  Expected<std::string> Path = findCudaTool(Name, Tools);
  if (!Path)
    return Path.takeError();
  SmallString<128> Real;
  sys::fs::file_status Status;
  std::error_code Code = sys::fs::real_path(*Path, Real);
  if (!Code)
    Code = sys::fs::status(Real, Status);
  if (Code)
    return createStringError(Code, *Path + ": " + Code.message());
  auto Time = Status.getLastModificationTime().time_since_epoch().count();
  return (Real + " " + Twine(Status.getSize()) + " " + Twine(Time)).str();
}

/// Runs \p Program. \returns what it said.
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
  Expected<Descriptor> Input = createMemoryFile(Ptx);
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
  // nvlink takes an input for what its name says, and ignores the others.
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
