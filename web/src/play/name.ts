// What a player is called.
import type { PlayerState } from "../api/generated/kvintet_api/v1/match_pb.js";
import { t } from "../text/text.svelte.js";

export function playerName(player: PlayerState | undefined, number: number, own: boolean): string {
  if (player?.name) return player.name;
  if (!player || player.open) return t("player.open");
  if (own) return t("player.self");
  return player.agent ? t("player.agent") : t("player.number", { number: number + 1 });
}
