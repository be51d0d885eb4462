// Tantrix: the course of the game, clauses T2, T3, T5 and T6 of the rules.
#include "tests/reference/tantrix/tantrix.h"

#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <memory>
#include <optional>
#include <sstream>
#include <string>
#include <utility>

#include "tests/reference/reference_entries.h"
#include "tests/reference/reference_options.h"
#include "tests/reference/tantrix/tantrix_restrictions.h"

namespace kvintet::reference {

using tantrix::Placement;

namespace {

constexpr int kNobody = -1;

// Aborts the program if a caller has broken a contract.
void Require(bool kept, const char* contract) {
  if (kept) return;
  std::fprintf(stderr, "reference tantrix: broken contract: %s\n", contract);
  std::abort();
}

// The number in `lot 17` or `draw 17`.
int TileOf(const std::string& move) { return std::stoi(move.substr(move.find(' ') + 1)); }

std::vector<std::string> Texts(const std::vector<Placement>& placements) {
  std::vector<std::string> texts;
  for (const Placement& placement : placements) texts.push_back(PlacementText(placement));
  std::sort(texts.begin(), texts.end());
  return texts;
}

}  // namespace

TantrixOptions TinyTantrix(TantrixOptions options) {
  options.tiles = {1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14};
  options.rack_size = 2;
  return options;
}

Tantrix::Tantrix(TantrixOptions options)
    : options_(std::move(options)), bag_(options_.tiles.begin(), options_.tiles.end()) {
  Require(options_.colours[0] != options_.colours[1], "the colours must differ");
  Require(static_cast<int>(bag_.size()) > 2 * options_.rack_size, "the racks must leave a bag");
  // T2: without the lottery seat 0 starts.
  stage_ = options_.lottery ? Stage::kLots : Stage::kDeal;
}

std::unique_ptr<ReferenceGame> Tantrix::Clone() const { return std::make_unique<Tantrix>(*this); }

int Tantrix::SeatToDraw() const {
  const auto is_full = [this](int seat) {
    return static_cast<int>(Rack(seat).size()) == options_.rack_size;
  };
  // T2: seat 0 draws its tiles first, then seat 1, independent of who starts.
  if (stage_ == Stage::kDeal) return is_full(0) ? 1 : 0;
  // T3: after a placement the same player draws, while the bag lasts; a full rack never draws.
  if (stage_ == Stage::kTurns && !is_full(turn_) && !bag_.empty()) return turn_;
  return kNobody;
}

std::vector<int> Tantrix::Actors() const {
  if (stage_ == Stage::kOver) return {};
  if (stage_ == Stage::kLots || SeatToDraw() != kNobody) return {kChanceActor};
  return {turn_};
}

std::vector<std::string> Tantrix::LegalMoves(int actor) const {
  Require(Actors() == std::vector<int>{actor}, "the actor must be one who acts now");
  if (actor != kChanceActor) return legal_;
  std::vector<std::string> outcomes;
  // T2: the second lot is a different tile from the first; a draw is any tile in the bag.
  for (const int tile : bag_) {
    if (stage_ == Stage::kLots && !lots_.empty() && lots_[0] == tile) continue;
    outcomes.push_back((stage_ == Stage::kLots ? "lot " : "draw ") + std::to_string(tile));
  }
  std::sort(outcomes.begin(), outcomes.end());
  return outcomes;
}

std::vector<double> Tantrix::ChanceProbabilities() const {
  const std::size_t n = LegalMoves(kChanceActor).size();
  return std::vector<double>(n, 1.0 / static_cast<double>(n));
}

void Tantrix::Apply(int actor, const std::string& move) {
  const std::vector<std::string> legal = LegalMoves(actor);
  Require(std::binary_search(legal.begin(), legal.end(), move), "the move must be legal");
  if (actor != kChanceActor) {
    LayTile(tantrix::ParsePlacement(move));
  } else if (stage_ == Stage::kLots) {
    DrawLot(TileOf(move));
  } else {
    DrawTile(TileOf(move));
  }
  history_.push_back({actor, move});
  EnterNextStage();
}

// T2: the seat with the higher number starts; both tiles are returned, so the bag is as before.
void Tantrix::DrawLot(int tile) {
  lots_.push_back(tile);
  if (lots_.size() < 2) return;
  turn_ = lots_[0] > lots_[1] ? 0 : 1;
  stage_ = Stage::kDeal;
}

void Tantrix::DrawTile(int tile) {
  const int seat = SeatToDraw();
  bag_.erase(tile);
  racks_[static_cast<std::size_t>(seat)].insert(tile);
  past_.draws.push_back({history_.size(), seat, tile});
}

void Tantrix::LayTile(const Placement& placement) {
  if (!must_fill_) {
    // T3: all players now know that the player could not fill any forced space from the rack.
    NoteSilence(tantrix::Fills(table_, options_.tiles, !bag_.empty()));
    free_move_made_ = true;
  }
  racks_[static_cast<std::size_t>(turn_)].erase(placement.tile);
  table_.Lay(placement);
  past_.layings[placement.tile] = {history_.size(), turn_};
}

// Records that none of the tiles of `possible` is in the hand of the player to move.
void Tantrix::NoteSilence(const std::vector<Placement>& possible) {
  tantrix::Silence silence = {history_.size(), turn_, {}};
  for (const Placement& placement : possible) silence.tiles.insert(placement.tile);
  if (!silence.tiles.empty()) past_.silences.push_back(silence);
}

std::vector<int> Tantrix::TilesInHand() const { return {Rack(turn_).begin(), Rack(turn_).end()}; }

// After every event: determines who decides next, and the legal moves.
void Tantrix::EnterNextStage() {
  legal_.clear();
  if (stage_ == Stage::kLots) return;
  if (stage_ == Stage::kDeal) {
    const auto full = static_cast<std::size_t>(options_.rack_size);
    if (racks_[0].size() < full || racks_[1].size() < full) return;
    stage_ = Stage::kTurns;
  }
  // T5: the game ends when all tiles are placed.
  if (table_.Placements().size() == options_.tiles.size()) return End("tiles");
  // T3: the draw comes before the next decision.
  if (SeatToDraw() != kNobody) return;
  // T5: a player without tiles is done, and the other has all further turns.
  if (Rack(turn_).empty()) PassTurn();
  const bool bag_holds = !bag_.empty();
  // T3: phases 1 and 3, fills as long as a tile in hand fits.
  std::vector<Placement> moves = tantrix::Fills(table_, TilesInHand(), bag_holds);
  if (moves.empty() && free_move_made_) {
    NoteSilence(tantrix::Fills(table_, options_.tiles, bag_holds));
    PassTurn();
    moves = tantrix::Fills(table_, TilesInHand(), bag_holds);
  }
  must_fill_ = !moves.empty();
  // T3: phase 2, one free move.
  if (!must_fill_) moves = tantrix::FreeMoves(table_, TilesInHand(), bag_holds);
  // T5: a player with a tile, but without a legal free move, ends the game.
  if (moves.empty()) {
    NoteSilence(LegalPlacements(options_.tiles));
    return End("deadlock");
  }
  legal_ = Texts(moves);
}

// Passes the turn to the other player if that player has a tile; otherwise the same player moves
// again.
void Tantrix::PassTurn() {
  free_move_made_ = false;
  if (!Rack(1 - turn_).empty()) turn_ = 1 - turn_;
}

void Tantrix::End(const std::string& reason) {
  stage_ = Stage::kOver;
  reason_ = reason;
}

// T6: the score is the best line or loop of one's colour on the final table.
std::array<int, 2> Tantrix::Margin() const {
  return {tantrix::BestLine(table_, options_.colours[0]),
          tantrix::BestLine(table_, options_.colours[1])};
}

std::array<double, 2> Tantrix::Returns() const {
  Require(stage_ == Stage::kOver, "only a finished game has returns");
  const std::array<int, 2> lines = Margin();
  const int difference = lines[0] - lines[1];
  // T5: a deadlock is a draw, independent of the lines.
  if (reason_ == "deadlock" || difference == 0) return {0.0, 0.0};
  // T6: win or loss, or (points - 10) / 10; the loser has 20 points minus the winner's.
  const double points = tantrix::TournamentTenths(std::abs(difference)) / 10.0;
  const double won = options_.tournament_reward ? (points - 10.0) / 10.0 : 1.0;
  return difference > 0 ? std::array<double, 2>{won, -won} : std::array<double, 2>{-won, won};
}

std::string Tantrix::Reason() const {
  Require(stage_ == Stage::kOver, "only a finished game has a reason of its end");
  return reason_;
}

// T2: with private racks a player sees only the player's own, a spectator none.
bool Tantrix::Sees(int viewer, int owner) const { return options_.open_racks || viewer == owner; }

// For example `turn 0 before; table 17@0,0/4; rack0 1 2 3 4 5 6; rack1 6 of ?; draw`. Whether the
// free move is still to come is public; whether a fill is due is known to those who see the rack.
std::string Tantrix::Knowledge(int seat) const {
  std::ostringstream text;
  if (stage_ == Stage::kLots) {
    text << "lots";
    for (const int lot : lots_) text << " " << lot;
    return text.str();
  }
  text << "turn " << turn_ << (free_move_made_ ? " after" : " before") << "; table";
  std::vector<Placement> laid = table_.Placements();
  std::sort(laid.begin(), laid.end(),
            [](const Placement& a, const Placement& b) { return a.place < b.place; });
  for (const Placement& placement : laid) text << " " << PlacementText(placement);
  for (int owner = 0; owner < 2; ++owner) {
    text << "; rack" << owner;
    if (Sees(seat, owner)) {
      for (const int tile : Rack(owner)) text << " " << tile;
    } else {
      text << " " << Rack(owner).size() << " of ?";
    }
  }
  if (SeatToDraw() != kNobody) text << "; draw";
  if (!reason_.empty()) text << "; over " << reason_;
  return text.str();
}

std::vector<Event> Tantrix::History() const { return history_; }

// Every legal way to place one of `tiles` now, as a fill or, if that is still to come, as the free
// move.
std::vector<Placement> Tantrix::LegalPlacements(const std::vector<int>& tiles) const {
  return free_move_made_ ? tantrix::Fills(table_, tiles, !bag_.empty())
                         : tantrix::FreeMoves(table_, tiles, !bag_.empty());
}

std::vector<Event> Tantrix::Twin(int seat, std::uint64_t seed) const {
  tantrix::Secrets secrets = past_;
  secrets.bag = bag_;
  // All players see that the player to move has a legal move.
  if (!legal_.empty()) {
    secrets.mover = turn_;
    for (const Placement& placement : LegalPlacements(options_.tiles)) {
      secrets.can_move.insert(placement.tile);
    }
  }
  std::set<int> hidden_seats;
  for (int owner = 0; owner < 2; ++owner) {
    if (!Sees(seat, owner)) hidden_seats.insert(owner);
  }
  std::vector<Event> twin = history_;
  for (const tantrix::Draw& draw : RedrawHidden(secrets, hidden_seats, seed)) {
    twin[draw.event].move = "draw " + std::to_string(draw.tile);
  }
  return twin;
}

namespace {

// The letter of a colour; nullopt if it is not a colour.
std::optional<char> ColourOf(const std::string& name) {
  if (!OneOf(name, {"blue", "green", "red", "yellow"})) return std::nullopt;
  return static_cast<char>(name[0] - 'a' + 'A');
}

std::optional<TantrixOptions> TantrixOptionsOf(const Options& options) {
  const std::string& colours = options.at("colours");
  const std::size_t dash = std::min(colours.find('-'), colours.size());
  const std::optional<char> colour0 = ColourOf(colours.substr(0, dash));
  const std::optional<char> colour1 = ColourOf(colours.substr(std::min(dash + 1, colours.size())));
  if (!colour0 || !colour1 || *colour0 == *colour1) return std::nullopt;
  if (!OneOf(options.at("lottery"), {"yes", "no"})) return std::nullopt;
  if (!OneOf(options.at("racks"), {"private", "open"})) return std::nullopt;
  if (!OneOf(options.at("reward"), {"win", "tournament"})) return std::nullopt;
  TantrixOptions tantrix;
  tantrix.colours = {*colour0, *colour1};
  tantrix.lottery = options.at("lottery") == "yes";
  tantrix.open_racks = options.at("racks") == "open";
  tantrix.tournament_reward = options.at("reward") == "tournament";
  return tantrix;
}

std::unique_ptr<ReferenceGame> MakeTantrix(const Options& options) {
  const std::optional<TantrixOptions> tantrix = TantrixOptionsOf(options);
  return tantrix ? std::make_unique<Tantrix>(*tantrix) : nullptr;
}

// No tile of the tiny game is green.
std::unique_ptr<ReferenceGame> MakeTinyTantrix(const Options& options) {
  const std::optional<TantrixOptions> tantrix = TantrixOptionsOf(options);
  if (!tantrix || tantrix->colours[0] == 'G' || tantrix->colours[1] == 'G') return nullptr;
  return std::make_unique<Tantrix>(TinyTantrix(*tantrix));
}

// The defaults of both games.
Options Defaults() {
  return {{"colours", "red-yellow"}, {"lottery", "yes"}, {"racks", "private"}, {"reward", "win"}};
}

}  // namespace

ReferenceEntry TantrixEntry() { return {"tantrix", Defaults(), MakeTantrix}; }

ReferenceEntry TinyTantrixEntry() { return {"tiny_tantrix", Defaults(), MakeTinyTantrix}; }

}  // namespace kvintet::reference
