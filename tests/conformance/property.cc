// Property: see the header.
#include "tests/conformance/property.h"

#include <algorithm>
#include <array>

#include "envs/registry.h"
#include "tests/conformance/acting.h"
#include "tests/conformance/ending.h"
#include "tests/conformance/knowing.h"
#include "tests/conformance/naming.h"
#include "tests/conformance/symmetry.h"

namespace kvintet::conformance {
namespace {

constexpr std::array kProperties = {
    Property{"Spec", CheckSpec},
    Property{"Initial", CheckInitial},
    Property{"Actors", CheckActors},
    Property{"Ends", CheckEnds},
    Property{"Steps", CheckSteps},
    Property{"Order", CheckOrder},
    Property{"Chance", CheckChance},
    Property{"Batches", CheckBatches},
    Property{"Greedy", CheckGreedy},
    Property{"Margins", CheckMargins},
    Property{"Ownership", CheckOwnership},
    Property{"Observations", CheckObservations},
    Property{"Follow", CheckFollow},
    Property{"Sealed", CheckSealed},
    Property{"Visible", CheckVisible},
    Property{"SeatRecordsTellApart", CheckSeatRecordsTellApart},
    Property{"Resample", CheckResample},
    Property{"ResampleWeights", CheckResampleWeights},
    Property{"HeldThings", CheckHeldThings},
    Property{"CacheKeys", CheckCacheKeys},
    Property{"ActionNames", CheckActionNames},
    Property{"MoveTexts", CheckMoveTexts},
    Property{"PositionTexts", CheckPositionTexts},
    Property{"WrongPositionTexts", CheckWrongPositionTexts},
    Property{"Records", CheckRecords},
    Property{"SeatRecords", CheckSeatRecords},
    Property{"WrongRecords", CheckWrongRecords},
    Property{"Scenes", CheckScenes},
    Property{"PolicyIndices", CheckPolicyIndices},
    Property{"Seeds", CheckSeeds},
    Property{"Inverses", CheckInverses},
    Property{"ImagesOfViews", CheckImagesOfViews},
    Property{"ImagesOfGames", CheckImagesOfGames},
};

// Options to check besides the defaults. Games that are not registered are skipped.
constexpr std::array kOtherOptions = {
    "goofspiel{cards=3,order=descending}",
    "goofspiel{cards=13,objective=win}",
    "konkvest{cycle=restart,max_plies=150}",
    "konkvest{capture_in_row=ends_row,cycle=go_on,max_plies=150}",
    "konkvest{general_reach=area,guard_reach=straight,queen_retreat=lines,territory=cone}",
    "kontranto{black=ct,board=3x3,white=ct}",
    "kontranto{black=ctt,board=5x4,colour_choice=false,moves=rook,target=3,white=ccct}",
    "kontranto{black=c,board=9x7,target=2,white=ct,zones=none}",
    "kontranto{black=ctt,board=3x3,target=9,two_step_pieces=remaining,white=cct}",
    "mini_kontranto{start=2x2_c0_c3,steps=5}",
    "mini_kontranto{start=3x3_c8t0_c4t2,steps=2}",
    "oshi_zumo{coins0=4,coins1=6,horizon=5,min_bid=0,size=1}",
    "pursuit{catcher=A1,columns=3,evader=C1,rows=1,steps=3}",
    "hex{size=2}",
    "hex{size=5,swap=no}",
    "hex{size=19}",
    "punct{game=basic,supply=both}",
    "renju{opening=free}",
    "renju{forbidden=masked,opening=free}",
    "renju{forbidden=none}",
    "renju{forbidden=claimed,opening=free}",
    "tantrix{racks=open}",
    "tantrix{colours=blue-green,lottery=no,reward=tournament}",
    "tiny_punct{game=basic}",
    "tiny_punct{max_plies=200,supply=both}",
    "tiny_tantrix{colours=blue-red,lottery=no,reward=tournament}",
};

}  // namespace

std::span<const Property> Properties() { return kProperties; }

std::vector<std::string> GamesToCheck() {
  const std::vector<std::string> names = envs::GameNames();
  std::vector<std::string> texts = names;
  for (const std::string text : kOtherOptions) {
    if (std::ranges::find(names, text.substr(0, text.find('{'))) != names.end()) {
      texts.push_back(text);
    }
  }
  return texts;
}

}  // namespace kvintet::conformance
