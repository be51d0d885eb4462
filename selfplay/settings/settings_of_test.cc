// Tests of SettingsOf: empty messages are the defaults, and each field of a message arrives.
#include "selfplay/settings/settings_of.h"

#include <cstdint>
#include <optional>
#include <string>
#include <type_traits>
#include <variant>

#include <google/protobuf/descriptor.h>
#include <google/protobuf/message.h>
#include <gtest/gtest.h>

#include "proto/search_algorithm.h"
#include "selfplay/settings/algorithm.h"
#include "selfplay/settings/search_fields.h"
#include "selfplay/settings/self_play_fields.h"
#include "selfplay/settings/storage_fields.h"

namespace kvintet::selfplay {
namespace {

using google::protobuf::FieldDescriptor;
using google::protobuf::Message;

// Sets the field to a value that is not its default, and differs from that of other fields.
void SetToSomething(const FieldDescriptor& field, Message* message) {
  const auto& reflection = *message->GetReflection();
  switch (field.cpp_type()) {
    case FieldDescriptor::CPPTYPE_BOOL:
      return reflection.SetBool(message, &field, !field.default_value_bool());
    case FieldDescriptor::CPPTYPE_INT32:
      return reflection.SetInt32(message, &field, 100000 + field.number());
    case FieldDescriptor::CPPTYPE_INT64:
      return reflection.SetInt64(message, &field, (int64_t{1} << 40) + field.number());
    case FieldDescriptor::CPPTYPE_DOUBLE:
      return reflection.SetDouble(message, &field, 0.123 + field.number());
    case FieldDescriptor::CPPTYPE_STRING:
      return reflection.SetString(message, &field, "something " + field.name());
    case FieldDescriptor::CPPTYPE_ENUM:
      return reflection.SetEnumValue(message, &field, field.enum_type()->value_count() - 1);
    default:
      FAIL() << field.full_name() << " has a type that settings lack";
  }
}

void SetAll(Message* message) {
  for (int i = 0; i < message->GetDescriptor()->field_count(); ++i) {
    const FieldDescriptor& field = *message->GetDescriptor()->field(i);
    if (field.containing_oneof() == nullptr) {
      SetToSomething(field, message);
    }
  }
}

int NumFields(const google::protobuf::Descriptor& schema) {
  int count = 0;
  for (int i = 0; i < schema.field_count(); ++i) {
    count += schema.field(i)->containing_oneof() == nullptr ? 1 : 0;
  }
  return count;
}

template <typename Member>
std::string TextOf(const Member& member) {
  if constexpr (std::is_same_v<Member, std::string>) {
    return member;
  } else if constexpr (std::is_enum_v<Member>) {
    return std::to_string(static_cast<int>(member));
  } else {
    return std::to_string(member);
  }
}

template <typename Member>
std::string TextOf(const std::optional<Member>& member) {
  return member.has_value() ? TextOf(*member) : "none";
}

std::string TextOf(const Message& message, const FieldDescriptor& field) {
  const auto& reflection = *message.GetReflection();
  switch (field.cpp_type()) {
    case FieldDescriptor::CPPTYPE_BOOL:
      return TextOf(reflection.GetBool(message, &field));
    case FieldDescriptor::CPPTYPE_INT32:
      return TextOf(reflection.GetInt32(message, &field));
    case FieldDescriptor::CPPTYPE_INT64:
      return TextOf(reflection.GetInt64(message, &field));
    case FieldDescriptor::CPPTYPE_DOUBLE:
      return TextOf(reflection.GetDouble(message, &field));
    case FieldDescriptor::CPPTYPE_STRING:
      return reflection.GetString(message, &field);
    default:
      return TextOf(reflection.GetEnumValue(message, &field));
  }
}

// Compares each member with its field, and their numbers.
template <typename Settings>
void ExpectSame(const Settings& settings, const Message& message) {
  int members = 0;
  VisitFields(settings, [&](const FieldInfo& info, const auto& member) {
    const std::string name(info.name);
    const FieldDescriptor* const field = message.GetDescriptor()->FindFieldByName(name);
    ASSERT_NE(field, nullptr) << name;
    EXPECT_EQ(TextOf(member), TextOf(message, *field)) << name;
    ++members;
  });
  EXPECT_EQ(members, NumFields(*message.GetDescriptor()));
}

// Selects an algorithm, and returns its message.
Message* SelectIn(SearchConfig* config, SearchConfig::AlgorithmCase algorithm) {
  const FieldDescriptor* const own = SearchConfig::descriptor()->FindFieldByNumber(algorithm);
  return SearchConfig::GetReflection()->MutableMessage(config, own);
}

// A configuration that selects an algorithm and sets all fields.
SearchConfig Full(SearchConfig::AlgorithmCase algorithm) {
  SearchConfig config;
  SetAll(&config);
  SetAll(SelectIn(&config, algorithm));
  return config;
}

const Message& OwnMessage(const SearchConfig& config) {
  return SearchConfig::GetReflection()->GetMessage(
      config, SearchConfig::descriptor()->FindFieldByNumber(config.algorithm_case()));
}

class SettingsOfSearchTest : public ::testing::TestWithParam<int> {
 protected:
  static SearchConfig::AlgorithmCase Case() {
    const auto* const member = SearchConfig::descriptor()->oneof_decl(0)->field(GetParam());
    return static_cast<SearchConfig::AlgorithmCase>(member->number());
  }
};

TEST(SettingsOfTest, EmptyMessagesAreTheDefaults) {
  EXPECT_EQ(SettingsOf(SearchConfig()), SearchSettings());
  EXPECT_EQ(SettingsOf(SelfPlayConfig()), SelfPlaySettings());
  EXPECT_EQ(SettingsOf(StorageConfig()), StorageSettings());
}

TEST(SettingsOfTest, DefaultsAreThoseOfTheSchema) {
  ExpectSame(SearchSettings(), SearchConfig());
  ExpectSame(StorageSettings(), StorageConfig());
  SelfPlaySettings self_play;
  EXPECT_EQ(self_play.batch_size, std::nullopt);
  self_play.batch_size = SelfPlayConfig().batch_size();
  ExpectSame(self_play, SelfPlayConfig());
}

TEST(SettingsOfTest, EachFieldArrives) {
  SelfPlayConfig self_play;
  SetAll(&self_play);
  ExpectSame(SettingsOf(self_play), self_play);
  EXPECT_EQ(SettingsOf(self_play).schedule, SelfPlaySettings::Schedule::kContinuous);
  StorageConfig storage;
  SetAll(&storage);
  ExpectSame(SettingsOf(storage), storage);
}

TEST_P(SettingsOfSearchTest, AnEmptyMessageIsTheDefaults) {
  SearchConfig config;
  SelectIn(&config, Case());
  const SearchSettings settings = SettingsOf(config);
  EXPECT_EQ(AlgorithmName(settings), kvintet::AlgorithmName(config));
  SearchSettings wanted;
  SelectAlgorithm(AlgorithmOf(settings), &wanted);
  EXPECT_EQ(settings, wanted);
  std::visit([&](const auto& own) { ExpectSame(own, OwnMessage(config)); }, settings.algorithm);
}

TEST_P(SettingsOfSearchTest, EachFieldArrives) {
  const SearchConfig config = Full(Case());
  const SearchSettings settings = SettingsOf(config);
  EXPECT_EQ(AlgorithmName(settings), kvintet::AlgorithmName(config));
  ExpectSame(settings, config);
  std::visit([&](const auto& own) { ExpectSame(own, OwnMessage(config)); }, settings.algorithm);
}

TEST_P(SettingsOfSearchTest, StoringIsTheReverse) {
  const SearchSettings settings = SettingsOf(Full(Case()));
  SearchConfig config;
  Store(settings, &config);
  EXPECT_EQ(SettingsOf(config), settings);
}

TEST_P(SettingsOfSearchTest, IsCustomWhereTheMessageIs) {
  EXPECT_EQ(IsCustomRule(*AlgorithmNamed(kvintet::AlgorithmName(Case()))),
            kvintet::IsCustomRule(Case()));
}

INSTANTIATE_TEST_SUITE_P(
    Algorithms, SettingsOfSearchTest,
    ::testing::Range(0, static_cast<int>(std::variant_size_v<AlgorithmSettings>)));

TEST(SettingsOfTest, KnowsEachAlgorithm) {
  EXPECT_EQ(SearchConfig::descriptor()->oneof_decl(0)->field_count(),
            static_cast<int>(std::variant_size_v<AlgorithmSettings>));
}

TEST(MergeTest, ChangesOnlyWhatTheMessageSets) {
  SearchSettings settings = {.simulations = 7, .threat_nodes = 9};
  Select<PuctSettings>(&settings).c_puct = 3;
  SearchConfig changes;
  changes.set_threat_nodes(0);
  changes.mutable_puct()->set_temperature(0.5);
  Merge(changes, &settings);
  EXPECT_EQ(settings, (SearchSettings{
                          .simulations = 7,
                          .algorithm = PuctSettings{.c_puct = 3, .temperature = 0.5},
                      }));
  changes.mutable_policy();
  Merge(changes, &settings);
  EXPECT_EQ(settings.algorithm, AlgorithmSettings(PolicySettings()));
}

TEST(StoreTest, LeavesWhatMeansTheSame) {
  SearchConfig config;
  Store(SearchSettings(), &config);
  EXPECT_EQ(config.ByteSizeLong(), 0u);
  config.mutable_puct()->set_c_puct(3);
  const std::string before = config.SerializeAsString();
  Store(SettingsOf(config), &config);
  EXPECT_EQ(config.SerializeAsString(), before);
  SearchSettings settings;
  Select<EquilibriumSettings>(&settings).kl_to_policy = 0.03;
  Store(settings, &config);
  EXPECT_EQ(config.ShortDebugString(), "equilibrium { kl_to_policy: 0.03 }");
}

}  // namespace
}  // namespace kvintet::selfplay
