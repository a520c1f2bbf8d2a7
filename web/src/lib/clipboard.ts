// Copying and saving.

import { announcer } from "./announce.svelte";

export async function copy(text: string, what: string): Promise<void> {
  try {
    await navigator.clipboard.writeText(text);
    announcer.show(`${what} copied.`);
  } catch {
    announcer.show("The browser did not allow copying.", "error");
  }
}

export function save(content: Blob, name: string): void {
  const link = document.createElement("a");
  link.href = URL.createObjectURL(content);
  link.download = name;
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), 10_000);
}
