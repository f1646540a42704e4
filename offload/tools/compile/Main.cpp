//===- Main.cpp - ompjit-compile ------------------------------------------===//
//
// Part of the OMP-JIT project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Compiles the packages of a program for sub-architectures that the user names,
// without any device: to see whether a program will run on another machine, and
// which code the compiler generates for it.
//
//===----------------------------------------------------------------------===//

#include "Options.h"
#include "Service.h"

#include "ompjit/PackageFile.h"
#include "ompjit/Support/ExactMath.h"
#include "ompjit/Support/Tool.h"
#include "ompjit/Targets.h"

#include <cerrno>
#include <cstdio>
#include <cstring>
#include <string>
#include <utility>

using namespace ompjit;
using namespace ompjit::compile;

namespace {

constexpr Tool Program{.Name = "ompjit-compile", .Help = helpText};

/// One run of the tool.
class Run {
public:
  Run(const Options &Wanted, const Service &Compiler)
      : Wanted(Wanted), Compiler(Compiler) {}

  /// Returns whether every image could be compiled and written.
  bool compileAll(const PackageFile &File);

private:
  bool isWanted(const KernelInfo &) const;
  void compilePackage(const PackageView &Package, const std::string &Arch);
  void compile(const PackageView &Package, const CompileRequest &Request,
               const std::string &Name);
  Status write(const PackageView &Package, const std::string &Name,
               const std::string &Image) const;

  const Options &Wanted;
  const Service &Compiler;
  unsigned NumImages = 0, NumFailures = 0;
};

} // namespace

bool Run::compileAll(const PackageFile &File) {
  for (const PackageView &Package : File.Packages) {
    if (!Wanted.Triple.empty() && Package.triple() != Wanted.Triple)
      continue;
    std::vector<std::string> Archs = Wanted.Archs;
    if (Archs.empty())
      Archs.emplace_back(Package.arch());
    for (const std::string &Arch : Archs)
      compilePackage(Package, Arch);
  }
  if (NumImages == 0)
    Program.complain(Wanted.File + ": no package has what was asked for");
  return NumImages != 0 && NumFailures == 0;
}

bool Run::isWanted(const KernelInfo &Kernel) const {
  return Wanted.Kernel.empty() || Wanted.Kernel == Kernel.Symbol ||
         Wanted.Kernel == Kernel.EntryName;
}

void Run::compilePackage(const PackageView &Package, const std::string &Arch) {
  CompileRequest Request;
  Request.Arch = Arch;
  Request.Features = Wanted.Features;
  Request.Emulation = Wanted.Emulation;
  Request.OptLevel = Wanted.OptLevel;
  Request.Passes = Wanted.Passes;
  Request.Lanes = Wanted.Lanes;
  Request.NontemporalBytes = Wanted.NontemporalBytes;
  Request.Prefetch = Wanted.Prefetch;
  Request.ExactMath = exactFunctions();
  Request.Tuned = Wanted.Tuned;
  if (Wanted.WantsMachineCode)
    Request.AllowedAssembler = Assembler::Any;
  bool WantsBase = Wanted.Kernel.empty() && Package.hasBase();
  std::vector<std::string> Symbols;
  for (uint32_t I = 0; I != Package.numKernels(); ++I) {
    const KernelInfo Kernel = Package.kernel(I);
    if (!isWanted(Kernel))
      continue;
    if (Kernel.isInBase())
      WantsBase = true;
    else
      Symbols.emplace_back(Kernel.Symbol);
  }
  if (WantsBase) {
    Request.Kind = ImageKind::Base;
    compile(Package, Request, "base");
  }
  Request.Kind = ImageKind::Kernel;
  Request.Facts = Wanted.Facts;
  for (const std::string &Symbol : Symbols) {
    Request.KernelSymbol = Symbol;
    compile(Package, Request, Symbol);
  }
}

/// The time of the whole compile and of its steps.
static std::string timesText(const CompileTimes &Times) {
  const std::pair<const char *, uint64_t> Steps[] = {
      {"load", Times.Load},         {"specialise", Times.Specialize},
      {"optimise", Times.Optimize}, {"generate", Times.CodeGen},
      {"link", Times.Link},         {"assemble", Times.Assemble}};
  const auto Text = [](uint64_t Ns) {
    char Number[32];
    std::snprintf(Number, sizeof(Number), "%.1f", double(Ns) / 1e6);
    return std::string(Number);
  };
  uint64_t Whole = 0;
  std::string Parts;
  for (const auto &[Step, Ns] : Steps) {
    Whole += Ns;
    if (Ns)
      Parts += (Parts.empty() ? "" : ", ") + (Step + (" " + Text(Ns)));
  }
  return Text(Whole) + " ms (" + Parts + ")";
}

void Run::compile(const PackageView &Package, const CompileRequest &Request,
                  const std::string &Name) {
  ++NumImages;
  const std::string What = Request.Arch + "." + Name;
  Result<CompileResult> Answer = Compiler.compile(Package.bytes(), Request);
  if (!Answer || !Answer->Ok) {
    Program.complain(What + ": " +
                     (Answer ? Answer->Message : Answer.error().message()));
    ++NumFailures;
    return;
  }
  const Image &Output = Answer->Output;
  if (Wanted.WantsMachineCode && Output.IsAssembly) {
    Program.complain(
        What + ": neither libnvJitLink nor ptxas is installed: without "
               "--machine-code it is PTX, which the GPU's driver compiles");
    ++NumFailures;
    return;
  }
  std::printf("%s: %zu bytes, %zu slots, %s\n", What.c_str(),
              Output.Bytes.size(), Output.Slots.size(),
              timesText(Answer->Times).c_str());
  for (const std::string &Each : Answer->Loops)
    std::printf("  %s\n", Each.c_str());
  if (Wanted.OutputFolder.empty())
    return;
  if (Status S = write(Package, What, Output.Bytes); !S) {
    Program.complain(S.error().message());
    ++NumFailures;
  }
}

Status Run::write(const PackageView &Package, const std::string &Name,
                  const std::string &Image) const {
  const TargetTraits &Traits = traitsOf(Package.triple());
  const bool IsAssembly = Traits.endsWithAssembly() && !Wanted.WantsMachineCode;
  std::string Path = Wanted.OutputFolder + "/" + Name;
  Path += IsAssembly ? ".s" : Traits.ImageSuffix;
  std::FILE *File = std::fopen(Path.c_str(), "wb");
  if (!File)
    return Error(Path + ": " + std::strerror(errno));
  const bool IsWritten =
      std::fwrite(Image.data(), 1, Image.size(), File) == Image.size();
  if (std::fclose(File) != 0 || !IsWritten)
    return Error(Path + ": " + std::strerror(errno));
  return Done();
}

static int compileFile(const Options &Wanted) {
  Result<PackageFile> File = readPackageFile(Wanted.File);
  if (!File)
    return Program.fail(File.error(), Tool::Bad);
  Result<Service> Compiler = Service::open();
  if (!Compiler)
    return Program.fail(Compiler.error(), Tool::Bad);
  return Run(Wanted, *Compiler).compileAll(*File) ? Tool::Good : Tool::Bad;
}

int main(int Count, char **Arguments) {
  return Program.run(Count, Arguments, compileFile);
}
