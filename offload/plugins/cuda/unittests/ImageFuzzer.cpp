//===- ImageFuzzer.cpp - Fuzzes the check on a GPU's image ----------------===//
//
// Part of the OMP-JIT project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Each input is tried as it is, as a cubin, and as PTX.
//
//===----------------------------------------------------------------------===//

#include "ImageHeader.h"
#include "ImageSymbols.h"
#include "StackNeed.h"

#include <cstring>
#include <elf.h>
#include <string>

using namespace ompjit::cuda;

static void check(const std::string &Bytes) {
  ImageHeader Header;
  ompjit_error Error = {};
  if (readHeader(Bytes.data(), Bytes.size(), Header, &Error))
    return;
  (void)checkTarget(Header, {0, 90, 84, false}, &Error);
  (void)symbolsWith("__", Bytes.data(), Bytes.size(), Header.Kind);
  (void)exportedSymbols(Bytes.data(), Bytes.size(), Header.Kind);
  (void)stackNeed(Bytes.data(), Bytes.size(), Header.Kind);
}

static std::string asCubin(std::string Bytes) {
  if (Bytes.size() < sizeof(Elf64_Ehdr))
    return Bytes;
  Elf64_Ehdr Header;
  std::memcpy(&Header, Bytes.data(), sizeof(Header));
  std::memcpy(Header.e_ident, ELFMAG, SELFMAG);
  Header.e_ident[EI_CLASS] = ELFCLASS64;
  Header.e_ident[EI_DATA] = ELFDATA2LSB;
  Header.e_ident[EI_ABIVERSION] = Header.e_ident[EI_ABIVERSION] & 1 ? 7 : 8;
  Header.e_machine = EM_CUDA;
  Header.e_phentsize = sizeof(Elf64_Phdr);
  Header.e_shentsize = sizeof(Elf64_Shdr);
  std::memcpy(Bytes.data(), &Header, sizeof(Header));
  return Bytes;
}

extern "C" int LLVMFuzzerTestOneInput(const uint8_t *Data, size_t Size) {
  const std::string Bytes(reinterpret_cast<const char *>(Data), Size);
  check(Bytes);
  check(asCubin(Bytes));
  check(".version " + Bytes);
  check(".version 8.4 .target " + Bytes);
  return 0;
}
