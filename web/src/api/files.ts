// Reading and writing games in any format, and the names of openings.

import { file, get, post } from "./http";
import type { OpeningName, OpeningNames, ReadAnswer, ReadRequest, Rules, WriteRequest } from "./schema";

export type { OpeningName, ReadAnswer, ReadItem } from "./schema";

/** The maximum size of a text: the server's limit for a request, less what JSON adds. */
const MAX_TEXT = 1_000_000;

export const readText = (text: string, rules: Rules): Promise<ReadAnswer> => {
  if (text.length > MAX_TEXT) return Promise.reject(new Error("That is more than 1 MB of text, which is too much for the page."));
  return post("/read", { text, rules });
};

/** Reads a file, text or not, with the files of names that belong to it. */
export async function readFiles(files: readonly File[], rules: Rules): Promise<ReadAnswer> {
  const ending = (name: string): File | undefined => files.find((file) => file.name.toLowerCase().endsWith(name));
  const [players, tournaments] = [ending(".jou"), ending(".trn")];
  const games = files.find((file) => file !== players && file !== tournaments);
  if (!games) throw new Error("There is no game in it: choose the file of games (.wtb) too.");
  const bytes = new Uint8Array(await games.arrayBuffer());
  if (!isBinary(bytes)) return readText(new TextDecoder().decode(bytes), rules);
  if (files.reduce((sum, file) => sum + file.size, 0) > 0.7 * MAX_TEXT) {
    throw new Error("Files of games may have 700 kB here; use `outflank convert` for larger ones.");
  }
  const request: ReadRequest = { base64: base64(bytes), rules };
  if (players) request.players = base64(new Uint8Array(await players.arrayBuffer()));
  if (tournaments) request.tournaments = base64(new Uint8Array(await tournaments.arrayBuffer()));
  return post("/read", request);
}

/** WTHOR files have zero bytes in their header, text has none. */
function isBinary(bytes: Uint8Array): boolean {
  return bytes.subarray(0, 1024).includes(0);
}

function base64(bytes: Uint8Array): string {
  let text = "";
  for (let at = 0; at < bytes.length; at += 8192) text += String.fromCharCode(...bytes.subarray(at, at + 8192));
  return btoa(text);
}

export const writeFile = (request: WriteRequest): Promise<{ content: Blob; name: string | null }> =>
  file("/write", request);

export async function openingNames(rules: Rules, start: string, moves: string): Promise<OpeningName[]> {
  const query = new URLSearchParams({ rules, start, moves });
  return (await get<OpeningNames>(`/openings?${query.toString()}`)).names;
}
