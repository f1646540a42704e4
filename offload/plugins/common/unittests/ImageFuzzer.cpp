//===- ImageFuzzer.cpp - Fuzzes the check on an image ---------------------===//
//
// Part of the OMP-JIT project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Few inputs are ELF files for the host by chance. So each is tried as it is,
// and again with the right values in the fields that the first checks look at.
//
//===----------------------------------------------------------------------===//

#include "ompjit/Plugins/ElfSymbols.h"
#include "ompjit/Plugins/SharedObject.h"
#include "ompjit/Targets.h"

#include <cstring>
#include <elf.h>
#include <string>

static void check(const std::string &Bytes) {
  ompjit_error Error = {};
  (void)ompjit::plugins::checkSharedObject(Bytes.data(), Bytes.size(), &Error);
  (void)ompjit::plugins::definedSymbols(Bytes);
}

static std::string repaired(std::string Bytes) {
  if (Bytes.size() < sizeof(Elf64_Ehdr))
    return Bytes;
  Elf64_Ehdr Header;
  std::memcpy(&Header, Bytes.data(), sizeof(Header));
  std::memcpy(Header.e_ident, ELFMAG, SELFMAG);
  Header.e_ident[EI_CLASS] = ELFCLASS64;
  Header.e_ident[EI_DATA] = ELFDATA2LSB;
  Header.e_machine = ompjit::ThisHost.ElfMachine;
  Header.e_type = ET_DYN;
  Header.e_phentsize = sizeof(Elf64_Phdr);
  std::memcpy(Bytes.data(), &Header, sizeof(Header));
  return Bytes;
}

extern "C" int LLVMFuzzerTestOneInput(const uint8_t *Data, size_t Size) {
  const std::string Bytes(reinterpret_cast<const char *>(Data), Size);
  check(Bytes);
  check(repaired(Bytes));
  return 0;
}
