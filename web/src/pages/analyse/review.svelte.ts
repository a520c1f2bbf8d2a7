// The review of a whole game: a grade for each move, and how well each side played.

import type { AnalysisMessage, Grade, ReviewedMove, ReviewSummary } from "../../api/analysis";
import { Socket } from "../../api/socket";
import { format } from "../../game/notation";
import type { Rules } from "../../game/position";
import { movesOf, type Node } from "../../game/tree";
import { announcer } from "../../lib/announce.svelte";

export const GRADES: Record<Grade, { symbol: string; name: string; plural: string }> = {
  forced: { symbol: "□", name: "forced", plural: "Forced" },
  best: { symbol: "✓", name: "best move", plural: "Best moves" },
  good: { symbol: "", name: "good move", plural: "Good moves" },
  inaccuracy: { symbol: "?!", name: "inaccuracy", plural: "Inaccuracies" },
  mistake: { symbol: "?", name: "mistake", plural: "Mistakes" },
  blunder: { symbol: "??", name: "blunder", plural: "Blunders" },
};

export const isError = (grade: Grade): boolean =>
  grade === "inaccuracy" || grade === "mistake" || grade === "blunder";

export class Review {
  /** What each reviewed node's move was worth, by the node's id. */
  moves = $state.raw<ReadonlyMap<number, ReviewedMove>>(new Map());
  summary = $state.raw<ReviewSummary | null>(null);
  done = $state(0);
  total = $state(0);
  running = $state(false);

  private socket: Socket | null = null;
  private line: readonly Node[] = [];
  private found = new Map<number, ReviewedMove>();
  private frame = 0;

  /** Reviews a line from the root to its end. */
  start(rules: Rules, line: readonly Node[]): void {
    this.stop();
    const [root] = line;
    const moves = movesOf(line);
    if (!root || moves.length === 0) {
      announcer.show("There is no move to review yet.");
      return;
    }
    this.line = line;
    this.summary = null;
    this.done = 0;
    this.total = moves.length;
    this.running = true;
    this.found = new Map();
    announcer.say(`Reviewing ${moves.length} moves.`);
    const request = { type: "review", id: 1, rules, start: format(root.position), moves };
    this.socket = new Socket("/analysis", {
      message: (message) => this.hear(message as AnalysisMessage),
      // Also after a lost connection: the review starts over.
      open: () => {
        this.found = new Map();
        this.socket?.send(request);
      },
    });
  }

  stop(): void {
    this.socket?.close();
    this.socket = null;
    this.running = false;
  }

  /** Forgets everything, as another game was opened. */
  clear(): void {
    this.stop();
    this.moves = new Map();
    this.summary = null;
  }

  private hear(message: AnalysisMessage): void {
    if (message.type === "reviewed") {
      const node = this.line[message.ply];
      if (node) this.found.set(node.id, message);
      this.frame ||= requestAnimationFrame(() => {
        this.frame = 0;
        this.done = this.found.size;
        this.moves = new Map(this.found);
      });
    } else if (message.type === "review") {
      this.summary = message;
      this.moves = new Map(this.found);
      this.done = this.total;
      this.stop();
      announcer.say("The review is done.");
    } else if (message.type === "error") {
      this.stop();
      announcer.show(message.error, "error");
    }
  }
}
