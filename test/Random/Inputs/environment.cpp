// Changes a program's floating-point environment before main, as it is told to by
// RANDOM_FLOATING: a list of ftz (subnormal numbers are flushed), up, down, zero.

#include <cfenv>
#include <cstdint>
#include <cstdlib>
#include <cstring>

static void flushSubnormals() {
#if defined(__x86_64__)
  const unsigned FlushToZero = 0x8000, DenormalsAreZero = 0x40;
  __builtin_ia32_ldmxcsr(__builtin_ia32_stmxcsr() | FlushToZero |
                         DenormalsAreZero);
#elif defined(__aarch64__)
  const uint64_t FlushToZero = 1 << 24;
  __builtin_arm_wsr64("fpcr", __builtin_arm_rsr64("fpcr") | FlushToZero);
#endif
}

__attribute__((constructor)) static void changeEnvironment() {
  const char *Wanted = std::getenv("RANDOM_FLOATING");
  if (!Wanted)
    return;
  const struct {
    const char *Name;
    int Rounding;
  } Roundings[] = {
      {"up", FE_UPWARD}, {"down", FE_DOWNWARD}, {"zero", FE_TOWARDZERO}};
  for (const auto &Rounding : Roundings)
    if (std::strstr(Wanted, Rounding.Name))
      std::fesetround(Rounding.Rounding);
  if (std::strstr(Wanted, "ftz"))
    flushSubnormals();
}
