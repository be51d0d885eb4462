// PackBatch, UnpackBatch: a batch of training rows as bytes, for another process of the same build.
#pragma once

#include <cstddef>
#include <span>
#include <vector>

#include "training/network/learning/training_batch.h"

namespace kvintet::network {

std::vector<std::byte> PackBatch(const TrainingBatch& batch);

// The batch within `bytes`, whose memory it shares. REQUIRES: bytes of PackBatch, aligned as memory
// from the heap is.
TrainingBatch UnpackBatch(std::span<const std::byte> bytes);

}  // namespace kvintet::network
