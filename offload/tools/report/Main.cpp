//===- Main.cpp - ompjit-report: what a program did with its devices -----===//
//
// Part of the OMP-JIT project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "BuildModel.h"
#include "DumpFolder.h"
#include "Findings.h"
#include "Options.h"
#include "Page.h"
#include "TextReport.h"
#include "TimeLine.h"
#include "TraceReader.h"

#include "ompjit/Support/Tool.h"

#include <cerrno>
#include <cstring>
#include <fstream>

using namespace ompjit;
using namespace ompjit::report;

namespace {

constexpr Tool Program{.Name = "ompjit-report", .Help = helpText};

/// More than this on one lane makes a page slow.
constexpr size_t MaxBarsOfLane = 6000;

Result<std::vector<Trace>> readAll(const std::vector<std::string> &Files) {
  std::vector<Trace> Out;
  for (const std::string &Each : Files) {
    Result<Trace> Read = readTrace(Each);
    if (!Read)
      return Read.takeError();
    Out.push_back(std::move(*Read));
  }
  return Out;
}

Status writePage(Model &Of, const std::vector<Finding> &Found,
                 const Options &Chosen) {
  mergeBars(Of.Lanes, MaxBarsOfLane);
  const std::string Page = asPage(asJson(
      Of, Found,
      readDump(Chosen.DumpFolder.empty() ? Of.DumpFolder : Chosen.DumpFolder)));
  errno = 0;
  std::ofstream File(Chosen.Output, std::ios::trunc);
  File << Page;
  File.close();
  if (!File)
    return Error(Chosen.Output + " cannot be written: " + std::strerror(errno));
  return Done();
}

int reportTraces(const Options &Chosen) {
  Result<std::vector<Trace>> Traces = readAll(Chosen.Traces);
  if (!Traces)
    return Program.fail(Traces.error());
  Model Of = buildModel(*Traces);
  const std::vector<Finding> Found = findIn(Of);
  if (Chosen.Text)
    if (const int Status = Program.print(asText(Of, Found));
        Status != Tool::Good)
      return Status;
  if (!Chosen.Output.empty())
    if (Status Written = writePage(Of, Found, Chosen); !Written)
      return Program.fail(Written.error());
  return Tool::Good;
}

} // namespace

int main(int Count, char **Arguments) {
  return Program.run(Count, Arguments, reportTraces);
}
