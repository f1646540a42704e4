// Parts of floating-point numbers in memory: members of packed structures, single bytes.
// RUN: %run-gpus %t.gpus %s
// RUN: %link-ahead %t.ahead %s

#include "expect.h"
#include <cstring>

constexpr int N = 64;

struct __attribute__((packed)) Packed {
  char First;
  float Single;
  double Double;
  float Last;
};
struct __attribute__((packed, aligned(2))) Even {
  short First;
  float Single;
};

#pragma omp begin declare target
static void fill(int I, Packed &P, Even &E, unsigned char *Bytes,
                 unsigned short &Half) {
  P.First = char(I);
  P.Single = float(I) * 1.5f + 0.25f;
  P.Double = double(I) * 2.5 + 0.125;
  P.Last = P.Single * 2;
  E.Single = P.Last + 1.75f;
  const float Sum = float(I) * 1.5f + 300.25f;
  std::memcpy(Bytes, &Sum, sizeof(Sum));
  unsigned Bits;
  std::memcpy(&Bits, &Sum, sizeof(Sum));
  Half = static_cast<unsigned short>(Bits);
}
#pragma omp end declare target

int main() {
  Packed P[N] = {};
  Even E[N] = {};
  unsigned char Bytes[N][4];
  unsigned short Halves[N];
#pragma omp target teams distribute parallel for map(tofrom : P, E)            \
    map(from : Bytes, Halves)
  for (int I = 0; I < N; ++I)
    fill(I, P[I], E[I], Bytes[I], Halves[I]);
  for (int I = 0; I < N; ++I) {
    Packed OnHost = {};
    Even EvenOnHost = {};
    unsigned char ByteOnHost[4];
    unsigned short Half;
    fill(I, OnHost, EvenOnHost, ByteOnHost, Half);
    expect("a packed structure", std::memcmp(&P[I], &OnHost, sizeof(Packed)),
           0);
    expect("a float at an even address", float(E[I].Single),
           float(EvenOnHost.Single));
    expect("bytes", std::memcmp(Bytes[I], ByteOnHost, 4), 0);
    expect("a half", Halves[I], Half);
  }
  return finish();
}
