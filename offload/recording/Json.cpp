//===- Json.cpp - Reading the JSON of descriptors -------------------------===//
//
// Part of the OMP-JIT project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Json.h"

#include <algorithm>
#include <charconv>

namespace ompjit::recording {

namespace {

/// Descriptors need four levels; deeper input could exhaust the stack.
constexpr unsigned MaxDepth = 8;

class JsonParser {
public:
  explicit JsonParser(ByteView Text) : Text(Text) {}

  Result<JsonValue> parse() {
    Result<JsonValue> Value = parseValue(0);
    skipSpace();
    if (Value && At != Text.size())
      return fail("something follows the end");
    return Value;
  }

private:
  Error fail(const std::string &What) const {
    auto Line =
        std::count(Text.begin(), Text.begin() + std::ptrdiff_t(At), '\n');
    return Error("line " + std::to_string(Line + 1) + ": " + What);
  }

  void skipSpace() {
    At = std::min(Text.find_first_not_of(" \t\r\n", At), Text.size());
  }

  /// Consumes \p C if it is the next character. Returns whether it was.
  bool take(char C) {
    skipSpace();
    if (At == Text.size() || Text[At] != C)
      return false;
    ++At;
    return true;
  }

  Result<JsonValue> parseValue(unsigned Depth) {
    if (Depth > MaxDepth)
      return fail("too many levels");
    if (take('{'))
      return parseObject(Depth);
    if (take('['))
      return parseArray(Depth);
    if (take('"')) {
      Result<std::string> Text = parseString();
      if (!Text)
        return Text.takeError();
      return JsonValue{std::move(*Text)};
    }
    return parseNumber();
  }

  Result<JsonValue> parseNumber() {
    uint64_t Number = 0;
    const char *End = Text.data() + Text.size();
    auto [Rest, Failure] = std::from_chars(Text.data() + At, End, Number);
    if (Failure != std::errc())
      return fail("neither an object, an array, a string nor a whole number");
    At = size_t(Rest - Text.data());
    return JsonValue{Number};
  }

  Result<JsonValue> parseArray(unsigned Depth) {
    JsonValue::Array Elements;
    if (take(']'))
      return JsonValue{std::move(Elements)};
    do {
      Result<JsonValue> Element = parseValue(Depth + 1);
      if (!Element)
        return Element;
      Elements.push_back(std::move(*Element));
    } while (take(','));
    if (!take(']'))
      return fail("an array does not end");
    return JsonValue{std::move(Elements)};
  }

  Result<JsonValue> parseObject(unsigned Depth) {
    JsonValue::Object Members;
    if (take('}'))
      return JsonValue{std::move(Members)};
    do {
      if (!take('"'))
        return fail("a member without a name");
      Result<std::string> Key = parseString();
      if (!Key)
        return Key.takeError();
      if (!take(':'))
        return fail("'" + *Key + "' has no value");
      Result<JsonValue> Value = parseValue(Depth + 1);
      if (!Value)
        return Value;
      Members.push_back({std::move(*Key), std::move(*Value)});
    } while (take(','));
    if (!take('}'))
      return fail("an object does not end");
    return JsonValue{std::move(Members)};
  }

  /// Parses a string whose opening quote has been consumed.
  Result<std::string> parseString() {
    std::string Out;
    while (At < Text.size() && Text[At] != '"') {
      const char C = Text[At++];
      if (static_cast<unsigned char>(C) < 0x20)
        return fail("a control character in a string");
      if (C != '\\') {
        Out += C;
        continue;
      }
      if (Status S = parseEscape(Out); !S)
        return S.takeError();
    }
    if (At == Text.size())
      return fail("a string does not end");
    ++At;
    return Out;
  }

  Status parseEscape(std::string &Out) {
    constexpr std::string_view Names = "\"\\/bfnrt";
    constexpr std::string_view Meanings = "\"\\/\b\f\n\r\t";
    const char C = At < Text.size() ? Text[At++] : '\0';
    if (size_t Index = Names.find(C); C && Index != std::string_view::npos) {
      Out += Meanings[Index];
      return Done{};
    }
    unsigned Code = 0;
    if (C == 'u' && Text.size() - At >= 4) {
      const char *Begin = Text.data() + At;
      auto [Rest, Failure] = std::from_chars(Begin, Begin + 4, Code, 16);
      // The writer uses no other escapes: it writes other characters unchanged,
      // and quoteJson() escapes invalid bytes.
      const bool IsByte = Code >= 0xdc80 && Code <= 0xdcff;
      if (Failure == std::errc() && Rest == Begin + 4 &&
          (Code < 0x80 || IsByte)) {
        At += 4;
        Out += char(Code);
        return Done{};
      }
    }
    return fail("an escape that is not understood");
  }

  ByteView Text;
  size_t At = 0;
};

} // namespace

const JsonValue *JsonValue::member(std::string_view Key) const {
  if (const Object *Members = as<Object>())
    for (const JsonMember &Each : *Members)
      if (Each.Name == Key)
        return &Each.Value;
  return nullptr;
}

Result<JsonValue> parseJson(ByteView Text) { return JsonParser(Text).parse(); }

} // namespace ompjit::recording
