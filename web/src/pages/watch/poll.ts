// Asking again and again while there is something to see.

/** How often something live is asked for, and something that may become live. */
const LIVE = 1000;
const QUIET = 10_000;

export interface Poll {
  /** Asks at once. */
  now: () => Promise<void>;
  end: () => void;
}

/**
 * Asks at once and again after a while: soon if the answer was "live", else
 * seldom. Nothing is asked while nobody looks.
 */
export function poll(ask: () => Promise<boolean>): Poll {
  let ended = false;
  let timer = 0;
  const now = async (): Promise<void> => {
    clearTimeout(timer);
    const live = document.hidden ? false : await ask().catch(() => false);
    clearTimeout(timer);
    if (!ended) timer = window.setTimeout(() => void now(), live ? LIVE : QUIET);
  };
  const seen = (): void => {
    if (!document.hidden) void now();
  };
  document.addEventListener("visibilitychange", seen);
  void now();
  const end = (): void => {
    ended = true;
    clearTimeout(timer);
    document.removeEventListener("visibilitychange", seen);
  };
  return { now, end };
}
