// Asking again and again while there is something to see.

/** How often something live is asked for, and something that may become live. */
const LIVE = 1000;
const QUIET = 10_000;

/**
 * Asks at once and again after a while: soon if the answer was "live", else
 * seldom. Nothing is asked while nobody looks. Ends when the answer is called.
 */
export function poll(ask: () => Promise<boolean>): () => void {
  let ended = false;
  let timer = 0;
  const next = async (): Promise<void> => {
    clearTimeout(timer);
    const live = document.hidden ? false : await ask().catch(() => false);
    if (ended) return;
    clearTimeout(timer);
    timer = window.setTimeout(() => void next(), live ? LIVE : QUIET);
  };
  const seen = (): void => {
    if (!document.hidden) void next();
  };
  document.addEventListener("visibilitychange", seen);
  void next();
  return () => {
    ended = true;
    clearTimeout(timer);
    document.removeEventListener("visibilitychange", seen);
  };
}
