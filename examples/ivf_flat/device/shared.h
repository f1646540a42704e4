// What the library and its device code agree on.
#pragma once

#include <cstdint>

// A list has whole groups of so many vectors.
enum : uint32_t { GroupSize = 32 };
