// A WebSocket that connects again when the connection is lost.

interface Handlers<Message> {
  message: (message: Message) => void;
  /** Called at each connection, also the first. */
  open?: () => void;
  /**
   * Called when the connection is lost and will be tried again, with the server's reason if it
   * refused the connection.
   */
  lost?: (reason: string | null) => void;
}

interface Options {
  /** Connects while the page is visible only, so that tabs in the background cost nothing. */
  visibleOnly?: boolean;
}

/** Milliseconds before connecting again: the wait doubles from the minimum to the maximum. */
const MIN_WAIT = 250;
const MAX_WAIT = 8000;
/** A refused connection is tried again at this interval: a place is free when another tab is closed. */
const REFUSED_WAIT = 5000;
/** The close code of a server that has no place for another connection. */
const TRY_AGAIN_LATER = 1013;

/** A socket that receives messages of one type and sends requests of another. */
export class Socket<Message, Request = never> {
  private socket: WebSocket | null = null;
  private wait = MIN_WAIT;
  private timer: ReturnType<typeof setTimeout> | undefined;
  private closed = false;

  constructor(
    private readonly path: string,
    private readonly handlers: Handlers<Message>,
    private readonly options: Options = {},
  ) {
    if (options.visibleOnly) document.addEventListener("visibilitychange", this.seen);
    if (this.isWanted) this.connect();
  }

  get isOpen(): boolean {
    return this.socket?.readyState === WebSocket.OPEN;
  }

  /** Sends a request if connected. Requests that must arrive are sent in `open`. */
  send(request: Request): void {
    if (this.isOpen) this.socket?.send(JSON.stringify(request));
  }

  close(): void {
    this.closed = true;
    document.removeEventListener("visibilitychange", this.seen);
    this.disconnect();
  }

  private get isWanted(): boolean {
    return !this.closed && !(this.options.visibleOnly && document.hidden);
  }

  private readonly seen = (): void => {
    if (!this.isWanted) this.disconnect();
    else if (!this.socket) this.connect();
  };

  private disconnect(): void {
    clearTimeout(this.timer);
    const { socket } = this;
    this.socket = null;
    socket?.close();
  }

  private connect(): void {
    clearTimeout(this.timer);
    const scheme = location.protocol === "https:" ? "wss:" : "ws:";
    const socket = new WebSocket(`${scheme}//${location.host}/api${this.path}`);
    this.socket = socket;
    socket.onopen = () => {
      if (this.socket !== socket) return;
      this.wait = MIN_WAIT;
      this.handlers.open?.();
    };
    socket.onmessage = (event) => {
      if (this.socket === socket) this.handlers.message(JSON.parse(String(event.data)) as Message);
    };
    socket.onclose = ({ code, reason }) => {
      // A newer connection took its place, or the page wants none.
      if (this.socket !== socket) return;
      const isRefused = code === TRY_AGAIN_LATER;
      this.handlers.lost?.(isRefused ? reason : null);
      this.timer = setTimeout(() => this.connect(), isRefused ? REFUSED_WAIT : this.wait);
      this.wait = Math.min(2 * this.wait, MAX_WAIT);
    };
  }
}
