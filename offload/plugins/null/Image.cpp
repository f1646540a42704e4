//===- Image.cpp - A loaded image -----------------------------------------===//
//
// Part of the OMP-JIT project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Image.h"

#include "ompjit/Plugins/Error.h"

#include <algorithm>
#include <cstring>
#include <memory>
#include <optional>
#include <sstream>
#include <string_view>

namespace ompjit::null {

using plugins::fail;

namespace {

constexpr std::string_view Head = "ompjit null image 1\n", Tail = "end\n";
constexpr uint64_t MaxVariableBytes = uint64_t(1) << 30;

std::optional<KernelBehaviour> parseBehaviour(const std::string &Word) {
  if (Word == "nothing")
    return KernelBehaviour::Nothing;
  if (Word == "wait")
    return KernelBehaviour::Wait;
  if (Word == "fail")
    return KernelBehaviour::Fail;
  return std::nullopt;
}

/// Returns false if the line is not valid in an image.
bool readLine(const std::string &Line, ompjit_image &Image) {
  std::istringstream Words(Line);
  std::string What, Name, Behaviour, Rest;
  Words >> What >> Name;
  if (What == "kernel" && Words >> Behaviour && !(Words >> Rest)) {
    std::optional<KernelBehaviour> Parsed = parseBehaviour(Behaviour);
    if (Parsed)
      Image.Kernels[Name].Behaviour = *Parsed;
    return Parsed.has_value();
  }
  uint64_t Size = 0;
  int64_t Value = 0;
  if (What != "variable" || !(Words >> Size >> Value) || Words >> Rest ||
      Size > MaxVariableBytes)
    return false;
  std::vector<char> &Bytes = Image.Variables[Name];
  Bytes.assign(Size, 0);
  if (Size)
    std::memcpy(Bytes.data(), &Value, std::min<size_t>(Size, sizeof(Value)));
  return true;
}

} // namespace

int recogniseImage(const void *Bytes, size_t Size) {
  return std::string_view(static_cast<const char *>(Bytes), Size)
      .starts_with(Head);
}

int checkImage(ompjit_device *, const void *Bytes, size_t Size,
               ompjit_error *Error) {
  if (recogniseImage(Bytes, Size))
    return 1;
  fail(Error, "the %zu bytes are no image for the null device", Size);
  return 0;
}

int loadImage(ompjit_device *Device, const void *Bytes, size_t Size,
              const char *, ompjit_image **Image, ompjit_error *Error) {
  if (!checkImage(Device, Bytes, Size, Error))
    return 1;
  std::string_view Text(static_cast<const char *>(Bytes), Size);
  if (!Text.ends_with(Tail))
    return fail(Error, "the image of %zu bytes has no last line", Size);
  Text.remove_prefix(Head.size());
  Text.remove_suffix(Tail.size());
  std::istringstream Lines{std::string(Text)};
  auto Loaded = std::make_unique<ompjit_image>();
  for (std::string Line; std::getline(Lines, Line);)
    if (!readLine(Line, *Loaded))
      return fail(Error, "the image has a line that means nothing: '%s'",
                  Line.c_str());
  *Image = Loaded.release();
  return 0;
}

void unloadImage(ompjit_device *, ompjit_image *Image) { delete Image; }

int findSymbol(ompjit_device *, ompjit_image *Image, const char *Symbol,
               void **Address, uint64_t *SymbolSize, ompjit_error *Error) {
  auto Place = Image->Variables.find(Symbol);
  if (Place == Image->Variables.end()) {
    fail(Error, "the image has no symbol '%s'", Symbol);
    return OMPJIT_NO_SYMBOL;
  }
  *Address = Place->second.data();
  if (SymbolSize)
    *SymbolSize = Place->second.size();
  return 0;
}

int getKernel(ompjit_device *, ompjit_image *Image, const char *Symbol,
              uint32_t NumArgs, ompjit_kernel **Kernel, ompjit_error *Error) {
  auto Place = Image->Kernels.find(Symbol);
  if (Place == Image->Kernels.end())
    return fail(Error, "the image has no kernel '%s'", Symbol);
  const MutexLock Lock(Image->KernelsMutex);
  Place->second.NumArgs = NumArgs;
  *Kernel = &Place->second;
  return 0;
}

} // namespace ompjit::null
