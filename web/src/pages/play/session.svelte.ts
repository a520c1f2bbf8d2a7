// One game of the visitor: what the server says of it, and a move that is on its way.

import { ApiError } from "../../api/http";
import * as games from "../../api/games";
import { Socket } from "../../api/socket";
import { position } from "../../game/notation";
import { play, type Color, type Position } from "../../game/position";
import { nameOf, PASS, type Move } from "../../game/square";
import { moveSentence, outcomeSentence } from "../../game/words";
import { announcer } from "../../lib/announce.svelte";
import { sound } from "../../lib/sound.svelte";

/** How long the socket may be silent about a move before the game is asked for. */
const PATIENCE = 1500;

export class GameSession {
  game = $state.raw<games.Game | null>(null);
  /** Why there is no game to show. */
  missing = $state<string | null>(null);
  /** A move the server has not confirmed yet: it is shown at once. */
  pending = $state.raw<Move | null>(null);
  hint = $state.raw<games.Hint | null>(null);
  asking = $state(false);
  connected = $state(true);
  /** How many moves of the game are shown; `null` shows all. */
  viewed = $state<number | null>(null);
  /** When the clocks of `game` were right, by `performance.now()`. */
  received = $state.raw(0);

  private socket: Socket | null = null;
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

  /** Who made each move. */
  readonly colors = $derived(this.positions.map((at): Color => at.toMove));
  readonly shown = $derived(Math.min(this.viewed ?? this.moves.length, this.positions.length - 1));
  readonly isLatest = $derived(this.shown === this.moves.length);

  /** Whether the visitor may put a disc down now. */
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
    this.socket?.close();
  }

  /** Follows the game, once it is known to be there. */
  private follow(): void {
    if (this.socket || this.closed) return;
    this.socket = new Socket(`/games/${encodeURIComponent(this.id)}/live`, {
      message: (message) => {
        const { type, game } = message as { type: string; game: games.Game };
        if (type === "game") this.take(game);
      },
      open: () => (this.connected = true),
      lost: () => (this.connected = false),
    });
  }

  /** Asks for the game; needed once, and when the socket is silent. */
  async load(): Promise<void> {
    try {
      this.take(await games.getGame(this.id));
      this.follow();
    } catch (error) {
      if (error instanceof ApiError && error.status === 404) {
        this.missing = "This game is not among yours: it was deleted, or it belongs to another browser.";
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
    }, PATIENCE);
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

  /** Looks at the game after `ply` moves. */
  view(ply: number): void {
    const to = Math.min(Math.max(ply, 0), this.moves.length);
    this.viewed = to === this.moves.length ? null : to;
  }

  private async ask(request: () => Promise<games.Game>): Promise<void> {
    try {
      const game = await request();
      // The socket tells everything in order; an answer may be older by now.
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

  /** Says what has happened since `before`. */
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
