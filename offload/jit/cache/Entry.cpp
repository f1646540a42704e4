//===- Entry.cpp - Laying out and checking a cache entry ------------------===//
//
// Part of the OMP-JIT project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "ompjit/Cache/Entry.h"

#include "ompjit/Support/Checksum.h"

#include <cstddef>

using namespace ompjit;
using namespace ompjit::cache;

namespace {

static_assert(sizeof(Digest128) == sizeof(EntryHeader::PayloadDigest));

/// Returns the digest of the header up to its digest, and of the fields.
Digest128 headerDigest(const EntryHeader &Header, ByteView Fields) {
  return digestOf({reinterpret_cast<const char *>(&Header),
                   offsetof(EntryHeader, HeaderDigest)},
                  Fields);
}

bool sameBytes(const void *A, const void *B, size_t Size) {
  return std::memcmp(A, B, Size) == 0;
}

/// Checks the header, its sizes first because all other checks rely on them. \p
/// Bytes may be only the start of the file.
LoadOutcome readHeader(ByteView Bytes, uint64_t FileBytes,
                       EntryHeader &Header) {
  if (Bytes.size() < sizeof(Header))
    return LoadOutcome::Truncated;
  std::memcpy(&Header, Bytes.data(), sizeof(Header));
  if (!sameBytes(Header.Magic, EntryMagic, sizeof(EntryMagic)))
    return LoadOutcome::BadMagic;
  if (Header.Version != FormatVersion ||
      Header.HeaderSize != sizeof(EntryHeader))
    return LoadOutcome::OtherVersion;
  const uint64_t Rest = FileBytes - sizeof(Header);
  if (Header.FieldsSize > Rest || Header.PayloadSize > Rest - Header.FieldsSize)
    return LoadOutcome::Truncated;
  return Header.PayloadSize == Rest - Header.FieldsSize
             ? LoadOutcome::Hit
             : LoadOutcome::BadHeader;
}

LoadOutcome checkFields(const EntryHeader &Header, ByteView Fields,
                        const Key &Expected) {
  Digest128 OfHeader = headerDigest(Header, Fields);
  if (!sameBytes(Header.HeaderDigest, &OfHeader, sizeof(OfHeader)))
    return LoadOutcome::BadHeader;
  // This is an intact entry under a wrong name: it was renamed, or copied over
  // another.
  if (!sameBytes(Header.FullKey, Expected.Bytes.data(), sizeof(Header.FullKey)))
    return LoadOutcome::OtherKey;
  return keyOf(Fields) == Expected ? LoadOutcome::Hit : LoadOutcome::BadHeader;
}

} // namespace

std::string cache::encodeEntry(const Key &K, ByteView CanonicalFields,
                               ByteView Payload, uint64_t CompileNs) {
  EntryHeader Header{};
  std::memcpy(Header.Magic, EntryMagic, sizeof(EntryMagic));
  Header.Version = FormatVersion;
  Header.HeaderSize = sizeof(EntryHeader);
  Header.FieldsSize = CanonicalFields.size();
  Header.PayloadSize = Payload.size();
  std::memcpy(Header.FullKey, K.Bytes.data(), sizeof(Header.FullKey));
  Digest128 OfPayload = digestOf(Payload);
  std::memcpy(Header.PayloadDigest, &OfPayload, sizeof(OfPayload));
  Header.CompileNs = CompileNs;
  Digest128 OfHeader = headerDigest(Header, CanonicalFields);
  std::memcpy(Header.HeaderDigest, &OfHeader, sizeof(OfHeader));

  std::string Bytes;
  Bytes.reserve(sizeof(Header) + CanonicalFields.size() + Payload.size());
  Bytes.append(reinterpret_cast<const char *>(&Header), sizeof(Header));
  Bytes += CanonicalFields;
  Bytes += Payload;
  return Bytes;
}

LoadOutcome cache::decodeStart(ByteView Start, uint64_t FileBytes,
                               const Key &Expected, EntryView &Out,
                               uint64_t &PayloadBytes, uint64_t &Needed) {
  Needed = sizeof(EntryHeader);
  EntryHeader Header;
  if (LoadOutcome Outcome = readHeader(Start, FileBytes, Header);
      Outcome != LoadOutcome::Hit)
    return Outcome;
  Needed = sizeof(Header) + Header.FieldsSize;
  if (Start.size() < Needed)
    return LoadOutcome::Truncated;
  Out.Fields = Start.substr(sizeof(Header), Header.FieldsSize);
  Out.CompileNs = Header.CompileNs;
  PayloadBytes = Header.PayloadSize;
  return checkFields(Header, Out.Fields, Expected);
}

LoadOutcome cache::decodeEntry(ByteView Bytes, const Key &Expected,
                               EntryView &Out) {
  uint64_t PayloadBytes, Needed;
  if (LoadOutcome Outcome =
          decodeStart(Bytes, Bytes.size(), Expected, Out, PayloadBytes, Needed);
      Outcome != LoadOutcome::Hit)
    return Outcome;
  Out.Payload = Bytes.substr(Needed);
  EntryHeader Header;
  std::memcpy(&Header, Bytes.data(), sizeof(Header));
  Digest128 OfPayload = digestOf(Out.Payload);
  if (!sameBytes(Header.PayloadDigest, &OfPayload, sizeof(OfPayload)))
    return LoadOutcome::BadPayload;
  return LoadOutcome::Hit;
}
