//===- AddressTest.cpp - Tests of addresses of remote caches --------------===//
//
// Part of the OMP-JIT project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "ompjit/Remote/Address.h"

#include <gtest/gtest.h>

using namespace ompjit::remote;

namespace {

TEST(RemoteAddress, UnderstandsEveryPart) {
  const std::pair<const char *, Address> Urls[] = {
      {"redis://here", {"here", 6379, 0, "", ""}},
      {"redis://here/", {"here", 6379, 0, "", ""}},
      {"redis://here:7000", {"here", 7000, 0, "", ""}},
      {"redis://here/3", {"here", 6379, 3, "", ""}},
      {"redis://10.0.0.1:1/15", {"10.0.0.1", 1, 15, "", ""}},
      {"redis://[::1]:7/2", {"::1", 7, 2, "", ""}},
      {"redis://:secret@here", {"here", 6379, 0, "", "secret"}},
      {"redis://me:se%40c%2fret@here:65535",
       {"here", 65535, 0, "me", "se@c/ret"}},
      {"redis://me:a@b@here", {"here", 6379, 0, "me", "a@b"}},
  };
  for (const auto &[Url, Expected] : Urls)
    EXPECT_EQ(parseAddress(Url), Expected) << Url;
}

TEST(RemoteAddress, RefusesOthers) {
  for (const char *Url : {"",
                          "here",
                          "here:6379",
                          "http://here",
                          "rediss://here",
                          "redis://",
                          "redis://:1",
                          "redis://here:",
                          "redis://here:0",
                          "redis://here:65536",
                          "redis://here:x",
                          "redis://here/x",
                          "redis://here/1/2",
                          "redis://here/-1",
                          "redis://[::1",
                          "redis://[::1]7",
                          "redis://me@here",
                          "redis://me:@here",
                          "redis://me:%4@here",
                          "redis://me:%zz@here"})
    EXPECT_FALSE(parseAddress(Url).has_value()) << Url;
}

TEST(RemoteAddress, ShowsNoPassword) {
  EXPECT_EQ(parseAddress("redis://me:secret@here/2")->forPeople(),
            "redis://here:6379/2");
  EXPECT_EQ(parseAddress("redis://[::1]")->forPeople(), "redis://[::1]:6379/0");
}

} // namespace
