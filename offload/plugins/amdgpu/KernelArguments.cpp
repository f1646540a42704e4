//===- KernelArguments.cpp - The argument block of a kernel ---------------===//
//
// Part of the OMP-JIT project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "KernelArguments.h"

#include "ompjit/Plugins/AmdDispatch.h"
#include "ompjit/Plugins/Error.h"

#include <algorithm>
#include <cstring>

namespace ompjit::amdgpu {

using plugins::fail;
using plugins::ImplicitArguments;

ArgumentLayout::ArgumentLayout(const KernelMetadata &Kernel)
    : Bytes(Kernel.KernargBytes), Alignment(Kernel.KernargAlignment),
      Implicit(Kernel.Hidden[ArgumentKind::HiddenBlockCountX]) {
  for (const Argument &Each : Kernel.Arguments)
    if (!isHidden(Each.Kind))
      Passed.push_back({Each.Offset, Each.Bytes});
}

ArgumentLayout ArgumentLayout::ofWords(uint32_t Bytes) {
  constexpr uint32_t Added = sizeof(ImplicitArguments), Word = sizeof(void *);
  ArgumentLayout Made;
  Made.Bytes = Bytes;
  Made.Implicit = int32_t(Bytes - std::min(Bytes, Added));
  Made.IsOfWords = true;
  for (uint32_t At = 0; At + Word <= uint32_t(Made.Implicit); At += Word)
    Made.Passed.push_back({At, Word});
  return Made;
}

int ArgumentLayout::check(const ompjit_launch &Launch, const char *Name,
                          ompjit_error *Error) const {
  if (Launch.argument_form == OMPJIT_ARGUMENTS_PACKED) {
    uint32_t End = 0;
    for (const Place &Each : Passed)
      End = std::max(End, Each.Offset + Each.Bytes);
    // For a layout of words, the end of the last parameter is not known.
    if (Launch.packed_bytes >= End ||
        (IsOfWords && End - Launch.packed_bytes < sizeof(void *)))
      return 0;
    return fail(Error,
                "the launch of kernel %s passes %u bytes of parameters, and it "
                "takes %u",
                Name, Launch.packed_bytes, End);
  }
  if (Launch.argument_form != OMPJIT_ARGUMENTS_OPENMP &&
      Launch.argument_form != OMPJIT_ARGUMENTS_BARE)
    return fail(Error,
                "the launch of kernel %s passes its arguments in the form %u, "
                "which is not known",
                Name, Launch.argument_form);
  const size_t NumPassed =
      size_t(Launch.num_args) +
      (Launch.argument_form == OMPJIT_ARGUMENTS_OPENMP ? 1 : 0);
  if (NumPassed != Passed.size())
    return fail(Error,
                "the launch of kernel %s passes %zu arguments, and it takes "
                "%zu",
                Name, NumPassed, Passed.size());
  for (const Place &Each : Passed)
    if (Each.Bytes > sizeof(void *))
      return fail(Error,
                  "the launch of kernel %s passes words, and it takes an "
                  "argument of %u bytes",
                  Name, Each.Bytes);
  return 0;
}

void ArgumentLayout::write(const ompjit_launch &Launch, uint64_t Environment,
                           const plugins::Shape &Form,
                           uint32_t DynamicSharedBytes, void *To) const {
  char *const Begin = static_cast<char *>(To);
  std::memset(Begin, 0, Bytes);
  if (Launch.argument_form == OMPJIT_ARGUMENTS_PACKED) {
    const uint32_t End = Implicit < 0 ? Bytes : uint32_t(Implicit);
    std::memcpy(Begin, Launch.args, std::min(Launch.packed_bytes, End));
  } else {
    auto Next = Passed.begin();
    const auto Put = [&](const void *Word) {
      std::memcpy(Begin + Next->Offset, Word, Next->Bytes);
      ++Next;
    };
    if (Launch.argument_form == OMPJIT_ARGUMENTS_OPENMP)
      Put(&Environment);
    for (uint32_t I = 0; I != Launch.num_args; ++I)
      Put(&Launch.args[I]);
  }
  if (Implicit < 0)
    return;
  const ImplicitArguments Added(Form, DynamicSharedBytes);
  std::memcpy(Begin + Implicit, &Added,
              std::min<size_t>(sizeof(Added), Bytes - uint32_t(Implicit)));
}

} // namespace ompjit::amdgpu
