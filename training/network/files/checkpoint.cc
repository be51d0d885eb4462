// Writes checkpoints, and reads them with strict checks.
#include "training/network/files/checkpoint.h"

#include <algorithm>
#include <bit>
#include <cmath>
#include <cstdint>
#include <cstring>
#include <utility>

#include <absl/strings/str_cat.h>
#include <absl/strings/str_format.h>

#include "base/check.h"
#include "base/files/sha256.h"
#include "base/reports/json.h"
#include "base/status_macros.h"

namespace kvintet::network {
namespace {

static_assert(std::endian::native == std::endian::little);
static_assert(sizeof(float) == 4);

constexpr uint64_t kMaxHeader = uint64_t{1} << 20;
constexpr size_t kMaxRank = 8;
constexpr char kMetadata[] = "__metadata__";
constexpr char kSum[] = "sha256";
constexpr char kFloat32[] = "F32";

absl::Status Damaged(absl::string_view place, absl::string_view what) {
  return absl::DataLossError(absl::StrCat(place, ": ", what));
}

// Converts a failed JSON reading to a damaged-file error.
absl::Status Damaged(absl::string_view place, const absl::Status& status) {
  return Damaged(place, status.message());
}

// Reads a member of an object that is a list of integers.
absl::StatusOr<std::vector<int64_t>> Integers(const Json& object, const std::string& key,
                                              absl::string_view place) {
  const absl::StatusOr<Json> list = JsonMember<Json>(object, key);
  if (!list.ok()) {
    return Damaged(place, list.status());
  }
  if (!list->is_array() || list->size() > kMaxRank) {
    return Damaged(place, absl::StrCat(key, ": wanted a list of at most ", kMaxRank, " integers"));
  }
  std::vector<int64_t> integers;
  for (const Json& entry : *list) {
    const absl::StatusOr<int64_t> integer = FromJson<int64_t>(entry);
    if (!integer.ok()) {
      return Damaged(place, absl::StrCat(key, ": ", integer.status().message()));
    }
    integers.push_back(*integer);
  }
  return integers;
}

// The number of values in an array of this shape, if it is from 1 to `max`.
absl::StatusOr<uint64_t> CountOf(const std::vector<int64_t>& shape, uint64_t max,
                                 absl::string_view place) {
  uint64_t count = 1;
  for (const int64_t dimension : shape) {
    // `max` is below 2^62, so this does not overflow.
    if (dimension <= 0 || static_cast<uint64_t>(dimension) > max / count) {
      return Damaged(place, absl::StrFormat("shape %s wanted, of 1 to %d values that the file has "
                                            "room for",
                                            DimensionsText(shape), max));
    }
    count *= static_cast<uint64_t>(dimension);
  }
  return count;
}

// Reads one tensor of the header whose values start at `begin` in `data`, and advances `begin`.
absl::StatusOr<NamedTensor> ReadTensor(const std::string& name, const Json& entry,
                                       absl::string_view data, uint64_t& begin,
                                       absl::string_view where) {
  const std::string place = absl::StrCat(where, ": tensor ", name);
  const absl::StatusOr<std::string> type = JsonMember<std::string>(entry, "dtype");
  if (!type.ok()) {
    return Damaged(place, type.status());
  }
  if (*type != kFloat32) {
    return Damaged(place, absl::StrFormat("dtype %s wanted, found \"%s\"", kFloat32, *type));
  }
  NamedTensor tensor{name, {}, {}};
  KVINTET_ASSIGN_OR_RETURN(tensor.shape, Integers(entry, "shape", place));
  const uint64_t room = (data.size() - begin) / sizeof(float);
  KVINTET_ASSIGN_OR_RETURN(const uint64_t count, CountOf(tensor.shape, room, place));
  const uint64_t end = begin + count * sizeof(float);
  KVINTET_ASSIGN_OR_RETURN(const auto offsets, Integers(entry, "data_offsets", place));
  const std::vector<int64_t> wanted = {static_cast<int64_t>(begin), static_cast<int64_t>(end)};
  if (offsets != wanted) {
    return Damaged(place, absl::StrFormat("data_offsets %s wanted, found %s",
                                          DimensionsText(wanted), DimensionsText(offsets)));
  }
  tensor.values.resize(count);
  std::memcpy(tensor.values.data(), data.data() + begin, count * sizeof(float));
  const auto bad =
      std::ranges::find_if_not(tensor.values, [](float v) { return std::isfinite(v); });
  if (bad != tensor.values.end()) {
    return Damaged(place, absl::StrFormat("value %d is not finite", bad - tensor.values.begin()));
  }
  begin = end;
  return tensor;
}

absl::StatusOr<std::map<std::string, std::string>> ReadMetadata(const Json& object,
                                                                absl::string_view where) {
  const std::string place = absl::StrCat(where, ": ", kMetadata);
  if (!object.is_object()) {
    return Damaged(place, "wanted an object");
  }
  std::map<std::string, std::string> metadata;
  for (const auto& [key, value] : object.items()) {
    absl::StatusOr<std::string> text = FromJson<std::string>(value);
    if (!text.ok()) {
      return Damaged(place, absl::StrCat(key, ": ", text.status().message()));
    }
    metadata[key] = *std::move(text);
  }
  return metadata;
}

// `header`: without its checksum.
std::string SumOf(const Json& header, absl::string_view data) {
  return Sha256Hex(absl::StrCat(ToJsonLine(header), data));
}

// Removes the checksum from the header and compares it.
absl::Status CheckSum(Json header, absl::string_view data, const std::string& where) {
  const auto metadata = header.find(kMetadata);
  if (metadata == header.end() || !metadata->is_object() || !metadata->contains(kSum)) {
    return absl::OkStatus();
  }
  const std::string sum = ToJsonLine((*metadata)[kSum]);
  metadata->erase(kSum);
  if (sum != ToJsonLine(Json(SumOf(header, data)))) {
    return Damaged(where, absl::StrCat("its bytes do not match its ", kSum));
  }
  return absl::OkStatus();
}

}  // namespace

std::string EncodeCheckpoint(const Checkpoint& checkpoint) {
  KVINTET_CHECK(!checkpoint.metadata.contains(kSum));
  Json header = Json::object();
  header[kMetadata] = checkpoint.metadata;
  std::string data;
  for (const NamedTensor& tensor : checkpoint.tensors) {
    KVINTET_CHECK(!header.contains(tensor.name));
    KVINTET_CHECK(!tensor.values.empty());
    const size_t begin = data.size();
    data.append(reinterpret_cast<const char*>(tensor.values.data()),
                tensor.values.size() * sizeof(float));
    header[tensor.name] = {
        {"dtype", kFloat32}, {"shape", tensor.shape}, {"data_offsets", {begin, data.size()}}};
  }
  header[kMetadata][kSum] = SumOf(header, data);
  std::string text = ToJsonLine(header);
  text.resize((text.size() + 7) / 8 * 8, ' ');
  const uint64_t length = text.size();
  KVINTET_CHECK_LE(length, kMaxHeader);
  return absl::StrCat(absl::string_view(reinterpret_cast<const char*>(&length), sizeof(length)),
                      text, data);
}

absl::StatusOr<Checkpoint> DecodeCheckpoint(absl::string_view bytes, const std::string& where) {
  uint64_t length = 0;
  if (bytes.size() < sizeof(length)) {
    return Damaged(where, absl::StrFormat("wanted at least 8 bytes, found %d", bytes.size()));
  }
  std::memcpy(&length, bytes.data(), sizeof(length));
  if (length > std::min<uint64_t>(kMaxHeader, bytes.size() - sizeof(length))) {
    return Damaged(where, absl::StrFormat("header of at most %d bytes wanted in a file of %d, "
                                          "found one of %d",
                                          kMaxHeader, bytes.size(), length));
  }
  const std::string header_place = where + ": header";
  const absl::StatusOr<Json> header = ParseJson(bytes.substr(sizeof(length), length), header_place);
  if (!header.ok()) {
    return absl::DataLossError(header.status().message());
  }
  if (!header->is_object()) {
    return Damaged(header_place, "wanted an object");
  }
  const absl::string_view data = bytes.substr(sizeof(length) + length);
  Checkpoint checkpoint;
  uint64_t begin = 0;
  for (const auto& [name, entry] : header->items()) {
    if (name == kMetadata) {
      KVINTET_ASSIGN_OR_RETURN(checkpoint.metadata, ReadMetadata(entry, where));
    } else {
      KVINTET_ASSIGN_OR_RETURN(NamedTensor tensor, ReadTensor(name, entry, data, begin, where));
      checkpoint.tensors.push_back(std::move(tensor));
    }
  }
  if (begin != data.size()) {
    return Damaged(where,
                   absl::StrFormat("wanted %d bytes of values, found %d", begin, data.size()));
  }
  KVINTET_RETURN_IF_ERROR(CheckSum(*header, data, where));
  checkpoint.metadata.erase(kSum);
  return checkpoint;
}

}  // namespace kvintet::network
