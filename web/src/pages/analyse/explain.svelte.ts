// The explanation of the position on the board, and the players that can explain one.

import { explain, type PlayerExplanation } from "../../api/analysis";
import { ApiError } from "../../api/http";
import { format } from "../../game/notation";
import type { Position, Rules } from "../../game/position";
import { remember, remembered } from "../../lib/storage";

/** The players of each game whose evaluation can be shown. */
export const PLAYERS: Record<Rules, readonly string[]> = {
  reversi: ["engine", "zero", "classic:staged", "classic:corner", "genome:continuous-reversi-evolved"],
  reversed: [
    "engine",
    "zero",
    "classic:phased",
    "classic:five-factor",
    "classic:evolved",
    "genome:phased-evolved",
    "genome:five-factor-evolved",
    "genome:evolved-evolved",
    "genome:continuous-evolved",
    "genome:report-004-champion",
  ],
};

export class Explainer {
  player = $state(remembered("explain") ?? "engine");
  explanation = $state.raw<PlayerExplanation | null>(null);
  problem = $state<string | null>(null);

  private asked = "";
  private timer: ReturnType<typeof setTimeout> | undefined;

  choose(player: string): void {
    this.player = player;
    remember("explain", player);
  }

  /** Requests the explanation of a position, shortly after the last change. */
  look(rules: Rules, position: Position): void {
    const player = PLAYERS[rules].includes(this.player) ? this.player : "engine";
    const text = format(position);
    const key = `${rules} ${text} ${player}`;
    if (key === this.asked) return;
    this.asked = key;
    clearTimeout(this.timer);
    this.timer = setTimeout(() => {
      explain(rules, text, player).then(
        (explanation) => {
          if (this.asked !== key) return;
          this.explanation = explanation;
          this.problem = null;
        },
        (error: unknown) => {
          if (this.asked !== key) return;
          this.explanation = null;
          this.problem = error instanceof ApiError ? error.message : String(error);
        },
      );
    }, 120);
  }

  stop(): void {
    clearTimeout(this.timer);
  }
}
