// Answers of the server that a page shows and asks for again.

import { onMount } from "svelte";
import { poll } from "./poll";
import { Problem } from "./problem.svelte";

/** The last answer to a request, and the failure of the last request. */
export class Answer<T> {
  value = $state.raw<T | null>(null);
  readonly problem = new Problem();

  constructor(private readonly ask: () => Promise<T>) {}

  async load(): Promise<void> {
    try {
      this.value = await this.ask();
      this.problem.clear();
    } catch (error) {
      this.problem.set(error);
    }
  }
}

/** An answer that is asked for again and again, more often while it is live. Make it while a component is made. */
export class Polled<T> extends Answer<T> {
  constructor(ask: () => Promise<T>, isLive: (value: T) => boolean) {
    super(ask);
    const load = async (): Promise<boolean> => {
      await this.load();
      return this.value !== null && isLive(this.value);
    };
    onMount(() => poll(load).end);
  }
}
