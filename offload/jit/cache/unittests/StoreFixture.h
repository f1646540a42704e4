//===- StoreFixture.h - The fixture of tests of the disk store ------------===//
//
// Part of the OMP-JIT project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef OMPJIT_CACHE_STOREFIXTURE_H
#define OMPJIT_CACHE_STOREFIXTURE_H

#include "FaultyFileSystem.h"
#include "ompjit/Cache/DiskStore.h"
#include "ompjit/Cache/Entry.h"
#include "ompjit/Support/Testing/TemporaryFolder.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cstdlib>
#include <fcntl.h>
#include <filesystem>
#include <fstream>
#include <optional>
#include <sstream>
#include <string>
#include <vector>

namespace ompjit::cache {

/// A store in a folder of its own, and access to its files.
class StoreFixture : public ::testing::Test {
protected:
  StoreFixture() {
    Options.Folder = Folder / "cache";
    Options.WaitNs = 0;
    Options.Notify = [this](DiskStore::Severity How, const std::string &What) {
      (How == DiskStore::Severity::Warning ? Warnings : Notes).push_back(What);
    };
  }

  /// Opens the store as another process would.
  std::unique_ptr<DiskStore> open() {
    return std::make_unique<DiskStore>(Options, Files);
  }

  static std::string fieldsOf(int Number) {
    KeyFields Fields;
    Fields.Kernel = "kernel" + std::to_string(Number);
    return canonicalFields(Fields);
  }
  static Key key(int Number) { return keyOf(fieldsOf(Number)); }
  static std::string payload(int Number, size_t Size = 300) {
    std::string Bytes(Size, char(Number));
    for (size_t I = 0; I < Size; I += 7)
      Bytes[I] = char(I + size_t(Number));
    return Bytes;
  }

  StoreOutcome put(DiskStore &Store, int Number, size_t Size = 300) {
    return Store.store(key(Number), fieldsOf(Number), payload(Number, Size),
                       1234);
  }
  /// Returns the payload; nothing for a miss.
  std::optional<std::string> get(DiskStore &Store, int Number) {
    DiskStore::Found Found = Store.lookup(key(Number));
    if (!Found.Image)
      return std::nullopt;
    return std::string(Found.Image->Payload);
  }

  std::string file(int Number) const {
    return Options.Folder + "/" + key(Number).hex() + ".img";
  }
  /// The space that the folder and its state take without an entry.
  static constexpr uint64_t OwnBytes = 2 * 4096;

  static std::string readFile(const std::string &Path) {
    std::ostringstream Bytes;
    Bytes << std::ifstream(Path, std::ios::binary).rdbuf();
    return Bytes.str();
  }
  /// Makes a new file that only the user can read and write.
  static void writeFile(const std::string &Path, const std::string &Bytes) {
    std::filesystem::remove(Path);
    std::ofstream(Path, std::ios::binary) << Bytes;
    std::filesystem::permissions(Path, std::filesystem::perms::owner_read |
                                           std::filesystem::perms::owner_write);
  }
  std::vector<std::string> filesInFolder() const {
    std::vector<std::string> Names;
    for (const auto &Entry :
         std::filesystem::directory_iterator(Options.Folder))
      Names.push_back(Entry.path().filename());
    return Names;
  }

  /// Returns how often a test repeats what it does: more often in the long form
  /// of the tests (scripts/stress-cache).
  static int times(int Number) {
    const char *Factor = std::getenv("OMPJIT_STRESS");
    return Number * (Factor ? std::max(1, std::atoi(Factor)) : 1);
  }

  /// Checks that the number of lookups equals the sum of their outcomes, hits
  /// included.
  static void expectLoads(const DiskStore &Store, uint64_t Looks) {
    uint64_t Sum = 0;
    Store.counters().Loads.forEach(
        [&](const char *, uint64_t Count) { Sum += Count; });
    EXPECT_EQ(Sum, Looks);
  }

  TemporaryFolder Folder;
  FaultyFileSystem Files;
  DiskStore::Options Options;
  std::vector<std::string> Warnings, Notes;
};

} // namespace ompjit::cache

#endif // OMPJIT_CACHE_STOREFIXTURE_H
