//===- Page.cpp - The report as a page for browsers ----------------------===//
//
// Part of the OMP-JIT project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Page.h"

#include <string_view>

using namespace ompjit;
using namespace ompjit::report;

namespace {

/// An element of scripts ends at "</", whatever the JSON around it.
std::string withoutTags(const std::string &Json) {
  std::string Out;
  Out.reserve(Json.size());
  for (const char Each : Json) {
    if (Each == '<')
      Out += "\\u003c";
    else
      Out += Each;
  }
  return Out;
}

void fill(std::string &Page, std::string_view Mark, std::string_view Content) {
  Page.replace(Page.find(Mark), Mark.size(), Content);
}

} // namespace

std::string report::asPage(const std::string &Json) {
  std::string Page = PageHtml;
  fill(Page, "/*STYLE*/", PageCss);
  fill(Page, "/*SCRIPT*/", PageJs);
  fill(Page, "/*DATA*/", withoutTags(Json));
  return Page;
}
