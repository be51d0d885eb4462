// RunSizeChannel: see the header.
#include "tests/matches/size_channel.h"

#include <array>
#include <limits>
#include <utility>
#include <vector>

#include "absl/strings/str_cat.h"

#include "base/check.h"
#include "envs/one_row.h"
#include "envs/pool/action_sampler.h"
#include "envs/text/playthrough.h"
#include "serving/rpc/matches/match_messages.h"
#include "tests/support/matches/driven_match.h"

namespace kvintet::matches {
namespace {

using envs::Actor;
using envs::Playthrough;
using testing::DrivenMatch;

constexpr std::array<Audience, 3> kAll = {Audience::kPlayer0, Audience::kPlayer1,
                                          Audience::kSpectators};
constexpr size_t kKinds = 16;

// The same in every build.
size_t KindOf(const std::string& text) {
  size_t hash = 5381;
  for (const char letter : text) {
    hash = hash * 33 + static_cast<unsigned char>(letter);
  }
  return hash % kKinds;
}

// A whole move of the actor, made of random actions.
std::string RandomMove(const Playthrough& play, Actor actor, RandomStream* random) {
  Playthrough ahead = play;
  const size_t before = ahead.Events().size();
  while (true) {
    const auto legal = LegalList(ahead.game(), ahead.View(envs::SeatOf(actor)).Span());
    const envs::Action action = legal[random->Below(static_cast<uint32_t>(legal.size()))];
    KVINTET_CHECK(ahead.Apply(actor, action).ok());
    for (size_t i = before; i < ahead.Events().size(); ++i) {
      const envs::PlayedEvent& event = ahead.Events()[i];
      if (event.actor == actor && event.complete) {
        return event.text;
      }
    }
  }
}

// A choice, and the size in bytes of the reply to it.
struct Choice {
  int player = 0;
  std::string move = {};
  size_t answer_bytes = 0;
};

// What an audience has received so far and is shown.
struct Seen {
  int64_t cursor = 0;
  size_t state_bytes = 0;
};

class SizeWorld {
 public:
  SizeWorld(const std::string& game, uint64_t seed, bool leaky)
      : game_(game), leaky_(leaky), world_(seed) {}

  // Plays one stage, or a move that leads to one.
  void Advance(RandomStream* random, SizeCount* count) {
    const MatchView sight = begun_ ? world_.See() : MatchView();
    if (!begun_ || sight.phase == Phase::kOver) {
      world_.Create(game_);
      begun_ = true;
    } else if (sight.phase == Phase::kReady || sight.phase == Phase::kConsent) {
      SayBoth(sight.phase == Phase::kReady ? ActKind::kReady : ActKind::kConsent);
    } else {
      Play(sight, random, count);
    }
  }

 private:
  void SayBoth(ActKind kind) {
    KVINTET_CHECK(world_.Act(0, kind).ok());
    KVINTET_CHECK(world_.Act(1, kind).ok());
  }

  void Play(const MatchView& sight, RandomStream* random, SizeCount* count) {
    // Between stages, spectators of such games know everything that was played.
    const auto play = Playthrough::FromRecord(*sight.knowledge.game, sight.knowledge.record);
    KVINTET_CHECK(play.ok());
    std::vector<Choice> choices;
    for (int player = 0; player < kPlayers; ++player) {
      const envs::Seat seat = *sight.players[static_cast<size_t>(player)].seat;
      if (sight.knowledge.actors.Has(seat)) {
        choices.push_back({player, RandomMove(*play, static_cast<Actor>(seat), random)});
      }
    }
    if (choices.size() == 2) {
      if (random->Below(2) == 1) {
        std::swap(choices[0], choices[1]);
      }
      Stage(&choices, count);
    } else {
      Make(&choices.front());
    }
  }

  void Stage(std::vector<Choice>* choices, SizeCount* count) {
    Choice& first = choices->front();
    const auto before = SeeAll(0);
    Make(&first);
    const auto sealed = SeeAll(leaky_ ? KindOf(first.move) : 0);
    Make(&choices->back());
    std::string note;
    for (const Audience audience : kAll) {
      if (static_cast<int>(audience) != first.player) {
        const auto at = static_cast<size_t>(audience);
        absl::StrAppend(&note, sealed[at].cursor - before[at].cursor, " ",
                        TextOf(Told(audience, before[at].cursor, sealed[at].cursor)).size(), " ",
                        static_cast<int64_t>(sealed[at].state_bytes) -
                            static_cast<int64_t>(before[at].state_bytes),
                        " ");
      }
    }
    absl::StrAppend(&note, first.answer_bytes, " ", choices->back().answer_bytes);
    // Which player chose first may be public.
    const std::string context = absl::StrCat(first.player);
    count->lengths.Add(context, absl::StrCat(first.move.size()), note);
    count->kinds.Add(context, absl::StrCat(KindOf(first.move)), note);
    count->uneven += EndsEvenly(sealed) ? 0 : 1;
    ++count->phases;
  }

  void Make(Choice* choice) {
    const auto reply =
        world_.table->Move(world_.match, world_.tokens[static_cast<size_t>(choice->player)],
                           {world_.See().game_number, world_.See().ply, choice->move, false}, {},
                           [](const MoveReceipt& receipt) {
                             v1::CommitMoveResponse response;
                             response.set_commitment_digest(receipt.seal);
                             return response.SerializeAsString();
                           });
    KVINTET_CHECK(reply.ok());
    choice->answer_bytes = reply->size();
  }

  // What all audiences see; what spectators are shown is longer by `leak`.
  std::array<Seen, 3> SeeAll(size_t leak) {
    std::array<Seen, 3> seen;
    for (const Audience audience : kAll) {
      const MatchView sight = world_.See(audience);
      v1::MatchState state = serving::ToMessage(sight);
      state.clear_cursor();
      state.clear_at_ms();
      if (audience == Audience::kSpectators) {
        state.set_match(state.match() + std::string(leak, '+'));
      }
      seen[static_cast<size_t>(audience)] = {sight.cursor, state.ByteSizeLong()};
    }
    return seen;
  }

  std::vector<SeenEvent> Told(Audience audience, int64_t after, int64_t to) {
    auto page = world_.table->EventsAfter(world_.match, audience, after, 1000);
    KVINTET_CHECK(page.ok());
    std::erase_if(page->events, [to](const auto& event) { return event.cursor > to; });
    return page->events;
  }
  static std::string TextOf(const std::vector<SeenEvent>& events) {
    std::string bytes;
    for (const SeenEvent& event : events) {
      v1::MatchEvent message = serving::ToMessage(event);
      message.clear_cursor();
      message.clear_at_ms();
      message.clear_ply();
      if (message.has_commitment()) {
        message.mutable_commitment()->clear_ply();
      }
      absl::StrAppend(&bytes, message.SerializeAsString());
    }
    return bytes;
  }

  // Whether the end of the stage reaches all audiences alike, in one step.
  bool EndsEvenly(const std::array<Seen, 3>& sealed) {
    std::array<std::string, 3> kinds;
    for (const Audience audience : kAll) {
      const auto at = static_cast<size_t>(audience);
      constexpr int64_t kLast = std::numeric_limits<int64_t>::max();
      for (const auto& event : Told(audience, sealed[at].cursor, kLast)) {
        // A player is told of its own choice, and others are not.
        if (event.kind != EventKind::kCommitted) {
          absl::StrAppend(&kinds[at], static_cast<int>(event.kind), " ", event.player, ";");
        }
      }
    }
    return kinds[0] == kinds[1] && kinds[1] == kinds[2] && !kinds[0].empty();
  }

  const std::string game_;
  const bool leaky_;
  DrivenMatch world_;
  bool begun_ = false;
};

}  // namespace

absl::StatusOr<SizeCount> RunSizeChannel(const std::string& game, int64_t phases, uint64_t seed,
                                         bool leaky) {
  if (const auto made = envs::MakeGame(game); !made.ok()) {
    return made.status();
  }
  SizeCount count;
  SizeWorld world(game, seed, leaky);
  for (uint32_t number = 0; count.phases < phases; ++number) {
    RandomStream random(seed, number, 0, Purpose::kTest);
    world.Advance(&random, &count);
  }
  return count;
}

}  // namespace kvintet::matches
