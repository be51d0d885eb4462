// Limit: how long a text may be. The service counts bytes of UTF-8, browsers count UTF-16 units.
import type { Attachment } from "svelte/attachments";
import { t } from "../text/text.svelte.js";

// In bytes: names of players, tournaments and sections, and reasons of a director's acts.
export const longestName = 64;
export const longestReason = 500;

const bytesOf = (text: string): number => new TextEncoder().encode(text).length;

// For the field of a text, which is sent without spaces around it: too long a text is not sent, and
// the browser says why.
export function within(text: string, most: number): Attachment<HTMLInputElement> {
  const count = bytesOf(text.trim());
  return (field) =>
    field.setCustomValidity(count > most ? t("field.too_long", { count, most }) : "");
}
