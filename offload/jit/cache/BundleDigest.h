//===- BundleDigest.h - The digest of a bundle's header -------------------===//
//
// Part of the OMP-JIT project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Private to the cache library.
//
//===----------------------------------------------------------------------===//

#ifndef OMPJIT_CACHE_BUNDLEDIGEST_H
#define OMPJIT_CACHE_BUNDLEDIGEST_H

#include "ompjit/Cache/Bundle.h"

namespace ompjit::cache {

void setDigest(BundleHeader &);
bool hasItsDigest(const BundleHeader &);

} // namespace ompjit::cache

#endif // OMPJIT_CACHE_BUNDLEDIGEST_H
