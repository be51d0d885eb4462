// Blas: which linear algebra library the program runs on; the reference one is 10-20 times slower.
#pragma once

#include <string>

namespace kvintet::network {

// The library behind sgemm in this process.
struct BlasInfo {
  // "OpenBLAS 0.3.21 ..." or, if it is another, the file that has sgemm.
  std::string name;
  bool is_openblas = false;
};

// Finds the library; the first call also gives OpenBLAS one thread (its count is the process's) and
// logs a line, a warning if it is another library. Thread-safe.
const BlasInfo& Blas();

}  // namespace kvintet::network
