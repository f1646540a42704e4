//===- Streams.h - Putting work into streams ------------------------------===//
//
// Part of the OMP-JIT project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef OMPJIT_STANDIN_CUDA_STREAMS_H
#define OMPJIT_STANDIN_CUDA_STREAMS_H

#include "Call.h"

#include <functional>

namespace ompjit::standin {

/// Returns a stream of the current context; the null handle is its default
/// stream. Null after a violation.
std::shared_ptr<Stream> findStream(Call &C, Handle Self);

/// Puts work behind what is in the stream. Work that runs Always also runs in a
/// context that has failed.
enum class Runs { Always, UnlessFailed };
Result put(Stream &In, std::function<void()> Body,
           Runs When = Runs::UnlessFailed);

/// Waits for the stream; releases the lock meanwhile.
Result synchronize(Call &C, Stream &What);
Result synchronizeAll(Call &C);

/// Marks the context as failed; the first failure counts.
void failContext(Context &Of, Result Why, const std::string &What);

} // namespace ompjit::standin

#endif // OMPJIT_STANDIN_CUDA_STREAMS_H
