//===- OpenLibrary.cpp - The cost of opening a shared object --------------===//
//
// Part of the OMP-JIT project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Opens the shared object that is named on the command line and prints the
// seconds. It is a process of its own, because each process opens a library
// only once.
//
//===----------------------------------------------------------------------===//

#include <chrono>
#include <cstdio>
#include <dlfcn.h>

int main(int Argc, char **Argv) {
  if (Argc != 2) {
    std::fprintf(stderr, "usage: %s LIBRARY\n", Argv[0]);
    return 2;
  }
  auto Start = std::chrono::steady_clock::now();
  if (!::dlopen(Argv[1], RTLD_LAZY | RTLD_LOCAL)) {
    std::fprintf(stderr, "%s\n", ::dlerror());
    return 1;
  }
  std::chrono::duration<double> Took = std::chrono::steady_clock::now() - Start;
  std::printf("%.9f\n", Took.count());
  return 0;
}
