//===- idle-tool.h - A tool that looks at nothing -------------------------===//
//
// libomp takes a program that includes this for one that is watched.
//
//===----------------------------------------------------------------------===//

#ifndef OMPJIT_TEST_IDLE_TOOL_H
#define OMPJIT_TEST_IDLE_TOOL_H

#include <omp-tools.h>

extern "C" ompt_start_tool_result_t *ompt_start_tool(unsigned, const char *) {
  static ompt_start_tool_result_t Result = {
      [](ompt_function_lookup_t, int, ompt_data_t *) { return 1; },
      [](ompt_data_t *) {},
      {}};
  return &Result;
}

#endif // OMPJIT_TEST_IDLE_TOOL_H
