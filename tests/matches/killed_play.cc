// PlayUntilKilled: see the header.
#include "tests/matches/killed_play.h"

#include <unistd.h>

#include <cstdlib>
#include <map>
#include <thread>
#include <vector>

#include "absl/strings/str_cat.h"

#include "base/check.h"
#include "base/rng.h"
#include "tests/support/matches/driven_tournament.h"

namespace kvintet::matches {
namespace {

using testing::DrivenMatch;
using testing::DrivenTournament;

constexpr int kPlaying = 4;
// Acts of the director before the one that ends the match.
constexpr int kActs = 6;
constexpr int64_t kMillisMore = 1000;

// Writes the line in one call, so that a line that was read proves that the answer was given.
void Acknowledge(int pipe, const std::string& match, int player, int number,
                 const std::string& text) {
  const std::string line = absl::StrCat(match, " ", player, " ", number, " ", text, "\n");
  KVINTET_CHECK(write(pipe, line.data(), line.size()) == static_cast<ssize_t>(line.size()));
}

// Two persons who make random moves.
class Players {
 public:
  Players(MatchStore* table, const Admission& made, RandomStream* random, int pipe)
      : table_(table), made_(made), random_(random), pipe_(pipe) {}

  bool Over() const {
    return table_->Look(made_.match, Audience::kSpectators)->phase == Phase::kOver;
  }

  // Makes a move for each player that can move.
  void MoveOnce() {
    for (int player = 0; player < kPlayers; ++player) {
      const auto sight = table_->Look(made_.match, static_cast<Audience>(player));
      const Knowledge& known = sight->knowledge;
      if (sight->phase == Phase::kOver || !known.actors.Has(known.seat)) {
        continue;
      }
      const auto moves = envs::LegalMoves(*known.game, known.view.Span(), "", 200);
      const std::string& move = moves[random_->Below(static_cast<uint32_t>(moves.size()))].text;
      const auto reply = table_->Move(made_.match, made_.tokens[static_cast<size_t>(player)],
                                      {sight->game_number, sight->ply, move, false}, {},
                                      [](const MoveReceipt&) { return std::string(); });
      KVINTET_CHECK(reply.ok());
      Acknowledge(pipe_, made_.match, player, sight->ply, move);
    }
  }

 private:
  MatchStore* const table_;
  const Admission made_;
  RandomStream* const random_;
  const int pipe_;
};

void PlayOne(MatchStore* table, const std::string& game, RandomStream* random, int pipe) {
  Admission made;
  const auto created = table->Create(DrivenMatch::Settings(game), {}, [&](const Admission& given) {
    made = given;
    return std::string();
  });
  KVINTET_CHECK(created.ok());
  Players players(table, made, random, pipe);
  while (!players.Over()) {
    players.MoveOnce();
  }
}

// Plays matches of Tantrix with a colour wish and with pauses that are contested.
class Talkers {
 public:
  Talkers(MatchStore* table, RandomStream* random, int pipe)
      : table_(table), random_(random), pipe_(pipe) {}

  void PlayOne() {
    said_.clear();
    MatchSettings settings = DrivenMatch::Settings("tantrix");
    settings.players[0].colours.first = "green";
    settings.players[1].open = true;
    KVINTET_CHECK(table_->Create(settings, {}, Keep()).ok());
    KVINTET_CHECK(
        table_->Join(made_.match, {.name = "Bob", .colours = ColourWish{"blue"}}, {}, Keep()).ok());
    Told(EventKind::kJoined);
    Say(0, ActKind::kReady, EventKind::kReady);
    Say(1, ActKind::kReady, EventKind::kReady);
    Players players(table_, made_, random_, pipe_);
    for (int i = 0; i < kActs; ++i) {
      const auto caller = static_cast<int>(random_->Below(kPlayers));
      Say(caller, ActKind::kPause, EventKind::kPaused);
      if (random_->Below(2) == 0) {
        Say(1 - caller, ActKind::kContestPause, EventKind::kPauseWrong);
      } else {
        Say(0, ActKind::kResume, EventKind::kResumed);
        Say(1, ActKind::kResume, EventKind::kResumed);
      }
      players.MoveOnce();
    }
    Say(0, ActKind::kResign, EventKind::kEnded);
  }

 private:
  ReplyMaker<Admission> Keep() {
    return [this](const Admission& given) {
      made_.match = given.match;
      for (size_t player = 0; player < kPlayers; ++player) {
        made_.tokens[player] += given.tokens[player];
      }
      return std::string();
    };
  }
  void Say(int player, ActKind kind, EventKind event) {
    KVINTET_CHECK(
        table_->Act(made_.match, made_.tokens[static_cast<size_t>(player)], 1, kind, {}).ok());
    Told(event);
  }
  void Told(EventKind event) {
    Acknowledge(pipe_, made_.match, kSaid, ++said_[event], EventName(event));
  }

  MatchStore* const table_;
  RandomStream* const random_;
  const int pipe_;
  Admission made_;
  std::map<EventKind, int> said_;
};

// The director of one tournament, and its players.
class Director {
 public:
  Director(MatchStore* table, RandomStream* random, int pipe)
      : table_(table), random_(random), pipe_(pipe) {
    // Konkvest is used because it has clocks.
    const auto made = table->CreateTournament(DrivenTournament::EventOf("konkvest"), {},
                                              [this](const TournamentAdmission& admission) {
                                                event_ = admission;
                                                return std::string();
                                              });
    KVINTET_CHECK(made.ok());
  }

  void RunOne() {
    Begin();
    Players players(table_, made_, random_, pipe_);
    for (int i = 0; i < kActs; ++i) {
      switch (random_->Below(3)) {
        case 0:
          players.MoveOnce();
          break;
        case 1:
          Do({.kind = DirectorActKind::kPaused});
          Do({.kind = DirectorActKind::kResumed});
          break;
        default:
          Do({.kind = DirectorActKind::kClocksAdjusted, .clock_millis = {kMillisMore, 0}});
      }
    }
    End();
  }

 private:
  void Begin() {
    acts_ = 0;
    AddedMatch added;
    const auto made = table_->AddMatches(event_.event, event_.token,
                                         {.pairs = {DrivenTournament::Between("Ada", "Bob")}}, {},
                                         [&](const std::vector<AddedMatch>& all) {
                                           added = all.front();
                                           return std::string();
                                         });
    KVINTET_CHECK(made.ok());
    made_.match = added.match;
    for (const std::string& invitation : added.invitations) {
      const JoinAct act = {.name = "somebody", .invitation = invitation};
      const auto joined = table_->Join(added.match, act, {}, [this](const Admission& admission) {
        const auto player = static_cast<size_t>(admission.player);
        made_.tokens[player] = admission.tokens[player];
        return std::string();
      });
      KVINTET_CHECK(joined.ok());
    }
  }

  void End() {
    const auto loser = static_cast<int>(random_->Below(kPlayers));
    switch (random_->Below(4)) {
      case 0:
        Do({.kind = DirectorActKind::kForfeited, .player = loser});
        Do({.kind = DirectorActKind::kPointsAdjusted, .tenths = {5, 5}});
        break;
      case 1:
        Do({.kind = DirectorActKind::kDisqualified, .player = loser});
        break;
      case 2:
        Do({.kind = DirectorActKind::kDecided});
        Do({.kind = DirectorActKind::kVoided});
        Do({.kind = DirectorActKind::kDecided, .tenths = {7, 3}, .by_points = true});
        break;
      default:
        Do({.kind = DirectorActKind::kVoided});
        Replay();
    }
  }

  void Do(DirectorAct act) {
    act.reason = "as decided";
    const absl::Status done = table_->Direct(made_.match, event_.token, act, {});
    KVINTET_CHECK(done.ok());
    Acknowledge(pipe_, made_.match, kDirector, acts_++, DirectorActName(act.kind));
  }
  void Replay() {
    const auto replay = table_->Replay(made_.match, event_.token, {.reason = "once more"}, {},
                                       [](const std::string& match) { return match; });
    KVINTET_CHECK(replay.ok());
    Acknowledge(pipe_, made_.match, kDirector, acts_++,
                DirectorActName(DirectorActKind::kReplayed));
  }

  MatchStore* const table_;
  RandomStream* const random_;
  const int pipe_;
  TournamentAdmission event_;
  Admission made_;
  int acts_ = 0;
};

}  // namespace

absl::StatusOr<std::shared_ptr<const envs::Game>> MakeShared(const std::string& text) {
  auto game = envs::MakeGame(text);
  if (!game.ok()) {
    return game.status();
  }
  return std::shared_ptr<const envs::Game>(*std::move(game));
}

std::unique_ptr<MatchStore> OpenTable(const std::string& folder) {
  auto table = MatchStore::Open({.folder = folder}, MakeShared, SystemSources(), nullptr);
  KVINTET_CHECK(table.ok());
  return *std::move(table);
}

void PlayUntilKilled(const std::string& folder, uint64_t seed, int pipe) {
  const std::unique_ptr<MatchStore> table = OpenTable(folder);
  std::vector<std::jthread> threads;
  for (uint32_t thread = 0; thread < kPlaying; ++thread) {
    threads.emplace_back([&, thread] {
      RandomStream random(seed, thread, 0, Purpose::kTest);
      while (true) {
        PlayOne(table.get(), thread % 2 == 0 ? "tic_tac_toe" : "goofspiel", &random, pipe);
      }
    });
  }
  threads.emplace_back([&] {
    RandomStream random(seed, kPlaying + 1, 0, Purpose::kTest);
    while (true) {
      Talkers(table.get(), &random, pipe).PlayOne();
    }
  });
  threads.emplace_back([&] {
    RandomStream random(seed, kPlaying, 0, Purpose::kTest);
    Director director(table.get(), &random, pipe);
    while (true) {
      director.RunOne();
    }
  });
  threads.clear();
  std::abort();
}

}  // namespace kvintet::matches
