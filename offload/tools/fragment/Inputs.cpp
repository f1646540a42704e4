//===- Inputs.cpp - Reads the inputs of a fragment ------------------------===//
//
// Part of the OMP-JIT project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Fragment.h"

#include "ompjit/DeviceLink/FileError.h"
#include "ompjit/DeviceLink/Target.h"

#include "ompjit/Targets.h"

#include "llvm/BinaryFormat/Magic.h"
#include "llvm/Bitcode/BitcodeReader.h"

using namespace llvm;
using namespace ompjit;
using namespace ompjit::devicelink;
using namespace ompjit::fragment;

static std::string targetOf(const DeviceCode &Code) {
  return Code.Triple + " " + Code.Arch;
}

/// Bitcode that no host file is around.
static Expected<DeviceCode> plainCode(MemoryBufferRef File,
                                      const PlainTarget &Plain) {
  const std::string Source = File.getBufferIdentifier().str();
  DeviceCode Code;
  Code.Source = Source;
  Code.Triple = Plain.Triple;
  if (Code.Triple.empty()) {
    Expected<std::string> Triple = getBitcodeTargetTriple(File);
    if (!Triple)
      return fileError(Source, Triple.takeError());
    Code.Triple = std::move(*Triple);
  }
  Code.Arch = Plain.Arch.empty() ? "generic" : Plain.Arch;
  if (isGenericArch(Code.Arch) && targetKind(Code.Triple) != TargetKind::Host)
    return createStringError(Source + ": this is plain bitcode for " +
                             Code.Triple +
                             ", which does not say for which GPU; name it with "
                             "--arch");
  Code.Image = MemoryBuffer::getMemBufferCopy(File.getBuffer(), Source);
  return Code;
}

/// Whether processors of the triple may have such a name.
static bool isNameFor(StringRef Arch, StringRef Triple) {
  for (const TargetTraits &Each : Targets)
    if (!Each.ProcessorPrefix.empty() &&
        Arch.starts_with(StringRef(Each.ProcessorPrefix)))
      return findTarget(Triple) == &Each;
  return isGenericArch(Arch) || traitsOf(Triple).ProcessorPrefix.empty();
}

static Error check(const DeviceCode &Code) {
  if (targetKind(Code.Triple) == TargetKind::Unsupported)
    return createStringError(Code.Source + ": no fragment can be for '" +
                             Code.Triple + "'; targets are " +
                             supportedTriples());
  if (!isNameFor(Code.Arch, Code.Triple))
    return createStringError(Code.Source + ": '" + Code.Arch +
                             "' is no processor of " + Code.Triple +
                             "; --arch holds for all inputs that follow, up to "
                             "the next one");
  if (!Code.isBitcode())
    return createStringError(
        Code.Source + ": its code for " + targetOf(Code) +
        " is machine code or assembly, and a fragment needs bitcode; compile "
        "with -foffload-lto or -fopenmp-target-jit");
  return Error::success();
}

/// Returns what an error says behind the name of the file.
static std::string detailOf(Error E, const std::string &File) {
  const std::string Text = toString(std::move(E));
  StringRef Detail = Text;
  Detail.consume_front(File + ": ");
  return Detail.str();
}

static Expected<std::vector<DeviceCode>> readBitcode(MemoryBufferRef Bytes,
                                                     const std::string &File,
                                                     const PlainTarget &Plain) {
  const file_magic Kind = identify_magic(Bytes.getBuffer());
  Expected<std::vector<DeviceCode>> Codes = extractDeviceCode(Bytes, File);
  if (!Codes && Kind == file_magic::bitcode)
    return createStringError(
        File + ": damaged bitcode: " + detailOf(Codes.takeError(), File));
  if (!Codes)
    return Codes;
  if (Codes->empty() && Kind == file_magic::bitcode) {
    Expected<DeviceCode> Code = plainCode(Bytes, Plain);
    if (!Code)
      return Code.takeError();
    Codes->push_back(std::move(*Code));
  }
  for (const DeviceCode &Each : *Codes)
    if (Error E = check(Each))
      return std::move(E);
  return Codes;
}

Error ompjit::fragment::readInput(const std::string &File,
                                  const PlainTarget &Plain, InputCode &Into) {
  auto Buffer = MemoryBuffer::getFile(File, /*IsText=*/false,
                                      /*RequiresNullTerminator=*/false);
  if (!Buffer)
    return fileError(File, Buffer.getError());
  const MemoryBufferRef Bytes = (*Buffer)->getMemBufferRef();
  if (identify_magic(Bytes.getBuffer()) == file_magic::archive)
    return createStringError(File +
                             ": an archive is no input; name the objects "
                             "that are in it");
  if (isCudaFile(Bytes)) {
    Expected<std::vector<CudaCode>> Cuda = readCudaCode(Bytes, Plain.Arch);
    if (!Cuda)
      return Cuda.takeError();
    std::move(Cuda->begin(), Cuda->end(), std::back_inserter(Into.Cuda));
    return Error::success();
  }
  Expected<std::vector<DeviceCode>> Codes = readBitcode(Bytes, File, Plain);
  if (!Codes)
    return Codes.takeError();
  if (Codes->empty())
    return createStringError(
        File + ": it has no device code; compile it with -fopenmp, a target "
               "(-fopenmp-targets=... or --offload-arch=...) and "
               "-foffload-lto");
  std::move(Codes->begin(), Codes->end(), std::back_inserter(Into.Codes));
  return Error::success();
}
