// CommitmentTo, HashToken, SameBytes, MaskReply: keep hidden choices and players' tokens secret.
#pragma once

#include <string>

#include "absl/strings/string_view.h"

namespace kvintet::matches {

// Bytes of a nonce and of a player's token, enough that nobody can guess them.
inline constexpr int kSecretBytes = 32;

// What a commitment binds: the choice, who made it, and where.
struct Commitment {
  std::string match = {};
  int game = 0;
  int ply = 0;
  int player = 0;
  // Lower-case hexadecimal, kSecretBytes bytes, fresh for every commitment.
  std::string nonce = {};
  std::string move = {};
};

// The digest: SHA-256, in lower-case hexadecimal, of the lines "kvintet.v1.seal", match, game, ply,
// player, nonce and move, each but the last followed by a newline. It binds the player to the
// choice and reveals nothing until the nonce and move are shown.
std::string CommitmentTo(const Commitment& choice);

// The hash that is stored in place of a token.
std::string HashToken(absl::string_view token);

// Whether both are equal, in a time that depends only on their lengths.
bool SameBytes(absl::string_view a, absl::string_view b);

// The reply XORed with a pad that is derived from the request's id; applying it twice gives the
// original. This way a reply that contains a token can be stored for a repeated request without
// storing the token in the clear.
std::string MaskReply(absl::string_view request_id, absl::string_view reply);

}  // namespace kvintet::matches
