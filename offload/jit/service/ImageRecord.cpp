//===- ImageRecord.cpp - Images that a run requested ----------------------===//
//
// Part of the OMP-JIT project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "ompjit/ImageRecord.h"

#include "ompjit/Support/Checksum.h"

namespace ompjit {

namespace {

constexpr ByteView ImageTag = "OJRD", FragmentsTag = "OJRF";
/// What both tags begin with.
constexpr ByteView TagStart = "OJR";
constexpr uint32_t Version = 1;
constexpr size_t HeadBytes = 4 + 4 + 8 + 16;

bool decodeContent(ByteView Content, RecordedImage &Out) {
  ByteReader Reader(Content);
  const ByteView Package = Reader.take(Out.Package.size());
  if (Package.empty())
    return false;
  std::memcpy(Out.Package.data(), Package.data(), Package.size());
  Out.Triple = Reader.readBlob();
  Result<CompileRequest> Request = CompileRequest::decode(Reader.readBlob());
  if (!Request || Reader.failed() || Reader.remaining())
    return false;
  Out.Request = std::move(*Request);
  return true;
}

bool addContent(ByteView Tag, ByteView Content, ImageRecords &Out) {
  if (Tag == ImageTag) {
    RecordedImage Image;
    if (!decodeContent(Content, Image))
      return false;
    Out.Images.push_back(std::move(Image));
    return true;
  }
  Result<PackageView> Package = PackageView::parse(Content);
  if (!Package || !(Package->isFragments() || Package->isBinding()))
    return false;
  Out.Fragments.push_back(*Package);
  return true;
}

/// Takes a record from the front of \p Rest. Returns false and leaves \p Rest
/// unchanged if there is none.
bool takeRecord(ByteView &Rest, ImageRecords &Out) {
  ByteReader Reader(Rest);
  const ByteView Tag = Reader.take(ImageTag.size());
  if ((Tag != ImageTag && Tag != FragmentsTag) ||
      Reader.read<uint32_t>() != Version)
    return false;
  const uint64_t Size = Reader.read<uint64_t>();
  const ByteView Digest = Reader.take(16), Content = Reader.take(Size);
  if (Reader.failed() || Digest != asBytes(digestOf(Content)) ||
      !addContent(Tag, Content, Out))
    return false;
  Rest.remove_prefix(HeadBytes + Size);
  return true;
}

std::string recordOf(ByteView Tag, ByteView Content) {
  ByteWriter Head;
  Head.write(Version);
  Head.write<uint64_t>(Content.size());
  return std::string(Tag) + Head.take() +
         std::string(asBytes(digestOf(Content))) + std::string(Content);
}

} // namespace

std::string encodeRecord(const RecordedImage &Image) {
  ByteWriter Content;
  for (uint8_t Byte : Image.Package)
    Content.write(Byte);
  Content.writeBlob(Image.Triple);
  Content.writeBlob(Image.Request.encode());
  return recordOf(ImageTag, Content.take());
}

std::string encodeFragmentsRecord(ByteView Package) {
  return recordOf(FragmentsTag, Package);
}

ImageRecords decodeRecords(ByteView Rest) {
  ImageRecords Found;
  bool IsInBadPart = false;
  while (!Rest.empty()) {
    if (takeRecord(Rest, Found)) {
      IsInBadPart = false;
      continue;
    }
    if (!std::exchange(IsInBadPart, true))
      ++Found.NumBad;
    Rest.remove_prefix(std::min(Rest.find(TagStart, 1), Rest.size()));
  }
  return Found;
}

} // namespace ompjit
