// The C library's strings and memory in device code.
// RUN: %run-gpus %t.gpus %s
// RUN: %link-ahead %t.ahead %s

#include "expect.h"
#include <cstdlib>
#include <cstring>

static int sign(long X) { return (X > 0) - (X < 0); }
#pragma omp declare target(sign)

/// The same code on the device and on the host.
#define LIBRARY(Results, A, B, Size)                                           \
  {                                                                            \
    char Copy[64], Other[64];                                                  \
    memset(Copy, 0, sizeof(Copy));                                             \
    memset(Other, 'z', sizeof(Other));                                         \
    Results[0] = int(strlen(A));                                               \
    Results[1] = int(strnlen(A, 3));                                           \
    Results[2] = sign(strcmp(A, B));                                           \
    Results[3] = sign(strncmp(A, B, 2));                                       \
    Results[4] = sign(memcmp(A, B, size_t(Size)));                             \
    Results[5] = int(strcpy(Copy, A) - Copy) + Copy[1];                        \
    Results[6] = int(strlen(strcat(Copy, B)));                                 \
    Results[7] = int(strlen(strncat(Copy, A, 2)));                             \
    Results[8] = int(strncpy(Other, B, 20)[19]) + Other[20];                   \
    Results[9] = strchr(A, 'l') ? int(strchr(A, 'l') - A) : -1;                \
    Results[10] = strrchr(A, 'l') ? int(strrchr(A, 'l') - A) : -1;             \
    Results[11] = strstr(A, "lo") ? int(strstr(A, "lo") - A) : -1;             \
    Results[12] = int(strspn(A, "ehl"));                                       \
    Results[13] = int(strcspn(A, "o w"));                                      \
    Results[14] = strpbrk(A, "wol") ? int(strpbrk(A, "wol") - A) : -1;         \
    const void *Found = memchr(A, 'o', size_t(Size));                          \
    Results[15] = Found ? int(static_cast<const char *>(Found) - A) : -1;      \
    memmove(Copy + 2, Copy, 10);                                               \
    memcpy(Other, Copy, 30);                                                   \
    memmove(Other, Other + 3, 20);                                             \
    int Sum = 0;                                                               \
    for (int I = 0; I < 30; ++I)                                               \
      Sum = (Sum * 31 + Other[I] + Copy[I]) % 65521;                           \
    Results[16] = Sum;                                                         \
    char *Memory = static_cast<char *>(malloc(size_t(Size) + 1));              \
    char *Zeros = static_cast<char *>(calloc(10, 7));                          \
    memcpy(Memory, A, size_t(Size) + 1);                                       \
    Sum = 0;                                                                   \
    for (int I = 0; I < 70; ++I)                                               \
      Sum += Zeros[I];                                                         \
    Results[17] = sign(strcmp(Memory, A)) + Sum;                               \
    free(Memory);                                                              \
    free(Zeros);                                                               \
    free(nullptr);                                                             \
    Results[18] = abs(-Size) + int(labs(-7l));                                 \
  }

static void compare(const char *A, const char *B) {
  int Device[19], Host[19];
  const int Size = int(strlen(A)), Other = int(strlen(B));
#pragma omp target map(from : Device) map(to : A[ : Size + 1], B[ : Other + 1])
  LIBRARY(Device, A, B, Size)
  LIBRARY(Host, A, B, Size)
  for (int I = 0; I < 19; ++I)
    if (Device[I] != Host[I])
      printf("%s, %s, %d: ", A, B, I), expect("result", Device[I], Host[I]);
}

/// Lanes of a warp with strings of different lengths.
static void lanes() {
  int Lengths[64] = {};
#pragma omp target parallel for num_threads(64) map(Lengths)
  for (int I = 0; I < 64; ++I) {
    char Text[80];
    memset(Text, 'a' + I % 26, sizeof(Text));
    Text[I] = 0;
    strcat(Text, "tail");
    Lengths[I] = int(strlen(Text)) + 100 * (strchr(Text, 't') != nullptr);
  }
  for (int I = 0; I < 64; ++I)
    expect("lengths", Lengths[I], I + 104);
}

int main() {
  compare("hello world", "hello");
  compare("hello world", "hello there");
  compare("", "x");
  compare("yellow", "");
  compare("a string that is longer", "a string");
  lanes();
  return finish();
}
