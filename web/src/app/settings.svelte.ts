// Settings: what a reader has chosen for this browser.
import { browser } from "../api/storage.js";
import { current, isLanguage, type Language, preferred, speak } from "../text/text.svelte.js";

export interface Settings {
  language: Language;
  theme: "system" | "light" | "dark";
  palette: "usual" | "colour_blind";
  // Whether a move has to be confirmed: on small screens, always or never.
  confirm: "auto" | "always" | "never";
  sound: boolean;
  hints: boolean;
  name: string;
}

const storageKey = "kvintet.settings";

function read(): Settings {
  const defaults: Settings = {
    language: preferred(navigator.languages),
    theme: "system",
    palette: "usual",
    confirm: "auto",
    sound: false,
    hints: true,
    name: "",
  };
  try {
    return { ...defaults, ...JSON.parse(browser.read(storageKey) || "{}") };
  } catch {
    return defaults;
  }
}

export const settings = $state(read());

// Applies the settings and keeps them.
export function keep(): void {
  browser.write(storageKey, JSON.stringify(settings));
  apply();
}

export function apply(): void {
  document.documentElement.dataset.theme = settings.theme;
  document.documentElement.dataset.palette = settings.palette;
  if (!isLanguage(settings.language)) settings.language = "en";
  const wanted = settings.language;
  // If its texts do not come, the language is not the chosen one, and may be chosen again.
  speak(wanted).catch(() => {
    if (settings.language === wanted) settings.language = current.language;
  });
}

// Takes over what is changed in another tab, so that this one does not change it back.
export function listen(): void {
  addEventListener("storage", ({ key }) => {
    if (key !== storageKey) return;
    Object.assign(settings, read());
    apply();
  });
}

// A move has to be confirmed where a finger may miss.
export function mustConfirm(): boolean {
  if (settings.confirm !== "auto") return settings.confirm === "always";
  return matchMedia("(max-width: 700px), (pointer: coarse)").matches;
}
