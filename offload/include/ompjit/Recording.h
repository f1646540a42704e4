//===- ompjit/Recording.h - A recorded launch of a kernel -----------------===//
//
// Part of the OMP-JIT project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// What libomptarget writes while it records and ompjit-kernel-replay reads: a
// descriptor in JSON, and beside it the device image or JIT package, the
// device's memory before the kernel and, if wanted, after it. The format is in
// docs/record-replay.md.
//
// parse() trusts nothing: a Descriptor that it returns is consistent in itself,
// so that its users only have to check the sizes of the files.
//
// All types are values that own what they hold; none is shared between threads.
//
//===----------------------------------------------------------------------===//

#ifndef OMPJIT_RECORDING_H
#define OMPJIT_RECORDING_H

#include "ompjit/Support/Bytes.h"
#include "ompjit/Support/Result.h"

#include <array>
#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace ompjit::recording {

/// Changes with every change that an older reader would misread.
constexpr uint64_t Version = 1;
constexpr std::string_view FormatName = "ompjit-recording";

/// Device memory.
struct Range {
  uint64_t Address = 0;
  uint64_t Bytes = 0;
};

/// A `declare target` variable.
struct Global {
  std::string Name;
  Range Place;
};

/// A file beside the descriptor.
struct File {
  std::string Name; ///< Without any folder.
  uint64_t Bytes = 0;
  uint64_t Checksum = 0; ///< XXH3, 64 bits.
};

/// What was bound to a late-bound function of the kernel.
struct Binding {
  std::string Function; ///< Its symbol.
  std::string Fragment; ///< Its name, for people.
  File Code;
};

struct Launch {
  std::vector<uint64_t> Arguments;
  std::array<uint32_t, 3> NumTeams = {};
  std::array<uint32_t, 3> ThreadLimit = {};
  uint64_t TripCount = 0;
  uint32_t DynamicMemoryBytes = 0;
};

struct Descriptor {
  std::string Kernel; ///< Its entry name.
  std::string Plugin; ///< "host", "cuda", ...
  uint32_t DeviceId = 0;
  recording::Launch Launch;
  /// Covers all device memory of the program.
  Range Memory;
  /// The allocations, by address, none overlapping another.
  std::vector<Range> Blocks;
  /// Parts of blocks whose content the runtime knew before the launch, and each
  /// of which the kernel reached through a single argument. Code may be
  /// compiled for what was in them.
  std::vector<Range> Known;
  std::vector<Global> Globals;
  File Image;
  std::vector<Binding> Bound;
  /// The bytes of all blocks, then of all globals, without gaps.
  File Input;
  std::optional<File> Output;
  /// Set by parse(): the descriptor was not changed since it was written.
  bool IsIntact = true;

  /// Bytes of all blocks and globals.
  uint64_t memoryBytes() const;
  /// Returns the block that all of \p Part lies in, or null.
  const Range *blockAround(const Range &Part) const;
};

std::string write(const Descriptor &);

/// The error names the field that is wrong.
Result<Descriptor> parse(ByteView Json);

/// Makes a file name of a kernel's name: short, of letters, digits, '_' and '-'
/// only, and different for different kernels.
std::string fileNameFor(std::string_view Kernel);

} // namespace ompjit::recording

#endif // OMPJIT_RECORDING_H
