//===- Comparison.cpp - Compares replayed memory --------------------------===//
//
// Part of the OMP-JIT project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Comparison.h"

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <vector>

namespace ompjit::replay {

namespace {

std::string hex(uint64_t Value) {
  char Text[2 + 16 + 1];
  std::snprintf(Text, sizeof(Text), "0x%llx",
                static_cast<unsigned long long>(Value));
  return Text;
}

/// A block or global, and the position of its bytes in the file.
struct Piece {
  recording::Range Place;
  std::string Name;
  uint64_t Begin;
};

/// Returns a name such as "argument 2", which readers of the kernel's source
/// understand, if an argument points into the block.
std::string nameOf(const recording::Descriptor &D,
                   const recording::Range &Block) {
  std::string Name = "the block at " + hex(Block.Address);
  for (size_t I = 0; I < D.Launch.Arguments.size(); ++I)
    if (D.Launch.Arguments[I] - Block.Address < Block.Bytes)
      return Name + ", to which argument " + std::to_string(I) + " points";
  return Name;
}

std::vector<Piece> piecesOf(const recording::Descriptor &D) {
  std::vector<Piece> All;
  uint64_t Begin = 0;
  for (const recording::Range &Each : D.Blocks) {
    All.push_back({Each, nameOf(D, Each), Begin});
    Begin += Each.Bytes;
  }
  for (const recording::Global &Each : D.Globals) {
    All.push_back({Each.Place, "the variable '" + Each.Name + "'", Begin});
    Begin += Each.Place.Bytes;
  }
  return All;
}

} // namespace

std::string describeDifference(const recording::Descriptor &D,
                               const std::string &Recorded,
                               const std::string &Replayed) {
  const auto First =
      std::mismatch(Recorded.begin(), Recorded.end(), Replayed.begin()).first;
  if (First == Recorded.end())
    return "";
  const auto At = uint64_t(First - Recorded.begin());
  uint64_t Count = 0;
  for (size_t I = At; I < Recorded.size(); ++I)
    Count += Recorded[I] != Replayed[I];
  std::string Text = std::to_string(Count) + " bytes differ, the first ";
  for (const Piece &Each : piecesOf(D))
    if (At - Each.Begin < Each.Place.Bytes)
      Text += "at " + hex(Each.Place.Address + (At - Each.Begin)) + ", byte " +
              std::to_string(At - Each.Begin) + " of " + Each.Name;
  auto Byte = [At](const std::string &From) {
    return hex(static_cast<unsigned char>(From[At]));
  };
  return Text + ": recorded " + Byte(Recorded) + ", replayed " + Byte(Replayed);
}

/// Whether the bytes can be a number that a program computes with. All integers
/// but very large ones would be tiny as floating-point numbers; such numbers
/// are not taken for rounded ones, because integers must be the same.
template <typename Float> static bool isPlausible(Float Number) {
  constexpr int MostExponent = sizeof(Float) == sizeof(double) ? 200 : 60;
  return std::isnormal(Number) && std::abs(std::ilogb(Number)) <= MostExponent;
}

template <typename Float> static Float numberAt(const char *Bytes) {
  Float Number;
  std::memcpy(&Number, Bytes, sizeof(Float));
  return Number;
}

template <typename Float>
static bool isSameButRounding(const char *A, const char *B, double Share) {
  const Float Left = numberAt<Float>(A), Right = numberAt<Float>(B);
  return isPlausible(Left) && std::fabs(double(Left) - double(Right)) <=
                                  Share * std::fabs(double(Left));
}

/// \p Size is 8, or less at the end of a piece. What is no double must be two
/// floats.
static bool isSameButRounding(const char *A, const char *B, size_t Size) {
  if (std::memcmp(A, B, Size) == 0 ||
      (Size == sizeof(double) && isSameButRounding<double>(A, B, 1e-9)))
    return true;
  for (size_t I = 0; I + sizeof(float) <= Size; I += sizeof(float)) {
    const bool IsSame = std::memcmp(A + I, B + I, sizeof(float)) == 0;
    const auto Number = numberAt<float>(A + I);
    if (IsSame ? Number != 0 && !isPlausible(Number)
               : !isSameButRounding<float>(A + I, B + I, 1e-4))
      return false;
  }
  return Size % sizeof(float) == 0;
}

bool differOnlyByRounding(const recording::Descriptor &D,
                          const std::string &Recorded,
                          const std::string &Replayed) {
  for (const Piece &Each : piecesOf(D))
    for (uint64_t I = 0; I < Each.Place.Bytes; I += sizeof(double))
      if (!isSameButRounding(
              &Recorded[Each.Begin + I], &Replayed[Each.Begin + I],
              std::min<uint64_t>(sizeof(double), Each.Place.Bytes - I)))
        return false;
  return true;
}

} // namespace ompjit::replay
