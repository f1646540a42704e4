//===- TraceReader.h - Reading a trace -----------------------------------===//
//
// Part of the OMP-JIT project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

// Reads the files of OMP_JIT_TRACE, and those of LIBOMPTARGET_PROFILE, which
// have fewer events: an array of JSON objects, one a line. A trace without its
// end is read, since the program may have been ended by a signal; a line that
// is no event is an error that names file and line.
//
//===----------------------------------------------------------------------===//

#ifndef OMPJIT_TOOLS_REPORT_TRACEREADER_H
#define OMPJIT_TOOLS_REPORT_TRACEREADER_H

#include "ompjit/Support/Result.h"

#include <cstdint>
#include <map>
#include <string>
#include <string_view>
#include <vector>

namespace ompjit::report {

struct TraceEvent {
  char Phase = 0; ///< As in the file: 'X', 'i', 'b', 'e', 's', 'f', 'C'.
  std::string Name, Category, Id;
  uint64_t StartNs = 0, DurationNs = 0; ///< By the file's clock.
  uint64_t Thread = 0;
  size_t Line = 0; ///< In the file.
  std::map<std::string, std::string, std::less<>> Arguments;

  uint64_t endNs() const { return StartNs + DurationNs; }
  /// Empty if there is no such argument.
  const std::string &text(std::string_view Key) const;
  /// 0 if there is no such number.
  uint64_t number(std::string_view Key) const;
};

struct Trace {
  std::string File;
  std::string Program, Host;
  std::string Rank;    ///< Empty if the process was in no job.
  std::string Dump;    ///< The folder of OMP_JIT_DUMP; empty: none.
  bool IsAsync = true; ///< OMP_JIT_ASYNC
  uint64_t Process = 0;
  /// What to add to times of the file to get times since 1970; 0: not known.
  int64_t ClockOffsetNs = 0;
  bool HasEnd = false; ///< Otherwise the program did not get to its end.
  std::map<uint64_t, std::string> ThreadNames;
  std::vector<TraceEvent> Events; ///< By start; what contains comes first.
};

Result<Trace> readTrace(const std::string &File);

} // namespace ompjit::report

#endif // OMPJIT_TOOLS_REPORT_TRACEREADER_H
