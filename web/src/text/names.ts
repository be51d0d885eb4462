// Names of games and options in the reader's language.
import { isKey, t } from "./text.svelte.js";

export function gameName(game: string): string {
  const key = `game.${game}`;
  return isKey(key) ? t(key) : game.replaceAll("_", " ");
}

// One line about a game; empty: none.
export function gameLine(game: string): string {
  const key = `line.${game}`;
  return isKey(key) ? t(key) : "";
}

// An option's meaning: translated, or as the service words it.
export function optionMeaning(game: string, option: string, meaning: string): string {
  const key = `option.${game}.${option}`;
  return isKey(key) ? t(key) : meaning;
}
