//===- CubinLimits.cpp - What compiled kernels allow ----------------------===//
//
// Part of the OMP-JIT project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// ptxas describes each function in a section ".nv.info.<name>", a sequence of
//
//   attribute = u8 form, u8 kind, u16 value     for all forms but 4
//             | u8 4, u8 kind, u16 size, byte[size]
//
// in little-endian order. A function's attribute of kind 0x1b is the number of
// registers that may be used in it.
//
//===----------------------------------------------------------------------===//

#include "CubinLimits.h"

#include "ompjit/DeviceLink/FileError.h"

#include "llvm/Object/ELFObjectFile.h"
#include "llvm/Support/Endian.h"

using namespace llvm;
using namespace llvm::object;

namespace ompjit::devicelink {

static unsigned registersIn(StringRef Attributes) {
  constexpr size_t HeadSize = 4;
  constexpr char WithSize = 4, MaxRegisters = 0x1b;
  unsigned Min = AnyRegisters;
  while (Attributes.size() >= HeadSize) {
    unsigned Value = support::endian::read16le(Attributes.data() + 2);
    if (Attributes[0] != WithSize && Attributes[1] == MaxRegisters && Value)
      Min = std::min(Min, Value);
    Attributes = Attributes.drop_front(std::min(
        Attributes.size(), HeadSize + (Attributes[0] == WithSize ? Value : 0)));
  }
  return Min;
}

Expected<unsigned> minRegisters(MemoryBufferRef Cubin) {
  auto Object = ObjectFile::createELFObjectFile(Cubin);
  if (!Object)
    return fileError(Cubin.getBufferIdentifier(), Object.takeError());
  unsigned Min = AnyRegisters;
  for (const SectionRef &Section : (*Object)->sections()) {
    Expected<StringRef> Name = Section.getName();
    if (!Name)
      return fileError(Cubin.getBufferIdentifier(), Name.takeError());
    if (!Name->starts_with(".nv.info."))
      continue;
    Expected<StringRef> Bytes = Section.getContents();
    if (!Bytes)
      return fileError(Cubin.getBufferIdentifier(), Bytes.takeError());
    Min = std::min(Min, registersIn(*Bytes));
  }
  return Min;
}

} // namespace ompjit::devicelink
