//===- Locations.cpp - Where the driver finds its programs ----------------===//
//
// Part of the OMP-JIT project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "ompjit/Driver/Locations.h"

#include <climits>
#include <unistd.h>

using namespace ompjit::driver;

std::string Locations::packagedCompiler(std::string_view CalledAs) const {
  return PackagedBin + (isFlang(CalledAs) ? "/flang" : "/clang");
}

std::string Locations::packagedLinkerWrapper() const {
  return PackagedBin + "/clang-linker-wrapper";
}

std::string Locations::linkerWrapper() const {
  return TreeBin + "/clang-linker-wrapper";
}

std::string Locations::planner() const {
  return TreeLibexec + "/clang-offload-driver";
}

std::string Locations::compiler() const {
  return TreeLibexec + "/clang-offload-compiler";
}

static std::string runningProgram() {
  char Path[PATH_MAX];
  ssize_t Size = readlink("/proc/self/exe", Path, sizeof(Path));
  if (Size <= 0 || Size == ssize_t(sizeof(Path)))
    return {};
  return std::string(Path, size_t(Size));
}

static std::string_view parentFolder(std::string_view Path) {
  size_t Slash = Path.rfind('/');
  return Slash == std::string_view::npos ? std::string_view()
                                         : Path.substr(0, Slash);
}

Locations ompjit::driver::locationsUnder(std::string_view TreeRoot,
                                         std::string_view LlvmRoot) {
  std::string Tree(TreeRoot);
  return {std::string(LlvmRoot) + "/bin", Tree + "/" OMPJIT_BINDIR,
          Tree + "/" OMPJIT_LIBDIR, Tree + "/" OMPJIT_LIBEXECDIR};
}

Locations ompjit::driver::locationsOfRunningProgram(std::string_view Folder) {
  std::string Program = runningProgram();
  if (Program.empty())
    return {OMPJIT_PACKAGED_LLVM_ROOT "/bin", {}, {}, {}};
  std::string_view Root = parentFolder(Program);
  for (; !Folder.empty(); Folder = parentFolder(Folder))
    Root = parentFolder(Root);
  return locationsUnder(Root, OMPJIT_PACKAGED_LLVM_ROOT);
}

std::string_view ompjit::driver::programName(std::string_view CalledAs) {
  size_t Slash = CalledAs.rfind('/');
  if (Slash != std::string_view::npos)
    CalledAs.remove_prefix(Slash + 1);
  return CalledAs;
}

bool ompjit::driver::isFlang(std::string_view CalledAs) {
  std::string_view Name = programName(CalledAs);
  size_t Dash = Name.rfind('-');
  if (Dash != std::string_view::npos &&
      (Name.substr(Dash) == "-new" ||
       Name.find_first_not_of("0123456789.", Dash + 1) ==
           std::string_view::npos))
    Name = Name.substr(0, Dash);
  return Name.ends_with("flang");
}

std::string ompjit::driver::packagedProgramName(const Locations &Paths,
                                                std::string_view CalledAs) {
  return Paths.PackagedBin + "/" + std::string(programName(CalledAs));
}
