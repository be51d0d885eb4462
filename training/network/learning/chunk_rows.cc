// ChunkRows: see the header.
#include "training/network/learning/chunk_rows.h"

#include <algorithm>
#include <cstdint>

namespace kvintet::network {
namespace {

constexpr int64_t kMinRows = 64;
constexpr int64_t kMaxRows = 512;
// Beyond so many cells, more rows save little (benchmarks/README.md).
constexpr int64_t kCells = kMinRows * 144;

}  // namespace

int64_t ChunkRows(const NetworkShape& shape, int64_t batch_rows) {
  const int64_t rows = std::min(kCells / shape.Cells(), batch_rows / 2);
  return std::clamp(rows - rows % kMinRows, kMinRows, kMaxRows);
}

int64_t ChunkCount(const NetworkShape& shape, int64_t batch_rows) {
  const int64_t rows = ChunkRows(shape, batch_rows);
  return (batch_rows + rows - 1) / rows;
}

}  // namespace kvintet::network
