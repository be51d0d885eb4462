// SideName: see the header.
#include "matches/settings/side_names.h"

#include <algorithm>
#include <utility>
#include <vector>

#include "absl/strings/str_cat.h"
#include "absl/strings/str_split.h"

namespace kvintet::serving {
namespace {

using envs::PlayedEvent;
using envs::Seat;

std::string WhiteOrBlack(bool white) { return white ? "White" : "Black"; }

// T2: the first colour belongs to seat 0.
std::string ColourOfLines(const std::string& game, Seat seat) {
  const std::string option = "colours=";
  const size_t from = game.find(option) + option.size();
  const std::string both = game.substr(from, game.find_first_of(",}", from) - from);
  const std::pair<std::string, std::string> colours = absl::StrSplit(both, '-');
  return seat == Seat::k0 ? colours.first : colours.second;
}

}  // namespace

std::optional<Seat> WhiteSeat(const envs::Playthrough& play) {
  if (play.game().Spec().text.find("colour_choice=true") == std::string::npos) {
    return Seat::k0;
  }
  const std::vector<PlayedEvent>& events = play.Events();
  if (events.size() < 2) {
    return std::nullopt;
  }
  return events[0].text != events[1].text ? Seat::k0 : Seat::k1;
}

std::string SideName(const envs::Playthrough& play, Seat seat) {
  const std::string& name = play.game().Spec().name;
  if (name == "kontranto") {
    const std::optional<Seat> white = WhiteSeat(play);
    return white ? WhiteOrBlack(seat == *white) : "";
  }
  if (name == "renju") {
    const bool swapped = std::ranges::any_of(
        play.Events(), [](const PlayedEvent& event) { return event.text == "swap"; });
    return WhiteOrBlack((seat == Seat::k0) == swapped);
  }
  if (name == "punct") {
    return WhiteOrBlack(seat == Seat::k0);
  }
  if (name == "konkvest") {
    return seat == Seat::k0 ? "w (light)" : "b (dark)";
  }
  return name == "tantrix" ? ColourOfLines(play.game().Spec().text, seat) : "";
}

std::string ColourKey(const envs::Game& game, envs::Palette palette) {
  const std::string& name = game.Spec().name;
  if (name == "kontranto") {
    return "white and black fields are conquered";
  }
  if (name == "renju") {
    return "violet edge: the last stone; red: forbidden for Black";
  }
  if (name == "punct") {
    return "grey: the centre";
  }
  if (name == "konkvest") {
    const char* const green = palette == envs::Palette::kColourBlind ? "white" : "green";
    return absl::StrCat("territory of w blue, of b ", green,
                        ", of both red; violet edges: development zones");
  }
  return name == "tantrix" ? "red edges: forced spaces" : "";
}

}  // namespace kvintet::serving
