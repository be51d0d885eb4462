// EvaluationCache: see the header.
#include "selfplay/evaluators/evaluation_cache.h"

#include <algorithm>
#include <array>
#include <bit>
#include <limits>
#include <mutex>
#include <span>
#include <utility>

#include "base/check.h"

namespace kvintet::selfplay {
namespace {

// Header of an answer in the ring; its logits follow.
struct Head {
  Key128 key;
  Wdl wdl;
  uint32_t logits = 0;
};
static_assert(sizeof(Head) == 32);

constexpr size_t kHeadWords = sizeof(Head) / sizeof(uint32_t);
constexpr size_t kWordsPerPosition = 256;
constexpr uint32_t kNowhere = std::numeric_limits<uint32_t>::max();
constexpr int64_t kMaxShards = 64;
constexpr uint64_t kPositionsPerShard = 1024;
constexpr size_t kFirstWords = 4096;
constexpr size_t kFirstPlaces = 64;

}  // namespace

// A ring of answers, oldest first, and a hash table of their offsets (linear probing, at most half
// full). The ring is filled from `head_` to `tail_`, or if wrapped, from `head_` to `end_` and from
// 0 to `tail_`.
class EvaluationCache::Shard {
 public:
  Shard(size_t max_count, size_t max_words)
      : max_count_(max_count), max_words_(max_words), places_(kFirstPlaces, kNowhere) {}

  bool Find(const Key128& key, std::span<float> logits, Wdl* wdl) const {
    const std::lock_guard lock(mutex_);
    const uint32_t at = places_[PlaceOf(key)];
    if (at == kNowhere) {
      return false;
    }
    const Head head = HeadAt(at);
    KVINTET_CHECK_EQ(head.logits, logits.size());
    *wdl = head.wdl;
    const std::span kept = std::span(words_).subspan(at + kHeadWords, logits.size());
    std::ranges::transform(kept, logits.begin(),
                           [](uint32_t word) { return std::bit_cast<float>(word); });
    return true;
  }

  void Insert(const Key128& key, std::span<const float> logits, const Wdl& wdl) {
    const size_t words = kHeadWords + logits.size();
    const std::lock_guard lock(mutex_);
    if (words > max_words_ || places_[PlaceOf(key)] != kNowhere) {
      return;
    }
    MakeRoom(words);
    const Head head = {key, wdl, static_cast<uint32_t>(logits.size())};
    std::ranges::copy(std::bit_cast<std::array<uint32_t, kHeadWords>>(head), &words_[tail_]);
    const std::span kept = std::span(words_).subspan(tail_ + kHeadWords, logits.size());
    std::ranges::transform(logits, kept.begin(),
                           [](float logit) { return std::bit_cast<uint32_t>(logit); });
    places_[PlaceOf(key)] = static_cast<uint32_t>(tail_);
    tail_ += words;
    ++count_;
    if (2 * count_ > places_.size()) {
      GrowPlaces();
    }
  }

  int64_t Count() const {
    const std::lock_guard lock(mutex_);
    return static_cast<int64_t>(count_);
  }
  int64_t Bytes() const {
    const std::lock_guard lock(mutex_);
    return static_cast<int64_t>((words_.size() + places_.size()) * sizeof(uint32_t));
  }

 private:
  Head HeadAt(size_t at) const {
    std::array<uint32_t, kHeadWords> words;
    std::copy_n(&words_[at], kHeadWords, words.begin());
    return std::bit_cast<Head>(words);
  }
  size_t HomeOf(const Key128& key) const { return key.high & (places_.size() - 1); }

  // The slot that holds the key, or the free slot for it.
  size_t PlaceOf(const Key128& key) const {
    size_t place = HomeOf(key);
    while (places_[place] != kNowhere && HeadAt(places_[place]).key != key) {
      place = (place + 1) & (places_.size() - 1);
    }
    return place;
  }

  // Evicts the oldest answers until `words` more words fit at `tail_`.
  void MakeRoom(size_t words) {
    while (!HasRoom(words)) {
      DropOldest();
    }
    if (tail_ + words > words_.size()) {
      words_.resize(std::min(max_words_, std::max({tail_ + words, 2 * tail_, kFirstWords})));
    }
  }

  bool HasRoom(size_t words) {
    if (count_ == 0) {
      head_ = 0;
      tail_ = 0;
      around_ = false;
    }
    if (count_ == max_count_) {
      return false;
    }
    if (!around_ && tail_ + words > max_words_) {
      end_ = tail_;
      tail_ = 0;
      around_ = true;
    }
    return !around_ || tail_ + words <= head_;
  }

  void DropOldest() {
    const Head head = HeadAt(head_);
    Erase(PlaceOf(head.key));
    head_ += kHeadWords + head.logits;
    --count_;
    if (around_ && head_ == end_) {
      head_ = 0;
      around_ = false;
    }
  }

  // Frees a slot and moves displaced entries after it back.
  void Erase(size_t hole) {
    const size_t mask = places_.size() - 1;
    for (size_t next = (hole + 1) & mask; places_[next] != kNowhere; next = (next + 1) & mask) {
      const size_t home = HomeOf(HeadAt(places_[next]).key);
      if (((next - home) & mask) >= ((next - hole) & mask)) {
        places_[hole] = places_[next];
        hole = next;
      }
    }
    places_[hole] = kNowhere;
  }

  void GrowPlaces() {
    const std::vector<uint32_t> old = std::move(places_);
    places_.assign(2 * old.size(), kNowhere);
    for (const uint32_t at : old) {
      if (at != kNowhere) {
        places_[PlaceOf(HeadAt(at).key)] = at;
      }
    }
  }

  const size_t max_count_;
  const size_t max_words_;
  mutable std::mutex mutex_;
  // Guarded by mutex_ from here on.
  std::vector<uint32_t> words_;
  std::vector<uint32_t> places_;
  size_t count_ = 0;
  size_t head_ = 0;
  size_t tail_ = 0;
  size_t end_ = 0;
  bool around_ = false;
};

EvaluationCache::EvaluationCache(int64_t positions, int max_actions) {
  KVINTET_CHECK(positions > 0 && max_actions > 0);
  const auto bound = static_cast<uint64_t>(positions);
  const int64_t count = std::clamp(static_cast<int64_t>(std::bit_floor(bound / kPositionsPerShard)),
                                   int64_t{1}, kMaxShards);
  const size_t largest = kHeadWords + static_cast<size_t>(max_actions);
  const auto each = static_cast<size_t>(positions / count);
  // The end of the ring may be too short for the next answer and then stays unused.
  const size_t words =
      std::min(each * std::min(largest, kWordsPerPosition) + largest, size_t{kNowhere});
  for (int64_t i = 0; i < count; ++i) {
    shards_.push_back(std::make_unique<Shard>(each, words));
  }
}

EvaluationCache::~EvaluationCache() = default;

EvaluationCache::Shard& EvaluationCache::ShardOf(const Key128& key) const {
  return *shards_[key.low & (shards_.size() - 1)];
}

bool EvaluationCache::Find(const Key128& key, std::span<float> logits, Wdl* wdl) const {
  return ShardOf(key).Find(key, logits, wdl);
}

void EvaluationCache::Insert(const Key128& key, std::span<const float> logits, const Wdl& wdl) {
  ShardOf(key).Insert(key, logits, wdl);
}

int64_t EvaluationCache::Count() const {
  int64_t count = 0;
  for (const std::unique_ptr<Shard>& shard : shards_) {
    count += shard->Count();
  }
  return count;
}

int64_t EvaluationCache::Bytes() const {
  int64_t bytes = 0;
  for (const std::unique_ptr<Shard>& shard : shards_) {
    bytes += shard->Bytes();
  }
  return bytes;
}

}  // namespace kvintet::selfplay
