# Headers of others that are parsed once for all sources of a kind: parsing them
# again was four fifths of the time of a build. A source still includes what it
# uses: -DCMAKE_DISABLE_PRECOMPILE_HEADERS=ON shows what is missing.

set(OMPJIT_STANDARD_HEADERS <algorithm> <array> <atomic> <chrono> <cstdint>
  <cstdio> <cstring> <functional> <map> <memory> <mutex> <optional> <set> <span>
  <string> <string_view> <thread> <utility> <vector>)

set(OMPJIT_LLVM_HEADERS
  <llvm/ADT/DenseMap.h> <llvm/ADT/STLExtras.h> <llvm/ADT/SetVector.h>
  <llvm/ADT/SmallPtrSet.h> <llvm/ADT/StringExtras.h> <llvm/ADT/StringMap.h>
  <llvm/ADT/StringSet.h> <llvm/Analysis/LoopInfo.h>
  <llvm/Analysis/ValueTracking.h> <llvm/Bitcode/BitcodeReader.h>
  <llvm/Bitcode/BitcodeWriter.h> <llvm/IR/Constants.h> <llvm/IR/Dominators.h>
  <llvm/IR/IRBuilder.h> <llvm/IR/InstIterator.h> <llvm/IR/IntrinsicInst.h>
  <llvm/IR/Module.h> <llvm/IR/PassManager.h> <llvm/IR/PatternMatch.h>
  <llvm/Object/ELFObjectFile.h> <llvm/Passes/PassBuilder.h>
  <llvm/Support/Error.h> <llvm/Support/FileSystem.h>
  <llvm/Support/MemoryBuffer.h> <llvm/Support/Path.h>
  <llvm/Support/raw_ostream.h> <llvm/Target/TargetMachine.h>
  <llvm/Transforms/Utils/Cloning.h>)

set(OMPJIT_TEST_HEADERS <gmock/gmock.h> <gtest/gtest.h>)
# Unit tests run for half a minute, and took minutes to optimise.
set(OMPJIT_TEST_OPTIONS -O0)

file(WRITE ${PROJECT_BINARY_DIR}/precompiled.cpp "")

# ompjit_precompiled(Name [LLVM] [PROGRAM] [OPTIONS option...] [LINK lib...]
#                    HEADERS header...)
# A kind of sources. Its options have to be those of all that use it.
function(ompjit_precompiled Name)
  cmake_parse_arguments(ARG "LLVM;PROGRAM" "" "OPTIONS;LINK;HEADERS" ${ARGN})
  add_library(${Name} OBJECT EXCLUDE_FROM_ALL
    ${PROJECT_BINARY_DIR}/precompiled.cpp)
  if(ARG_PROGRAM)
    # CMake gives this option to the sources of programs only.
    set_target_properties(${Name} PROPERTIES POSITION_INDEPENDENT_CODE OFF)
    target_compile_options(${Name} PRIVATE -fPIE)
  endif()
  target_compile_options(${Name} PRIVATE ${ARG_OPTIONS})
  target_link_libraries(${Name} PRIVATE ${ARG_LINK})
  if(ARG_LLVM)
    ompjit_use_llvm(${Name})
  endif()
  target_precompile_headers(${Name} PRIVATE ${ARG_HEADERS})
endfunction()

ompjit_precompiled(ompjitRuntimeHeaders OPTIONS -fexceptions
  HEADERS ${OMPJIT_STANDARD_HEADERS})
if(OMPJIT_BUILD_COMPILERS)
  ompjit_precompiled(ompjitLlvmHeaders LLVM
    HEADERS ${OMPJIT_STANDARD_HEADERS} ${OMPJIT_LLVM_HEADERS})
endif()
if(OMPJIT_BUILD_TESTS)
  set(Test PROGRAM LINK GTest::gmock GTest::gtest Threads::Threads)
  ompjit_precompiled(ompjitTestHeaders ${Test}
    OPTIONS -fexceptions ${OMPJIT_TEST_OPTIONS}
    HEADERS ${OMPJIT_STANDARD_HEADERS} ${OMPJIT_TEST_HEADERS})
  if(OMPJIT_BUILD_COMPILERS)
    ompjit_precompiled(ompjitLlvmTestHeaders ${Test} LLVM
      OPTIONS ${OMPJIT_TEST_OPTIONS}
      HEADERS ${OMPJIT_STANDARD_HEADERS} ${OMPJIT_LLVM_HEADERS}
              ${OMPJIT_TEST_HEADERS})
  endif()
endif()

# ompjit_precompile(Target [LLVM] [TEST])
# Gives a target the headers of its kind, if there are some. Code in folders with
# exceptions is the runtime's, the compiler has none, as LLVM.
function(ompjit_precompile Target)
  cmake_parse_arguments(ARG "LLVM;TEST" "" "" ${ARGN})
  get_directory_property(Options COMPILE_OPTIONS)
  set(Kind)
  if("-fexceptions" IN_LIST Options)
    set(Kind ompjitRuntimeHeaders)
    if(ARG_TEST)
      set(Kind ompjitTestHeaders)
    endif()
  elseif(ARG_TEST)
    set(Kind ompjitLlvmTestHeaders)
  elseif(ARG_LLVM)
    set(Kind ompjitLlvmHeaders)
  endif()
  if(TARGET ${Kind})
    target_precompile_headers(${Target} REUSE_FROM ${Kind})
  endif()
endfunction()
