// ActionImages: the images of a view's legal actions by a symmetry.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "base/check.h"
#include "envs/action_mask.h"
#include "envs/game.h"

namespace kvintet::selfplay {

class ActionImages {
 public:
  // `game` must outlive this object.
  explicit ActionImages(const envs::Game& game)
      : game_(game),
        mask_(static_cast<size_t>(game.Spec().MaskWords())),
        image_of_(static_cast<size_t>(game.Spec().num_actions)) {}

  // Appends the images of the view's legal actions, ascending, and for each of them the number of
  // the legal action that it is the image of.
  void Append(int symmetry, envs::ConstViews one, std::span<const envs::Action> legal,
              std::vector<envs::Action>* actions, std::vector<int32_t>* source) {
    const envs::ActionMask mask(mask_);
    std::ranges::fill(mask_, 0);
    int32_t from = 0;
    for (const envs::Action action : legal) {
      const envs::Action image = game_.TransformAction(symmetry, one, action);
      mask.Set(image);
      image_of_[static_cast<size_t>(image)] = from++;
    }
    const size_t first = source->size();
    mask.ForEach([&](envs::Action image) {
      actions->push_back(image);
      source->push_back(image_of_[static_cast<size_t>(image)]);
    });
    KVINTET_CHECK_EQ(source->size() - first, legal.size());
  }

 private:
  const envs::Game& game_;
  // Scratch space: the images, and which action each is the image of.
  std::vector<uint64_t> mask_;
  std::vector<int32_t> image_of_;
};

}  // namespace kvintet::selfplay
