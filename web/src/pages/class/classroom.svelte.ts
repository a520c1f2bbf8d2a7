// The class of this server: who is logged in, the games that are being played, and when something changed.

import { untrack } from "svelte";
import { classInfo, logOut, type ClassInfo, type ClassLiveGame, type ClassMessage, type ClassPerson } from "../../api/class";
import { Socket } from "../../api/socket";
import { Answer } from "../../lib/answer.svelte";

/** Pages ask again at most once in so many milliseconds. */
const PAUSE = 1000;

class Classroom {
  info = $state.raw<ClassInfo | null>(null);
  /** False until the server has told whether it has a class. */
  isKnown = $state(false);
  /** Counts changes of the class. */
  revision = $state(0);
  games = $state.raw<readonly ClassLiveGame[]>([]);
  /** False while the connection is lost: what is shown may be old. */
  isLive = $state(true);

  private socket: Socket<ClassMessage> | null = null;
  private timer: ReturnType<typeof setTimeout> | undefined;
  private isChanged = false;

  get me(): ClassPerson | null {
    return this.info?.me ?? null;
  }

  get isInstructor(): boolean {
    return this.me?.role === "instructor";
  }

  async load(): Promise<void> {
    try {
      this.info = await classInfo();
      this.isKnown = true;
    } catch {
      // The page that is shown tells of the failure.
    }
  }

  /** Listens while somebody is logged in. The returned function stops it. */
  follow(): () => void {
    const socket = new Socket<ClassMessage>("/class/live", {
      message: (message) => {
        if (message.type === "games") this.games = message.games;
        else this.change();
      },
      open: () => {
        this.isLive = true;
        this.change();
      },
      lost: () => {
        this.isLive = false;
        // The session may have ended.
        void this.load();
      },
    });
    this.socket = socket;
    return () => {
      socket.close();
      if (this.socket === socket) this.games = [];
    };
  }

  /** Lets pages ask again: at once, then after a pause. */
  change(): void {
    if (this.timer !== undefined) {
      this.isChanged = true;
      return;
    }
    this.revision++;
    void this.load();
    this.timer = setTimeout(() => {
      this.timer = undefined;
      if (this.isChanged) {
        this.isChanged = false;
        this.change();
      }
    }, PAUSE);
  }

  async leave(): Promise<void> {
    await logOut();
    await this.load();
  }
}

export const classroom = new Classroom();

/** An answer of the server, asked for again after each change of the class. Make it while a component is made. */
export class Fresh<T> extends Answer<T> {
  constructor(ask: () => Promise<T>) {
    super(ask);
    $effect(() => {
      void classroom.revision;
      untrack(() => void this.load());
    });
  }
}
