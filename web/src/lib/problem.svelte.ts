// The failure of a page's last request.

import { ApiError } from "../api/http";

export class Problem {
  /** The sentence to show; `null` if the request succeeded. */
  text = $state<string | null>(null);
  /** The server knows nothing of this name. */
  isMissing = $state(false);

  clear(): void {
    this.text = null;
  }

  set(error: unknown): void {
    this.isMissing = error instanceof ApiError && error.status === 404;
    this.text = error instanceof Error ? error.message : String(error);
  }
}
