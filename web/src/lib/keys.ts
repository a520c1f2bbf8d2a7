// Keys of a page. They never fire while the visitor types, or with Ctrl, Alt or Meta held.

/** A step through a game. */
export type Step = "first" | "back" | "forward" | "last";

export type KeyMap = Record<string, (() => void) | undefined>;

interface Pressed {
  key: string;
  ctrlKey: boolean;
  altKey: boolean;
  metaKey: boolean;
  defaultPrevented: boolean;
  target: EventTarget | null;
}

/** Elements that use keys themselves. */
const TYPING = "input, textarea, select, [contenteditable]";
/** Elements that Space and Enter press. */
const PRESSED = "button, a, summary";

function within(target: EventTarget | null, selector: string): boolean {
  return (target as Element | null)?.closest?.(selector) != null;
}

/** The action of a key press on a page with these keys; `undefined` if another element uses it. */
export function actionFor(keys: KeyMap, event: Pressed): (() => void) | undefined {
  if (event.defaultPrevented || event.ctrlKey || event.altKey || event.metaKey) return undefined;
  if (within(event.target, TYPING) || within(event.target, "dialog")) return undefined;
  if ((event.key === " " || event.key === "Enter") && within(event.target, PRESSED)) return undefined;
  return keys[event.key] ?? keys[event.key.toLowerCase()];
}

/** The keys that step through a game. */
export function stepKeys(step: (to: Step) => void): KeyMap {
  return {
    ArrowLeft: () => step("back"),
    ArrowRight: () => step("forward"),
    ArrowUp: () => step("first"),
    ArrowDown: () => step("last"),
    Home: () => step("first"),
    End: () => step("last"),
  };
}

/** Listens for keys. The returned function stops it. */
export function listen(keys: KeyMap): () => void {
  const onKey = (event: KeyboardEvent): void => {
    const action = actionFor(keys, event);
    if (!action) return;
    event.preventDefault();
    action();
  };
  addEventListener("keydown", onKey);
  return () => removeEventListener("keydown", onKey);
}
