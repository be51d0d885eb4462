// SettingsOf: walks through a message by reflection.
#include "selfplay/settings/settings_of.h"

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <type_traits>
#include <variant>

#include <google/protobuf/descriptor.h>
#include <google/protobuf/message.h>

#include "base/check.h"
#include "proto/search_algorithm.h"
#include "selfplay/settings/algorithm.h"
#include "selfplay/settings/search_fields.h"
#include "selfplay/settings/self_play_fields.h"
#include "selfplay/settings/storage_fields.h"

namespace kvintet::selfplay {
namespace {

using google::protobuf::FieldDescriptor;
using google::protobuf::Message;

const FieldDescriptor& FieldNamed(const Message& message, std::string_view name) {
  const FieldDescriptor* const field =
      message.GetDescriptor()->FindFieldByName({name.data(), name.size()});
  KVINTET_CHECK(field != nullptr);
  return *field;
}

// The value of a field, or its default.
template <typename Member>
Member ValueOf(const Message& message, const FieldDescriptor& field) {
  const auto& reflection = *message.GetReflection();
  if constexpr (std::is_same_v<Member, bool>) {
    return reflection.GetBool(message, &field);
  } else if constexpr (std::is_same_v<Member, int32_t>) {
    return reflection.GetInt32(message, &field);
  } else if constexpr (std::is_same_v<Member, int64_t>) {
    return reflection.GetInt64(message, &field);
  } else if constexpr (std::is_same_v<Member, double>) {
    return reflection.GetDouble(message, &field);
  } else if constexpr (std::is_same_v<Member, std::string>) {
    return reflection.GetString(message, &field);
  } else {
    static_assert(std::is_enum_v<Member>);
    return static_cast<Member>(reflection.GetEnumValue(message, &field));
  }
}

template <typename Member>
void Read(const Message& message, const FieldDescriptor& field, Member* member) {
  *member = ValueOf<Member>(message, field);
}

template <typename Member>
void Read(const Message& message, const FieldDescriptor& field, std::optional<Member>* member) {
  *member = ValueOf<Member>(message, field);
}

// Reads the fields that the message sets.
template <typename Settings>
void ReadFields(const Message& message, Settings* settings) {
  VisitFields(*settings, [&](const FieldInfo& info, auto& member) {
    const FieldDescriptor& field = FieldNamed(message, info.name);
    if (message.GetReflection()->HasField(message, &field)) {
      Read(message, field, &member);
    }
  });
}

void Write(bool value, const FieldDescriptor& field, Message* message) {
  message->GetReflection()->SetBool(message, &field, value);
}

void Write(int32_t value, const FieldDescriptor& field, Message* message) {
  message->GetReflection()->SetInt32(message, &field, value);
}

void Write(double value, const FieldDescriptor& field, Message* message) {
  message->GetReflection()->SetDouble(message, &field, value);
}

// Sets the fields in which the message differs from the settings.
template <typename Settings>
void WriteFields(const Settings& settings, Message* message) {
  VisitFields(settings, [&](const FieldInfo& info, const auto& member) {
    const FieldDescriptor& field = FieldNamed(*message, info.name);
    using Member = std::remove_cvref_t<decltype(member)>;
    if (ValueOf<Member>(*message, field) != member) {
      Write(member, field, message);
    }
  });
}

template <typename Settings, typename Config>
Settings FieldsOnly(const Config& config) {
  Settings settings;
  ReadFields(config, &settings);
  return settings;
}

}  // namespace

SearchSettings SettingsOf(const SearchConfig& config) {
  SearchSettings settings;
  Merge(config, &settings);
  return settings;
}

SelfPlaySettings SettingsOf(const SelfPlayConfig& config) {
  return FieldsOnly<SelfPlaySettings>(config);
}

StorageSettings SettingsOf(const StorageConfig& config) {
  return FieldsOnly<StorageSettings>(config);
}

void Merge(const SearchConfig& config, SearchSettings* settings) {
  ReadFields(config, settings);
  if (config.algorithm_case() == SearchConfig::ALGORITHM_NOT_SET) {
    return;
  }
  const std::string name = kvintet::AlgorithmName(config);
  SelectAlgorithm(*AlgorithmNamed(name), settings);
  const Message& own = config.GetReflection()->GetMessage(config, &FieldNamed(config, name));
  std::visit([&](auto& read) { ReadFields(own, &read); }, settings->algorithm);
}

void Store(const SearchSettings& settings, SearchConfig* config) {
  WriteFields(settings, config);
  const std::string name = AlgorithmName(settings);
  if (settings.algorithm == SettingsOf(*config).algorithm) {
    return;
  }
  Message* const own = config->GetReflection()->MutableMessage(config, &FieldNamed(*config, name));
  std::visit([&](const auto& written) { WriteFields(written, own); }, settings.algorithm);
}

}  // namespace kvintet::selfplay
