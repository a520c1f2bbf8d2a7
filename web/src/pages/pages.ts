// The pages and the first part of their paths. A page is a component that is
// given the parts of the path behind that: `/play/ID` gives ["ID"] to Play.

import type { Component } from "svelte";

import Analyse from "./analyse/Analyse.svelte";
import Class from "./class/Class.svelte";
import Evolve from "./evolve/Evolve.svelte";
import Home from "./home/Home.svelte";
import Missing from "./home/Missing.svelte";
import Play from "./play/Play.svelte";
import Watch from "./watch/Watch.svelte";

export interface Page {
  name: string;
  title: string;
  component: Component<{ parts: string[] }>;
}

/** In the order of the navigation. */
export const PAGES: readonly Page[] = [
  { name: "play", title: "Play", component: Play },
  { name: "analyse", title: "Analyse", component: Analyse },
  { name: "watch", title: "Watch", component: Watch },
  { name: "evolve", title: "Evolve", component: Evolve },
];

/** In the navigation only if the server has a class. */
export const CLASS: Page = { name: "class", title: "Class", component: Class };

const HOME: Page = { name: "", title: "Outflank", component: Home };
const MISSING: Page = { name: "", title: "Page not found", component: Missing };

export function pageOf(parts: readonly string[]): Page {
  const [name] = parts;
  if (name === undefined) return HOME;
  return [...PAGES, CLASS].find((page) => page.name === name) ?? MISSING;
}
