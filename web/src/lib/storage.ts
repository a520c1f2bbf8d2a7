// Settings stored in the browser. If storage is switched off, nothing is stored.

export function remembered(key: string): string | null {
  try {
    return localStorage.getItem(key);
  } catch {
    return null;
  }
}

export function remember(key: string, value: string): void {
  try {
    localStorage.setItem(key, value);
  } catch {
    // The setting is valid until the page is closed.
  }
}
