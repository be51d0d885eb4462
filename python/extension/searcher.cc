// The Python classes Searcher and Decision.
#include <algorithm>
#include <cstdint>
#include <memory>
#include <mutex>
#include <string>
#include <utility>
#include <vector>

#include <nanobind/nanobind.h>
#include <nanobind/stl/shared_ptr.h>
#include <nanobind/stl/string.h>

#include "absl/status/statusor.h"
#include "absl/strings/str_cat.h"

#include "base/status_macros.h"
#include "envs/text/seat_play.h"
#include "python/extension/arrays.h"
#include "python/extension/bindings.h"
#include "python/extension/errors.h"
#include "python/extension/integers.h"
#include "python/extension/settings.h"
#include "selfplay/evaluators/rollout_evaluator.h"
#include "selfplay/games/play_settings.h"
#include "selfplay/search/search.h"
#include "selfplay/search_factory.h"

namespace nb = nanobind;
using namespace nb::literals;  // NOLINT(google-build-using-namespace)

namespace kvintet::python {
namespace {

using selfplay::ActionStatistics;
using selfplay::Decision;

constexpr int kMaxRollouts = 1'000'000;

// A search that judges positions by random games. Calls from several threads take turns.
class Searcher {
 public:
  // Unimplemented if the search cannot play the game.
  static absl::StatusOr<std::shared_ptr<Searcher>> Make(const SharedGame& game,
                                                        const selfplay::SearchSettings& settings,
                                                        int rollouts, uint64_t seed) {
    KVINTET_ASSIGN_OR_RETURN(std::unique_ptr<selfplay::Search> search,
                             selfplay::MakeSearch(*game, settings));
    return std::shared_ptr<Searcher>(new Searcher(game, std::move(search), rollouts, seed));
  }

  const SharedGame& Game() const { return game_; }

  absl::StatusOr<Decision> Decide(const View& view, uint64_t seed, const std::string& record) {
    const std::lock_guard lock(mutex_);
    search_->Forget();
    envs::RepetitionHistory history(game_->Spec().history_capacity);
    for (const Key128& earlier : view.earlier) {
      history.Push(earlier);
    }
    return selfplay::Decide(
        search_.get(), &evaluator_,
        {.view = view.Row(), .history = &history, .seed = seed, .record = [&record] {
           return record;
         }});
  }

 private:
  Searcher(SharedGame game, std::unique_ptr<selfplay::Search> search, int rollouts, uint64_t seed)
      : game_(std::move(game)), search_(std::move(search)), evaluator_(*game_, rollouts, seed) {}

  const SharedGame game_;
  // Guards the members from here on.
  std::mutex mutex_;
  const std::unique_ptr<selfplay::Search> search_;
  selfplay::RolloutEvaluator evaluator_;
};

std::shared_ptr<Searcher> NewSearcher(const GameHandle& game, const Search& search, int rollouts,
                                      double variety, const AnyInteger& seed) {
  if (rollouts < 1 || rollouts > kMaxRollouts) {
    throw nb::value_error(
        absl::StrCat("rollouts: must be 1..", kMaxRollouts, ", is ", rollouts).c_str());
  }
  if (!(variety >= 0 && variety <= selfplay::kMaxVariety)) {
    throw nb::value_error(
        absl::StrCat("variety: must be in [0, ", selfplay::kMaxVariety, "], is ", variety).c_str());
  }
  return ValueOf(Searcher::Make(game.game, selfplay::PlaySettings(search.settings, variety),
                                rollouts, ValueOf<uint64_t>(seed, "seed")));
}

// ValueError unless this record, which may be empty, leads to what the view shows. A move that the
// seat has begun is in no record.
void CheckRecordOf(const View& view, const std::string& record) {
  if (record.empty()) {
    return;
  }
  const envs::Game& game = view.TheGame();
  const auto play = ValueOf(envs::SeatPlay::FromRecord(game, game.ViewSeat(view.Row()), record));
  if (game.MoveProgress(view.Row()) == 0 &&
      game.CacheKey(play.View()) != game.CacheKey(view.Row())) {
    throw nb::value_error(absl::StrCat("record: wanted one that leads to ",
                                       game.ViewText(view.Row()), ", found one that leads to ",
                                       game.ViewText(play.View()))
                              .c_str());
  }
}

Decision DecideOn(Searcher* self, const View& view, const AnyInteger& given,
                  const std::string& record) {
  const auto seed = ValueOf<uint64_t>(given, "seed");
  const std::string& own = self->Game()->Spec().text;
  if (view.TheGame().Spec().text != own) {
    throw nb::value_error(
        absl::StrCat("view: wanted one of ", own, ", found ", view.TheGame().Spec().text).c_str());
  }
  CheckMustAct(view);
  CheckRecordOf(view, record);
  absl::StatusOr<Decision> decision;
  {
    const nb::gil_scoped_release release;
    decision = self->Decide(view, seed, record);
  }
  return ValueOf(std::move(decision));
}

// The array of one member of all actions' statistics.
template <typename T, typename Member>
Array<T> Column(const Decision& decision, Member ActionStatistics::*member) {
  const NewArray<T> array({decision.actions.size()});
  std::ranges::transform(
      decision.actions, array.span.begin(),
      [member](const ActionStatistics& action) { return static_cast<T>(action.*member); });
  return array.Get();
}

Array<int32_t> LineOf(const Decision& decision) {
  const NewArray<int32_t> array({decision.line.size()});
  std::ranges::copy(decision.line, array.span.begin());
  return array.Get();
}

void BindDecision(nb::module_* module) {
  nb::class_<Decision> type(
      *module, "Decision",
      "What a search found for one seat: n legal actions, ascending. Values are expected returns\n"
      "of that seat, in [-1, 1].");
  type.def_ro("action", &Decision::action, "The chosen action.");
  type.def_ro("value", &Decision::value, "The position's value.");
  type.def_ro("draw", &Decision::draw, "The chance of a draw, in [0, 1].");
  type.def_ro("forced", &Decision::forced,
              "Whether there was only one legal action, so that nothing was searched.");
  type.def_prop_ro(
      "actions",
      [](const Decision& self) { return Column<int32_t>(self, &ActionStatistics::action); },
      nb::rv_policy::reference, "The legal actions: int32 [n].");
  type.def_prop_ro(
      "visits",
      [](const Decision& self) { return Column<int32_t>(self, &ActionStatistics::visits); },
      nb::rv_policy::reference, "How often each was searched: int32 [n].");
  type.def_prop_ro(
      "prior", [](const Decision& self) { return Column<float>(self, &ActionStatistics::prior); },
      nb::rv_policy::reference, "The evaluator's policy: float32 [n].");
  type.def_prop_ro(
      "policy", [](const Decision& self) { return Column<float>(self, &ActionStatistics::policy); },
      nb::rv_policy::reference, "The policy that the search advises: float32 [n].");
  type.def_prop_ro(
      "values", [](const Decision& self) { return Column<float>(self, &ActionStatistics::value); },
      nb::rv_policy::reference, "The value of each; 0 where it was not searched: float32 [n].");
  type.def_prop_ro("line", &LineOf, nb::rv_policy::reference,
                   "The actions expected from here on, the chosen one first: int32 [any].");
}

}  // namespace

void BindSearcher(nb::module_* module) {
  BindDecision(module);
  nb::class_<Searcher> type(
      *module, "Searcher",
      "A search for single decisions, which judges positions by random games.\n\n"
      "It knows which positions were on the board before, as far as rules about repetition count\n"
      "them, from views of games and pools; images under a symmetry and recorded rows do not "
      "tell.\n"
      "Calls from several threads take turns, without the GIL.\n\n"
      "Args:\n"
      "  game: the game.\n"
      "  search: the algorithm and its settings.\n"
      "  rollouts: random games per position, at least 1.\n"
      "  variety: the factor of the search's noise, in [0, 10]: 0 plays to win.\n"
      "  seed: the seed of the random games.\n\n"
      "Raises:\n"
      "  NotImplementedError: if the algorithm cannot play the game.\n"
      "  ValueError: for numbers out of range.");
  type.def(nb::new_(&NewSearcher), "game"_a, "search"_a, nb::kw_only(), "rollouts"_a = 1,
           "variety"_a = 0.0, "seed"_a = 0);
  type.def_prop_ro(
      "game", [](const Searcher& self) { return GameHandle{self.Game()}; }, "The game.");
  type.def("decide", &DecideOn, "view"_a, nb::kw_only(), "seed"_a = 0, "record"_a = "",
           "Searches for the seat of a view that must act.\n\n"
           "Args:\n"
           "  view: what the seat knows.\n"
           "  seed: the seed of this decision's random draws; the same seed, the same decision.\n"
           "  record: Playthrough.seat_record of the seat; the belief search infers from it.\n\n"
           "Raises:\n"
           "  ValueError: for a view of another game, or of a seat that need not act, and for a\n"
           "    record that does not lead to the view.");
}

}  // namespace kvintet::python
