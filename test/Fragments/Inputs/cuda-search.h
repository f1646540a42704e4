// What the kernel `search` of cuda-search.cu takes.
struct Pair {
  double X;
  float Y;
};
struct alignas(16) Vector {
  float Parts[4];
};
