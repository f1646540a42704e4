//===- CodeObjectFuzzer.cpp - Fuzzes the readers of code objects ----------===//
//
// Part of the OMP-JIT project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Each input is tried as it is, as a code object with a correct header, as the
// metadata of a code object, as a value, and as a target id.
//
//===----------------------------------------------------------------------===//

#include "CodeObject.h"
#include "CodeObjectBuilder.h"
#include "MessagePack.h"

#include <cstdlib>
#include <cstring>

using namespace ompjit::amdgpu;

/// Checks what launches rely on.
static void checkKernel(const KernelMetadata &Kernel) {
  for (const Argument &Each : Kernel.Arguments)
    if (Each.Offset > Kernel.KernargBytes ||
        Each.Bytes > Kernel.KernargBytes - Each.Offset)
      std::abort();
  for (size_t I = 0; I <= size_t(ArgumentKind::HiddenUnknown); ++I)
    if (Kernel.Hidden[ArgumentKind(I)] > int64_t(Kernel.KernargBytes))
      std::abort();
}

static void checkObject(const std::string &Bytes) {
  CodeObject Object;
  ompjit_error Error = {};
  if (readCodeObject(Bytes.data(), Bytes.size(), Object, &Error)) {
    if (!Error.text[0])
      std::abort();
    return;
  }
  for (const KernelMetadata &Kernel : Object.Kernels) {
    checkKernel(Kernel);
    if (Object.find(Kernel.Name) != &Kernel)
      std::abort();
  }
}

static std::string withGoodHeader(std::string Bytes) {
  Elf64_Ehdr Header;
  if (Bytes.size() < sizeof(Header))
    return Bytes;
  std::memcpy(&Header, Bytes.data(), sizeof(Header));
  const CodeObjectBuilder Good;
  std::memcpy(Header.e_ident, Good.Header.e_ident, sizeof(Header.e_ident));
  Header.e_type = Good.Header.e_type;
  Header.e_machine = Good.Header.e_machine;
  Header.e_flags = Good.Header.e_flags;
  Header.e_phentsize = Good.Header.e_phentsize;
  Header.e_shentsize = Good.Header.e_shentsize;
  std::memcpy(Bytes.data(), &Header, sizeof(Header));
  return Bytes;
}

static void checkTarget(std::string_view Text) {
  TargetId Id, Again;
  if (!parseTargetId(Text, Id, nullptr) &&
      (parseTargetId(Id.text(), Again, nullptr) || Again != Id))
    std::abort();
}

/// Checks that measureValue() accepts exactly what the library decodes.
static void checkValue(std::string_view Bytes) {
  MessagePack Decoded;
  if (Decoded.decode(Bytes) != measureValue(Bytes).has_value())
    std::abort();
}

extern "C" int LLVMFuzzerTestOneInput(const uint8_t *Data, size_t Size) {
  const std::string Bytes(reinterpret_cast<const char *>(Data), Size);
  checkObject(Bytes);
  checkObject(withGoodHeader(Bytes));
  checkObject(codeObject(std::string_view(Bytes)));
  checkValue(Bytes);
  checkTarget(Bytes);
  return 0;
}
