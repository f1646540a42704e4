// Scalars that regions capture by value are read through references and pointers, whatever their type.
// RUN: %run-gpus --levels=O1,O3 --gpus=sm_90,gfx90a %t %s
// RUN: %run-gpus --compiler=%packaged_clangxx --levels=O2 --gpus=%packaged_gpus %t.packaged %s

#include <algorithm>
#include <cstdio>

enum { Size = 64 };
enum class Level : short { Low = 3, High = 20 };

template <typename T> struct Arrays {
  T Out[Size], Data[Size];
  int Which[Size];
};

template <typename T> static void print(const Arrays<T> &A) {
  long Digest = 0;
  for (int I = 0; I < Size; ++I)
    Digest = (Digest * 31 + long(A.Out[I])) % 1000003;
  printf(" %ld", Digest);
}

template <typename T> static void smaller(Arrays<T> &A, T W) {
#pragma omp target teams distribute parallel for map(A.Out) map(to : A.Data)
  for (int I = 0; I < Size; ++I)
    A.Out[I] = std::min(A.Data[I], W);
  print(A);
#pragma omp target map(A.Out) map(to : A.Data)
#pragma omp parallel for firstprivate(W)
  for (int I = 0; I < Size; ++I)
    A.Out[I] = std::max(A.Data[I], W);
  print(A);
}

/// The team's code is one thread's, with a region of all.
template <typename T> static void inTeam(Arrays<T> &A, T W) {
#pragma omp target teams distribute map(A.Out) map(to : A.Data) firstprivate(W)
  for (int B = 0; B < 4; ++B) {
    T Limit = std::max(A.Data[B], W);
#pragma omp parallel for firstprivate(Limit)
    for (int I = 16 * B; I < 16 * B + 16; ++I)
      A.Out[I] = std::min(A.Data[I], std::min(Limit, W));
  }
  print(A);
#pragma omp target map(A.Out) map(to : A.Data)
  for (int I = 0; I < Size; ++I)
    A.Out[I] = std::max(A.Data[I], W);
  print(A);
}

/// Addresses that only the run tells.
template <typename T> static void chosen(Arrays<T> &A, T W) {
#pragma omp target teams distribute parallel for map(A.Out)                    \
    map(to : A.Data, A.Which) firstprivate(W)
  for (int I = 0; I < Size; ++I) {
    const T *From[4] = {&W, &A.Data[I], &A.Data[0], &A.Data[1]};
    A.Out[I] = *From[A.Which[I]];
  }
  print(A);
#pragma omp target teams distribute parallel for map(A.Out)                    \
    map(to : A.Data, A.Which) firstprivate(W)
  for (int I = 0; I < Size; ++I) {
    const T *Largest = &W;
    for (int K = 0; K < I; ++K)
      if (A.Data[K] > *Largest)
        Largest = &A.Data[K];
    A.Out[I] = *Largest;
  }
  print(A);
}

/// Each thread writes to its copy.
template <typename T> static void written(Arrays<T> &A, T W) {
#pragma omp target teams distribute parallel for map(A.Out)                    \
    map(to : A.Data, A.Which) firstprivate(W)
  for (int I = 0; I < Size; ++I) {
    T Own = A.Data[I];
    T *To = A.Which[I] & 1 ? &W : &Own;
    *To = A.Data[Size - 1 - I];
    A.Out[I] = A.Which[I] & 1 ? W : Own;
  }
  print(A);
}

template <typename T> static void all(const char *Name) {
  Arrays<T> A = {};
  for (int I = 0; I < Size; ++I) {
    A.Data[I] = T(I * 7 % 50);
    A.Which[I] = I % 4;
  }
  printf("%s:", Name);
  smaller(A, T(20));
  inTeam(A, T(20));
  chosen(A, T(20));
  written(A, T(20));
  puts("");
}

int main() {
  all<int>("int");
  all<short>("short");
  all<long long>("long long");
  all<float>("float");
  all<double>("double");
  all<bool>("bool");
  all<Level>("Level");
}
