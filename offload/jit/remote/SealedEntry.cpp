//===- SealedEntry.cpp - Entries with a keyed digest ----------------------===//
//
// Part of the OMP-JIT project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "ompjit/Remote/SealedEntry.h"

#include <blake2.h>
#include <cerrno>
#include <cstring>
#include <fcntl.h>
#include <sys/stat.h>

using namespace ompjit;
using namespace ompjit::remote;
using cache::LoadOutcome;

namespace {

constexpr char Magic[8] = {'O', 'M', 'P', 'J', 'I', 'T', 'C', 'R'};
constexpr uint32_t Version = 1;
constexpr uint32_t HasDigest = 1;

struct Header {
  char Magic[8];
  uint32_t Version;
  uint32_t Flags;
  uint8_t Digest[32];
};
static_assert(sizeof(Header) == 48);

std::array<uint8_t, 32> digestOf(const Header &Start, ByteView Entry,
                                 const Secret &Shared) {
  std::array<uint8_t, 32> Digest;
  blake2b_state State;
  ::blake2b_init_key(&State, Digest.size(), Shared.key().data(),
                     Shared.key().size());
  ::blake2b_update(&State, reinterpret_cast<const uint8_t *>(&Start),
                   offsetof(Header, Digest));
  ::blake2b_update(&State, reinterpret_cast<const uint8_t *>(Entry.data()),
                   Entry.size());
  ::blake2b_final(&State, Digest.data(), Digest.size());
  return Digest;
}

/// The time does not depend on where they differ.
bool sameDigest(const std::array<uint8_t, 32> &A, const uint8_t *B) {
  unsigned Difference = 0;
  for (size_t I = 0; I != A.size(); ++I)
    Difference |= A[I] ^ B[I];
  return Difference == 0;
}

Status checkFile(cache::FileSystem &Files, const struct stat &Info) {
  if (!S_ISREG(Info.st_mode))
    return Error("it is no regular file");
  if (Info.st_uid != Files.effectiveUser() && Info.st_uid != 0)
    return Error("it belongs to another user");
  if (Info.st_mode & (S_IRWXG | S_IRWXO))
    return Error("others may read it (chmod go= would help)");
  return Done();
}

} // namespace

Result<Secret> Secret::read(const std::string &Path, cache::FileSystem &Files) {
  constexpr size_t Min = 16, Max = 4096;
  const auto Failed = [&Path](Error Why) {
    return std::move(Why).context("the secret in " + Path + " is not used");
  };
  const cache::FileHandle File(
      Files, Files.openAt(AT_FDCWD, Path.c_str(), O_RDONLY | O_NONBLOCK, 0));
  struct stat Info;
  if (!File || Files.statFile(File.get(), Info) != 0)
    return Failed(Error(std::strerror(errno)));
  if (Status S = checkFile(Files, Info); !S)
    return Failed(S.takeError());
  std::string Content(Max + 1, '\0');
  const ssize_t Size =
      Files.readAt(File.get(), Content.data(), Content.size(), 0);
  if (Size < 0)
    return Failed(Error(std::strerror(errno)));
  Content.resize(size_t(Size));
  if (Content.ends_with('\n'))
    Content.pop_back();
  if (Content.size() < Min || Content.size() > Max)
    return Failed(Error("it has " + std::to_string(Content.size()) +
                        " bytes, and should have from 16 to 4096"));
  return Secret(Content);
}

Secret::Secret(ByteView Content) {
  ::blake2b(Key.data(), Content.data(), nullptr, Key.size(), Content.size(), 0);
}

std::string remote::seal(ByteView Entry, const std::optional<Secret> &Shared) {
  Header Start{};
  std::memcpy(Start.Magic, Magic, sizeof(Magic));
  Start.Version = Version;
  Start.Flags = Shared ? HasDigest : 0;
  if (Shared) {
    const std::array<uint8_t, 32> Digest = digestOf(Start, Entry, *Shared);
    std::memcpy(Start.Digest, Digest.data(), Digest.size());
  }
  std::string Sealed(reinterpret_cast<const char *>(&Start), sizeof(Start));
  return Sealed.append(Entry);
}

LoadOutcome remote::unseal(ByteView Sealed, const std::optional<Secret> &Shared,
                           ByteView &Entry) {
  Header Start;
  if (Sealed.size() < sizeof(Start))
    return LoadOutcome::Truncated;
  std::memcpy(&Start, Sealed.data(), sizeof(Start));
  if (std::memcmp(Start.Magic, Magic, sizeof(Magic)) != 0)
    return LoadOutcome::BadMagic;
  if (Start.Version != Version)
    return LoadOutcome::OtherVersion;
  Entry = Sealed.substr(sizeof(Start));
  if (Shared && (!(Start.Flags & HasDigest) ||
                 !sameDigest(digestOf(Start, Entry, *Shared), Start.Digest)))
    return LoadOutcome::NotAuthentic;
  return LoadOutcome::Hit;
}
