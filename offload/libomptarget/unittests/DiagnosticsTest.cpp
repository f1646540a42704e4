//===- DiagnosticsTest.cpp - Tests of the numbered diagnostics ------------===//
//
// Part of the OMP-JIT project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "support/Diagnostics.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <fstream>
#include <iterator>
#include <set>
#include <sstream>

using namespace ompjit;
using testing::HasSubstr;

namespace {

struct Row {
  int Number;
  std::string Text, NextStep;
};

const Row Rows[] = {
#define OMPJIT_DIAGNOSTIC(Name, Number, Text, NextStep)                        \
  {Number, Text, NextStep},
#include "support/Diagnostics.def"
};

TEST(Diagnostics, NumbersAreUniqueAndThreeDigits) {
  std::set<int> Seen;
  for (const Row &Each : Rows) {
    EXPECT_TRUE(Seen.insert(Each.Number).second) << Each.Number;
    EXPECT_GE(Each.Number, 100);
    EXPECT_LE(Each.Number, 999);
  }
}

TEST(Diagnostics, SayWhatToDo) {
  for (const Row &Each : Rows) {
    EXPECT_FALSE(Each.Text.empty()) << Each.Number;
    EXPECT_FALSE(Each.NextStep.empty()) << Each.Number;
  }
}

ident_t locationOf(const char *Source) { return {0, 0, 0, 0, Source}; }

TEST(Diagnostics, NameNumberPlaceAndDevice) {
  ident_t Location = locationOf(";a.cpp;main;12;3;;");
  Error E = diagnose(Diagnostic::PluginVersion, {"x.so", "7", "1"});
  EXPECT_EQ(formatDiagnostic("error", E, &Location, 2),
            "omptarget: error OT106: a.cpp:12: device 2: the plugin x.so has "
            "interface version 7, this libomptarget needs version 1; use the "
            "plugin that was installed together with libomptarget.so");
}

TEST(Diagnostics, LeaveOutWhatIsNotKnown) {
  ident_t Location = locationOf(";unknown;unknown;0;0;;");
  Error E = diagnose(Diagnostic::UnknownRegion);
  EXPECT_THAT(formatDiagnostic("error", E, &Location, -1),
              testing::StartsWith("omptarget: error OT203: no registered"));
  EXPECT_EQ(describeLocation(nullptr), "");
  ident_t Odd = locationOf("nonsense");
  EXPECT_EQ(describeLocation(&Odd), "");
}

TEST(Diagnostics, AcceptErrorsFromElsewhere) {
  EXPECT_EQ(formatDiagnostic("warning", Error("something"), nullptr, -1),
            "omptarget: warning: something");
}

TEST(Diagnostics, ThePageIsUpToDate) {
  std::ifstream Page(OMPJIT_SOURCE_DIR "/docs/diagnostics.md");
  std::stringstream Text;
  Text << Page.rdbuf();
  EXPECT_EQ(Text.str(), diagnosticsAsMarkdown())
      << "run: ninja update-docs-diagnostics";
}

} // namespace
