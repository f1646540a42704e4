//===- LoadedImage.cpp - An image on a GPU, and what is in it -------------===//
//
// Part of the OMP-JIT project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "LoadedImage.h"

#include "Call.h"
#include "ompjit/Plugins/ElfSymbols.h"
#include "ompjit/Plugins/Error.h"
#include "ompjit/Targets.h"

#include <cstring>
#include <elf.h>

namespace ompjit::amdgpu {

using plugins::fail;

namespace {

bool isForProcessor(const void *Bytes, size_t Size) {
  Elf64_Ehdr Header;
  if (Size < sizeof(Header))
    return false;
  std::memcpy(&Header, Bytes, sizeof(Header));
  return !std::memcmp(Header.e_ident, ELFMAG, SELFMAG) &&
         Header.e_machine == ThisHost.ElfMachine;
}

/// Whether the image itself defines \p Name, whatever the runtime says.
bool hasSymbol(const ompjit_device &Device, const ompjit_image &Image,
               std::string_view Name) {
  // In an image for a virtual GPU, a kernel is a function and has no
  // descriptor.
  if (isPlayed(Device, Image.Bytes.data(), Image.Bytes.size()) &&
      Name.ends_with(DescriptorSuffix))
    Name.remove_suffix(DescriptorSuffix.size());
  return plugins::exportsSymbol(Image.Bytes, Name);
}

} // namespace

bool isPlayed(const ompjit_device &Device, const void *Bytes, size_t Size) {
  return !Device.Emulation.empty() && isForProcessor(Bytes, Size);
}

int find(Call &In, const ompjit_image &Image, const char *Name, Symbol &Found) {
  const Status Code =
      In.hsa().ExecutableFind(Image.Code, Name, &In.device().Gpu, &Found);
  if (Code == Status::InvalidSymbolName &&
      !hasSymbol(In.device(), Image, Name)) {
    fail(In.error(), "the image has no symbol '%s'", Name);
    return OMPJIT_NO_SYMBOL;
  }
  return In.check(Code, "cannot find '%s' on GPU %d", Name,
                  In.device().Ordinal);
}

int findVariable(Call &In, const ompjit_image &Image, const char *Name,
                 void *&Address, uint32_t &Bytes) {
  Symbol Found = {};
  if (int Failed = find(In, Image, Name, Found))
    return Failed;
  uint64_t Place = 0;
  const Hsa &H = In.hsa();
  if (int Failed =
          In.check(H.SymbolGetInfo(Found, SymbolInfo::VariableAddress, &Place),
                   "cannot find out where '%s' is", Name))
    return Failed;
  if (int Failed =
          In.check(H.SymbolGetInfo(Found, SymbolInfo::VariableBytes, &Bytes),
                   "cannot find out how large '%s' is", Name))
    return Failed;
  Address = reinterpret_cast<void *>(Place);
  return 0;
}

int findSymbol(ompjit_device *Device, ompjit_image *Image, const char *Symbol,
               void **Address, uint64_t *Size, ompjit_error *Error) {
  Call In(*Device, Error);
  if (!In)
    return 1;
  void *Place = nullptr;
  uint32_t Bytes = 0;
  if (int Failed = findVariable(In, *Image, Symbol, Place, Bytes))
    return Failed;
  *Address = Place;
  if (Size)
    *Size = Bytes;
  return 0;
}

} // namespace ompjit::amdgpu
