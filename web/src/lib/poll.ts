// Repeated requests while a page is visible.

/** The intervals in milliseconds: while the answer is live, and otherwise. */
const LIVE = 1000;
const QUIET = 10_000;

export interface Poll {
  /** Requests at once. */
  now: () => Promise<void>;
  end: () => void;
}

/**
 * Requests at once, then in intervals that depend on whether the answer was live.
 * A hidden page makes no requests.
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
