// Changes a program's floating-point environment before main, as it is told to by
// RANDOM_FLOATING: a list of ftz (subnormal numbers are flushed), up, down, zero.

#include <cfenv>
#include <cstdlib>
#include <cstring>
#include <xmmintrin.h>

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
  const unsigned FlushToZero = 0x8000, DenormalsAreZero = 0x40;
  if (std::strstr(Wanted, "ftz"))
    _mm_setcsr(_mm_getcsr() | FlushToZero | DenormalsAreZero);
}
