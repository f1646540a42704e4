/* A driver library of long ago: it can say no more than its version. */
__attribute__((visibility("default"))) int cuDriverGetVersion(int *Version) {
  *Version = 10010;
  return 0;
}
