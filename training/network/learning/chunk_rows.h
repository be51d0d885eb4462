// ChunkRows: how a batch is divided among threads and ranks on the CPU.
#pragma once

#include <cstdint>

#include "training/network/tower/network_shape.h"

namespace kvintet::network {

// The greatest part of a batch of `batch_rows` rows that a thread or a rank computes at a time: a
// multiple of 64 from 64 to 512. Every operation has a fixed cost, so small boards get more rows,
// but a batch of 128 rows or more has at least two chunks. Depends on the game and the batch alone,
// because sums of floats depend on their order. REQUIRES: batch_rows > 0.
int64_t ChunkRows(const NetworkShape& shape, int64_t batch_rows);

// The number of chunks of such a batch.
int64_t ChunkCount(const NetworkShape& shape, int64_t batch_rows);

}  // namespace kvintet::network
