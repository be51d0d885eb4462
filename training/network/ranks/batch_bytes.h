// PackBatch, UnpackBatch: serialise a training batch for another process of the same build.
#pragma once

#include <cstddef>
#include <span>
#include <vector>

#include "training/network/learning/training_batch.h"

namespace kvintet::network {

std::vector<std::byte> PackBatch(const TrainingBatch& batch);

// The batch in `bytes`, whose memory it shares. REQUIRES: bytes from PackBatch, aligned like heap
// memory.
TrainingBatch UnpackBatch(std::span<const std::byte> bytes);

}  // namespace kvintet::network
