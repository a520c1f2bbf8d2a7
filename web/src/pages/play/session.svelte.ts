// A game of the visitor: its state on the server, and a move that is not confirmed yet.

import { ApiError } from "../../api/http";
import * as games from "../../api/games";
import { Socket } from "../../api/socket";
import { position } from "../../game/notation";
import { play, type Color, type Position } from "../../game/position";
import { nameOf, PASS, type Move } from "../../game/square";
import { moveSentence, outcomeSentence } from "../../game/words";
import { announcer } from "../../lib/announce.svelte";
import { sound } from "../../lib/sound.svelte";

/** Milliseconds without news of a move over the socket before the game is requested. */
const MOVE_TIMEOUT = 1500;
/** Milliseconds between requests for the game while there is no socket. */
const POLL_TIME = 1000;

export class GameSession {
  game = $state.raw<games.Game | null>(null);
  /** The reason why there is no game to show. */
  missing = $state<string | null>(null);
  /** A move the server has not confirmed yet: it is shown at once. */
  pending = $state.raw<Move | null>(null);
  hint = $state.raw<games.Hint | null>(null);
  asking = $state(false);
  /** The reason why there is no live connection; `null` if there is one. */
  trouble = $state<string | null>(null);
  /** The number of moves shown; `null` shows all. */
  viewed = $state<number | null>(null);
  /** The time of the clocks of `game`, by `performance.now()`. */
  received = $state.raw(0);

  private socket: Socket<games.GameMessage> | null = null;
  private timer: ReturnType<typeof setInterval> | undefined;
  /** The number of requests that changed the game. */
  private orders = 0;
  private closed = false;

  readonly moves = $derived.by((): Move[] => {
    const made = this.game?.moves ?? [];
    return this.pending ? [...made, this.pending] : made;
  });

  /** The position before each move, and the last. */
  readonly positions = $derived.by((): Position[] => {
    if (!this.game) return [];
    const all = [position(this.game.start)];
    for (const move of this.moves) {
      const next = play(all.at(-1) as Position, move);
      if (next) all.push(next);
    }
    return all;
  });

  /** The side that made each move. */
  readonly colors = $derived(this.positions.map((at): Color => at.toMove));
  readonly shown = $derived(Math.min(this.viewed ?? this.moves.length, this.positions.length - 1));
  readonly isLatest = $derived(this.shown === this.moves.length);

  /** True if the visitor may move now. */
  readonly isYourTurn = $derived.by((): boolean => {
    const { game } = this;
    if (!game?.to_move || game.outcome || this.pending || game.thinking) return false;
    return game.color === "both" || game.color === game.to_move;
  });

  constructor(readonly id: string) {
    void this.load();
  }

  close(): void {
    this.closed = true;
    clearInterval(this.timer);
    this.socket?.close();
  }

  /** Opens the socket of the game, once the game is known to exist. Without a socket it is polled. */
  private follow(): void {
    if (this.socket || this.closed) return;
    this.socket = new Socket(
      `/games/${encodeURIComponent(this.id)}/live`,
      {
        message: ({ game }) => {
          this.trouble = null;
          this.take(game);
        },
        lost: (reason) => {
          this.trouble = reason
            ? `${reason} Until then this page asks for news once a second.`
            : "The connection is lost. Trying again…";
        },
      },
      { visibleOnly: true },
    );
    this.timer = setInterval(() => void this.poll(), POLL_TIME);
  }

  private async poll(): Promise<void> {
    if (this.socket?.isOpen || this.game?.outcome) return;
    const { orders } = this;
    const game = await games.getGame(this.id).catch(() => null);
    // Meanwhile the socket, or the answer to a move, may have brought something newer.
    if (game && !this.socket?.isOpen && orders === this.orders && !this.closed) this.take(game);
  }

  /** Requests the game: at the start, and when the socket is silent. */
  async load(): Promise<void> {
    try {
      this.take(await games.getGame(this.id));
      this.follow();
    } catch (error) {
      if (error instanceof ApiError && error.status === 404) {
        this.missing = "This game is not among yours: it was deleted, or it belongs to another browser.";
        clearInterval(this.timer);
        this.socket?.close();
        this.socket = null;
      } else if (!this.game) {
        this.missing = error instanceof Error ? error.message : String(error);
      }
    }
  }

  async play(square: number): Promise<void> {
    const { game } = this;
    if (!game || !this.isYourTurn) return;
    const move = nameOf(square);
    this.viewed = null;
    this.hint = null;
    this.pending = move;
    sound.move();
    await this.ask(() => games.playMove(game.id, move, game.moves.length));
    setTimeout(() => {
      if (this.pending === move && this.game === game) void this.load();
    }, MOVE_TIMEOUT);
  }

  async takeBack(): Promise<void> {
    this.hint = null;
    this.viewed = null;
    await this.ask(() => games.takeBack(this.id));
  }

  async resign(): Promise<void> {
    await this.ask(() => games.resign(this.id));
  }

  async askHint(): Promise<void> {
    this.asking = true;
    const asked = this.game;
    try {
      const hint = await games.askHint(this.id);
      if (this.game?.moves.length === asked?.moves.length) {
        this.hint = hint;
        announcer.say(`Hint: ${hint.move}.`);
      }
    } catch (error) {
      announcer.fail(error);
    } finally {
      this.asking = false;
    }
  }

  /** Shows the game after `ply` moves. */
  view(ply: number): void {
    const to = Math.min(Math.max(ply, 0), this.moves.length);
    this.viewed = to === this.moves.length ? null : to;
  }

  private async ask(request: () => Promise<games.Game>): Promise<void> {
    this.orders++;
    try {
      const game = await request();
      this.orders++;
      // The socket sends every change in order; this answer may be older.
      if (!this.socket?.isOpen) this.take(game);
    } catch (error) {
      this.pending = null;
      const current = error instanceof ApiError ? (error.body as { game?: games.Game } | null)?.game : undefined;
      if (current) this.take(current);
      announcer.fail(error);
    }
  }

  private take(game: games.Game): void {
    const before = this.game;
    this.game = game;
    this.received = performance.now();
    this.missing = null;
    if (this.pending && game.moves.length > (before?.moves.length ?? 0)) this.pending = null;
    if (before && game.moves.length !== before.moves.length) this.hint = null;
    if (before) this.tell(before, game);
  }

  /** Announces the changes since `before`. */
  private tell(before: games.Game, game: games.Game): void {
    const sentences: string[] = [];
    if (game.moves.length < before.moves.length) sentences.push("Taken back.");
    for (let ply = before.moves.length; ply < game.moves.length; ply++) {
      const move = game.moves[ply] ?? PASS;
      const color = this.colors[ply];
      if (color) sentences.push(moveSentence(move, color, game.color));
      const yours = game.color === "both" || color === game.color;
      if (move !== PASS && !yours) sound.move();
    }
    if (game.outcome && !before.outcome) {
      sentences.push(outcomeSentence(game.outcome, game.color));
      sound.end();
    } else if (this.isYourTurn && game.color !== "both" && sentences.length > 0) {
      sentences.push("Your turn.");
    }
    if (sentences.length > 0) announcer.say(sentences.join(" "));
  }
}
