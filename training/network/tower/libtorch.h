// Helpers for all users of LibTorch here: exceptions, thread counts, devices; internal.
#pragma once

#include <exception>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include <ATen/Parallel.h>
#include <c10/core/StreamGuard.h>

#include <absl/status/status.h>

#include "training/network/tower/kernels/aten.h"
#include "training/network/tower/precision.h"
#include "training/network/tower/weights.h"

namespace kvintet::network {

// The first line of LibTorch's message, without its stack trace, as Internal.
absl::Status TorchError(std::string_view what, const std::exception& error);

// Runs `work`, which returns absl::Status, and converts exceptions to a Status.
template <typename Work>
absl::Status CatchTorch(std::string_view what, Work&& work) {
  try {
    return std::forward<Work>(work)();
  } catch (const std::exception& error) {
    return TorchError(what, error);
  }
}

// Sets the number of threads of LibTorch's loops for the calling thread (LibTorch keeps it per
// thread), and calls Blas() first. Cheap if nothing changes.
void UseThreads(int threads);

c10::Device TorchDevice(const Device& device);

// While it lives, the calling thread's work on a GPU is queued in a stream that the thread keeps,
// so that threads do not wait for each other's work. On the CPU it does nothing.
class OwnStream {
 public:
  explicit OwnStream(const Device& device);

 private:
  c10::OptionalStreamGuard guard_;
};

// Waits for the calling thread's work on the device.
void Synchronize(const Device& device);

at::ScalarType TorchType(Precision precision);

// Copies of the weights, fp32 on the device, in the same order.
std::vector<at::Tensor> ToTorch(const Weights& weights, const Device& device);

// A read-only tensor over the caller's memory; nothing is copied.
template <typename T>
at::Tensor Borrow(std::span<const T> values, at::IntArrayRef shape, at::ScalarType type) {
  return at::from_blob(const_cast<T*>(values.data()), shape, at::TensorOptions().dtype(type));
}

}  // namespace kvintet::network
