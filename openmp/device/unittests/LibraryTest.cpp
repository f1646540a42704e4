//===- LibraryTest.cpp - Tests of the functions of the C library ----------===//
//
// Part of the OMP-JIT project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "GpuTest.h"
#include "Print.h"

#include <cstring>
#include <string>
#include <vector>

using namespace ompjit::device;

#define OMPJIT_DECLARE(Result, Name, ...)                                      \
  extern "C" Result device_##Name(__VA_ARGS__)
OMPJIT_DECLARE(void *, memcpy, void *, const void *, size_t);
OMPJIT_DECLARE(void *, memmove, void *, const void *, size_t);
OMPJIT_DECLARE(void *, memset, void *, int, size_t);
OMPJIT_DECLARE(int, memcmp, const void *, const void *, size_t);
OMPJIT_DECLARE(void *, memchr, const void *, int, size_t);
OMPJIT_DECLARE(size_t, strlen, const char *);
OMPJIT_DECLARE(size_t, strnlen, const char *, size_t);
OMPJIT_DECLARE(int, strcmp, const char *, const char *);
OMPJIT_DECLARE(int, strncmp, const char *, const char *, size_t);
OMPJIT_DECLARE(char *, strcpy, char *, const char *);
OMPJIT_DECLARE(char *, stpcpy, char *, const char *);
OMPJIT_DECLARE(char *, strncpy, char *, const char *, size_t);
OMPJIT_DECLARE(char *, strcat, char *, const char *);
OMPJIT_DECLARE(char *, strncat, char *, const char *, size_t);
OMPJIT_DECLARE(char *, strchr, const char *, int);
OMPJIT_DECLARE(char *, strrchr, const char *, int);
OMPJIT_DECLARE(char *, strstr, const char *, const char *);
OMPJIT_DECLARE(size_t, strspn, const char *, const char *);
OMPJIT_DECLARE(size_t, strcspn, const char *, const char *);
OMPJIT_DECLARE(char *, strpbrk, const char *, const char *);
OMPJIT_DECLARE(void *, calloc, size_t, size_t);
OMPJIT_DECLARE(int, printf, const char *, ...);
OMPJIT_DECLARE(int, __cxa_guard_acquire, uint64_t *);
OMPJIT_DECLARE(void, __cxa_guard_release, uint64_t *);

namespace {

const char *const Texts[] = {"",     "a",   "b",     "ab",
                             "abc",  "abd", "bc",    "cab",
                             "\xff", "aab", "hello", "hello world"};

int sign(int Value) { return (Value > 0) - (Value < 0); }

TEST(Strings, AreComparedAsInC) {
  for (const char *A : Texts)
    for (const char *B : Texts) {
      EXPECT_EQ(sign(device_strcmp(A, B)), sign(std::strcmp(A, B)));
      for (size_t N = 0; N < 8; ++N)
        EXPECT_EQ(sign(device_strncmp(A, B, N)), sign(std::strncmp(A, B, N)));
      const size_t Both = std::min(std::strlen(A), std::strlen(B));
      EXPECT_EQ(sign(device_memcmp(A, B, Both)), sign(std::memcmp(A, B, Both)));
      EXPECT_EQ(device_strstr(A, B), std::strstr(A, B));
      EXPECT_EQ(device_strspn(A, B), std::strspn(A, B));
      EXPECT_EQ(device_strcspn(A, B), std::strcspn(A, B));
      EXPECT_EQ(device_strpbrk(A, B), std::strpbrk(A, B));
    }
}

TEST(Strings, AreMeasuredAndSearchedAsInC) {
  for (const char *A : Texts) {
    EXPECT_EQ(device_strlen(A), std::strlen(A));
    EXPECT_EQ(device_strnlen(A, 2), strnlen(A, 2));
    for (int C : {0, int('a'), int('b'), int('l'), 0xff, -1}) {
      EXPECT_EQ(device_strchr(A, C), std::strchr(A, C));
      EXPECT_EQ(device_strrchr(A, C), std::strrchr(A, C));
      EXPECT_EQ(device_memchr(A, C, std::strlen(A)),
                std::memchr(A, C, std::strlen(A)));
    }
  }
}

TEST(Strings, AreCopiedAsInC) {
  for (const char *A : Texts)
    for (size_t N = 0; N < 8; ++N) {
      char Mine[32], Theirs[32];
      auto Check = [&](auto Change) {
        for (char *Each : {Mine, Theirs}) {
          std::memset(Each, '#', sizeof(Mine));
          std::strcpy(Each, "start");
        }
        Change();
        EXPECT_EQ(std::string(Mine, 32), std::string(Theirs, 32)) << A << N;
      };
      Check([&] {
        EXPECT_EQ(device_strcpy(Mine, A), Mine);
        std::strcpy(Theirs, A);
      });
      Check([&] {
        EXPECT_EQ(device_stpcpy(Mine, A), Mine + std::strlen(A));
        std::strcpy(Theirs, A);
      });
      Check([&] {
        device_strncpy(Mine, A, N);
        strncpy(Theirs, A, N);
      });
      Check([&] {
        device_strcat(Mine, A);
        std::strcat(Theirs, A);
      });
      Check([&] {
        device_strncat(Mine, A, N);
        strncat(Theirs, A, N);
      });
      Check([&] {
        device_memmove(Mine + N, Mine + 2, 5);
        std::memmove(Theirs + N, Theirs + 2, 5);
      });
      Check([&] {
        device_memcpy(Mine + 10, Mine, N);
        device_memset(Mine + 20, 300, N);
        std::memcpy(Theirs + 10, Theirs, N);
        std::memset(Theirs + 20, 300, N);
      });
    }
}

TEST(Calloc, GivesZerosAndDoesNotRunOver) {
  auto *Place = static_cast<char *>(device_calloc(10, 10));
  for (int I = 0; I < 100; ++I)
    EXPECT_EQ(Place[I], 0);
  free(Place);
  EXPECT_EQ(device_calloc(~size_t(0) / 2, 3), nullptr);
}

/// Reads the words and texts of one record, in their order in memory.
class Printed : public testing::Test {
protected:
  Printed() : Memory(sizeof(print::Buffer) + 512) {
    __ompjit_print_buffer = reinterpret_cast<print::Buffer *>(Memory.data());
    buffer().Bytes = 512;
  }
  ~Printed() override { __ompjit_print_buffer = nullptr; }

  print::Buffer &buffer() {
    return *reinterpret_cast<print::Buffer *>(Memory.data());
  }
  uint64_t word() {
    uint64_t Value;
    std::memcpy(&Value, Memory.data() + At, sizeof(Value));
    At += 8;
    return Value;
  }
  std::string text() {
    const std::string Text = Memory.data() + At;
    At += (Text.size() + 8) & ~size_t(7);
    return Text;
  }
  std::string string() {
    EXPECT_LT(word(), 100u);
    return text();
  }
  void expectRecord(const char *Format) {
    print::Record Header;
    std::memcpy(&Header, Memory.data() + At, sizeof(Header));
    EXPECT_EQ(Header.Kind, print::Format);
    EXPECT_EQ(Header.Bytes % 8, 0u);
    End = At + Header.Bytes;
    At += sizeof(Header);
    EXPECT_EQ(text(), Format);
  }
  void expectEnd() { EXPECT_EQ(At, End); }

  std::vector<char> Memory;
  size_t At = sizeof(print::Buffer), End = 0;
};

TEST_F(Printed, HasFormatAndArguments) {
  EXPECT_EQ(device_printf("%d %u %5.2f%% %s\n", -3, 4000000000u, 1.5, "text"),
            4);
  EXPECT_EQ(device_printf("plain"), 0);
  expectRecord("%d %u %5.2f%% %s\n");
  EXPECT_EQ(int64_t(word()), -3);
  EXPECT_EQ(word(), 4000000000u);
  EXPECT_EQ(__builtin_bit_cast(double, word()), 1.5);
  EXPECT_EQ(string(), "text");
  expectEnd();
  expectRecord("plain");
  expectEnd();
  EXPECT_EQ(buffer().Used, At - sizeof(print::Buffer));
}

TEST_F(Printed, TakesIntegersByTheirLength) {
  EXPECT_EQ(device_printf("%hhd%hhu%hd%hu%ld%llu%zu%jd%td%c%x", 0x1ff, 0x1ff,
                          0x18000, 0x18000, -5l, ~0ull, size_t(7), intmax_t(8),
                          ptrdiff_t(-9), 'x', -1),
            11);
  expectRecord("%hhd%hhu%hd%hu%ld%llu%zu%jd%td%c%x");
  for (int64_t Expected :
       {-1l, 0xffl, -0x8000l, 0x8000l, -5l, -1l, 7l, 8l, -9l, long('x')})
    EXPECT_EQ(int64_t(word()), Expected);
  EXPECT_EQ(word(), 0xffffffffu);
  expectEnd();
}

TEST_F(Printed, TakesWidthsAndPrecisionsFromArguments) {
  const char NotEnded[] = {'a', 'b', 'c'};
  EXPECT_EQ(device_printf("%*d|%-*.*f|%.*s|%.2s|%.*s|%s", 5, 1, 6, 2, 3.25, 3,
                          NotEnded, NotEnded, -1, "whole", (char *)nullptr),
            11);
  expectRecord("%*d|%-*.*f|%.*s|%.2s|%.*s|%s");
  EXPECT_EQ(word(), 5u);
  EXPECT_EQ(word(), 1u);
  EXPECT_EQ(word(), 6u);
  EXPECT_EQ(word(), 2u);
  EXPECT_EQ(__builtin_bit_cast(double, word()), 3.25);
  EXPECT_EQ(word(), 3u);
  EXPECT_EQ(string(), "abc");
  EXPECT_EQ(string(), "ab");
  EXPECT_EQ(int64_t(word()), -1);
  EXPECT_EQ(string(), "whole");
  EXPECT_EQ(string(), "(null)");
  expectEnd();
}

TEST_F(Printed, IsLostWhereThereIsNoRoom) {
  int Kept = 0;
  for (int I = 0; I < 100; ++I)
    Kept += device_printf("%d", I) == 1;
  EXPECT_EQ(Kept, 512 / 24);
  EXPECT_EQ(buffer().Lost, uint64_t(100 - Kept));
  __ompjit_print_buffer = nullptr;
  EXPECT_EQ(device_printf("nobody listens"), -1);
}

struct Guards : Gpu {};
INSTANTIATE_TEST_SUITE_P(All, Guards, allGpus(), gpuName);

TEST_P(Guards, LetOneThreadMakeAnObject) {
  uint64_t Guard = 0;
  int Made = 0;
  EXPECT_EQ(simulation::run(launch(200, 3),
                            [&] {
                              if (!device___cxa_guard_acquire(&Guard))
                                return;
                              simulation::yield();
                              ++Made;
                              device___cxa_guard_release(&Guard);
                            }),
            "");
  EXPECT_EQ(Made, 1);
  EXPECT_EQ(Guard & 0xff, 1u);
}

} // namespace
