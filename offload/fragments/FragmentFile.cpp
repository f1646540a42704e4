//===- FragmentFile.cpp - Reads fragment files ----------------------------===//
//
// Part of the OMP-JIT project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "ompjit/Fragments/FragmentFile.h"

#include <algorithm>
#include <optional>

using namespace ompjit;
using namespace ompjit::fragments;

namespace {

constexpr ByteView Magic = "\x10\xFF\x10\xAD";
constexpr uint32_t KnownVersion = 1;
constexpr uint64_t HeaderSize = 32, EntrySize = 40, StringRowSize = 16;
constexpr uint16_t ImageNone = 0, ImageBitcode = 2, ImageFatbinary = 4;
constexpr uint16_t OffloadOpenMP = 1, OffloadCuda = 2;
constexpr uint64_t Alignment = 8;

/// Reads the first record of what is left of a file. Each function returns an
/// empty string, or what is wrong.
class RecordReader {
public:
  explicit RecordReader(ByteView Rest) : Record(Rest) {}

  std::string read(FragmentImage &Into);
  uint64_t size() const { return Record.size(); }

private:
  std::string readHeader();
  std::string readEntry(FragmentImage &Into);
  std::string readStrings(FragmentImage &Into);
  std::string readString(std::string_view Key, std::string_view Value,
                         FragmentImage &Into);
  std::string checkKind(const FragmentImage &) const;
  std::string checkLists(const FragmentImage &) const;

  /// Nothing if the bytes do not lie in the record.
  std::optional<ByteView> at(uint64_t Offset, uint64_t Size) const {
    if (Offset > Record.size() || Size > Record.size() - Offset)
      return std::nullopt;
    return Record.substr(Offset, Size);
  }
  std::optional<std::string_view> stringAt(uint64_t Offset) const;

  ByteView Record;
  uint64_t EntryOffset = 0;
  uint64_t StringOffset = 0, NumStrings = 0;
  uint16_t ImageKind = 0, OffloadKind = 0;
  bool HasDefines = false;
};

std::string RecordReader::readHeader() {
  if (Record.substr(0, Magic.size()) != Magic)
    return "it does not begin as one";
  if (Record.size() < HeaderSize)
    return "its header is cut off";
  ByteReader Reader(Record.substr(Magic.size()));
  const auto Version = Reader.read<uint32_t>();
  const auto Size = Reader.read<uint64_t>();
  EntryOffset = Reader.read<uint64_t>();
  const auto EntryBytes = Reader.read<uint64_t>();
  if (Version != KnownVersion)
    return "it has version " + std::to_string(Version) +
           ", and this library reads version " + std::to_string(KnownVersion) +
           "; make it again with the ompjit-fragment of this library";
  if (Size < HeaderSize || Size > Record.size())
    return "it is cut off: " + std::to_string(Record.size()) + " of " +
           std::to_string(Size) + " bytes";
  Record = Record.substr(0, Size);
  if (EntryBytes < EntrySize || !at(EntryOffset, EntrySize))
    return "its entry lies outside";
  return "";
}

std::string RecordReader::readEntry(FragmentImage &Into) {
  ByteReader Reader(*at(EntryOffset, EntrySize));
  ImageKind = Reader.read<uint16_t>();
  OffloadKind = Reader.read<uint16_t>();
  Reader.read<uint32_t>(); // Flags.
  StringOffset = Reader.read<uint64_t>();
  NumStrings = Reader.read<uint64_t>();
  const auto ImageOffset = Reader.read<uint64_t>();
  const auto ImageSize = Reader.read<uint64_t>();
  const std::optional<ByteView> Image = at(ImageOffset, ImageSize);
  if (!Image)
    return "its code lies outside";
  if (Image->empty())
    return "its code is empty";
  Into.Code = *Image;
  return "";
}

std::string RecordReader::checkKind(const FragmentImage &Of) const {
  const bool IsRight =
      Of.Kind == CodeKind::Bitcode
          ? ImageKind == ImageBitcode && OffloadKind == OffloadOpenMP
          : (ImageKind == ImageFatbinary || ImageKind == ImageNone) &&
                OffloadKind == OffloadCuda;
  return IsRight ? ""
                 : "it holds something else than OpenMP's bitcode or CUDA's "
                   "LTO-IR; ompjit-fragment makes fragments of objects";
}

std::optional<std::string_view> RecordReader::stringAt(uint64_t Offset) const {
  const size_t End =
      Offset < Record.size() ? Record.find('\0', Offset) : ByteView::npos;
  if (End == ByteView::npos)
    return std::nullopt;
  return Record.substr(Offset, End - Offset);
}

std::string RecordReader::readStrings(FragmentImage &Into) {
  if (NumStrings > Record.size() / StringRowSize ||
      !at(StringOffset, NumStrings * StringRowSize))
    return "its table of strings lies outside";
  for (uint64_t I = 0; I != NumStrings; ++I) {
    ByteReader Row(*at(StringOffset + I * StringRowSize, StringRowSize));
    const auto Key = stringAt(Row.read<uint64_t>());
    const auto Value = stringAt(Row.read<uint64_t>());
    if (!Key || !Value)
      return "a string lies outside";
    if (std::string Problem = readString(*Key, *Value, Into); !Problem.empty())
      return Problem;
  }
  return "";
}

bool isSortedSet(const std::vector<std::string_view> &Names) {
  return std::adjacent_find(Names.begin(), Names.end(),
                            std::greater_equal<>()) == Names.end();
}

/// Returns nothing if \p Text is no list of different names in order.
std::optional<std::vector<std::string_view>> namesIn(std::string_view Text) {
  std::vector<std::string_view> Names;
  if (Text.empty())
    return Names;
  for (size_t Start = 0; Start <= Text.size();) {
    const size_t End = std::min(Text.find(' ', Start), Text.size());
    if (End == Start)
      return std::nullopt;
    Names.push_back(Text.substr(Start, End - Start));
    Start = End + 1;
  }
  // The last name, too, has to end: a space is followed by a name.
  if (Text.back() == ' ' || !isSortedSet(Names))
    return std::nullopt;
  return Names;
}

std::string RecordReader::readString(std::string_view Key,
                                     std::string_view Value,
                                     FragmentImage &Into) {
  if (Key == "triple") {
    Into.Triple = Value;
    return "";
  }
  if (Key == "arch") {
    Into.Arch = Value;
    return "";
  }
  if (Key == "code") {
    Into.Kind = CodeKind::LtoIr;
    return Value == "ltoir" ? ""
                            : "its code is of the kind '" + std::string(Value) +
                                  "', which this library does not know";
  }
  HasDefines |= Key == "defines";
  static constexpr struct {
    std::string_view Key;
    std::vector<std::string_view> FragmentImage::*List;
  } Lists[] = {{"defines", &FragmentImage::Defines},
               {"weak", &FragmentImage::Weak},
               {"needs", &FragmentImage::Needs},
               {"entries", &FragmentImage::Entries}};
  for (const auto &Each : Lists) {
    if (Key != Each.Key)
      continue;
    auto Names = namesIn(Value);
    if (!Names)
      return "its list '" + std::string(Key) + "' is no sorted list of names";
    Into.*Each.List = std::move(*Names);
  }
  return ""; // Others have a meaning for others.
}

std::string RecordReader::checkLists(const FragmentImage &Of) const {
  if (Of.Triple.empty() || Of.Arch.empty())
    return "it does not name its target";
  if (!Of.HasNames)
    return Of.Weak.empty() && Of.Needs.empty()
               ? ""
               : "it has names, but does not say what it defines";
  for (const auto *Part : {&Of.Weak, &Of.Entries})
    if (!std::includes(Of.Defines.begin(), Of.Defines.end(), Part->begin(),
                       Part->end()))
      return "it lists a name that it does not define";
  if (Of.Defines.empty())
    return "it defines nothing, or is device code that ompjit-fragment did not "
           "make";
  return "";
}

std::string RecordReader::read(FragmentImage &Into) {
  if (std::string Problem = readHeader(); !Problem.empty())
    return Problem;
  if (std::string Problem = readEntry(Into); !Problem.empty())
    return Problem;
  if (std::string Problem = readStrings(Into); !Problem.empty())
    return Problem;
  if (std::string Problem = checkKind(Into); !Problem.empty())
    return Problem;
  Into.HasNames = Into.Kind == CodeKind::Bitcode || HasDefines;
  return checkLists(Into);
}

/// Only LTO-IR may come in several records.
bool isTwice(const std::vector<FragmentImage> &All) {
  return std::any_of(All.begin(), All.end(), [&](const FragmentImage &One) {
    return std::any_of(All.begin(), All.end(), [&](const FragmentImage &Two) {
      return &One != &Two && One.Triple == Two.Triple && One.Arch == Two.Arch &&
             (One.Kind == CodeKind::Bitcode || Two.Kind == CodeKind::Bitcode);
    });
  });
}

} // namespace

Result<std::vector<FragmentImage>> fragments::parse(ByteView File) {
  std::vector<FragmentImage> All;
  if (File.empty())
    return Error("unusable fragment: it is empty");
  for (ByteView Rest = File; !Rest.empty();) {
    RecordReader Reader(Rest);
    FragmentImage Image;
    if (std::string Problem = Reader.read(Image); !Problem.empty())
      return Error("unusable fragment: record " + std::to_string(All.size()) +
                   ": " + Problem);
    All.push_back(std::move(Image));
    const uint64_t Next = (Reader.size() + Alignment - 1) & ~(Alignment - 1);
    Rest.remove_prefix(std::min<uint64_t>(Next, Rest.size()));
  }
  if (isTwice(All))
    return Error("unusable fragment: two records are for the same target");
  return All;
}
