// MatchAgents: see the header.
#include "serving/rpc/matches/match_agents.h"

#include <algorithm>
#include <iterator>
#include <utility>

#include "base/status_macros.h"
#include "selfplay/games/play_settings.h"
#include "serving/engine/move_choice.h"
#include "serving/rpc/analysis_input.h"

namespace kvintet::serving {
namespace {

// Delay before a failed turn is retried.
constexpr std::chrono::milliseconds kPause(200);

// Checked here because matches/ does not depend on searches.
static_assert(matches::kMaxVariety == selfplay::kMaxVariety);

}  // namespace

// The call behind a turn. Only the match waits for its answer.
class MatchAgents::Thinking final : public Call {
 public:
  Thinking(MatchAgents* agents, matches::AgentTurn taken, std::chrono::milliseconds time)
      : Call(Clock::now(), Clock::now() + time), turn(std::move(taken)), agents_(agents) {}
  ~Thinking() override = default;

  void Finish(const absl::Status& status) override { agents_->Ended(this, status); }
  void GiveUp() { Cancel(); }

  const matches::AgentTurn turn;
  // The model, and the move that it chooses.
  matches::AgentModel model;
  std::unique_ptr<MoveChoice> choice;

 private:
  MatchAgents* const agents_;
};

MatchAgents::MatchAgents(const ServiceContext* context, const ServedAgents* models,
                         matches::MatchStore* table, WorkerPool* workers)
    : context_(context),
      models_(models),
      table_(table),
      workers_(workers),
      // Leaves room for clients beside the agents.
      most_(static_cast<size_t>(std::max(1, context->config.max_queued() / 2))),
      thread_([this] { Run(); }) {}

MatchAgents::~MatchAgents() { Stop(); }

void MatchAgents::Look(const std::string& match) {
  {
    const std::lock_guard lock(mutex_);
    if (stopping_) {
      return;
    }
    matches_.push_back(match);
  }
  changed_.notify_all();
}

void MatchAgents::Stop() {
  {
    const std::lock_guard lock(mutex_);
    stopping_ = true;
    for (const auto& [thinking, owned] : thinking_) {
      thinking->GiveUp();
    }
  }
  changed_.notify_all();
  if (thread_.joinable()) {
    thread_.join();
  }
  std::unique_lock lock(mutex_);
  changed_.wait(lock, [this] { return thinking_.empty(); });
}

void MatchAgents::Run() {
  std::unique_lock lock(mutex_);
  while (!stopping_) {
    const auto now = std::chrono::steady_clock::now();
    while (!later_.empty() && later_.begin()->first <= now) {
      matches_.push_back(std::move(later_.begin()->second));
      later_.erase(later_.begin());
    }
    if (!matches_.empty()) {
      const std::string match = std::move(matches_.front());
      matches_.pop_front();
      lock.unlock();
      std::vector<matches::AgentTurn> taken = table_->TakeAgentTurns(match);
      lock.lock();
      std::ranges::move(taken, std::back_inserter(turns_));
    } else if (!turns_.empty() && thinking_.size() < most_) {
      matches::AgentTurn turn = std::move(turns_.front());
      turns_.pop_front();
      lock.unlock();
      Begin(std::move(turn));
      lock.lock();
    } else if (!later_.empty()) {
      changed_.wait_until(lock, later_.begin()->first);
    } else {
      changed_.wait(lock);
    }
  }
}

void MatchAgents::Begin(matches::AgentTurn turn) {
  auto owned = std::make_unique<Thinking>(this, std::move(turn), context_->limits.max_deadline);
  Thinking* const thinking = owned.get();
  {
    const std::lock_guard lock(mutex_);
    if (stopping_) {
      return;
    }
    thinking_.emplace(thinking, std::move(owned));
  }
  if (const absl::Status status = Think(thinking); !status.ok()) {
    Ended(thinking, status);
  }
}

absl::Status MatchAgents::Think(Thinking* thinking) {
  const matches::Knowledge& known = thinking->turn.knowledge;
  const matches::PlayerSettings& settings = thinking->turn.settings;
  KVINTET_ASSIGN_OR_RETURN(std::shared_ptr<const ServedGame> served,
                           models_->GameOf(known.game->Spec().text));
  thinking->model = models_->ModelOf(*known.game, *served, settings);
  PointOfView point = {std::move(served), known.seat, known.view, known.history, known.record};
  KVINTET_ASSIGN_OR_RETURN(thinking->choice,
                           MoveChoice::Create(std::move(point), models_->SearchOf(settings),
                                              settings.variety, RandomSeed()));
  std::vector<Job> jobs;
  jobs.push_back(
      {.game = thinking->choice->Point().game,
       .call = thinking,
       .task = thinking->choice.get(),
       // Done on another thread, since the journal's disk must not block the scheduler's thread.
       .done =
           [this, thinking](const absl::Status& status) {
             if (!status.ok()) {
               return Ended(thinking, status);
             }
             workers_->Submit(thinking, [this, thinking] {
               Ended(thinking,
                     table_->PlayAgent(thinking->turn, thinking->choice->Text(), thinking->model));
             });
           },
       .rounds = thinking->choice->Rounds()});
  return context_->scheduler->Submit(std::move(jobs));
}

void MatchAgents::Ended(Thinking* thinking, const absl::Status& status) {
  // The game has ended meanwhile or continued without the move, so nothing is left to do.
  const bool past = status.code() == absl::StatusCode::kFailedPrecondition ||
                    status.code() == absl::StatusCode::kAborted ||
                    status.code() == absl::StatusCode::kNotFound;
  const bool again = !status.ok() && !past;
  if (again) {
    table_->GiveBack(thinking->turn);
  }
  const std::lock_guard lock(mutex_);
  if (again && !stopping_) {
    context_->metrics->AgentTurnsRetried().Add();
    retries_.Tell(absl::StatusCodeToString(status.code()));
    later_.emplace(std::chrono::steady_clock::now() + kPause, thinking->turn.match);
  }
  thinking_.erase(thinking);
  changed_.notify_all();
}

}  // namespace kvintet::serving
