// Blas: finds the linear algebra library in use. The reference one is 10-20 times slower.
#pragma once

#include <string>

namespace kvintet::network {

// The library that provides sgemm in this process.
struct BlasInfo {
  // "OpenBLAS 0.3.21 ...", or the file that provides sgemm if it is another library.
  std::string name;
  bool is_openblas = false;
};

// Finds the library. The first call also limits OpenBLAS to one thread (the count is per process),
// gives it the kernels of this processor if it does not know the processor, and logs a line, a
// warning if it is another library. Thread-safe.
const BlasInfo& Blas();

}  // namespace kvintet::network
