// Role: see the header.
#include "serving/auth/role.h"

#include <array>
#include <map>
#include <string_view>

namespace kvintet::serving {
namespace {

constexpr std::array<std::string_view, 4> kNames = {"public", "player", "designer", "operator"};

// All RPCs of the service; a test compares it with the schemas.
const std::map<std::string_view, Role>& Roles() {
  static const auto* roles = new std::map<std::string_view, Role>{
      {"kvintet.v1.CatalogService/ListGames", Role::kPublic},
      {"kvintet.v1.CatalogService/GetGame", Role::kPublic},
      {"kvintet.v1.CatalogService/ListModels", Role::kPublic},
      {"kvintet.v1.RulesService/Describe", Role::kPublic},
      {"kvintet.v1.RulesService/ListMoves", Role::kPublic},
      {"kvintet.v1.RulesService/Apply", Role::kPublic},
      {"kvintet.v1.AnalysisService/Evaluate", Role::kPlayer},
      {"kvintet.v1.AnalysisService/ChooseMove", Role::kPlayer},
      {"kvintet.v1.AnalysisService/Analyze", Role::kPlayer},
      {"kvintet.v1.AnalysisService/AnalyzeGame", Role::kPlayer},
      {"kvintet.v1.MatchService/CreateMatch", Role::kPlayer},
      {"kvintet.v1.MatchService/JoinMatch", Role::kPlayer},
      {"kvintet.v1.MatchService/CommitMove", Role::kPlayer},
      {"kvintet.v1.MatchService/Act", Role::kPlayer},
      {"kvintet.v1.MatchService/Rematch", Role::kPlayer},
      {"kvintet.v1.MatchService/GetMatch", Role::kPublic},
      {"kvintet.v1.MatchService/WatchMatch", Role::kPublic},
      {"kvintet.v1.MatchService/GetReport", Role::kPublic},
      {"kvintet.v1.MatchService/ListMatches", Role::kPublic},
      {"kvintet.v1.TournamentService/CreateTournament", Role::kPlayer},
      {"kvintet.v1.TournamentService/GetTournament", Role::kPublic},
      {"kvintet.v1.TournamentService/ListTournaments", Role::kPublic},
      {"kvintet.v1.TournamentService/AddMatches", Role::kPlayer},
      {"kvintet.v1.TournamentService/PauseMatch", Role::kPlayer},
      {"kvintet.v1.TournamentService/ResumeMatch", Role::kPlayer},
      {"kvintet.v1.TournamentService/AdjustClock", Role::kPlayer},
      {"kvintet.v1.TournamentService/AdjustPoints", Role::kPlayer},
      {"kvintet.v1.TournamentService/Forfeit", Role::kPlayer},
      {"kvintet.v1.TournamentService/Disqualify", Role::kPlayer},
      {"kvintet.v1.TournamentService/VoidMatch", Role::kPlayer},
      {"kvintet.v1.TournamentService/ReplayMatch", Role::kPlayer},
      {"kvintet.v1.TournamentService/DecideMatch", Role::kPlayer},
      {"kvintet.v1.TournamentService/ForceReset", Role::kPlayer},
      {"kvintet.v1.TournamentService/GetStandings", Role::kPublic},
      {"kvintet.v1.RunService/ListRuns", Role::kPublic},
      {"kvintet.v1.RunService/GetRun", Role::kPublic},
      {"kvintet.v1.RunService/WatchRun", Role::kPublic},
      {"kvintet.v1.StudyService/ListStudies", Role::kPublic},
      {"kvintet.v1.StudyService/GetStudy", Role::kPublic},
      {"kvintet.v1.AdminService/ListLoadedModels", Role::kOperator},
      {"kvintet.v1.AdminService/LoadModel", Role::kOperator},
      {"kvintet.v1.AdminService/WarmModel", Role::kOperator},
      {"kvintet.v1.AdminService/SwitchModel", Role::kOperator},
      {"kvintet.v1.AdminService/RetireModel", Role::kOperator},
      {"kvintet.v1.AdminService/Drain", Role::kOperator},
      {"kvintet.v1.AdminService/GetStats", Role::kOperator},
      {"kvintet.v1.AdminService/RevokeToken", Role::kOperator},
  };
  return *roles;
}

}  // namespace

std::string RoleName(Role role) { return std::string(kNames[static_cast<size_t>(role)]); }

std::optional<Role> ParseRole(absl::string_view name) {
  for (size_t i = 0; i < kNames.size(); ++i) {
    if (kNames[i] == std::string_view(name.data(), name.size())) {
      return static_cast<Role>(i);
    }
  }
  return std::nullopt;
}

std::optional<Role> RoleFor(absl::string_view method) {
  const auto found = Roles().find(std::string_view(method.data(), method.size()));
  return found == Roles().end() ? std::nullopt : std::optional(found->second);
}

}  // namespace kvintet::serving
