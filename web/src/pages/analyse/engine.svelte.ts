// The engine of the analysis board: the analysis of the current position as it deepens.

import type { Analysis, AnalysisMessage, AnalysisRequest } from "../../api/analysis";
import { Socket } from "../../api/socket";
import { format } from "../../game/notation";
import { isOver, type Position, type Rules } from "../../game/position";
import { announcer } from "../../lib/announce.svelte";
import { remember, remembered } from "../../lib/storage";

/** The maximum number of cached analyses; one takes about 2 kB. */
const MAX_CACHED = 1000;

export class LiveEngine {
  on = $state(remembered("engine") !== "off");
  /** The analysis of the current position. */
  analysis = $state.raw<Analysis | null>(null);
  nodes = $state(0);
  time = $state(0);
  waiting = $state(false);
  /** The reason why there is no connection to the engine; `null` if there is one. */
  trouble = $state<string | null>(null);
  /** Incremented when the analysis of any position changes. */
  version = $state(0);

  private socket: Socket<AnalysisMessage, AnalysisRequest> | null = null;
  private asked: { id: number; rules: Rules; position: string } | null = null;
  private nextId = 1;
  private frame = 0;
  private news: AnalysisMessage[] = [];
  private readonly known = new Map<string, Analysis>();

  readonly speed = $derived(this.time > 0 ? (1000 * this.nodes) / this.time : 0);

  toggle(): void {
    this.on = !this.on;
    remember("engine", this.on ? "on" : "off");
    announcer.say(this.on ? "Engine on." : "Engine off.");
  }

  /** Analyses a position; `null` stops the engine. */
  look(rules: Rules, at: Position | null): void {
    if (at === null || isOver(at)) {
      this.stop();
      return;
    }
    const position = format(at);
    if (this.asked?.rules === rules && this.asked.position === position) return;
    const known = this.know(rules, at);
    this.show(known);
    this.asked = { id: this.nextId++, rules, position };
    if (known?.done) return;
    if (this.socket) this.send();
    else {
      this.socket = new Socket(
        "/analysis",
        {
          message: (message) => this.hear(message),
          open: () => this.send(),
          lost: (reason) => (this.trouble = reason ?? "No connection to the engine. Trying again…"),
        },
        { visibleOnly: true },
      );
    }
  }

  /** The cached analysis of a position. */
  know(rules: Rules, position: Position): Analysis | null {
    return this.known.get(`${rules} ${format(position)}`) ?? null;
  }

  close(): void {
    cancelAnimationFrame(this.frame);
    this.socket?.close();
  }

  private stop(): void {
    this.asked = null;
    this.show(null);
    this.socket?.send({ type: "stop" });
  }

  private send(): void {
    if (this.asked && !this.analysis?.done) this.socket?.send({ type: "analyse", ...this.asked });
  }

  private show(analysis: Analysis | null): void {
    this.analysis = analysis;
    this.nodes = analysis?.nodes ?? 0;
    this.time = analysis?.time_ms ?? 0;
    this.waiting = false;
  }

  /** Queues a message. The queue is processed once a frame. */
  private hear(message: AnalysisMessage): void {
    this.trouble = null;
    this.news.push(message);
    this.frame ||= requestAnimationFrame(() => {
      this.frame = 0;
      for (const one of this.news.splice(0)) this.take(one);
    });
  }

  private take(message: AnalysisMessage): void {
    if (message.id !== this.asked?.id) return;
    if (message.type === "analysis") {
      this.keep(message);
      // A restarted search is shallower at first than the cached analysis.
      const deeper = message.done || !this.analysis || message.depth >= this.analysis.depth;
      if (deeper) this.analysis = message;
      this.nodes = message.nodes;
      this.time = message.time_ms;
      this.waiting = false;
    } else if (message.type === "progress") {
      this.nodes = message.nodes;
      this.time = message.time_ms;
      this.waiting = message.waiting;
    } else if (message.type === "error") {
      announcer.show(message.error, "error");
    }
  }

  private keep(analysis: Analysis): void {
    const key = `${analysis.rules} ${analysis.position}`;
    const before = this.known.get(key);
    if (before && !analysis.done && before.depth > analysis.depth) return;
    this.known.delete(key);
    this.known.set(key, analysis);
    const [oldest] = this.known.keys();
    if (this.known.size > MAX_CACHED && oldest !== undefined) this.known.delete(oldest);
    this.version++;
  }
}
