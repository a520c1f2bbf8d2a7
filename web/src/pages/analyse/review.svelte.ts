// The review of a game: a grade for each move and a summary of each side.

import {
  keptReview, type AnalysisMessage, type AnalysisRequest, type Grade, type ReviewedMove, type ReviewSummary,
} from "../../api/analysis";
import { Socket } from "../../api/socket";
import { format, transcript } from "../../game/notation";
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

/** Whether a move is an error for certain: one within the margin of the review may be as good as the best. */
export const isError = ({ grade, within_margin }: Pick<ReviewedMove, "grade" | "within_margin">): boolean =>
  !within_margin && (grade === "inaccuracy" || grade === "mistake" || grade === "blunder");

/** What is known of a whole review. */
type ReviewTotals = Pick<ReviewSummary, "black" | "white" | "nodes" | "margin" | "deeper">;

export class Review {
  /** The reviewed moves, by the id of their node. */
  moves = $state.raw<ReadonlyMap<number, ReviewedMove>>(new Map());
  summary = $state.raw<ReviewTotals | null>(null);
  done = $state(0);
  total = $state(0);
  running = $state(false);

  private socket: Socket<AnalysisMessage, AnalysisRequest> | null = null;
  private line: readonly Node[] = [];
  private found = new Map<number, ReviewedMove>();
  private frame = 0;

  /** Shows the review that the server keeps of a line, if there is one. */
  async recall(rules: Rules, line: readonly Node[]): Promise<void> {
    const [root] = line;
    const moves = movesOf(line);
    if (!root || moves.length === 0) return;
    this.line = line;
    const kept = await keptReview(rules, format(root.position), transcript(moves)).catch(() => null);
    // Meanwhile another game may be open, or a review running.
    if (!kept || this.line !== line || this.running) return;
    this.summary = kept;
    this.moves = new Map(
      kept.moves.flatMap((move) => {
        const node = line[move.ply];
        return node ? [[node.id, move] as const] : [];
      }),
    );
  }

  /** Reviews a line from the root to its end, with a number of nodes for each position. */
  start(rules: Rules, line: readonly Node[], nodes: number | null = null): void {
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
    const request: AnalysisRequest = { type: "review", id: 1, rules, start: format(root.position), moves, ...(nodes ? { nodes } : {}) };
    this.socket = new Socket("/analysis", {
      message: (message) => this.hear(message),
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

  /** Clears the review, because another game was opened. */
  clear(): void {
    this.stop();
    this.line = [];
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
