// The settings of a run as rows of words.

import { title } from "./genes";

type Words = Record<string, unknown>;

const isObject = (value: unknown): value is Words => typeof value === "object" && value !== null && !Array.isArray(value);

/** A value in words: `{constant: 0.3}` is "constant 0.3". */
function said(value: unknown): string {
  if (!isObject(value)) return String(value);
  const parts = Object.entries(value);
  if (parts.length === 1 && parts[0]) {
    const [name, inner] = parts[0];
    return isObject(inner) ? `${words(name)}, ${said(inner)}` : `${words(name)} ${said(inner)}`;
  }
  return parts.map(([name, inner]) => `${words(name)}${isObject(inner) ? ":" : ""} ${said(inner)}`).join(", ");
}

const words = (name: string): string => name.replaceAll(/[-_]/g, " ");

/** Names and values; the parts of the optimiser stand on their own. */
export function settingsRows(settings: Words): [string, string][] {
  const rows: [string, string][] = [];
  for (const [name, value] of Object.entries(settings)) {
    const inner = isObject(value) ? Object.entries(value) : [];
    const only = inner[0];
    if (name === "optimiser" && inner.length === 1 && only && isObject(only[1])) {
      rows.push([title(name), words(only[0])]);
      for (const [part, own] of Object.entries(only[1])) rows.push([title(words(part)), said(own)]);
    } else {
      rows.push([title(words(name)), said(value)]);
    }
  }
  return rows;
}
