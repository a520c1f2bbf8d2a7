// What screen readers are told as it happens, and short messages that everybody sees.

interface Toast {
  id: number;
  text: string;
  kind: "info" | "error";
}

class Announcer {
  /** Read by the polite live region in App. */
  said = $state("");
  toasts = $state<Toast[]>([]);
  private next = 0;

  /** Tells screen readers. The same words twice are said twice. */
  say(text: string): void {
    this.said = this.said === text ? `${text}\u00a0` : text;
  }

  /** Shows a message for some seconds. Live regions read it too. */
  show(text: string, kind: Toast["kind"] = "info"): void {
    const id = this.next++;
    this.toasts = [...this.toasts.filter((toast) => toast.text !== text), { id, text, kind }].slice(-3);
    setTimeout(() => this.dismiss(id), kind === "error" ? 8000 : 4000);
  }

  dismiss(id: number): void {
    this.toasts = this.toasts.filter((toast) => toast.id !== id);
  }

  /** Shows what went wrong. */
  fail(error: unknown): void {
    this.show(error instanceof Error ? error.message : String(error), "error");
  }
}

export const announcer = new Announcer();
