// Announcements to screen readers, and short visible messages.

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

  /** Announces a text to screen readers. A repeated text is announced again. */
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

  /** Shows an error. */
  fail(error: unknown): void {
    this.show(error instanceof Error ? error.message : String(error), "error");
  }
}

export const announcer = new Announcer();
