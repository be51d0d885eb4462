// NetworkShape, NetworkSize: a network's inputs and outputs, and its size.
#pragma once

#include <cstdint>
#include <string>

#include <absl/status/status.h>
#include <absl/status/statusor.h>
#include <absl/strings/string_view.h>

namespace kvintet::network {

// The sizes that a game fixes. Inputs are planes [planes, height, width] and globals [globals]; the
// output is a logit for each action. The flat policy index is plane * height * width + row * width
// + column for the policy planes; the slots follow.
struct NetworkShape {
  int planes = 1;
  int height = 1;
  int width = 1;
  int globals = 0;
  int policy_planes = 0;
  int policy_slots = 0;
  // The first so many slots each have so many features of their own. They are the last globals,
  // [featured_slots, slot_features].
  int featured_slots = 0;
  int slot_features = 0;

  int FeatureCount() const { return featured_slots * slot_features; }
  int64_t Cells() const { return int64_t{height} * width; }
  int64_t PlaneBytes() const { return planes * Cells(); }
  int64_t PolicySize() const { return policy_planes * Cells() + policy_slots; }
  bool operator==(const NetworkShape&) const = default;
};

// The architecture the user chooses.
struct NetworkSize {
  // Residual blocks of two convolutions.
  int blocks = 4;
  // Channels of the trunk. The fast kernels need a multiple of 32.
  int channels = 64;
  // Global pooling in every n-th block, counted from the last; 0: in none.
  int pooling_every = 2;
  // Channels before the last layer of the policy head.
  int policy_channels = 32;
  // Hidden units of the value head, shared with the policy slots.
  int value_hidden = 64;
  // The body (tower/body.h) with all its options, e.g. "squeeze{ratio=8}".
  std::string body = "residual";

  bool operator==(const NetworkSize&) const = default;
};

// InvalidArgument, naming the field and its bounds, unless all fields are within bounds and a file
// registers the body.
absl::Status CheckShape(const NetworkShape& shape);
absl::Status CheckSize(const NetworkSize& size);

// Whether block `block` of the trunk adds pooled features.
bool HasPooling(const NetworkSize& size, int block);

// One line for people and files: "planes=8 height=15 ..." and "blocks=4 channels=64 ...", the
// latter followed by " body=..." unless the body is "residual".
std::string ShapeText(const NetworkShape& shape);
std::string SizeText(const NetworkSize& size);

// The reverse; InvalidArgument for any other text and for fields out of bounds.
absl::StatusOr<NetworkShape> ParseShape(absl::string_view text);
absl::StatusOr<NetworkSize> ParseSize(absl::string_view text);

}  // namespace kvintet::network
