//===- ompjit/LateBound.h - Functions that are bound at run time ----------===//
//
// Part of the OMP-JIT project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A target region may call a function that its program declares and nobody
// defines until the program runs: a filter, a metric, an equation of state. A
// fragment defines it then, and it becomes part of the kernel, inlined as if it
// had been there:
//
//   #pragma omp begin declare target
//   OMPJIT_LATE_BOUND double pressure(double Density, double Energy);
//   #pragma omp end declare target
//   ...
//   ompjit_bind(NULL, "pressure", &ideal_gas, sink);
//   #pragma omp target teams distribute parallel for
//   for (...) P[I] = pressure(Rho[I], E[I]);
//
// Programs are compiled and linked with -fopenmp-target-jit, fragments made by
// ompjit-fragment. Where the region runs on the host for lack of a device, the
// program's own definition of the function is called, if it has one; otherwise
// the program ends with an error.
//
// What is bound holds for all threads: a region may run on another thread than
// the one that encounters it. Threads: the functions may be called at any time;
// a region that begins meanwhile runs with what was bound before or afterwards.
// Errors: the sink gets one text that names function and fragment; with a null
// sink the text goes to stderr. ompjit/Fragments/ScopedBinding.h is the form
// for C++.
//
//===----------------------------------------------------------------------===//

#ifndef OMPJIT_LATEBOUND_H
#define OMPJIT_LATEBOUND_H

#include "ompjit/FragmentKernels.h"

#define OMPJIT_LATE_BOUND __attribute__((annotate("ompjit_late_bound")))

#ifdef __cplusplus
extern "C" {
#endif

// Names are C's.
// NOLINTBEGIN(readability-identifier-naming)

/// Binds a late-bound function to what \p fragment defines, whose bytes are
/// copied, in place of what was bound before. \p function is its name as in the
/// source, "pressure", with parameters where that is not enough,
/// "pressure(double, double)", or its symbol. \p region restricts the binding
/// to target regions of a function, with names as above, or to one of them,
/// "advance(double*, int), line 57", and has precedence over a binding for all;
/// null: all regions. Returns 0, or not 0 after a failure, which changes
/// nothing.
int32_t ompjit_bind(const char *region, const char *function,
                    const ompjit_fragment *fragment, ompjit_error_sink);

/// Removes such a binding. Fails if there is none.
int32_t ompjit_unbind(const char *region, const char *function,
                      ompjit_error_sink);

/// The same as ompjit_bind until ompjit_bind_end, when what was bound before
/// holds again. Fails if another thread has begun such a binding of the
/// function to another fragment: it would change what that thread runs. Returns
/// a number that identifies the binding, or 0 after a failure.
uint64_t ompjit_bind_begin(const char *region, const char *function,
                           const ompjit_fragment *fragment, ompjit_error_sink);
void ompjit_bind_end(uint64_t binding);

// NOLINTEND(readability-identifier-naming)

#ifdef __cplusplus
}
#endif

#endif // OMPJIT_LATEBOUND_H
