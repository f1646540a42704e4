//===- Listing.cpp - What is in fragment files, for people ----------------===//
//
// Part of the OMP-JIT project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Listing.h"

#include "llvm/Demangle/Demangle.h"

#include <algorithm>
#include <iterator>

using namespace ompjit;
using namespace ompjit::fragments;

/// Returns a line for each name, with what it means in C++.
static std::string lines(const char *What,
                         const std::vector<std::string_view> &Names) {
  std::string Text;
  for (std::string_view Name : Names) {
    Text.append("  ").append(What).append(" ").append(Name);
    const std::string Meaning = llvm::demangle(Name);
    if (Meaning != Name)
      Text.append("  ").append(Meaning);
    Text += "\n";
  }
  return Text;
}

static std::vector<std::string_view>
without(const std::vector<std::string_view> &Some,
        const std::vector<std::string_view> &All) {
  std::vector<std::string_view> Others;
  std::set_difference(All.begin(), All.end(), Some.begin(), Some.end(),
                      std::back_inserter(Others));
  return Others;
}

std::string fragment::listing(const std::vector<FragmentImage> &Images) {
  std::string Text;
  for (const FragmentImage &Each : Images) {
    Text.append(Each.Triple).append(" ").append(Each.Arch);
    Text += ": " + std::to_string(Each.Code.size()) + " bytes of ";
    Text += Each.Kind == CodeKind::Bitcode ? "bitcode" : "LTO-IR";
    Text += Each.HasNames ? "\n" : ", whose names are not known\n";
    Text += lines("entry  ", Each.Entries);
    Text += lines("defines", without(Each.Weak, Each.Defines));
    Text += lines("weak   ", Each.Weak);
    Text += lines("needs  ", Each.Needs);
  }
  return Text;
}
