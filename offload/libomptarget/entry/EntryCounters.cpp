//===- EntryCounters.cpp - Entry points: counters of device images --------===//
//
// Part of the OMP-JIT project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// ompjit/Counters.h describes who calls these. Programs offer their profile
// runtimes before they do anything else, and images hand over their counters
// when they are closed: when the program ends, before its own counters are
// written, because images are opened later than the program.
//
//===----------------------------------------------------------------------===//

#include "Entry.h"

#include "ompjit/Counters.h"
#include "ompjit/Support/Mutex.h"

#include <atomic>

using namespace ompjit;

namespace {

Mutex Guard;
ProgramCounters *Programs OMPJIT_GUARDED_BY(Guard) = nullptr;

uint64_t *countersOf(FunctionProfile &Function) {
  return reinterpret_cast<uint64_t *>(reinterpret_cast<char *>(&Function) +
                                      Function.Counters);
}

/// Adds the row's counters, and sets them to 0: other files of the image may
/// have a row for the same ones.
void addTo(FunctionProfile &Function, const ImageCounters::Row &Row) {
  uint64_t *Sums = countersOf(Function);
  for (uint64_t I = 0; I != Row.NumCounters; ++I)
    std::atomic_ref(Sums[I]).fetch_add(
        std::atomic_ref(Row.Counters[I]).exchange(0, std::memory_order_relaxed),
        std::memory_order_relaxed);
}

/// Returns false if the program does not have the function.
bool addTo(const ProgramCounters &Program, const ImageCounters::Row &Row) {
  FunctionProfile *End = Program.EndProfile();
  for (FunctionProfile *Each = Program.BeginProfile(); Each != End; ++Each)
    if (Each->NameHash == Row.NameHash && Each->CodeHash == Row.CodeHash &&
        Each->NumCounters == Row.NumCounters) {
      addTo(*Each, Row);
      return true;
    }
  return false;
}

/// Returns the first program that was compiled with --coverage, or null. They
/// all write in the same way.
const ProgramCounters *coverageWriter() {
  MutexLock Lock(Guard);
  ProgramCounters *Program = Programs;
  while (Program &&
         !(Program->StartFile && Program->EmitFunction && Program->EmitArcs &&
           Program->SummaryInfo && Program->EndFile))
    Program = Program->Next;
  return Program;
}

} // namespace

OMPJIT_EXPORT void __tgt_offer_counters(ProgramCounters *Program) {
  MutexLock Lock(Guard);
  Program->Next = Programs;
  Programs = Program;
}

OMPJIT_EXPORT void __tgt_withdraw_counters(ProgramCounters *Program) {
  MutexLock Lock(Guard);
  for (ProgramCounters **Each = &Programs; *Each; Each = &(*Each)->Next)
    if (*Each == Program) {
      *Each = Program->Next;
      return;
    }
}

OMPJIT_EXPORT void __tgt_add_counters(const ImageCounters *Image) {
  MutexLock Lock(Guard);
  for (uint64_t I = 0; I != Image->NumRows; ++I)
    for (ProgramCounters *Each = Programs; Each; Each = Each->Next)
      if (Each->BeginProfile && Each->EndProfile &&
          addTo(*Each, Image->Rows[I]))
        break;
}

OMPJIT_EXPORT void __tgt_gcov_start_file(const char *Path, uint32_t Version,
                                         uint32_t Checksum) {
  if (const ProgramCounters *Writer = coverageWriter())
    Writer->StartFile(Path, Version, Checksum);
}

OMPJIT_EXPORT void __tgt_gcov_emit_function(uint32_t Number, uint32_t Checksum,
                                            uint32_t CodeChecksum) {
  if (const ProgramCounters *Writer = coverageWriter())
    Writer->EmitFunction(Number, Checksum, CodeChecksum);
}

OMPJIT_EXPORT void __tgt_gcov_emit_arcs(uint32_t NumCounters,
                                        uint64_t *Counters) {
  if (const ProgramCounters *Writer = coverageWriter())
    Writer->EmitArcs(NumCounters, Counters);
}

OMPJIT_EXPORT void __tgt_gcov_summary_info() {
  if (const ProgramCounters *Writer = coverageWriter())
    Writer->SummaryInfo();
}

OMPJIT_EXPORT void __tgt_gcov_end_file() {
  if (const ProgramCounters *Writer = coverageWriter())
    Writer->EndFile();
}
