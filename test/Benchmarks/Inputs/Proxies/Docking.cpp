//===- Docking.cpp - How well molecules fit -------------------------------===//
//
// Part of the OMP-JIT project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Scores many poses of a small molecule in a large one by the distances of
// their atoms, with a cutoff, and keeps the best.
//
//===----------------------------------------------------------------------===//

#include "Proxy.h"

#include <vector>

struct Atom {
  float X, Y, Z, Charge;
  int Kind;
};
struct Pose {
  float Turn, X, Y, Z;
};

static float score(const Atom *Large, int NumLarge, const Atom *Small,
                   int NumSmall, const float *Radii, const Pose &At,
                   float Cutoff) {
  const float Cos = std::cos(At.Turn), Sin = std::sin(At.Turn);
  float Sum = 0;
  for (int I = 0; I < NumSmall; ++I) {
    const Atom &A = Small[I];
    const float X = Cos * A.X - Sin * A.Y + At.X,
                Y = Sin * A.X + Cos * A.Y + At.Y, Z = A.Z + At.Z;
    for (int J = 0; J < NumLarge; ++J) {
      const Atom &B = Large[J];
      const float Dx = X - B.X, Dy = Y - B.Y, Dz = Z - B.Z;
      const float Square = Dx * Dx + Dy * Dy + Dz * Dz;
      if (Square > Cutoff * Cutoff)
        continue;
      const float Distance = std::sqrt(Square) + 0.1f;
      const float Touch = Radii[A.Kind] + Radii[B.Kind] - Distance;
      Sum += A.Charge * B.Charge / Distance;
      if (Touch > 0)
        Sum += 4 * Touch * Touch;
    }
  }
  return Sum;
}

static Atom atom(uint64_t Seed, float Size) {
  auto Number = [Seed](int I) { return float(proxy::random(Seed * 5 + I)); };
  return {Size * Number(0), Size * Number(1), Size * Number(2),
          Number(3) - 0.5f, int(4 * Number(4))};
}

int main(int Count, char **Arguments) {
  const int NumPoses = 800 / proxy::divisor(Count, Arguments) + 16;
  const int NumLarge = 400, NumSmall = 26;
  const float Cutoff = 8;
  const float Radii[4] = {1.2f, 1.5f, 1.7f, 1.8f};
  std::vector<Atom> Larges, Smalls;
  std::vector<Pose> AllPoses;
  std::vector<float> Scores(NumPoses);
  for (int I = 0; I < NumLarge; ++I)
    Larges.push_back(atom(I, 20));
  for (int I = 0; I < NumSmall; ++I)
    Smalls.push_back(atom(1000 + I, 5));
  for (int I = 0; I < NumPoses; ++I) {
    auto Number = [I](int J) { return float(proxy::random(9000 + 4 * I + J)); };
    AllPoses.push_back(
        {6 * Number(0), 15 * Number(1), 15 * Number(2), 15 * Number(3)});
  }
  const Atom *Large = Larges.data(), *Small = Smalls.data();
  const Pose *Poses = AllPoses.data();
  float *Score = Scores.data();
#pragma omp target data map(to : Large[ : NumLarge], Small[ : NumSmall])       \
    map(to : Poses[ : NumPoses], Radii) map(from : Score[ : NumPoses])
  proxy::run(20, [&](int) {
#pragma omp target teams distribute parallel for
    for (int I = 0; I < NumPoses; ++I)
      Score[I] =
          score(Large, NumLarge, Small, NumSmall, Radii, Poses[I], Cutoff);
  });
  double Digest = 0;
  for (int I = 0; I < NumPoses; ++I)
    Digest += Score[I];
  for (int I = 0; I < NumPoses; I += NumPoses / 8) {
    // In single precision sums in another order differ by more.
    const float Expected =
        score(Large, NumLarge, Small, NumSmall, Radii, Poses[I], Cutoff);
    proxy::check(0, std::fabs(Expected - Score[I]) >
                        1e-3f * (std::fabs(Expected) + 1));
  }
  proxy::finish(Digest);
}
