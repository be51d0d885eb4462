import { describe, expect, test } from "vitest";
import { bs } from "./bs.js";
import { cs } from "./cs.js";
import { en } from "./en.js";
import { hr } from "./hr.js";
import { hu } from "./hu.js";
import { languages, preferred, type Text, type Texts, t } from "./text.svelte.js";

const all: Record<keyof typeof languages, Texts> = { en, hr, bs, cs, hu };
const variants = (text: Text) => (typeof text === "string" ? [text] : Object.values(text));
const names = (text: string) => (text.match(/\{\w+\}/g) ?? []).sort().join();

describe.each(Object.entries(all))("%s", (language, texts) => {
  test("has every key and no other", () => {
    expect(Object.keys(texts).sort()).toEqual(Object.keys(en).sort());
  });

  test("has the same parameters in every text", () => {
    for (const [key, text] of Object.entries(texts)) {
      const wanted = names(variants(en[key as keyof typeof en])[0] ?? "");
      for (const one of variants(text)) expect([key, names(one)]).toEqual([key, wanted]);
    }
  });

  test("has a text for each of its plurals", () => {
    const { tag } = languages[language as keyof typeof languages];
    const { pluralCategories } = new Intl.PluralRules(tag).resolvedOptions();
    for (const text of Object.values(texts)) {
      if (typeof text === "string") continue;
      expect(Object.keys(text).sort()).toEqual([...pluralCategories].sort());
    }
  });

  test("leaves no text empty or with a space at its end", () => {
    for (const text of Object.values(texts).flatMap(variants)) {
      expect(text).toMatch(/^\S(.*\S)?$/);
    }
  });
});

test("plurals and numbers follow the language", () => {
  expect(t("think.effort", { count: 1 })).toBe("1 evaluation");
  expect(t("think.effort", { count: 1200 })).toBe("1,200 evaluations");
});

test.each([
  [["sr-RS", "en"], "bs"],
  [["cs-CZ"], "cs"],
  [["de", "hu"], "hu"],
  [["ja"], "en"],
])("a reader of %s is offered %s", (wanted, offered) => {
  expect(preferred(wanted)).toBe(offered);
});
