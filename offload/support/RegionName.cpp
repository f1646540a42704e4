//===- RegionName.cpp - Names of target regions for people ---------------===//
//
// Part of the OMP-JIT project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "ompjit/Support/RegionName.h"

#include <algorithm>
#include <cstdlib>
#include <cxxabi.h>
#include <memory>

using namespace ompjit;

namespace {

constexpr std::string_view Prefix = "__omp_offloading_";
constexpr std::string_view Digits = "0123456789";

std::string demangled(std::string_view Symbol) {
  struct Freer {
    void operator()(char *Text) const { std::free(Text); }
  };
  int Failure = 0;
  const std::unique_ptr<char, Freer> Text(abi::__cxa_demangle(
      std::string(Symbol).c_str(), nullptr, nullptr, &Failure));
  return Text && !Failure ? Text.get() : std::string(Symbol);
}

/// Removes the device and the inode of the file, if they are there: symbols in
/// JIT packages lack them.
std::string_view withoutFile(std::string_view Name) {
  std::string_view Rest = Name;
  for (int I = 0; I != 2; ++I) {
    const size_t End = Rest.find_first_not_of("0123456789abcdef");
    if (End == 0 || End == std::string_view::npos || Rest[End] != '_')
      return Name;
    Rest.remove_prefix(End + 1);
  }
  return Rest.find("_l") == std::string_view::npos ? Name : Rest;
}

} // namespace

std::string ompjit::regionName(std::string_view Symbol) {
  if (!Symbol.starts_with(Prefix))
    return Symbol.starts_with("_Z") ? demangled(Symbol) : std::string(Symbol);
  const std::string_view Name = withoutFile(Symbol.substr(Prefix.size()));
  const size_t Line = Name.rfind("_l");
  if (Line == std::string_view::npos || Line == 0)
    return std::string(Symbol);
  const std::string_view After = Name.substr(Line + 2);
  const size_t End = std::min(After.find_first_not_of(Digits), After.size());
  if (End == 0)
    return std::string(Symbol);
  const std::string Region = demangled(Name.substr(0, Line)) + ", line " +
                             std::string(After.substr(0, End));
  // Several regions of a line are numbered.
  return End == After.size()
             ? Region
             : Region + " (" + std::string(After.substr(End + 1)) + ")";
}
