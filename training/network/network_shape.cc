// Bounds and text of network shapes and sizes.
#include "training/network/network_shape.h"

#include <string_view>

#include <absl/strings/str_cat.h>
#include <absl/strings/str_format.h>

#include "base/status_macros.h"

namespace kvintet::network {
namespace {

absl::Status CheckRange(std::string_view name, int value, int min, int max) {
  if (value < min || value > max) {
    return absl::InvalidArgumentError(
        absl::StrFormat("network %s must be within %d to %d, is %d", name, min, max, value));
  }
  return absl::OkStatus();
}

}  // namespace

absl::Status CheckShape(const NetworkShape& shape) {
  KVINTET_RETURN_IF_ERROR(CheckRange("planes", shape.planes, 1, 512));
  KVINTET_RETURN_IF_ERROR(CheckRange("height", shape.height, 1, 128));
  KVINTET_RETURN_IF_ERROR(CheckRange("width", shape.width, 1, 128));
  KVINTET_RETURN_IF_ERROR(CheckRange("globals", shape.globals, 0, 1 << 16));
  KVINTET_RETURN_IF_ERROR(CheckRange("policy_planes", shape.policy_planes, 0, 4096));
  KVINTET_RETURN_IF_ERROR(CheckRange("policy_slots", shape.policy_slots, 0, 1 << 20));
  if (shape.PolicySize() == 0) {
    return absl::InvalidArgumentError("network policy must have a plane or a slot, has neither");
  }
  return absl::OkStatus();
}

absl::Status CheckSize(const NetworkSize& size) {
  KVINTET_RETURN_IF_ERROR(CheckRange("blocks", size.blocks, 1, 128));
  KVINTET_RETURN_IF_ERROR(CheckRange("channels", size.channels, 8, 1024));
  KVINTET_RETURN_IF_ERROR(CheckRange("pooling_every", size.pooling_every, 0, 128));
  KVINTET_RETURN_IF_ERROR(CheckRange("policy_channels", size.policy_channels, 8, 1024));
  return CheckRange("value_hidden", size.value_hidden, 8, 4096);
}

bool HasPooling(const NetworkSize& size, int block) {
  return size.pooling_every > 0 && (size.blocks - 1 - block) % size.pooling_every == 0;
}

std::string ShapeText(const NetworkShape& shape) {
  return absl::StrFormat("planes=%d height=%d width=%d globals=%d policy_planes=%d policy_slots=%d",
                         shape.planes, shape.height, shape.width, shape.globals,
                         shape.policy_planes, shape.policy_slots);
}

std::string SizeText(const NetworkSize& size) {
  return absl::StrFormat(
      "blocks=%d channels=%d pooling_every=%d policy_channels=%d value_hidden=%d", size.blocks,
      size.channels, size.pooling_every, size.policy_channels, size.value_hidden);
}

}  // namespace kvintet::network
