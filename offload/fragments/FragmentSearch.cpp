//===- FragmentSearch.cpp - Fragments inside of files ---------------------===//
//
// Part of the OMP-JIT project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "ompjit/Fragments/FragmentSearch.h"

#include "ompjit/Fragments/FragmentFile.h"
#include "ompjit/Targets.h"

#include <algorithm>
#include <deque>
#include <iterator>
#include <optional>
#include <tuple>
#include <vector>

using namespace ompjit;
using namespace ompjit::fragments;

namespace {

constexpr ByteView Magic = "\x10\xFF\x10\xAD";
constexpr size_t HeaderSize = 32, SizeOffset = 8;

struct Record {
  ByteView Bytes;
  FragmentImage Image;

  /// Records of a file have this order.
  bool isBefore(const Record &Other) const {
    return std::tie(Image.Triple, Image.Arch) <
           std::tie(Other.Image.Triple, Other.Image.Arch);
  }
};

std::optional<Record> recordAt(ByteView Bytes, size_t Start) {
  const ByteView Rest = Bytes.substr(std::min(Start, Bytes.size()));
  if (!Rest.starts_with(Magic) || Rest.size() < HeaderSize)
    return std::nullopt;
  const uint64_t Size = ByteReader(Rest.substr(SizeOffset)).read<uint64_t>();
  if (Size < HeaderSize || Size > Rest.size())
    return std::nullopt;
  Result<std::vector<FragmentImage>> Only = parse(Rest.substr(0, Size));
  if (!Only || Only->size() != 1)
    return std::nullopt;
  return Record{Rest.substr(0, Size), std::move(Only->front())};
}

/// Bitcode may have the magic number by accident.
std::optional<Record> recordAround(ByteView Bytes, size_t Position) {
  for (size_t At = Bytes.rfind(Magic, Position); At != ByteView::npos;
       At = At ? Bytes.rfind(Magic, At - 1) : ByteView::npos)
    if (std::optional<Record> Found = recordAt(Bytes, At))
      return Found->Image.Code.data() == Bytes.data() + Position ? Found
                                                                 : std::nullopt;
  return std::nullopt;
}

std::optional<Record> recordBefore(ByteView Bytes, const Record &Next) {
  const size_t End = size_t(Next.Bytes.data() - Bytes.data());
  for (size_t At = End ? Bytes.rfind(Magic, End - 1) : ByteView::npos;
       At != ByteView::npos;
       At = At ? Bytes.rfind(Magic, At - 1) : ByteView::npos)
    if (std::optional<Record> Found = recordAt(Bytes, At))
      return At + Found->Bytes.size() == End && Found->isBefore(Next)
                 ? Found
                 : std::nullopt;
  return std::nullopt;
}

std::optional<Record> recordBehind(ByteView Bytes, const Record &Previous) {
  std::optional<Record> Found =
      recordAt(Bytes, size_t(Previous.Bytes.data() + Previous.Bytes.size() -
                             Bytes.data()));
  return Found && Previous.isBefore(*Found) ? Found : std::nullopt;
}

/// What has to be defined once in a kernel: targets differ in the rest.
std::vector<std::string_view> strongOf(const FragmentImage &Image) {
  std::vector<std::string_view> Names;
  std::set_difference(Image.Defines.begin(), Image.Defines.end(),
                      Image.Weak.begin(), Image.Weak.end(),
                      std::back_inserter(Names));
  return Names;
}

} // namespace

std::string fragments::fragmentAround(ByteView Bytes, size_t Position) {
  const std::optional<Record> Own = recordAround(Bytes, Position);
  if (!Own)
    return "";
  std::deque<Record> All = {*Own};
  while (std::optional<Record> Other = recordBefore(Bytes, All.front()))
    All.push_front(std::move(*Other));
  while (std::optional<Record> Other = recordBehind(Bytes, All.back()))
    All.push_back(std::move(*Other));
  std::string File;
  for (const Record &Each : All)
    if (findTarget(Each.Image.Triple) == findTarget(Own->Image.Triple) &&
        Each.Image.Entries == Own->Image.Entries &&
        strongOf(Each.Image) == strongOf(Own->Image))
      File += Each.Bytes;
  return File;
}
