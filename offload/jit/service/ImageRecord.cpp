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

constexpr ByteView Magic = "OJRD";
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

/// Takes a record from the front of \p Rest. Returns false and leaves \p Rest
/// unchanged if there is none.
bool takeRecord(ByteView &Rest, RecordedImage &Out) {
  ByteReader Reader(Rest);
  if (Reader.take(Magic.size()) != Magic || Reader.read<uint32_t>() != Version)
    return false;
  const uint64_t Size = Reader.read<uint64_t>();
  const ByteView Digest = Reader.take(16), Content = Reader.take(Size);
  if (Reader.failed() || Digest != asBytes(digestOf(Content)) ||
      !decodeContent(Content, Out))
    return false;
  Rest.remove_prefix(HeadBytes + Size);
  return true;
}

} // namespace

std::string encodeRecord(const RecordedImage &Image) {
  ByteWriter Content;
  for (uint8_t Byte : Image.Package)
    Content.write(Byte);
  Content.writeBlob(Image.Triple);
  Content.writeBlob(Image.Request.encode());
  const std::string Bytes = Content.take();
  ByteWriter Head;
  Head.write(Version);
  Head.write<uint64_t>(Bytes.size());
  return std::string(Magic) + Head.take() +
         std::string(asBytes(digestOf(Bytes))) + Bytes;
}

ImageRecords decodeRecords(ByteView Rest) {
  ImageRecords Found;
  bool IsInBadPart = false;
  while (!Rest.empty()) {
    RecordedImage Image;
    if (takeRecord(Rest, Image)) {
      Found.Images.push_back(std::move(Image));
      IsInBadPart = false;
      continue;
    }
    if (!std::exchange(IsInBadPart, true))
      ++Found.NumBad;
    Rest.remove_prefix(std::min(Rest.find(Magic, 1), Rest.size()));
  }
  return Found;
}

} // namespace ompjit
