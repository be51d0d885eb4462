// Bounds and text of network shapes and sizes.
#include "training/network/tower/network_shape.h"

#include <algorithm>
#include <array>
#include <cstddef>
#include <span>
#include <vector>

#include <absl/strings/numbers.h>
#include <absl/strings/str_cat.h>
#include <absl/strings/str_format.h>
#include <absl/strings/str_split.h>
#include <absl/strings/strip.h>

#include "base/status_macros.h"
#include "training/network/tower/body.h"

namespace kvintet::network {
namespace {

// A field of a struct of integers, with its bounds. The names are in model files, so do not change
// them.
template <typename Struct>
struct Field {
  const char* name;
  int Struct::*member;
  int min;
  int max;
};

constexpr std::array<Field<NetworkShape>, 6> kShapeFields = {{
    {"planes", &NetworkShape::planes, 1, 512},
    {"height", &NetworkShape::height, 1, 128},
    {"width", &NetworkShape::width, 1, 128},
    {"globals", &NetworkShape::globals, 0, 1 << 16},
    {"policy_planes", &NetworkShape::policy_planes, 0, 4096},
    {"policy_slots", &NetworkShape::policy_slots, 0, 1 << 20},
}};

// Written after these only if there are such features.
constexpr std::array<Field<NetworkShape>, 2> kFeatureFields = {{
    {"featured_slots", &NetworkShape::featured_slots, 0, 1 << 16},
    {"slot_features", &NetworkShape::slot_features, 0, 1 << 10},
}};

constexpr std::array<Field<NetworkSize>, 5> kSizeFields = {{
    {"blocks", &NetworkSize::blocks, 1, 100},
    {"channels", &NetworkSize::channels, 1, 4096},
    {"pooling_every", &NetworkSize::pooling_every, 0, 100},
    {"policy_channels", &NetworkSize::policy_channels, 1, 4096},
    {"value_hidden", &NetworkSize::value_hidden, 1, 1 << 16},
}};

// What comes between the fields of a shape and those of features.
constexpr char kFeatures[] = " featured_slots=";
// What comes before the name of a body.
constexpr char kBody[] = " body=";

template <typename Struct>
absl::Status CheckFields(const Struct& value, std::span<const Field<Struct>> fields) {
  for (const Field<Struct>& field : fields) {
    const int found = value.*field.member;
    if (found < field.min || found > field.max) {
      return absl::InvalidArgumentError(absl::StrFormat("network %s must be within %d to %d, is %d",
                                                        field.name, field.min, field.max, found));
    }
  }
  return absl::OkStatus();
}

template <typename Struct>
std::string FieldsText(const Struct& value, std::span<const Field<Struct>> fields) {
  std::string text;
  for (const Field<Struct>& field : fields) {
    absl::StrAppend(&text, text.empty() ? "" : " ", field.name, "=", value.*field.member);
  }
  return text;
}

template <typename Struct>
absl::StatusOr<Struct> ParseFields(absl::string_view text, std::span<const Field<Struct>> fields) {
  const std::vector<absl::string_view> words = absl::StrSplit(text, ' ');
  Struct value;
  bool is_good = words.size() == fields.size();
  for (size_t i = 0; is_good && i < words.size(); ++i) {
    absl::string_view word = words[i];
    is_good = absl::ConsumePrefix(&word, fields[i].name) && absl::ConsumePrefix(&word, "=") &&
              absl::SimpleAtoi(word, &(value.*fields[i].member));
  }
  if (!is_good) {
    return absl::InvalidArgumentError(absl::StrFormat(
        "\"%s\" wanted, with other numbers, found \"%s\"", FieldsText(Struct(), fields), text));
  }
  return value;
}

using ShapeFields = std::span<const Field<NetworkShape>>;
using SizeFields = std::span<const Field<NetworkSize>>;

}  // namespace

absl::Status CheckShape(const NetworkShape& shape) {
  absl::Status status = CheckFields(shape, ShapeFields(kShapeFields));
  if (status.ok()) {
    status = CheckFields(shape, ShapeFields(kFeatureFields));
  }
  if (status.ok() && shape.PolicySize() == 0) {
    return absl::InvalidArgumentError("network policy must have a plane or a slot, has neither");
  }
  if (status.ok() &&
      (shape.featured_slots > shape.policy_slots || shape.FeatureCount() > shape.globals)) {
    return absl::InvalidArgumentError(absl::StrFormat(
        "network features must be of its %d slots and among its %d globals, are %d of %d slots",
        shape.policy_slots, shape.globals, shape.slot_features, shape.featured_slots));
  }
  return status;
}

absl::Status CheckSize(const NetworkSize& size) {
  const absl::Status status = CheckFields(size, SizeFields(kSizeFields));
  return status.ok() ? FullBodyText(size.body).status() : status;
}

bool HasPooling(const NetworkSize& size, int block) {
  return size.pooling_every > 0 && (size.blocks - 1 - block) % size.pooling_every == 0;
}

std::string ShapeText(const NetworkShape& shape) {
  const std::string text = FieldsText(shape, ShapeFields(kShapeFields));
  return shape.FeatureCount() == 0
             ? text
             : absl::StrCat(text, " ", FieldsText(shape, ShapeFields(kFeatureFields)));
}

std::string SizeText(const NetworkSize& size) {
  const std::string text = FieldsText(size, SizeFields(kSizeFields));
  return size.body == NetworkSize().body ? text : absl::StrCat(text, kBody, size.body);
}

absl::StatusOr<NetworkShape> ParseShape(absl::string_view text) {
  const size_t end = std::min(text.find(kFeatures), text.size());
  absl::StatusOr<NetworkShape> shape = ParseFields(text.substr(0, end), ShapeFields(kShapeFields));
  if (shape.ok() && end < text.size()) {
    KVINTET_ASSIGN_OR_RETURN(const NetworkShape features,
                             ParseFields(text.substr(end + 1), ShapeFields(kFeatureFields)));
    shape->featured_slots = features.featured_slots;
    shape->slot_features = features.slot_features;
  }
  if (shape.ok()) {
    const absl::Status status = CheckShape(*shape);
    return status.ok() ? shape : status;
  }
  return shape;
}

absl::StatusOr<NetworkSize> ParseSize(absl::string_view text) {
  const size_t end = std::min(text.find(kBody), text.size());
  KVINTET_ASSIGN_OR_RETURN(NetworkSize size,
                           ParseFields(text.substr(0, end), SizeFields(kSizeFields)));
  if (end < text.size()) {
    KVINTET_ASSIGN_OR_RETURN(
        size.body, FullBodyText(std::string(text.substr(end + absl::string_view(kBody).size()))));
  }
  KVINTET_RETURN_IF_ERROR(CheckSize(size));
  return size;
}

}  // namespace kvintet::network
