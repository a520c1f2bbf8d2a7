// Points in time as text.

const FORMAT = new Intl.RelativeTimeFormat("en", { numeric: "auto" });
const UNITS = [
  ["year", 31_557_600], ["month", 2_629_800], ["day", 86_400], ["hour", 3600], ["minute", 60],
] as const;

/** "5 minutes ago". Takes what JSON has: a date as text, or milliseconds or seconds since 1970. */
export function ago(when: string | number, now = Date.now()): string {
  const seconds = (now - millisecondsOf(when)) / 1000;
  if (Number.isNaN(seconds)) return "";
  for (const [unit, size] of UNITS) {
    if (seconds >= size) return FORMAT.format(-Math.floor(seconds / size), unit);
  }
  return "just now";
}

function millisecondsOf(when: string | number): number {
  if (typeof when === "string") return Date.parse(when);
  // Seconds since 1970 stay below this number for thousands of years.
  return when < 1e11 ? 1000 * when : when;
}
