//===- JsonWriterTest.cpp - Tests of the JSON writer ----------------------===//
//
// Part of the OMP-JIT project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "ompjit/Support/JsonWriter.h"

#include <gtest/gtest.h>

using namespace ompjit;

namespace {

TEST(JsonTest, EscapesAndNests) {
  JsonWriter Json;
  Json.beginObject();
  Json.number("n", 7);
  Json.milliseconds("ms", 1234567);
  Json.beginArray("a");
  Json.text({}, "q\"\\\n\xff");
  Json.endArray();
  Json.beginObject("empty");
  Json.endObject();
  Json.endObject();
  EXPECT_EQ(Json.take(), "{\n  \"n\": 7,\n  \"ms\": 1.234,\n  \"a\": [\n    "
                         "\"q\\\"\\\\\\u000a\\udcff\"\n  ],\n  \"empty\": "
                         "{}\n}\n");
}

TEST(JsonTest, WritesNothingAsNull) {
  JsonWriter Json(JsonWriter::Layout::Line);
  Json.beginObject();
  Json.null("a");
  Json.textOrNull("b", "");
  Json.textOrNull("c", "x");
  Json.endObject();
  EXPECT_EQ(Json.take(), R"({"a": null,"b": null,"c": "x"})");
}

TEST(QuoteJson, EscapesWhatMustBe) {
  EXPECT_EQ(quoteJson("a\"b\\c\n"), "\"a\\\"b\\\\c\\u000a\"");
  EXPECT_EQ(quoteJson("caf\xc3\xa9 \xe2\x82\xac"),
            "\"caf\xc3\xa9 \xe2\x82\xac\"");
}

TEST(QuoteJson, SpellsBytesThatAreNotUtf8) {
  EXPECT_EQ(quoteJson("\xff\xc3"), R"("\udcff\udcc3")");
  // These are a form that is longer than needed, a surrogate, and a number
  // beyond the last character.
  EXPECT_EQ(quoteJson("\xe0\x80\x80"), R"("\udce0\udc80\udc80")");
  EXPECT_EQ(quoteJson("\xed\xa0\x80"), R"("\udced\udca0\udc80")");
  EXPECT_EQ(quoteJson("\xf4\x90\x80\x80"), R"("\udcf4\udc90\udc80\udc80")");
}

} // namespace
