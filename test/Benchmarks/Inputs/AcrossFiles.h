//===- AcrossFiles.h - A function that regions of another file call -------===//
//
// Part of the OMP-JIT project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Small enough to be inlined wherever its body is known, and of a kind that the
// loop around it can be vectorised then.
//
//===----------------------------------------------------------------------===//

#ifndef OMPJIT_TEST_BENCHMARKS_ACROSSFILES_H
#define OMPJIT_TEST_BENCHMARKS_ACROSSFILES_H

#pragma omp begin declare target
double evaluate(double X);
#pragma omp end declare target

double evaluateOnHost(double X);

#endif // OMPJIT_TEST_BENCHMARKS_ACROSSFILES_H
