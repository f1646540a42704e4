//===- FillCache.cpp - A folder with many entries -------------------------===//
//
// Part of the OMP-JIT project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// fill-cache FOLDER COUNT: stores entries of 4 KiB, which are intact but of no
// program, until there are COUNT. For scripts/bench-scale.
//
//===----------------------------------------------------------------------===//

#include "ompjit/Cache/DiskStore.h"

#include <cstdio>
#include <cstdlib>

using namespace ompjit::cache;

int main(int Count, char **Arguments) {
  if (Count != 3) {
    std::fprintf(stderr, "usage: fill-cache FOLDER COUNT\n");
    return 2;
  }
  DiskStore::Options Options;
  Options.Folder = Arguments[1];
  Options.LimitBytes = UINT64_MAX / 2;
  DiskStore Store(Options);
  const std::string Payload(3000, 'x');
  const unsigned long NumEntries = std::strtoul(Arguments[2], nullptr, 10);
  for (unsigned long I = 0; I != NumEntries; ++I) {
    KeyFields Fields;
    Fields.Package = std::string(32, char(I % 64));
    Fields.Image = "kernel";
    Fields.Kernel = "kernel" + std::to_string(I);
    Fields.Triple = "x86_64-pc-linux-gnu";
    const std::string Canonical = canonicalFields(Fields);
    const StoreOutcome Outcome =
        Store.store(keyOf(Canonical), Canonical, Payload, 1000000);
    if (Outcome != StoreOutcome::Stored &&
        Outcome != StoreOutcome::AlreadyThere) {
      std::fprintf(stderr, "fill-cache: error: %s: an entry was not stored\n",
                   Arguments[1]);
      return 1;
    }
  }
  return 0;
}
