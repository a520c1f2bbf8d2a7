// The version, levels, players and formats of this server.

import { get } from "./http";
import type { Info } from "./schema";

export type { FormatInfo, Info, Level, PlayerInfo } from "./schema";

let asked: Promise<Info> | null = null;

/** Asked for once; asked again if it failed. */
export function info(): Promise<Info> {
  asked ??= get<Info>("/info").catch((error: unknown) => {
    asked = null;
    throw error;
  });
  return asked;
}
