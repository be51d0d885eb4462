// AlgorithmOf, AlgorithmName, AlgorithmsWith: see the header.
#include "proto/search_algorithm.h"

#include <absl/strings/ascii.h>
#include <google/protobuf/descriptor.h>

#include "base/check.h"
#include "proto/moved_setting.h"
#include "proto/options.pb.h"

namespace kvintet {
namespace {

using google::protobuf::FieldDescriptor;
using google::protobuf::OneofDescriptor;
using Algorithm = SearchConfig::AlgorithmCase;

const OneofDescriptor& Algorithms() { return *SearchConfig::descriptor()->oneof_decl(0); }

const FieldDescriptor& MemberOf(Algorithm algorithm) {
  const FieldDescriptor* const member = SearchConfig::descriptor()->FindFieldByNumber(algorithm);
  KVINTET_CHECK(member != nullptr);
  return *member;
}

}  // namespace

Algorithm AlgorithmOf(const SearchConfig& config) {
  if (config.algorithm_case() != SearchConfig::ALGORITHM_NOT_SET) {
    return config.algorithm_case();
  }
  static const Algorithm kMeant = *AlgorithmNamed(Algorithms().options().GetExtension(unset_means));
  return kMeant;
}

std::string AlgorithmName(Algorithm algorithm) { return MemberOf(algorithm).name(); }

std::string AlgorithmName(const SearchConfig& config) { return AlgorithmName(AlgorithmOf(config)); }

std::optional<Algorithm> AlgorithmNamed(absl::string_view name) {
  const FieldDescriptor* const field =
      SearchConfig::descriptor()->FindFieldByName(absl::AsciiStrToLower(name));
  if (field == nullptr || field->containing_oneof() != &Algorithms()) {
    return std::nullopt;
  }
  return static_cast<Algorithm>(field->number());
}

std::vector<Algorithm> AlgorithmsWith(const std::string& setting) {
  std::vector<Algorithm> with;
  for (int i = 0; i < Algorithms().field_count(); ++i) {
    const FieldDescriptor& member = *Algorithms().field(i);
    if (FindMovedSetting(*member.message_type(), setting) != nullptr) {
      with.push_back(static_cast<Algorithm>(member.number()));
    }
  }
  return with;
}

bool IsCustomRule(Algorithm algorithm) {
  return algorithm >= Algorithms().options().GetExtension(custom_from);
}

}  // namespace kvintet
