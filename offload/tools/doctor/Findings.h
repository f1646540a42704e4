//===- Findings.h - What ompjit-doctor found ------------------------------===//
//
// Part of the OMP-JIT project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The checks add findings, one for each thing that they looked at; the report
// prints them. Not thread-safe.
//
//===----------------------------------------------------------------------===//

#ifndef OMPJIT_TOOLS_DOCTOR_FINDINGS_H
#define OMPJIT_TOOLS_DOCTOR_FINDINGS_H

#include <algorithm>
#include <cstddef>
#include <string>
#include <utility>
#include <vector>

namespace ompjit::doctor {

enum class Severity {
  Good,
  Warning, ///< Programs work, but not all that they could do.
  Error,   ///< Programs fail, or do not offload.
};

struct Finding {
  Severity How;
  std::string Subject; ///< What was looked at, in a few words.
  std::string Text;    ///< What is there, or what is wrong with it.
  std::string Advice;  ///< What to do; empty if nothing is wrong.
};

class Findings {
public:
  void good(std::string Subject, std::string Text) {
    All.push_back({Severity::Good, std::move(Subject), std::move(Text), ""});
  }
  void warning(std::string Subject, std::string Text, std::string Advice) {
    All.push_back({Severity::Warning, std::move(Subject), std::move(Text),
                   std::move(Advice)});
  }
  void error(std::string Subject, std::string Text, std::string Advice) {
    All.push_back({Severity::Error, std::move(Subject), std::move(Text),
                   std::move(Advice)});
  }

  const std::vector<Finding> &all() const { return All; }
  size_t count(Severity How) const {
    return size_t(
        std::count_if(All.begin(), All.end(),
                      [How](const Finding &Each) { return Each.How == How; }));
  }

private:
  std::vector<Finding> All;
};

} // namespace ompjit::doctor

#endif // OMPJIT_TOOLS_DOCTOR_FINDINGS_H
