//===- Main.cpp - ompjit-package-dump -------------------------------------===//
//
// Part of the OMP-JIT project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Prints the contents of the JIT packages in a file, which is a package itself,
// or a program, library or object that contains some. For users who want to see
// what was packed, and for tests.
//
//===----------------------------------------------------------------------===//

#include "ompjit/PackageBitcode.h"
#include "ompjit/PackageFile.h"
#include "ompjit/Support/Tool.h"
#include "ompjit/Support/VariableTable.h"

#include <cerrno>
#include <cinttypes>
#include <cstdio>
#include <cstring>
#include <string>
#include <vector>

using namespace ompjit;
using namespace ompjit::package;

static void printQuoted(const char *Key, std::string_view Value) {
  std::printf(" %s=\"%.*s\"", Key, int(Value.size()), Value.data());
}

static void printUses(uint16_t Uses) {
  static constexpr struct {
    ParameterUse Bit;
    const char *Name;
  } Names[] = {{UseLoopBound, "loop-bound"},
               {UseBranch, "branch"},
               {UseIndex, "index"},
               {UsePlain, "plain"},
               {UseWritten, "written"},
               {UseCaptured, "captured"},
               {UseFixedPlace, "fixed-place"},
               {UseAlways, "always"},
               {UseNever, "never"},
               {UseArray, "array"},
               {UseLargeArray, "large-array"}};
  std::printf(" uses=");
  const char *Separator = "";
  for (auto [Bit, Name] : Names)
    if (Uses & Bit) {
      std::printf("%s%s", Separator, Name);
      Separator = ",";
    }
}

static void printParameter(uint32_t Index, const ParameterInfo &P) {
  if (P.Kind == ParameterKind::Pointer)
    std::printf("    parameter %u pointer align=%u", Index, P.AlignBytes);
  else
    std::printf("    parameter %u scalar width=%u demanded=0x%" PRIx64, Index,
                P.WidthBits, P.DemandedBits);
  printUses(P.Uses);
  std::printf("\n");
}

static void printField(const FieldInfo &F) {
  std::printf("    field behind=%u offset=%u width=%u", F.Parameter,
              F.OffsetBytes, F.WidthBits);
  printUses(F.Uses);
  std::printf("\n");
}

static void printRange(const char *Name, uint32_t Min, uint32_t Max) {
  if (Max)
    std::printf(" %s=%u..%u", Name, Min, Max);
  else if (Min)
    std::printf(" %s=%u..", Name, Min);
}

static void printBounds(const package::LaunchBounds &Bounds) {
  if (!Bounds.Mode)
    return;
  std::printf(" mode=%s", Bounds.Mode == 1 ? "generic" : "spmd");
  printRange("teams", Bounds.MinTeams, Bounds.MaxTeams);
  printRange("threads", Bounds.MinThreads, Bounds.MaxThreads);
}

static void printQueries(uint32_t Flags) {
  using namespace package;
  const std::pair<uint32_t, const char *> Queries[] = {
      {KernelAsksNumDevices, "devices"},
      {KernelAsksDeviceNum, "device"},
      {KernelAsksDebugKinds, "debug"},
      {KernelAsksDynamicMemory, "dynamic-memory"}};
  for (const auto &[Flag, Name] : Queries)
    if (Flags & Flag)
      std::printf(" asks=%s", Name);
}

static void printKernel(const PackageView &Package, const KernelInfo &Kernel) {
  std::printf("  kernel");
  printQuoted("symbol", Kernel.Symbol);
  printQuoted("entry", Kernel.EntryName);
  printBounds(Kernel.Bounds);
  std::printf(" code=%016" PRIx64 " part=%u%s", Kernel.CodeDigest, Kernel.Part,
              Kernel.isInBase() ? " in-base" : "");
  printQueries(Kernel.Flags);
  if (Kernel.Flags & package::KernelAcquires)
    std::printf(" acquires");
  if (Kernel.Flags & package::KernelHasNests)
    std::printf(" nests");
  std::printf("\n");
  for (uint32_t I = 0; I != Kernel.NumParameters; ++I)
    printParameter(I, Package.parameter(Kernel, I));
  for (uint32_t I = 0; I != Kernel.NumFields; ++I)
    printField(Package.field(Kernel, I));
}

static void printGlobal(const GlobalInfo &Global) {
  std::printf("  global");
  printQuoted("symbol", Global.Symbol);
  printQuoted("entry", Global.EntryName);
  std::printf(" size=%" PRIu64 "%s%s\n", Global.Size,
              Global.Flags & GlobalMutable ? " mutable" : "",
              Global.Flags & GlobalFunction ? " function" : "");
}

static void printLateBound(const PackageView &Package,
                           const LateBoundInfo &Function) {
  std::printf("  late-bound");
  printQuoted("kernel", Package.kernel(Function.Kernel).Symbol);
  printQuoted("function", Function.Symbol);
  std::printf("\n");
}

static void printPart(uint32_t Index, const PartInfo &Part) {
  std::printf("  part %u size=%zu bitcode=%" PRIu64 "%s\n", Index,
              Part.Bytes.size(), Part.PlainSize,
              Part.Packing == Compression::Zstd ? " zstd" : "");
}

static void print(const PackageView &Package) {
  std::printf("package");
  printQuoted("triple", Package.triple());
  printQuoted("arch", Package.arch());
  std::printf(" base=%s size=%zu\n  digest ", Package.hasBase() ? "yes" : "no",
              Package.bytes().size());
  for (uint8_t Byte : Package.digest())
    std::printf("%02x", Byte);
  std::printf("\n");
  for (uint32_t I = 0; I != Package.numKernels(); ++I)
    printKernel(Package, Package.kernel(I));
  for (uint32_t I = 0; I != Package.numGlobals(); ++I)
    printGlobal(Package.global(I));
  for (uint32_t I = 0; I != Package.numLateBound(); ++I)
    printLateBound(Package, Package.lateBound(I));
  for (uint32_t I = 0; I != Package.numParts(); ++I)
    printPart(I, Package.part(I));
  for (uint32_t I = 0; I != Package.numNativeImages(); ++I) {
    std::printf("  native-image");
    printQuoted("arch", Package.nativeImage(I).Arch);
    std::printf(" size=%zu\n", Package.nativeImage(I).Bytes.size());
  }
}

static bool writeFile(const std::string &Path, ByteView Bytes) {
  FILE *File = std::fopen(Path.c_str(), "wb");
  if (!File)
    return false;
  bool Ok = std::fwrite(Bytes.data(), 1, Bytes.size(), File) == Bytes.size();
  return std::fclose(File) == 0 && Ok;
}

namespace {

struct Options : ToolOptions {
  std::string Bitcode;     ///< File for bitcode of the first package.
  uint32_t Part = 0;       ///< The part whose bitcode is written.
  std::string NativeImage; ///< File for its first native image.
  std::string File;

  static Result<Options> parse(ToolArguments);
};

constexpr Option<Options> Rows[] = {
    {"--bitcode", "FILE", "write bitcode of the first package to FILE",
     keepText<&Options::Bitcode>},
    {"--part", "N", "with --bitcode: of its part N (default: 0)",
     [](std::string_view V, Options &O) {
       return parseNumber<uint32_t>(V, 0, UINT32_MAX, O.Part);
     }},
    {"--native-image", "FILE", "write its first native image to FILE",
     keepText<&Options::NativeImage>},
};

constexpr OptionTable<Options> Table{Rows};

std::string helpText() {
  return "usage: ompjit-package-dump [option...] FILE\n\n"
         "Prints what is in the JIT packages of a program or library.\n\n" +
         Table.help();
}

constexpr Tool Program{.Name = "ompjit-package-dump", .Help = helpText};

} // namespace

Result<Options> Options::parse(ToolArguments Arguments) {
  return Table.parse(Arguments, [](const ToolWords &Words, Options &Out) {
    return keepOnlyWord(Words, "file", Out.File);
  });
}

static int fail(const std::string &What, const std::string &Why) {
  return Program.fail(What + ": " + Why, Tool::Bad);
}

static int extractBitcode(const PackageView &Package, const Options &Wanted) {
  if (Wanted.Part >= Package.numParts())
    return fail(Wanted.File,
                "the package has no part " + std::to_string(Wanted.Part));
  Result<PartBitcode> Bitcode = readPart(Package, Wanted.Part);
  if (!Bitcode)
    return fail(Wanted.File, Bitcode.error().message());
  if (!writeFile(Wanted.Bitcode, Bitcode->bytes()))
    return fail(Wanted.Bitcode, std::strerror(errno));
  return Tool::Good;
}

static int extract(const PackageView &Package, const Options &Wanted) {
  if (!Wanted.Bitcode.empty())
    if (int Status = extractBitcode(Package, Wanted))
      return Status;
  if (Wanted.NativeImage.empty())
    return Tool::Good;
  if (Package.numNativeImages() == 0)
    return fail(Wanted.File, "the package has no native image");
  if (!writeFile(Wanted.NativeImage, Package.nativeImage(0).Bytes))
    return fail(Wanted.NativeImage, std::strerror(errno));
  return Tool::Good;
}

static int dump(const Options &Wanted) {
  Result<PackageFile> File = readPackageFile(Wanted.File);
  if (!File)
    return Program.fail(File.error(), Tool::Bad);
  for (const PackageView &Package : File->Packages)
    print(Package);
  return extract(File->Packages.front(), Wanted);
}

int main(int Count, char **Arguments) {
  return Program.run(Count, Arguments, dump);
}
