// A request that a button makes: the button is disabled until the answer, and a message tells of it.

import { announcer } from "./announce.svelte";

export class Order {
  busy = $state(false);

  /** Makes a request; true if it succeeded. */
  async run(request: () => Promise<unknown>, said: string): Promise<boolean> {
    this.busy = true;
    try {
      await request();
      announcer.show(said);
      return true;
    } catch (error) {
      announcer.fail(error);
      return false;
    } finally {
      this.busy = false;
    }
  }
}
