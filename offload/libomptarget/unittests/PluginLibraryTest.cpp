//===- PluginLibraryTest.cpp - Tests of opening plugins -------------------===//
//
// Part of the OMP-JIT project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "plugin/PluginLibrary.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

using namespace ompjit;
using testing::AllOf;
using testing::HasSubstr;

namespace {

TEST(PluginLibrary, NamesAMissingFile) {
  auto Plugin = PluginLibrary::open("/nowhere", "none");
  ASSERT_FALSE(Plugin);
  EXPECT_THAT(Plugin.error().message(),
              AllOf(HasSubstr("OT105"),
                    HasSubstr("/nowhere/libomptarget.rtl.none.so")));
}

TEST(PluginLibrary, RefusesALibraryThatIsNoPlugin) {
  auto Plugin = PluginLibrary::openFile("libm.so.6");
  ASSERT_FALSE(Plugin);
  EXPECT_THAT(Plugin.error().message(),
              AllOf(HasSubstr("OT105"), HasSubstr("ompjit_plugin_get")));
}

TEST(PluginLibrary, NamesBothVersions) {
  ompjit_plugin Table = {};
  Table.version = 4711;
  Table.size = sizeof(Table);
  Status S = checkPluginTable(&Table, "other.so");
  ASSERT_FALSE(S);
  EXPECT_THAT(S.error().message(),
              AllOf(HasSubstr("OT106"), HasSubstr("other.so"),
                    HasSubstr("version 4711"),
                    HasSubstr(std::to_string(OMPJIT_PLUGIN_VERSION))));
}

TEST(PluginLibrary, RefusesATableThatIsTooShort) {
  ompjit_plugin Table = {};
  Table.version = OMPJIT_PLUGIN_VERSION;
  Table.size = 8;
  EXPECT_FALSE(checkPluginTable(&Table, "short.so"));
  Table.size = sizeof(Table);
  EXPECT_TRUE(checkPluginTable(&Table, "right.so"));
}

} // namespace
