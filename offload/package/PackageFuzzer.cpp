//===- PackageFuzzer.cpp - libFuzzer target for the package reader --------===//
//
// Part of the OMP-JIT project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Feeds bytes to PackageView::parse(), and reads all contents of a parsed
// package, including unpacked bitcode. Almost no mutation keeps the checksum
// correct, so inputs are also tried with a repaired one: the structural checks
// must suffice without it. The fuzzer is not part of the default build: build
// it with `ninja fuzz-package` and run it for a while.
//
//===----------------------------------------------------------------------===//

#include "Layout.h"
#include "ompjit/PackageBitcode.h"
#include "ompjit/Support/Checksum.h"

using namespace ompjit;

static uint64_t touch(ByteView Bytes) {
  uint64_t Sum = 0;
  for (char C : Bytes)
    Sum += uint8_t(C);
  return Sum;
}

static uint64_t readAll(const PackageView &P) {
  uint64_t Sum =
      touch(P.bytes()) + touch(P.triple()) + touch(P.arch()) + P.hasBase();
  for (uint32_t I = 0; I != P.numKernels(); ++I) {
    KernelInfo K = P.kernel(I);
    Sum += touch(K.EntryName) + touch(K.Symbol) + P.part(K.Part).PlainSize;
    for (uint32_t J = 0; J != K.NumParameters; ++J)
      Sum += P.parameter(K, J).DemandedBits;
    for (uint32_t J = 0; J != K.NumFields; ++J)
      Sum += P.parameter(K, P.field(K, J).Parameter).AlignBytes;
  }
  for (uint32_t I = 0; I != P.numGlobals(); ++I)
    Sum += touch(P.global(I).EntryName) + touch(P.global(I).Symbol);
  for (uint32_t I = 0; I != P.numLateBound(); ++I)
    Sum += touch(P.lateBound(I).Symbol) +
           touch(P.kernel(P.lateBound(I).Kernel).Symbol);
  for (uint32_t I = 0; I != P.numParts(); ++I)
    if (Result<PartBitcode> Bitcode = readPart(P, I))
      Sum += touch(Bitcode->bytes());
  for (uint32_t I = 0; I != P.numNativeImages(); ++I)
    Sum += touch(P.nativeImage(I).Arch) + touch(P.nativeImage(I).Bytes);
  return Sum;
}

static void tryToRead(ByteView Bytes) {
  Result<PackageView> Package = PackageView::parse(Bytes);
  if (!Package)
    return;
  volatile uint64_t Sink = readAll(*Package);
  (void)Sink;
}

/// Returns the same bytes with correct magic, version, size and checksum.
static std::string repaired(ByteView Bytes) {
  std::string Copy(Bytes);
  if (Copy.size() < sizeof(package::Header))
    return Copy;
  package::Header Header;
  std::memcpy(&Header, Copy.data(), sizeof(Header));
  std::memcpy(Header.Magic, package::Magic, sizeof(package::Magic));
  Header.Version = package::Version;
  Header.Size = Copy.size();
  Header.Checksum = checksum(package::checksummedPart(Copy));
  std::memcpy(Copy.data(), &Header, sizeof(Header));
  return Copy;
}

extern "C" int LLVMFuzzerTestOneInput(const uint8_t *Data, size_t Size) {
  ByteView Bytes(reinterpret_cast<const char *>(Data), Size);
  tryToRead(Bytes);
  tryToRead(repaired(Bytes));
  return 0;
}
