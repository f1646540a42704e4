//===- EntryTest.cpp - Tests of keys and entries --------------------------===//
//
// Part of the OMP-JIT project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The numbers in the tests' names are those of the guarantees in
// docs/cache-format.md.
//
//===----------------------------------------------------------------------===//

#include "ompjit/Cache/Entry.h"
#include "ompjit/Cache/Key.h"

#include <gtest/gtest.h>

#include <set>

using namespace ompjit;
using namespace ompjit::cache;

namespace {

KeyFields sampleFields() {
  KeyFields Fields;
  for (const KeyFieldRow &Row : keyFieldTable())
    Fields.*Row.Member = std::string("value of ") + Row.Name;
  return Fields;
}

Key keyOfFields(const KeyFields &Fields) {
  return keyOf(canonicalFields(Fields));
}

TEST(KeyTest, G14_EveryFieldChangesTheKey) {
  std::set<std::string> Keys = {keyOfFields(sampleFields()).hex()};
  for (const KeyFieldRow &Row : keyFieldTable()) {
    KeyFields Longer = sampleFields(), Flipped = sampleFields(),
              Empty = sampleFields();
    (Longer.*Row.Member) += '\0';
    (Flipped.*Row.Member)[0] ^= 1;
    (Empty.*Row.Member).clear();
    for (const KeyFields &Changed : {Longer, Flipped, Empty})
      EXPECT_TRUE(Keys.insert(keyOfFields(Changed).hex()).second) << Row.Name;
  }
}

TEST(KeyTest, G14_BytesThatMoveBetweenFieldsChangeTheKey) {
  std::set<std::string> Keys;
  const std::string Text = "abc";
  for (const KeyFieldRow &Row : keyFieldTable()) {
    KeyFields Fields;
    Fields.*Row.Member = Text;
    EXPECT_TRUE(Keys.insert(keyOfFields(Fields).hex()).second);
  }
}

TEST(KeyTest, G14_SameInputsGiveTheSameKeyEverywhere) {
  // The key of empty fields is written down, so that it is compared with that
  // of another process, machine or locale.
  EXPECT_EQ(keyOfFields(sampleFields()).hex(),
            keyOfFields(sampleFields()).hex());
  EXPECT_EQ(keyOfFields(KeyFields()).hex(),
            "c8f5290548f2e3cebd2e189adb8a57e6ff7e7a0f0c8982cf6f68af6d6675bf0b");
}

const std::string Fields = canonicalFields(sampleFields());
const Key SampleKey = keyOf(Fields);
const std::string Payload = "the payload, of no special length";

std::string sampleEntry() {
  return encodeEntry(SampleKey, Fields, Payload, 42);
}

TEST(EntryTest, WhatIsWrittenIsRead) {
  EntryView View;
  const std::string Entry = sampleEntry();
  ASSERT_EQ(decodeEntry(Entry, SampleKey, View), LoadOutcome::Hit);
  EXPECT_EQ(View.Fields, Fields);
  EXPECT_EQ(View.Payload, Payload);
  EXPECT_EQ(View.CompileNs, 42u);
}

TEST(EntryTest, EmptyPayloadIsAPayload) {
  EntryView View;
  const std::string Entry = encodeEntry(SampleKey, Fields, "", 0);
  EXPECT_EQ(decodeEntry(Entry, SampleKey, View), LoadOutcome::Hit);
  EXPECT_TRUE(View.Payload.empty());
}

TEST(EntryTest, G1_EveryFlippedBitIsAMiss) {
  const std::string Entry = sampleEntry();
  for (size_t Bit = 0; Bit != 8 * Entry.size(); ++Bit) {
    std::string Damaged = Entry;
    Damaged[Bit / 8] ^= char(1 << (Bit % 8));
    EntryView View;
    EXPECT_NE(decodeEntry(Damaged, SampleKey, View), LoadOutcome::Hit) << Bit;
  }
}

TEST(EntryTest, G1_EveryTruncationIsAMiss) {
  const std::string Entry = sampleEntry();
  for (size_t Size = 0; Size != Entry.size(); ++Size) {
    EntryView View;
    EXPECT_EQ(decodeEntry(ByteView(Entry).substr(0, Size), SampleKey, View),
              LoadOutcome::Truncated)
        << Size;
  }
}

TEST(EntryTest, G4_EveryZeroedPrefixAndSuffixIsAMiss) {
  const std::string Entry = sampleEntry();
  for (size_t Size = 1; Size <= Entry.size(); ++Size) {
    std::string Head = Entry, Tail = Entry;
    std::fill(Head.begin(), Head.begin() + Size, '\0');
    std::fill(Tail.end() - Size, Tail.end(), '\0');
    EntryView View;
    EXPECT_NE(decodeEntry(Head, SampleKey, View), LoadOutcome::Hit) << Size;
    EXPECT_NE(decodeEntry(Tail, SampleKey, View), LoadOutcome::Hit) << Size;
  }
}

TEST(EntryTest, G1_AppendedBytesAreAMiss) {
  EntryView View;
  EXPECT_EQ(decodeEntry(sampleEntry() + 'x', SampleKey, View),
            LoadOutcome::BadHeader);
}

TEST(EntryTest, G1_EntryOfAnotherKeyIsAMiss) {
  EntryView View;
  const std::string Entry = sampleEntry();
  EXPECT_EQ(decodeEntry(Entry, keyOf("other"), View), LoadOutcome::OtherKey);
}

TEST(EntryTest, G1_FieldsThatAreNotTheKeysAreAMiss) {
  // Every digest is right, but fields and key do not belong together.
  EntryView View;
  const std::string Entry = encodeEntry(SampleKey, "other", Payload, 0);
  EXPECT_EQ(decodeEntry(Entry, SampleKey, View), LoadOutcome::BadHeader);
}

TEST(EntryTest, G15_OtherVersionsAreToldApart) {
  std::string Entry = sampleEntry();
  Entry[8] = 2;
  EntryView View;
  EXPECT_EQ(decodeEntry(Entry, SampleKey, View), LoadOutcome::OtherVersion);
}

} // namespace
