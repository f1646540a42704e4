//===- Assembler.cpp - NVIDIA's assembler, as a process -------------------===//
//
// Part of the OMP-JIT project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Assembler.h"

#include "Model.h"
#include "Report.h"
#include "Settings.h"

#include <cerrno>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <fcntl.h>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <optional>
#include <spawn.h>
#include <sys/wait.h>
#include <unistd.h>
#include <vector>

namespace ompjit::standin {

namespace {

namespace fs = std::filesystem;

/// A folder that is removed at the end of the scope.
class TemporaryFolder {
public:
  TemporaryFolder() {
    std::string Name = fs::temp_directory_path() / "standin-XXXXXX";
    if (mkdtemp(Name.data()))
      Path = Name;
  }
  ~TemporaryFolder() {
    std::error_code Ignored;
    if (!Path.empty())
      fs::remove_all(Path, Ignored);
  }
  TemporaryFolder(const TemporaryFolder &) = delete;
  TemporaryFolder &operator=(const TemporaryFolder &) = delete;

  std::string file(const char *Name) const { return Path / Name; }

private:
  fs::path Path;
};

std::string readFile(const std::string &Name) {
  std::ifstream File(Name, std::ios::binary);
  return std::string(std::istreambuf_iterator<char>(File), {});
}

/// Returns the text after a directive at the begin of a line.
std::optional<std::string_view> findDirective(std::string_view Ptx,
                                              std::string_view Name) {
  for (size_t At = 0; (At = Ptx.find(Name, At)) != std::string_view::npos; ++At)
    if (At == 0 || Ptx[At - 1] == '\n') {
      Ptx.remove_prefix(At + Name.size());
      const size_t Begin = Ptx.find_first_not_of(" \t");
      if (Begin == 0 || Begin == std::string_view::npos)
        return std::nullopt;
      Ptx.remove_prefix(Begin);
      return Ptx.substr(0, Ptx.find_first_of("\r\n, \t"));
    }
  return std::nullopt;
}

Result checkHeader(std::string_view Ptx, int Model, std::string &Messages) {
  const auto Version = findDirective(Ptx, ".version");
  const auto Target = findDirective(Ptx, ".target");
  if (!Version || !Target || !Target->starts_with("sm_")) {
    Messages = "the text has no .version or no .target";
    return InvalidPtx;
  }
  int Major = 0, Minor = 0;
  if (std::sscanf(std::string(*Version).c_str(), "%d.%d", &Major, &Minor) !=
      2) {
    Messages = "the .version is none";
    return InvalidPtx;
  }
  const int Newest = ptxVersionOf(Settings::get().DriverVersion);
  if (10 * Major + Minor > Newest) {
    Messages = text("Unsupported .version %d.%d; current version is '%d.%d'",
                    Major, Minor, Newest / 10, Newest % 10);
    return UnsupportedPtxVersion;
  }
  const int Wanted = std::atoi(std::string(Target->substr(3)).c_str());
  // "sm_90a" is for exactly that architecture.
  const bool IsExact = Target->ends_with("a") || Target->ends_with("f");
  if (Wanted > Model || (IsExact && Wanted != Model)) {
    Messages = text("the text is for %s, the device is sm_%d",
                    std::string(*Target).c_str(), Model);
    return NoBinaryForGpu;
  }
  return Success;
}

/// Returns the exit status, or -1.
int runProgram(const std::vector<std::string> &Line,
               const std::string &OutputFile) {
  posix_spawn_file_actions_t Files;
  posix_spawn_file_actions_init(&Files);
  posix_spawn_file_actions_addopen(&Files, STDOUT_FILENO, OutputFile.c_str(),
                                   O_WRONLY | O_CREAT | O_TRUNC, 0600);
  posix_spawn_file_actions_adddup2(&Files, STDOUT_FILENO, STDERR_FILENO);
  std::vector<char *> Arguments;
  Arguments.reserve(Line.size() + 1);
  for (const std::string &Each : Line)
    Arguments.push_back(const_cast<char *>(Each.c_str()));
  Arguments.push_back(nullptr);
  pid_t Child = 0;
  const int Failed = posix_spawn(&Child, Arguments[0], &Files, nullptr,
                                 Arguments.data(), environ);
  posix_spawn_file_actions_destroy(&Files);
  if (Failed)
    return -1;
  int Status = 0;
  while (waitpid(Child, &Status, 0) < 0)
    if (errno != EINTR)
      return -1;
  return WIFEXITED(Status) ? WEXITSTATUS(Status) : -1;
}

} // namespace

Result assemble(std::string_view Ptx, const AssemblerOptions &Options,
                std::string &Cubin, std::string &Messages) {
  if (Result R = checkHeader(Ptx, Options.Model, Messages))
    return R;
  const std::string &Assembler = Settings::get().Assembler;
  if (Assembler.empty()) {
    Messages = "there is no ptxas";
    return JitCompilerNotFound;
  }
  TemporaryFolder Folder;
  std::ofstream(Folder.file("in.ptx"), std::ios::binary) << Ptx;
  std::vector<std::string> Line = {
      Assembler,
      "-arch=sm_" + std::to_string(Options.Model),
      "-O" + std::to_string(std::min(Options.OptimizationLevel, 3)),
      "-o",
      Folder.file("out.cubin"),
      Folder.file("in.ptx")};
  if (Options.HasLines)
    Line.push_back("-lineinfo");
  if (Options.MaxRegisters)
    Line.push_back("--maxrregcount=" + std::to_string(Options.MaxRegisters));
  if (Options.IsForLinker)
    Line.push_back("-c");
  int Status = runProgram(Line, Folder.file("messages"));
  if (!Status && Options.IsForLinker)
    Status = runProgram(
        {Assembler.substr(0, Assembler.rfind('/') + 1) + "nvlink", Line[1],
         "-o", Folder.file("out.cubin"), Folder.file("out.cubin")},
        Folder.file("messages"));
  Messages = readFile(Folder.file("messages"));
  if (Status)
    return Status < 0 ? JitCompilerNotFound : InvalidPtx;
  Cubin = readFile(Folder.file("out.cubin"));
  return Success;
}

} // namespace ompjit::standin
