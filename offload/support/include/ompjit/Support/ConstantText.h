//===- ConstantText.h - Texts that are put together by the compiler -------===//
//
// Part of the OMP-JIT project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A row of a table may need a text that names the rows of another one. Such
// tables are constants, which are there before any constructor has run; so is
// a text that a function writes:
//
//   constexpr size_t writeWords(char *To) {
//     ConstantText Text(To);
//     for (...) Text << ...;
//     return Text.size();
//   }
//   ... WrittenText<writeWords> ...
//
//===----------------------------------------------------------------------===//

#ifndef OMPJIT_SUPPORT_CONSTANTTEXT_H
#define OMPJIT_SUPPORT_CONSTANTTEXT_H

#include <array>
#include <cstddef>
#include <string_view>

namespace ompjit {

/// Writes what is appended to it, or only measures it where there is no place.
class ConstantText {
public:
  constexpr explicit ConstantText(char *To) : To(To) {}

  constexpr ConstantText &operator<<(std::string_view Text) {
    for (char C : Text) {
      if (To)
        To[Size] = C;
      ++Size;
    }
    return *this;
  }

  constexpr size_t size() const { return Size; }

private:
  char *To;
  size_t Size = 0;
};

/// The characters that \p Write writes.
template <size_t (*Write)(char *)>
inline constexpr auto ConstantCharacters = [] {
  std::array<char, Write(nullptr)> Text{};
  Write(Text.data());
  return Text;
}();

template <size_t (*Write)(char *)>
inline constexpr std::string_view WrittenText(ConstantCharacters<Write>.data(),
                                              ConstantCharacters<Write>.size());

} // namespace ompjit

#endif // OMPJIT_SUPPORT_CONSTANTTEXT_H
