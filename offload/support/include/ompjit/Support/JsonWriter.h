//===- JsonWriter.h - Writing JSON ----------------------------------------===//
//
// Part of the OMP-JIT project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Writes a JSON text, in order, with indentation or in one line. The caller
// must balance begin and end. Used by the engine and by tools.
//
// Not thread-safe.
//
//===----------------------------------------------------------------------===//

#ifndef OMPJIT_SUPPORT_JSONWRITER_H
#define OMPJIT_SUPPORT_JSONWRITER_H

#include <cstdint>
#include <string>
#include <string_view>

namespace ompjit {

/// A JSON string with its quotes. Bytes that are not UTF-8 become the lone
/// surrogates U+DC80 to U+DCFF, from which readers can restore them, as with
/// Python's `surrogateescape`.
std::string quoteJson(std::string_view Text);

class JsonWriter {
public:
  enum class Layout { Indented, Line };

  explicit JsonWriter(Layout How = Layout::Indented) : How(How) {}

  /// \p Key is empty in an array and for the outermost value.
  void beginObject(std::string_view Key = {}) { open(Key, '{'); }
  void endObject() { close('}'); }
  void beginArray(std::string_view Key) { open(Key, '['); }
  void endArray() { close(']'); }

  void number(std::string_view Key, uint64_t Value);
  /// Nanoseconds, written as milliseconds with three digits.
  void milliseconds(std::string_view Key, uint64_t Ns);
  /// Nanoseconds, written as microseconds with three digits.
  void microseconds(std::string_view Key, uint64_t Ns);
  void text(std::string_view Key, std::string_view Value);
  void boolean(std::string_view Key, bool Value);
  void null(std::string_view Key);
  /// Writes null if \p Value is empty.
  void textOrNull(std::string_view Key, std::string_view Value);

  std::string take();

private:
  void open(std::string_view Key, char Bracket);
  void close(char Bracket);
  void begin(std::string_view Key);
  void breakLine();

  const Layout How;
  std::string Out;
  unsigned Depth = 0;
  bool First = true;
};

} // namespace ompjit

#endif // OMPJIT_SUPPORT_JSONWRITER_H
