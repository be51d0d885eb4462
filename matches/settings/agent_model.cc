// AgentModel: see the header.
#include "matches/settings/agent_model.h"

#include "absl/strings/str_cat.h"

#include "base/status_macros.h"

namespace kvintet::matches {
namespace {

using envs::VariantFit;

absl::StatusOr<VariantFit> FitNamed(const std::string& name) {
  for (const VariantFit fit :
       {VariantFit::kNone, VariantFit::kSimilar, VariantFit::kSamePlay, VariantFit::kSame}) {
    if (name == envs::VariantFitName(fit)) {
      return fit;
    }
  }
  return absl::InvalidArgumentError(absl::StrCat("fit: unknown value '", name, "'"));
}

std::string FitText(const AgentModel& model) {
  switch (model.fit) {
    case VariantFit::kSame:
      return ", trained on this game";
    case VariantFit::kSamePlay:
      return absl::StrCat(", trained on the same play, ", model.trained_on);
    case VariantFit::kSimilar:
      return absl::StrCat(", trained on similar rules, ", model.trained_on);
    case VariantFit::kNone:
      return ", no model: random games";
  }
  return "";
}

}  // namespace

Json ToJson(const AgentModel& model) {
  if (model.id.empty()) {
    return {};
  }
  return {{"model", model.id},
          {"trained_on", model.trained_on},
          {"fit", std::string(envs::VariantFitName(model.fit))},
          {"simulations", model.simulations}};
}

absl::StatusOr<AgentModel> AgentModelFromJson(const Json& json) {
  AgentModel model;
  if (json.is_null()) {
    return model;
  }
  KVINTET_ASSIGN_OR_RETURN(model.id, JsonMember<std::string>(json, "model"));
  KVINTET_ASSIGN_OR_RETURN(model.trained_on, JsonMember<std::string>(json, "trained_on"));
  KVINTET_ASSIGN_OR_RETURN(const std::string fit, JsonMember<std::string>(json, "fit"));
  KVINTET_ASSIGN_OR_RETURN(model.fit, FitNamed(fit));
  KVINTET_ASSIGN_OR_RETURN(const int64_t simulations, JsonMember<int64_t>(json, "simulations"));
  model.simulations = static_cast<int>(simulations);
  return model;
}

std::string AgentText(const PlayingAgent& agent, const PlayerSettings& settings) {
  const AgentModel& model = agent.model;
  return absl::StrCat(model.fit == VariantFit::kNone ? "" : "model ", model.id, FitText(model),
                      settings.level > 0 ? absl::StrCat(", level ", settings.level) : "", ", ",
                      model.simulations, " simulations, variety ", settings.variety,
                      agent.since_ply > 0 ? absl::StrCat("; from ply ", agent.since_ply) : "");
}

}  // namespace kvintet::matches
