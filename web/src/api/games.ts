// The visitor's games.

import type { Move } from "../game/square";
import { get, post, remove } from "./http";
import type { Game, GameList, GameSummary, Hint, NewGame } from "./schema";

export type { ClockState, Game, GameMessage, GameSummary, Hint, NewGame } from "./schema";

export const createGame = (game: NewGame): Promise<Game> => post("/games", game);
export const listGames = async (): Promise<GameSummary[]> =>
  (await get<GameList>("/games")).games;
export const getGame = (id: string): Promise<Game> => get(`/games/${encodeURIComponent(id)}`);
export const deleteGame = (id: string): Promise<void> => remove(`/games/${encodeURIComponent(id)}`);
export const playMove = (id: string, move: Move, ply: number): Promise<Game> =>
  post(`/games/${encodeURIComponent(id)}/moves`, { move, ply });
export const takeBack = (id: string): Promise<Game> => post(`/games/${encodeURIComponent(id)}/takeback`);
export const resign = (id: string): Promise<Game> => post(`/games/${encodeURIComponent(id)}/resign`);
export const askHint = (id: string): Promise<Hint> => post(`/games/${encodeURIComponent(id)}/hint`);
