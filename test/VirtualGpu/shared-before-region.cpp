// What a team's threads share is set, copied and read before and after a parallel region by one thread, or by none too early.
// RUN: %run-gpus --checked --levels=O1,O3 --gpus=sm_90,gfx90a %t %s
// RUN: %run-gpus --compiler=%packaged_clangxx --checked --levels=O2 --gpus=%packaged_gpus %t.packaged %s

#include <complex>
#include <cstdio>
#include <cstring>

#pragma omp declare reduction(plus : std::complex<double> : omp_out += omp_in)

enum { Teams = 12, Size = 64 };

struct Record {
  int Values[20];
  double Weight;
};

#pragma omp begin declare target
[[gnu::noinline]] static void clear(int *Values, int Count) {
  memset(Values, 0, Count * sizeof(int));
}

[[gnu::noinline]] static Record made(int Value) {
  Record Made = {{1, 2, 3, 4, 5, 6, 7, 8, 9}, 0.5};
  Made.Values[0] = Value;
  return Made;
}
#pragma omp end declare target

static void print(const char *Title, const int *Values) {
  printf("%s:", Title);
  for (int I = 0; I < Teams; ++I)
    printf(" %d", Values[I]);
  puts("");
}

/// Set to zero, then counted in, then read.
static void histogram() {
  int Out[Teams];
#pragma omp target teams distribute map(from : Out)
  for (int B = 0; B < Teams; ++B) {
    int Counts[Size] = {0};
#pragma omp parallel for
    for (int I = B * 256; I < B * 256 + 256; ++I) {
#pragma omp atomic
      Counts[I % Size]++;
    }
    int Sum = 0;
    for (int I = 0; I < Size; ++I)
      Sum += Counts[I] * (I % 3);
    Out[B] = Sum;
  }
  print("histogram", Out);
}

/// The next round sets to zero what this one reads, with nothing in between.
static void rounds() {
  int Out[Teams] = {};
#pragma omp target teams num_teams(2) map(tofrom : Out)
  {
    int Total = 0;
    for (int Round = 0; Round < 5; ++Round) {
      int Counts[Size] = {0};
#pragma omp parallel for
      for (int I = 0; I < 4 * Size; ++I) {
#pragma omp atomic
        Counts[I % Size] += Round;
      }
      for (int I = 0; I < Size; ++I)
        Total += Counts[I];
    }
#pragma omp atomic write
    Out[0] = Total;
  }
  print("rounds", Out);
}

static void complexSum() {
  std::complex<double> In[10 * Teams];
  int Out[Teams];
  for (int I = 0; I < 10 * Teams; ++I)
    In[I] = {double(I), double(-I)};
#pragma omp target teams distribute map(to : In) map(from : Out)
  for (int B = 0; B < Teams; ++B) {
    std::complex<double> Sum(0);
#pragma omp parallel for reduction(plus : Sum)
    for (int I = 10 * B; I < 10 * B + 10; ++I)
      Sum += In[I];
    Out[B] = int(Sum.real() - Sum.imag());
  }
  print("complex", Out);
}

/// Copies of a constant and of what a function returns.
static void records() {
  int Out[Teams];
#pragma omp target teams distribute map(from : Out)
  for (int B = 0; B < Teams; ++B) {
    Record Own = {{9, 8, 7, 6, 5}, 2.0}, Other = made(B);
    const Record Before = Own;
#pragma omp parallel for
    for (int I = 0; I < 20; ++I) {
      Own.Values[I] += Other.Values[(I + 1) % 20];
      Other.Weight = 1.5;
    }
    Record Copy = Own;
    Own = Before;
    int Sum = int(10 * Other.Weight);
    for (int I = 0; I < 20; ++I)
      Sum += Copy.Values[I] * (I + 1) - Own.Values[I];
    Out[B] = Sum;
  }
  print("records", Out);
}

/// Moved once for each round, not once for each thread.
static void moves(int Count) {
  int Out[Teams] = {}, All[Teams * Size];
#pragma omp target teams distribute map(from : All) map(tofrom : Out)
  for (int B = 0; B < Teams; ++B) {
    int *Mine = All + B * Size;
    clear(Mine, Count);
    Mine[0] = B + 1;
    for (int Round = 0; Round < 3; ++Round) {
      memmove(Mine + 1, Mine, (Count - 1) * sizeof(int));
#pragma omp parallel for
      for (int I = 0; I < Size; ++I) {
#pragma omp atomic
        Out[B] += Mine[I] * (I + 1);
        if (I > 60)
          Mine[I]++;
      }
    }
  }
  print("moves", Out);
}

/// The same function before a region and in one.
static void inside() {
  int Out[Teams];
#pragma omp target teams distribute map(from : Out)
  for (int B = 0; B < Teams; ++B) {
    int Shared[Size];
    clear(Shared, Size);
#pragma omp parallel for num_threads(40)
    for (int I = 0; I < 128; ++I) {
      int Own[8];
      clear(Own, 8);
      Own[I % 8] += I;
#pragma omp atomic
      Shared[I % Size] += Own[(I + B) % 8];
    }
    int Sum = 0;
    for (int Value : Shared)
      Sum += Value;
    Out[B] = Sum;
  }
  print("inside", Out);
}

/// Read by all before a region that writes to it, and after.
static void readBefore() {
  int Out[Teams];
#pragma omp target teams distribute map(from : Out)
  for (int B = 0; B < Teams; ++B) {
    int Value = B, Sum = 0;
    for (int Round = 0; Round < 3; ++Round) {
      Sum = Sum * 3 + Value;
#pragma omp parallel
      {
#pragma omp single
        Value = 5 + Value;
      }
      Sum += Value;
    }
    Out[B] = Sum;
  }
  print("read before", Out);
}

int main() {
  histogram();
  rounds();
  complexSum();
  records();
  moves(Size);
  inside();
  readBefore();
}
