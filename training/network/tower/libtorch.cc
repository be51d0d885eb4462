// LibTorch's exceptions, threads and devices.
#include "training/network/tower/libtorch.h"

#if defined(__GLIBC__)
#include <malloc.h>
#endif

#include <mutex>
#include <optional>

#include <c10/core/impl/VirtualGuardImpl.h>

#include <absl/strings/str_cat.h>

#include "base/check.h"
#include "training/network/tower/blas.h"

namespace kvintet::network {
namespace {

// Activations of a pass are about a megabyte each. By default the C library returns such blocks to
// the system and fetches them again, zeroed, for each layer, which takes 12 % of a pass.
void KeepMemory() {
#if defined(__GLIBC__)
  mallopt(M_MMAP_THRESHOLD, 64 << 20);
  mallopt(M_TRIM_THRESHOLD, 256 << 20);
  mallopt(M_TOP_PAD, 32 << 20);
#endif
}

}  // namespace

absl::Status TorchError(std::string_view what, const std::exception& error) {
  const std::string text = error.what();
  return absl::InternalError(
      absl::StrCat(std::string(what), ": LibTorch: ", text.substr(0, text.find('\n'))));
}

void UseThreads(int threads) {
  thread_local int current = 0;
  if (current != threads) {
    static std::once_flag once;
    std::call_once(once, KeepMemory);
    Blas();
    // Makes LibTorch initialise this thread first. Otherwise it would later take over the number
    // that another thread has set.
    at::get_num_threads();
    at::set_num_threads(threads);
    current = threads;
  }
}

c10::Device TorchDevice(const Device& device) {
  return device.is_cuda ? c10::Device(c10::kCUDA, static_cast<c10::DeviceIndex>(device.index))
                        : c10::Device(c10::kCPU);
}

OwnStream::OwnStream(const Device& device) {
  if (!device.is_cuda) {
    return;
  }
  thread_local std::optional<c10::Stream> stream;
  const c10::Device wanted = TorchDevice(device);
  if (!stream.has_value() || stream->device() != wanted) {
    stream = c10::impl::VirtualGuardImpl(wanted.type()).getStreamFromGlobalPool(wanted);
  }
  guard_.reset_stream(*stream);
}

void Synchronize(const Device& device) {
  if (device.is_cuda) {
    const c10::Device wanted = TorchDevice(device);
    c10::impl::VirtualGuardImpl(wanted.type()).getStream(wanted).synchronize();
  }
}

at::ScalarType TorchType(Precision precision) {
  return precision == Precision::kBf16 ? at::kBFloat16 : at::kFloat;
}

std::vector<at::Tensor> ToTorch(const Weights& weights, const Device& device) {
  std::vector<at::Tensor> tensors;
  for (const NamedTensor& weight : weights) {
    tensors.push_back(Borrow<float>(weight.values, weight.shape, at::kFloat)
                          .to(TorchDevice(device), at::kFloat, false, true));
  }
  return tensors;
}

}  // namespace kvintet::network
