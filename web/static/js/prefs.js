// What a person chose on this machine: kept by the browser, never sent but for the language.

export const SPEEDS = { slow: 1400, normal: 800, fast: 350, instant: 0 }; // milliseconds for one card
export const HOLDS = { tap: Infinity, long: 3000, short: 1200, none: 0 }; // that a finished trick stays

const DEFAULTS = { lang: browserLang(), speed: "normal", hold: "tap", colours: "2", theme: "auto" };
const KEY = "tarot-prefs";

export const prefs = { ...DEFAULTS, ...stored() };

export function setPref(name, value) {
  prefs[name] = value;
  try {
    localStorage.setItem(KEY, JSON.stringify(prefs));
  } catch {
    // a browser that keeps nothing: the choice holds until the page is closed
  }
}

function browserLang() {
  const asked = document.documentElement.dataset.lang;
  return asked || (navigator.language.toLowerCase().startsWith("fr") ? "fr" : "en");
}

function stored() {
  try {
    const kept = JSON.parse(localStorage.getItem(KEY)) ?? {};
    if (document.documentElement.dataset.lang) delete kept.lang; // said on the command line
    return kept;
  } catch {
    return {};
  }
}
