// A WebSocket that comes back by itself when the connection is lost.

interface Handlers {
  message: (data: unknown) => void;
  /** Called at each connection, also the first. */
  open?: () => void;
  /** Called when the connection is lost and will be tried again. */
  lost?: () => void;
}

const FIRST_WAIT = 250;
const LONGEST_WAIT = 8000;

export class Socket {
  private socket: WebSocket | null = null;
  private wait = FIRST_WAIT;
  private timer: ReturnType<typeof setTimeout> | undefined;
  private closed = false;

  constructor(
    private readonly path: string,
    private readonly handlers: Handlers,
  ) {
    this.connect();
  }

  get isOpen(): boolean {
    return this.socket?.readyState === WebSocket.OPEN;
  }

  /** Sends a message if connected; `open` is the place to send what must arrive. */
  send(message: unknown): void {
    if (this.isOpen) this.socket?.send(JSON.stringify(message));
  }

  close(): void {
    this.closed = true;
    clearTimeout(this.timer);
    this.socket?.close();
  }

  private connect(): void {
    const scheme = location.protocol === "https:" ? "wss:" : "ws:";
    const socket = new WebSocket(`${scheme}//${location.host}/api${this.path}`);
    this.socket = socket;
    socket.onopen = () => {
      this.wait = FIRST_WAIT;
      this.handlers.open?.();
    };
    socket.onmessage = (event) => {
      if (!this.closed) this.handlers.message(JSON.parse(String(event.data)));
    };
    socket.onclose = () => {
      if (this.closed) return;
      this.handlers.lost?.();
      this.timer = setTimeout(() => this.connect(), this.wait);
      this.wait = Math.min(2 * this.wait, LONGEST_WAIT);
    };
  }
}
