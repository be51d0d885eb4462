// What calls of AnalysisService have in common: see the header.
#include "serving/rpc/analysis_input.h"

#include <chrono>
#include <random>

#include "absl/strings/str_cat.h"

#include "base/status_macros.h"
#include "serving/errors/refusal.h"
#include "serving/rpc/convert.h"

namespace kvintet::serving {

absl::StatusOr<RequestedState> ReadForAnalysis(const ServiceContext& context,
                                               const v1::GameState& message, bool omniscient) {
  KVINTET_ASSIGN_OR_RETURN(const RequestedStateText text, FromMessage(message));
  KVINTET_ASSIGN_OR_RETURN(RequestedState situation, RequestedState::Read(context.games, text));
  if (situation.TellsMore() && !omniscient) {
    return Refusal(
        v1::REASON_TELLS_MORE,
        absl::StrCat(situation.game().Spec().name,
                     " has hidden information, and this tells more than a seat knows: wanted a "
                     "seat's record, or omniscient"),
        situation.known() == Known::kRecord ? "record" : "position");
  }
  if (context.live != nullptr) {
    KVINTET_RETURN_IF_ERROR(context.live->Check(situation));
  }
  return situation;
}

absl::StatusOr<PointOfView> ReadView(const ServiceContext& context, const v1::GameState& message,
                                     bool omniscient) {
  KVINTET_ASSIGN_OR_RETURN(const RequestedState situation,
                           ReadForAnalysis(context, message, omniscient));
  return situation.ActingView();
}

absl::Status CheckTrained(const ServedGame& served, bool trained_only) {
  if (!trained_only || served.model.trained) {
    return absl::OkStatus();
  }
  return Refusal(
      v1::REASON_NO_TRAINED_MODEL,
      absl::StrCat("trained_only: ", served.game->Spec().text,
                   " has no trained model here; ListModels lists the games that have one"),
      "trained_only");
}

absl::Status CheckSimulations(const ServiceContext& context, int simulations) {
  const int most = context.config.max_simulations();
  if (simulations >= 0 && simulations <= most) {
    return absl::OkStatus();
  }
  return Refusal(v1::REASON_BAD_BUDGET,
                 absl::StrCat("simulations: wanted 0 to ", most, ", found ", simulations),
                 "simulations");
}

absl::StatusOr<StrengthLevel> LevelOf(const ServiceContext& context, const std::string& game,
                                      int level) {
  KVINTET_ASSIGN_OR_RETURN(StrengthLevel found, context.levels.Find(game, level));
  const int most = context.config.max_simulations();
  if (found.simulations() > most) {
    return Refusal(v1::REASON_BAD_BUDGET,
                   absl::StrCat("level: level ", level, " takes ", found.simulations(),
                                " simulations, this server allows ", most),
                   "level");
  }
  return found;
}

absl::Status CheckField(bool good, const char* field, const std::string& wanted, int64_t found) {
  if (good) {
    return absl::OkStatus();
  }
  return BadField(field, absl::StrCat("wanted ", wanted, ", found ", found));
}

double MillisecondsSince(Clock::time_point arrival) {
  return std::chrono::duration<double, std::milli>(Clock::now() - arrival).count();
}

uint64_t RandomSeed() {
  std::random_device device;
  return uint64_t{device()} << 32 | device();
}

}  // namespace kvintet::serving
