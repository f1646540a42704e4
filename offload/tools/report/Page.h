//===- Page.h - The report as a page for browsers ------------------------===//
//
// Part of the OMP-JIT project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef OMPJIT_TOOLS_REPORT_PAGE_H
#define OMPJIT_TOOLS_REPORT_PAGE_H

#include "DumpFolder.h"
#include "Findings.h"

#include <string>
#include <vector>

namespace ompjit::report {

/// The figures as JSON, in the form that page/report.js reads.
std::string asJson(const Model &, const std::vector<Finding> &,
                   const std::vector<CodeText> &);

/// A page of HTML that needs no other file. All names are in the JSON, and the
/// page's program shows them as text.
std::string asPage(const std::string &Json);

/// The files of page/, which the build puts into the program.
extern const char *const PageHtml, *const PageCss, *const PageJs;

} // namespace ompjit::report

#endif // OMPJIT_TOOLS_REPORT_PAGE_H
