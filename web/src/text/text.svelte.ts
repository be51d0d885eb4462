// The page's texts in the reader's language, with numbers and plurals as it writes them.
import { en } from "./en.js";

export type Key = keyof typeof en;
// A text, or one for each plural category of `count`.
export type Text = string | Partial<Record<Intl.LDMLPluralRule, string>>;
export type Texts = Record<Key, Text>;
export type Params = Record<string, string | number>;

export const languages = {
  en: { name: "English", tag: "en" },
  hr: { name: "Hrvatski", tag: "hr" },
  bs: { name: "Bosanski / Srpski", tag: "bs-Latn" },
  cs: { name: "Čeština", tag: "cs" },
  hu: { name: "Magyar", tag: "hu" },
} as const;
export type Language = keyof typeof languages;

const loaders: Record<Language, () => Promise<Texts>> = {
  en: async () => en,
  hr: async () => (await import("./hr.js")).hr,
  bs: async () => (await import("./bs.js")).bs,
  cs: async () => (await import("./cs.js")).cs,
  hu: async () => (await import("./hu.js")).hu,
};

export const isLanguage = (name: string): name is Language => Object.hasOwn(languages, name);

// The reader's first language that there is.
export function preferred(wanted: readonly string[]): Language {
  for (const tag of wanted) {
    const short = tag.toLowerCase().split("-")[0] ?? "";
    const name = short === "sr" || short === "sh" ? "bs" : short;
    if (isLanguage(name)) return name;
  }
  return "en";
}

let texts = $state.raw<Texts>(en);
let language = $state<Language>("en");
// The last language that was wished for; others may come later than it.
let wish: Language = "en";

export const current = {
  get language(): Language {
    return language;
  },
  get tag(): string {
    return languages[language].tag;
  },
};

export async function speak(wanted: Language): Promise<void> {
  wish = wanted;
  const loaded = await loaders[wanted]();
  if (wish !== wanted) return;
  texts = loaded;
  language = wanted;
  document.documentElement.lang = languages[wanted].tag;
}

// Formatters take long to make, so each is made once for a language.
function once<T>(made: Map<string, T>, key: string, make: () => T): T {
  const found = made.get(key) ?? make();
  made.set(key, found);
  return found;
}

const numberFormats = new Map<string, Intl.NumberFormat>();
const pluralRules = new Map<string, Intl.PluralRules>();

export function number(value: number, options: Intl.NumberFormatOptions = {}): string {
  const { tag } = current;
  const key = `${tag} ${JSON.stringify(options)}`;
  return once(numberFormats, key, () => new Intl.NumberFormat(tag, options)).format(value);
}

export const percent = (value: number): string =>
  number(value, { style: "percent", maximumFractionDigits: 0 });

function pluralOf(count: number): Intl.LDMLPluralRule {
  const { tag } = current;
  return once(pluralRules, tag, () => new Intl.PluralRules(tag)).select(count);
}

// The text of a key; {name} stands for a parameter, and `count` chooses the plural.
export function t(key: Key, params: Params = {}): string {
  const text = texts[key];
  const chosen =
    typeof text === "string"
      ? text
      : (text[pluralOf(Number(params.count ?? 0))] ?? text.other ?? key);
  return chosen.replace(/\{(\w+)\}/g, (whole, name: string) => {
    const value = params[name];
    return value === undefined ? whole : typeof value === "number" ? number(value) : value;
  });
}

// Whether there is a text of this name, for names that come from the service.
export const isKey = (name: string): name is Key => Object.hasOwn(en, name);
