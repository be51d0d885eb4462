// MatchClient: see the header.
#include "tests/service/match_client.h"

#include <algorithm>
#include <mutex>
#include <thread>
#include <utility>

#include "absl/strings/str_cat.h"

#include "base/seconds.h"
#include "serving/errors/grpc_status.h"
#include "serving/errors/refusal.h"

namespace kvintet::testing {
namespace {

using std::chrono::milliseconds;

// Timeouts of one attempt, and of all attempts of a call after the load has ended.
constexpr milliseconds kTimeout(5000);
constexpr std::chrono::minutes kPatience(10);
constexpr milliseconds kPause(20);
// One in this many matches is between persons.
constexpr int kBetweenPersons = 4;
constexpr int kSimulations = 2;
constexpr int kMovesSeen = 50;
constexpr int kReconnectMs = 50;
constexpr int kMaxReconnectMs = 500;

std::chrono::steady_clock::time_point Now() { return std::chrono::steady_clock::now(); }

std::chrono::nanoseconds Seconds(double seconds) {
  return std::chrono::nanoseconds(static_cast<int64_t>(seconds * 1e9));
}

}  // namespace

void MatchTally::Merge(const MatchTally& other) {
  commit_ms.insert(commit_ms.end(), other.commit_ms.begin(), other.commit_ms.end());
  for (const auto& [reason, count] : other.refused) {
    refused[reason] += count;
  }
  AddFaults(other.faults);
  games += other.games;
  retries += other.retries;
  told_lost += other.told_lost;
  told_doubled += other.told_doubled;
  unsettled += other.unsettled;
  error = other.error.empty() ? error : other.error;
}

void MatchTally::AddFaults(const SeatFaults& other) {
  faults.streams += other.streams;
  faults.told_twice += other.told_twice;
  faults.gaps += other.gaps;
  faults.refused += other.refused;
}

bool MatchTally::Good() const {
  return refused.empty() && faults.told_twice == 0 && faults.gaps == 0 && faults.refused == 0 &&
         told_lost == 0 && told_doubled == 0 && unsettled == 0;
}

MatchClient::MatchClient(const MatchLoad& load, int number)
    : load_(load), number_(number), random_(0, static_cast<uint32_t>(number), 0, Purpose::kTest) {
  grpc::ChannelArguments arguments;
  arguments.SetInt(GRPC_ARG_USE_LOCAL_SUBCHANNEL_POOL, 1);
  arguments.SetInt(GRPC_ARG_INITIAL_RECONNECT_BACKOFF_MS, kReconnectMs);
  arguments.SetInt(GRPC_ARG_MIN_RECONNECT_BACKOFF_MS, kMaxReconnectMs);
  arguments.SetInt(GRPC_ARG_MAX_RECONNECT_BACKOFF_MS, kMaxReconnectMs);
  arguments.SetMaxReceiveMessageSize(-1);
  const auto channel =
      grpc::CreateCustomChannel(load.address, grpc::InsecureChannelCredentials(), arguments);
  matches_ = v1::MatchService::NewStub(channel);
  rules_ = v1::RulesService::NewStub(channel);
}

void MatchClient::Begin() {
  for (int i = number_; i < load_.matches; i += load_.clients) {
    CreateMatch(i);
  }
}

void MatchClient::Play() {
  const double pause = load_.clients / load_.rate;
  const Time end = Now() + Seconds(load_.seconds);
  give_up_ = end + kPatience;
  Time due = Now() + Seconds(random_.Uniform() * pause);
  while (Now() < end) {
    DoActs();
    if (Now() >= due && MoveOne()) {
      due = std::max(due + Seconds(pause), Now() - Seconds(1));
    } else {
      WaitForNews(std::min({due > Now() ? due : Now() + kPause, end, Now() + kPause}));
    }
  }
  Settle();
}

// Calls until the call succeeds or is refused permanently.
template <typename Stub, typename Request, typename Response>
absl::StatusOr<Response> MatchClient::Insist(
    Stub* stub, grpc::Status (Stub::*method)(grpc::ClientContext*, const Request&, Response*),
    const Request& request) {
  while (true) {
    grpc::ClientContext context;
    context.set_wait_for_ready(true);
    context.set_deadline(std::chrono::system_clock::now() + kTimeout);
    Response response;
    const absl::Status status =
        serving::FromGrpcStatus((stub->*method)(&context, request, &response));
    if (status.ok()) {
      return response;
    }
    if (!WorthAnotherTry(status) || Now() > give_up_) {
      ++tally_.refused[ReasonName(ReasonOf(status))];
      tally_.error = status.ToString();
      return status;
    }
    ++tally_.retries;
    std::this_thread::sleep_for(kPause);
  }
}

// A new id of at least 16 bytes each time.
std::string MatchClient::NextRequestId() {
  return absl::StrCat(load_.name, " ", number_, " ", ++requests_);
}

void MatchClient::CreateMatch(int index) {
  const bool persons = index % kBetweenPersons == kBetweenPersons - 1;
  v1::CreateMatchRequest request;
  request.set_game(load_.games[static_cast<size_t>(index) % load_.games.size()]);
  request.add_players()->set_person("first");
  if (persons) {
    request.add_players()->mutable_open();
  } else {
    v1::NewPlayer::Agent* agent = request.add_players()->mutable_agent();
    agent->set_simulations(kSimulations);
    agent->set_allow_rollouts(true);
  }
  request.set_request_id(NextRequestId());
  const auto made = Insist(matches_.get(), &v1::MatchService::Stub::CreateMatch, request);
  if (!made.ok()) {
    return;
  }
  Admit({made->match(), 0, made->tokens(0)});
  if (persons) {
    v1::JoinMatchRequest join;
    join.set_match(made->match());
    join.set_name("second");
    join.set_request_id(NextRequestId());
    const auto joined = Insist(matches_.get(), &v1::MatchService::Stub::JoinMatch, join);
    if (joined.ok()) {
      Admit({made->match(), joined->player(), joined->token()});
    }
  }
}

void MatchClient::Admit(Admitted admitted) {
  seats_.push_back(std::make_unique<MatchSeat>(std::move(admitted), &bell_));
  seats_.back()->Watch(matches_.get());
}

void MatchClient::WaitForNews(Time until) {
  {
    std::unique_lock lock(bell_.mutex);
    bell_.rings.wait_until(lock, until);
  }
  for (const auto& seat : seats_) {
    seat->Watch(matches_.get());
  }
}

// Does the acts besides moves, for all seats, at once.
void MatchClient::DoActs() {
  for (const auto& seat : seats_) {
    std::unique_lock lock(bell_.mutex);
    const auto act = seat->WantedAct();
    const bool rematch = seat->WantsRematch();
    const int game_number = seat->state().game_number();
    if (!act && !rematch) {
      continue;
    }
    if (act) {
      seat->Acts();
      lock.unlock();
      Act(*seat, game_number, *act);
    } else {
      seat->AsksForRematch();
      lock.unlock();
      Rematch(*seat, game_number);
    }
  }
}

void MatchClient::Act(const MatchSeat& seat, int game_number, v1::ActRequest::Kind kind) {
  v1::ActRequest request;
  request.set_match(seat.admitted().match);
  request.set_token(seat.admitted().token);
  request.set_game_number(game_number);
  request.set_kind(kind);
  request.set_request_id(NextRequestId());
  (void)Insist(matches_.get(), &v1::MatchService::Stub::Act, request);
}

void MatchClient::Rematch(const MatchSeat& seat, int game_number) {
  v1::RematchRequest request;
  request.set_match(seat.admitted().match);
  request.set_token(seat.admitted().token);
  request.set_game_number(game_number);
  request.set_request_id(NextRequestId());
  ++tally_.games;
  (void)Insist(matches_.get(), &v1::MatchService::Stub::Rematch, request);
}

// Lets the next seat in turn that can move do so; false if none can.
bool MatchClient::MoveOne() {
  for (size_t i = 0; i < seats_.size(); ++i) {
    MatchSeat* const seat = seats_[++next_ % seats_.size()].get();
    std::unique_lock lock(bell_.mutex);
    if (!seat->MayMove()) {
      continue;
    }
    const v1::MatchState state = seat->state();
    seat->Moves();
    lock.unlock();
    Move(seat->admitted(), state);
    return true;
  }
  return false;
}

void MatchClient::Move(const Admitted& admitted, const v1::MatchState& state) {
  v1::ListMovesRequest list;
  list.mutable_state()->set_seat_record(state.description().seat_record());
  list.mutable_state()->set_seat(state.description().seat());
  list.set_page_size(kMovesSeen);
  const auto moves = Insist(rules_.get(), &v1::RulesService::Stub::ListMoves, list);
  if (!moves.ok()) {
    return;
  }
  v1::CommitMoveRequest request;
  request.set_match(admitted.match);
  request.set_token(admitted.token);
  request.set_game_number(state.game_number());
  request.set_expected_ply(state.ply());
  const auto choice = random_.Below(static_cast<uint32_t>(moves->moves_size()));
  request.set_move(moves->moves(static_cast<int>(choice)).text());
  request.set_request_id(NextRequestId());
  const Time start = Now();
  const auto made = Insist(matches_.get(), &v1::MatchService::Stub::CommitMove, request);
  if (made.ok()) {
    tally_.commit_ms.push_back(SecondsSince(start) * 1000);
    ledger_.moves.push_back(
        {admitted.match, made->game_number(), admitted.player, made->ply(), request.move()});
  }
}

void MatchClient::Settle() {
  for (const auto& seat : seats_) {
    v1::MatchState state;
    while (!SeesAll(*seat, &state) && Now() < give_up_) {
      WaitForNews(Now() + kPause);
    }
    tally_.unsettled += SeesAll(*seat, &state) ? 0 : 1;
    const Admitted& admitted = seat->admitted();
    ledger_.sights.push_back({admitted.match, state.game_number(), admitted.player, state.ply(),
                              state.description().seat_record()});
  }
  for (const auto& seat : seats_) {
    const std::lock_guard lock(bell_.mutex);
    tally_.AddFaults(seat->faults());
    CompareTold(*seat);
  }
}

// Whether the seat's stream has delivered everything, and only persons are to act.
bool MatchClient::SeesAll(const MatchSeat& seat, v1::MatchState* state) {
  v1::GetMatchRequest request;
  request.set_match(seat.admitted().match);
  request.set_token(seat.admitted().token);
  const auto now = Insist(matches_.get(), &v1::MatchService::Stub::GetMatch, request);
  if (!now.ok()) {
    return false;
  }
  *state = now->state();
  const std::lock_guard lock(bell_.mutex);
  return seat.cursor() == state->cursor() && seat.Settled();
}

// Each acknowledged move must have been delivered once, except a choice that is still hidden.
void MatchClient::CompareTold(const MatchSeat& seat) {
  if (!seat.told()) {
    return;
  }
  std::vector<MadeMove> acknowledged;
  for (const MadeMove& move : ledger_.moves) {
    if (move.match == seat.admitted().match && move.player == seat.admitted().player) {
      acknowledged.push_back(move);
    }
  }
  if (seat.state().has_own_commitment() && !acknowledged.empty()) {
    acknowledged.pop_back();
  }
  const Differences found = Compare(acknowledged, *seat.told());
  tally_.told_lost += static_cast<int>(found.lost.size());
  tally_.told_doubled += static_cast<int>(found.doubled.size());
}

}  // namespace kvintet::testing
