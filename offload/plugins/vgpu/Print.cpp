//===- Print.cpp - printf of device code ----------------------------------===//
//
// Part of the OMP-JIT project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Print.h"

#include <cstdio>
#include <cstring>
#include <string>
#include <string_view>

namespace ompjit::vgpu {

namespace {

/// Reads arguments from their block.
class ArgumentReader {
public:
  explicit ArgumentReader(const void *Begin)
      : Begin(static_cast<const char *>(Begin)) {}

  template <typename T> T take() {
    Offset = (Offset + sizeof(T) - 1) / sizeof(T) * sizeof(T);
    T Value;
    std::memcpy(&Value, Begin + Offset, sizeof(T));
    Offset += sizeof(T);
    ++Count;
    return Value;
  }
  int32_t count() const { return Count; }

private:
  const char *Begin;
  size_t Offset = 0;
  int32_t Count = 0;
};

/// One conversion: "%", flags, width, precision, length, letter.
class Conversion {
public:
  Conversion(ArgumentReader &Arguments, std::string &Out)
      : Arguments(Arguments), Out(Out) {}

  /// Moves \p Format behind the conversion; returns false if it is not valid.
  bool print(const char *&Format);

private:
  void takeNumberOrStar(const char *&Position);
  template <typename T> void append(T Value) {
    char Text[512];
    const int Size = std::snprintf(Text, sizeof(Text), Spec.c_str(), Value);
    if (Size >= int(sizeof(Text))) {
      std::string Long(size_t(Size) + 1, 0);
      std::snprintf(Long.data(), Long.size(), Spec.c_str(), Value);
      Out.append(Long.data(), size_t(Size));
    } else if (Size > 0) {
      Out.append(Text, size_t(Size));
    }
  }

  ArgumentReader &Arguments;
  std::string &Out;
  std::string Spec = "%";
};

} // namespace

void Conversion::takeNumberOrStar(const char *&Position) {
  if (*Position == '*') {
    Spec += std::to_string(Arguments.take<int32_t>());
    ++Position;
    return;
  }
  while (*Position >= '0' && *Position <= '9')
    Spec += *Position++;
}

bool Conversion::print(const char *&Format) {
  const char *Position = Format;
  while (*Position && std::strchr("-+ #0", *Position))
    Spec += *Position++;
  takeNumberOrStar(Position);
  if (*Position == '.') {
    Spec += *Position++;
    takeNumberOrStar(Position);
  }
  bool IsLong = false;
  for (; *Position && std::strchr("hlLqjzt", *Position); ++Position) {
    IsLong |= std::strchr("lqjzt", *Position) != nullptr;
    Spec += *Position;
  }
  const char Letter = *Position;
  if (!Letter)
    return false;
  Format = Position + 1;
  Spec += Letter;
  if (std::strchr("diouxX", Letter)) {
    if (IsLong)
      append(Arguments.take<int64_t>());
    else
      append(Arguments.take<int32_t>());
  } else if (Letter == 'c') {
    append(Arguments.take<int32_t>());
  } else if (std::strchr("fFeEgGaA", Letter)) {
    append(Arguments.take<double>());
  } else if (Letter == 's') {
    const char *Text = Arguments.take<const char *>();
    append(Text ? Text : "(null)");
  } else if (Letter == 'p') {
    append(Arguments.take<void *>());
  } else {
    return false;
  }
  return true;
}

int32_t printFormatted(const char *Format, const void *Begin) {
  ArgumentReader Arguments(Begin);
  std::string Out;
  while (*Format) {
    if (*Format != '%') {
      const size_t Size = std::strcspn(Format, "%");
      Out.append(Format, Size);
      Format += Size;
      continue;
    }
    ++Format;
    if (*Format == '%') {
      Out += *Format++;
      continue;
    }
    if (!Conversion(Arguments, Out).print(Format))
      return -1;
  }
  // Written at once, so that the lines of several blocks do not mix.
  std::fwrite(Out.data(), 1, Out.size(), stdout);
  return Arguments.count();
}

} // namespace ompjit::vgpu
