//===- LibompVariablesTest.cpp - Variables that libomp may read later -----===//
//
// Part of the OMP-JIT project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "support/LibompVariables.h"

#include <gtest/gtest.h>

using namespace ompjit;

namespace {

TEST(LibompVariables, UsualValuesCanWait) {
  for (auto [Name, Value] :
       std::initializer_list<std::pair<std::string_view, std::string_view>>{
           {"KMP_BLOCKTIME", "0"},
           {"KMP_BLOCKTIME", "infinite"},
           {"KMP_WARNINGS", "0"},
           {"OMP_CANCELLATION", "TRUE"},
           {"OMP_DEFAULT_DEVICE", "0"},
           {"OMP_DISPLAY_ENV", "false"},
           {"OMP_DYNAMIC", "false"},
           {"OMP_MAX_ACTIVE_LEVELS", "0"},
           {"OMP_NUM_THREADS", "2"},
           {"OMP_NUM_THREADS", "8,2"},
           {"OMP_PLACES", "cores"},
           {"OMP_PROC_BIND", "Close"},
           {"OMP_PROC_BIND", "spread,close"},
           {"OMP_SCHEDULE", "dynamic,4"},
           {"OMP_SCHEDULE", "auto"},
           {"OMP_STACKSIZE", "16M"},
           {"OMP_STACKSIZE", "512k"},
           {"OMP_THREAD_LIMIT", "16"},
           {"OMP_TOOL", "disabled"},
           {"OMP_WAIT_POLICY", "PASSIVE"}})
    EXPECT_TRUE(canWaitForLibomp(Name, Value)) << Name << '=' << Value;
}

TEST(LibompVariables, LibompHasSomethingToSayOfOthers) {
  for (auto [Name, Value] :
       std::initializer_list<std::pair<std::string_view, std::string_view>>{
           {"KMP_AFFINITY", "compact"},
           {"KMP_BLOCKTIME", ""},
           {"KMP_SETTINGS", "0"},
           {"OMP_DEFAULT_DEVICE", "1"},
           {"OMP_DISPLAY_ENV", "verbose"},
           {"OMP_DYNAMIC", "perhaps"},
           {"OMP_NESTED", "true"},
           {"OMP_NUM_THREADS", ""},
           {"OMP_NUM_THREADS", "0"},
           {"OMP_NUM_THREADS", "2,"},
           {"OMP_NUM_THREADS", "-2"},
           {"OMP_NUM_THREADS", "100000"},
           {"OMP_PLACES", "{0,1}"},
           {"OMP_PROC_BIND", "true,close"},
           {"OMP_SCHEDULE", "auto,4"},
           {"OMP_SCHEDULE", "dynamic,"},
           {"OMP_STACKSIZE", ""},
           {"OMP_STACKSIZE", "M"},
           {"OMP_STACKSIZE", "1k"},
           {"OMP_STACKSIZE", "10000M"},
           {"OMP_TOOL_LIBRARIES", "tool.so"},
           {"OMP_UNKNOWN", "1"}})
    EXPECT_FALSE(canWaitForLibomp(Name, Value)) << Name << '=' << Value;
}

} // namespace
