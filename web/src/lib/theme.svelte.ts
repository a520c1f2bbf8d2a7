// The theme: light, dark, or that of the system. /theme.js sets it before the first paint.

import { remember, remembered } from "./storage";

type Theme = "light" | "dark";
const dark = matchMedia("(prefers-color-scheme: dark)");

class ThemeChoice {
  private chosen = $state<Theme | null>(null);
  private system = $state<Theme>(dark.matches ? "dark" : "light");

  constructor() {
    const kept = remembered("theme");
    if (kept === "light" || kept === "dark") this.chosen = kept;
    dark.addEventListener("change", () => (this.system = dark.matches ? "dark" : "light"));
  }

  get current(): Theme {
    return this.chosen ?? this.system;
  }

  toggle(): void {
    this.chosen = this.current === "dark" ? "light" : "dark";
    document.documentElement.dataset.theme = this.chosen;
    remember("theme", this.chosen);
  }
}

export const theme = new ThemeChoice();
