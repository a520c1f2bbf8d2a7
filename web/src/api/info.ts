// What this server offers.

import type { Rules } from "../game/position";
import { get } from "./http";

export interface Level {
  level: number;
  name: string;
  /** Plies of search; `null` is without a limit. */
  plies: number | null;
  /** Empty squares from which on the level plays perfectly. */
  exact: number;
  doubt: number;
}

export interface PlayerInfo {
  name: string;
  title: string;
  kind: "engine" | "classic" | "simple" | "agent" | "program";
  rules: Rules | null;
}

export interface FormatInfo {
  name: string;
  title: string;
  extension: string;
  writes: boolean;
}

export interface Info {
  version: string;
  threads: number;
  levels: Level[];
  players: PlayerInfo[];
  formats: FormatInfo[];
  has_sandbox: boolean;
}

let asked: Promise<Info> | null = null;

/** Asked for once; asked again if it failed. */
export function info(): Promise<Info> {
  asked ??= get<Info>("/info").catch((error: unknown) => {
    asked = null;
    throw error;
  });
  return asked;
}
