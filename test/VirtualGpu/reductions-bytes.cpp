// Reductions of what is no multiple of four bytes.
// RUN: %run-gpus %t %s
// RUN: %run-gpus --levels=O2 --gpus=sm_90,gfx90a %t.debug %s -g

#include <cstdio>

struct Color {
  unsigned char Red = 0, Green = 0, Blue = 0;
};
#pragma omp declare reduction(add:Color : (                                    \
        omp_out.Red += omp_in.Red, omp_out.Green += omp_in.Green,              \
            omp_out.Blue += omp_in.Blue)) initializer(omp_priv = Color())

template <typename T, int Size> static void arrays(const char *Type) {
  T Sums[Size], Single = 1;
  for (int I = 0; I < Size; ++I)
    Sums[I] = T(I);
#pragma omp target teams distribute parallel for num_teams(3) thread_limit(96) \
    reduction(+ : Sums, Single) map(Sums, Single)
  for (int I = 0; I < 600; ++I) {
    Sums[I % Size] += T(I % 7 == 0);
    Single += T(I % 25 == 3);
  }
  std::printf("%s:", Type);
  for (T Each : Sums)
    std::printf(" %d", int(Each));
  std::printf("; %d\n", int(Single));
}

int main() {
  arrays<signed char, 3>("signed char[3]");
  arrays<unsigned char, 5>("unsigned char[5]");
  arrays<signed char, 7>("signed char[7]");
  arrays<unsigned char, 13>("unsigned char[13]");
  arrays<short, 3>("short[3]");
  arrays<unsigned short, 7>("unsigned short[7]");
  Color Sum;
#pragma omp target teams distribute parallel for num_teams(3) thread_limit(96) \
    reduction(add : Sum) map(Sum)
  for (int I = 0; I < 600; ++I) {
    Sum.Red += I % 5 == 0;
    Sum.Green += I % 3 == 0;
    Sum.Blue += I % 4 == 0;
  }
  std::printf("%d %d %d\n", Sum.Red, Sum.Green, Sum.Blue);
}
