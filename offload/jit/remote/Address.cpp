//===- Address.cpp - The address of a remote cache ------------------------===//
//
// Part of the OMP-JIT project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "ompjit/Remote/Address.h"

#include <charconv>

using namespace ompjit::remote;

namespace {

/// Returns nothing if a percent sign is not followed by two digits.
std::optional<std::string> unescaped(std::string_view Text) {
  std::string Plain;
  for (size_t I = 0; I != Text.size(); ++I) {
    if (Text[I] != '%') {
      Plain += Text[I];
      continue;
    }
    unsigned char Byte = 0;
    const std::string_view Digits = Text.substr(I + 1, 2);
    const auto [End, Failure] =
        std::from_chars(Digits.begin(), Digits.end(), Byte, 16);
    if (Digits.size() != 2 || Failure != std::errc() || End != Digits.end())
      return std::nullopt;
    Plain += char(Byte);
    I += 2;
  }
  return Plain;
}

template <typename T> bool parseWhole(std::string_view Text, T &Number) {
  const auto [End, Failure] = std::from_chars(Text.begin(), Text.end(), Number);
  return !Text.empty() && Failure == std::errc() && End == Text.end();
}

bool parseLogin(std::string_view Text, Address &Out) {
  const size_t Colon = Text.find(':');
  if (Colon == std::string_view::npos)
    return false;
  std::optional<std::string> User = unescaped(Text.substr(0, Colon)),
                             Password = unescaped(Text.substr(Colon + 1));
  if (!User || !Password || Password->empty())
    return false;
  Out.User = std::move(*User);
  Out.Password = std::move(*Password);
  return true;
}

bool parseHost(std::string_view Text, Address &Out) {
  size_t End = 0;
  if (Text.starts_with('[')) {
    End = Text.find(']');
    if (End == std::string_view::npos)
      return false;
    Out.Host = Text.substr(1, End - 1);
    ++End;
  } else {
    End = std::min(Text.find(':'), Text.size());
    Out.Host = Text.substr(0, End);
  }
  Text.remove_prefix(End);
  if (Out.Host.empty() || (!Text.empty() && !Text.starts_with(':')))
    return false;
  return Text.empty() ||
         (parseWhole(Text.substr(1), Out.Port) && Out.Port != 0);
}

} // namespace

std::string Address::forPeople() const {
  const bool IsV6 = Host.find(':') != std::string_view::npos;
  return "redis://" + (IsV6 ? "[" + Host + "]" : Host) + ":" +
         std::to_string(Port) + "/" + std::to_string(Database);
}

std::optional<Address> ompjit::remote::parseAddress(std::string_view Url) {
  constexpr std::string_view Scheme = "redis://";
  if (!Url.starts_with(Scheme))
    return std::nullopt;
  Url.remove_prefix(Scheme.size());
  Address Out;
  if (const size_t At = Url.rfind('@'); At != std::string_view::npos) {
    if (!parseLogin(Url.substr(0, At), Out))
      return std::nullopt;
    Url.remove_prefix(At + 1);
  }
  const size_t Slash = std::min(Url.find('/'), Url.size());
  if (!parseHost(Url.substr(0, Slash), Out))
    return std::nullopt;
  Url.remove_prefix(Slash);
  if (Url.size() > 1 && !parseWhole(Url.substr(1), Out.Database))
    return std::nullopt;
  return Out;
}
