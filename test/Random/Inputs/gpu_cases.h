// What random programs for GPUs share: conversions that are defined for all
// values, arguments, and how results are compared.

#ifndef OMPJIT_TEST_RANDOM_GPU_CASES_H
#define OMPJIT_TEST_RANDOM_GPU_CASES_H

#include <omp.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <limits>
#include <numeric>
#include <type_traits>
#include <utility>

using u64 = uint64_t;
using u128 = unsigned __int128;
using i128 = __int128;

/// Numbers with a fraction hold integers.
template <typename T> inline u64 whole(T X) {
  if constexpr (std::is_floating_point_v<T>)
    return u64(int64_t(X));
  else
    return u64(X);
}
/// Small, so that many of them can be added exactly.
template <typename T> inline T bounded(T X) {
  if constexpr (std::is_floating_point_v<T>)
    return T(int64_t(X) % 1000);
  else
    return T(X % 100);
}

/// FNV-1a over all results.
struct Digest {
  u64 Hash = 0xcbf29ce484222325;
  void add(const void *Data, size_t Size) {
    for (size_t I = 0; I < Size; ++I)
      Hash =
          (Hash ^ static_cast<const unsigned char *>(Data)[I]) * 0x100000001b3;
  }
};

template <typename T> void fillOne(T &Found, T &Expected, u64 Seed) {
  u64 Z = Seed * 0x9e3779b97f4a7c15;
  Z = (Z ^ (Z >> 30)) * 0xbf58476d1ce4e5b9;
  Z ^= Z >> 27;
  if constexpr (std::is_floating_point_v<T>)
    Found = T(int(Z % 201) - 100);
  else if constexpr (std::is_same_v<T, bool>)
    Found = Z % 2;
  else
    Found = Z % 3 ? T(Z % 100) : T(Z >> 8);
  Expected = Found;
}
template <typename T> void fill(T &Found, T &Expected, u64 Seed) {
  fillOne(Found, Expected, Seed);
}
template <typename T, size_t Size>
void fill(T (&Found)[Size], T (&Expected)[Size], u64 Seed) {
  for (size_t I = 0; I < Size; ++I)
    fillOne(Found[I], Expected[I], Seed * 1000 + I);
}

/// Tells the first difference.
template <typename T, size_t Size>
bool sameElements(const char *Program, const char *Name, const T *Found,
                  const T *Expected, Digest &D) {
  D.add(Expected, Size * sizeof(T));
  for (size_t I = 0; I < Size; ++I)
    if (std::memcmp(&Found[I], &Expected[I], sizeof(T)) != 0) {
      std::printf("%s: %s[%zu] is %.17g instead of %.17g\n", Program, Name, I,
                  double(Found[I]), double(Expected[I]));
      return false;
    }
  return true;
}
template <typename T, size_t Size>
bool same(const char *Program, const char *Name, const T (&Found)[Size],
          const T (&Expected)[Size], Digest &D) {
  return sameElements<T, Size>(Program, Name, Found, Expected, D);
}
template <typename T>
bool same(const char *Program, const char *Name, const T &Found,
          const T &Expected, Digest &D) {
  return sameElements<T, 1>(Program, Name, &Found, &Expected, D);
}

struct Program {
  int Number;
  bool (*test)(Digest &D);
};

/// Runs those whose numbers are arguments, or all.
inline int runPrograms(const Program *Programs, size_t Size, int Count,
                       char **Arguments) {
  Digest D;
  int Run = 0, Different = 0;
  for (const Program *P = Programs; P != Programs + Size; ++P) {
    bool IsChosen = Count < 2;
    for (int I = 1; I < Count; ++I)
      IsChosen |= std::atoi(Arguments[I]) == P->Number;
    if (!IsChosen)
      continue;
    // Known also where the process ends here.
    std::printf("program %d\n", P->Number);
    std::fflush(stdout);
    ++Run;
    Different += !P->test(D);
  }
  std::printf("%d programs, %d different, %016llx\n", Run, Different,
              static_cast<unsigned long long>(D.Hash));
  return Different != 0;
}

#endif // OMPJIT_TEST_RANDOM_GPU_CASES_H
