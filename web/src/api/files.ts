// Reading and writing games in any format, and the names of openings.

import type { Rules } from "../game/position";
import type { Move } from "../game/square";
import { file, get, post } from "./http";

export interface ReadItem {
  kind: "game" | "position";
  rules: Rules;
  start: string;
  moves: Move[];
  black: string | null;
  white: string | null;
  event: string | null;
  result: string | null;
  position: string;
}

export interface ReadAnswer {
  format: string;
  items: ReadItem[];
  /** How many more the file has. */
  left: number;
  errors: string[];
}

export interface WriteRequest {
  format: string;
  rules: Rules;
  start: string;
  moves: Move[];
  black?: string;
  white?: string;
  comment?: string;
}

export interface OpeningName {
  ply: number;
  name: string;
}

/** What the server takes in one request, less what JSON puts around it. */
const LARGEST = 1_000_000;

export const readText = (text: string, rules: Rules): Promise<ReadAnswer> => {
  if (text.length > LARGEST) return Promise.reject(new Error("That is more than 1 MB of text, which is too much for the page."));
  return post("/read", { text, rules });
};

/** Reads a file, text or not. */
export async function readFile(content: Blob, rules: Rules): Promise<ReadAnswer> {
  const bytes = new Uint8Array(await content.arrayBuffer());
  if (!isBinary(bytes)) return readText(new TextDecoder().decode(bytes), rules);
  if (bytes.length > 0.7 * LARGEST) throw new Error("Files of games may have 700 kB here; use `outflank convert` for larger ones.");
  return post("/read", { base64: base64(bytes), rules });
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
  return (await get<{ names: OpeningName[] }>(`/openings?${query.toString()}`)).names;
}
