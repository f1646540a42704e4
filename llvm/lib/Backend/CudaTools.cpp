//===- CudaTools.cpp - Where the programs of a CUDA toolkit are -----------===//
//
// Part of the OMP-JIT project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Finds them as clang finds them.
//
//===----------------------------------------------------------------------===//

#include "ompjit/Backend/Cuda.h"

#include "ompjit/Support/ProgramEnvironment.h"

#include "llvm/ADT/SmallString.h"
#include "llvm/ADT/Twine.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/Path.h"
#include "llvm/Support/Program.h"

using namespace llvm;

namespace ompjit {

/// The folders in which Debian's package and NVIDIA's installers put a toolkit.
static constexpr StringLiteral ToolkitFolders[] = {"/usr/local/cuda",
                                                   "/usr/lib/cuda"};

static constexpr StringLiteral Alternative =
    "or have the code compiled when the program runs, with "
    "-fopenmp-target-jit or -foffload-lto";

static std::string toolIn(StringRef Toolkit, StringRef Name) {
  SmallString<128> Path(Toolkit);
  sys::path::append(Path, "bin", Name);
  return Path.str().str();
}

/// Returns an error that says whether the file does not exist or cannot be
/// executed, so that users do not search for a file that exists.
static Error unusable(const std::string &Path, const Twine &Advice = "") {
  const std::error_code Why = sys::fs::access(Path, sys::fs::AccessMode::Exist);
  if (Why)
    return createStringError("there is no " + Path + Advice);
  return createStringError(Path +
                           " cannot be executed, as it is no file or has "
                           "no permission for that" +
                           Advice);
}

Expected<std::string> findCudaTool(StringRef Name, const CudaTools &Tools) {
  if (Name == "ptxas" && !Tools.Ptxas.empty()) {
    if (sys::fs::can_execute(Tools.Ptxas))
      return Tools.Ptxas;
    return unusable(Tools.Ptxas, ", which is named as ptxas");
  }
  if (!Tools.Toolkit.empty()) {
    std::string Path = toolIn(Tools.Toolkit, Name);
    if (sys::fs::can_execute(Path))
      return Path;
    return unusable(
        Path, Twine(": name the folder of a CUDA toolkit with --cuda-path=, ") +
                  Alternative);
  }
  // PATH must not choose a program that runs with more rights than the user
  // has.
  if (!hasRaisedPrivileges())
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
      "put it into PATH, pass --cuda-path=<folder>, " +
      Alternative);
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

} // namespace ompjit
