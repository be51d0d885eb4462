// Evidence: dynamic programming over the draws that are still held.
#include "envs/games/tantrix/evidence.h"

#ifdef __AVX2__
#include <immintrin.h>
#endif

#include <algorithm>
#include <bit>

#include "base/check.h"
#include "envs/action_mask.h"

namespace kvintet::envs::tantrix {
namespace {

constexpr uint32_t kCertain = 255;
// The possible numbers of tiles in a rack, including none.
constexpr size_t kSizes = 7;

// The tiles that were last proved absent before draw number `draw`.
TileSet FreeAt(const Evidence& evidence, int draw) {
  TileSet tiles = 0;
#ifdef __AVX2__
  constexpr size_t kOverlap = kMaxTiles - 32;
  const __m256i limit = _mm256_set1_epi8(static_cast<char>(draw));
  const auto below = [&](size_t first) {
    const __m256i absent =
        _mm256_loadu_si256(reinterpret_cast<const __m256i*>(&evidence.absent[first]));
    return static_cast<uint32_t>(_mm256_movemask_epi8(_mm256_cmpgt_epi8(limit, absent)));
  };
  tiles = below(0) | TileSet{below(kOverlap)} << kOverlap;
#else
  for (size_t tile = 0; tile < kMaxTiles; ++tile) {
    tiles |= TileSet{evidence.absent[tile] < draw} << tile;
  }
#endif
  return tiles;
}

// One of the tiles, chosen uniformly.
TileSet OneOf(TileSet tiles, RandomStream* random) {
  const auto count = static_cast<uint32_t>(std::popcount(tiles));
  return SetOf(NthBit(tiles, static_cast<int>(random->Below(count))));
}

// The odds that a draw is still held.
double OddsOf(uint8_t held) { return held / (256.0 - held); }

// The total weights of choices of draws, computed by dynamic programming over the draws.
class HeldDraws {
 public:
  HeldDraws(const Evidence& evidence, const RackQuestion& question)
      : evidence_(evidence), question_(question) {
    weight_[0][0] = 1;
    for (int draw = 1; draw <= question.num_drawn; ++draw) {
      AddDraw(draw);
    }
  }

  bool Possible() const { return Whole() > 0; }

  // Samples a set of draws by weight, then a tile for each draw, from the first draw on.
  TileSet Draw(RandomStream* random) const {
    std::array<size_t, kSizes> chosen;
    auto rest = static_cast<size_t>(question_.size);
    double weight = random->Uniform() * Whole();
    for (auto draw = static_cast<size_t>(question_.num_drawn); rest > 0 && draw > 0; --draw) {
      const double factor = Factor(draw, rest);
      const double taken = factor * weight_[draw - 1][rest - 1];
      if (weight < taken || Certain(draw) || weight_[draw - 1][rest] <= 0) {
        weight = taken > 0 ? std::min(weight, taken) / factor : 0;
        chosen[--rest] = draw;
      } else {
        weight -= taken;
      }
    }
    TileSet rack = 0;
    for (size_t i = 0; i < static_cast<size_t>(question_.size); ++i) {
      rack |= OneOf(free_[chosen[i]] & ~rack, random);
    }
    return rack;
  }

 private:
  double Whole() const {
    return weight_[static_cast<size_t>(question_.num_drawn)][static_cast<size_t>(question_.size)];
  }
  bool Certain(size_t draw) const { return evidence_.held[draw - 1] == kCertain; }

  // The factor of a draw that brought tile number `rank` of the rack, in the order of draws: its
  // odds times the number of tiles it may have brought.
  double Factor(size_t draw, size_t rank) const {
    const int choices = num_free_[draw] - static_cast<int>(rank) + 1;
    const double odds = Certain(draw) ? 1 : OddsOf(evidence_.held[draw - 1]);
    return choices > 0 ? odds * choices : 0;
  }

  void AddDraw(int number) {
    const auto draw = static_cast<size_t>(number);
    free_[draw] = FreeAt(evidence_, number) & question_.pool;
    num_free_[draw] = std::popcount(free_[draw]);
    const double without = Certain(draw) ? 0 : 1;
    weight_[draw][0] = without * weight_[draw - 1][0];
    for (size_t rank = 1; rank < kSizes; ++rank) {
      weight_[draw][rank] =
          without * weight_[draw - 1][rank] + Factor(draw, rank) * weight_[draw - 1][rank - 1];
    }
  }

  const Evidence& evidence_;
  const RackQuestion& question_;
  std::array<TileSet, kMaxDraws + 1> free_;
  std::array<int, kMaxDraws + 1> num_free_;
  // [number of draws so far, number of them held]
  std::array<std::array<double, kSizes>, kMaxDraws + 1> weight_ = {};
};

}  // namespace

void Evidence::NotePlayed(int tile, int num_drawn) {
  const auto first = static_cast<size_t>(absent[static_cast<size_t>(tile)]);
  const auto end = static_cast<size_t>(num_drawn);
  absent[static_cast<size_t>(tile)] = 0;
  uint32_t sum = 0;
  for (size_t draw = first; draw < end; ++draw) {
    sum += held[draw];
  }
  if (sum <= kCertain) {
    std::fill(held.begin() + static_cast<ptrdiff_t>(first),
              held.begin() + static_cast<ptrdiff_t>(end), uint8_t{0});
    return;
  }
  const uint32_t share = (uint32_t{kCertain} << 16) / sum;
  for (size_t draw = first; draw < end; ++draw) {
    const uint32_t left = held[draw] - ((held[draw] * share + 0x8000) >> 16);
    held[draw] = static_cast<uint8_t>(held[draw] == 0 || left > 0 ? left : 1);
  }
}

TileSet DrawRack(const Evidence& evidence, const RackQuestion& question, RandomStream* random) {
  KVINTET_DCHECK_LE(question.size, std::popcount(question.pool));
  if (question.size == std::popcount(question.pool)) {
    return question.pool;
  }
  const HeldDraws draws(evidence, question);
  if (draws.Possible()) {
    return draws.Draw(random);
  }
  TileSet rack = 0;
  for (int i = 0; i < question.size; ++i) {
    rack |= OneOf(question.pool & ~rack, random);
  }
  return rack;
}

}  // namespace kvintet::envs::tantrix
