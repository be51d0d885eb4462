// CommitmentTo, HashToken, SameBytes, MaskReply: see the header.
#include "matches/game/commitment.h"

#include <openssl/crypto.h>

#include "absl/strings/escaping.h"
#include "absl/strings/str_cat.h"

#include "base/files/sha256.h"

namespace kvintet::matches {

std::string CommitmentTo(const Commitment& choice) {
  return Sha256Hex(absl::StrCat("kvintet.v1.seal\n", choice.match, "\n", choice.game, "\n",
                                choice.ply, "\n", choice.player, "\n", choice.nonce, "\n",
                                choice.move));
}

std::string HashToken(absl::string_view token) {
  return Sha256Hex(absl::StrCat("kvintet.v1.token\n", token));
}

bool SameBytes(absl::string_view a, absl::string_view b) {
  return a.size() == b.size() && CRYPTO_memcmp(a.data(), b.data(), a.size()) == 0;
}

std::string MaskReply(absl::string_view request_id, absl::string_view reply) {
  std::string masked(reply);
  std::string pad;
  for (size_t i = 0; i < masked.size(); ++i) {
    if (i % kSecretBytes == 0) {
      pad = absl::HexStringToBytes(
          Sha256Hex(absl::StrCat("kvintet.v1.reply\n", i / kSecretBytes, "\n", request_id)));
    }
    masked[i] = static_cast<char>(masked[i] ^ pad[i % kSecretBytes]);
  }
  return masked;
}

}  // namespace kvintet::matches
