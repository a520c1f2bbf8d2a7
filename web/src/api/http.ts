// Requests to the server. Every error becomes an ApiError with the server's sentence.

export class ApiError extends Error {
  constructor(
    readonly status: number,
    message: string,
    readonly body: unknown = null,
  ) {
    super(message);
  }
}

async function send(method: string, path: string, body?: unknown): Promise<Response> {
  const isFile = body instanceof Blob;
  let response: Response;
  try {
    response = await fetch(`/api${path}`, {
      method,
      ...(body === undefined
        ? {}
        : {
            headers: { "content-type": isFile ? "application/octet-stream" : "application/json" },
            body: isFile ? body : JSON.stringify(body),
          }),
    });
  } catch {
    throw new ApiError(0, "The server does not answer. Is it still running?");
  }
  if (response.ok) return response;
  const answer: unknown = await response.json().catch(() => null);
  const sentence = (answer as { error?: unknown } | null)?.error;
  throw new ApiError(
    response.status,
    typeof sentence === "string" ? sentence : `The server answered with error ${response.status}.`,
    answer,
  );
}

async function json<T>(method: string, path: string, body?: unknown): Promise<T> {
  const response = await send(method, path, body);
  return (response.status === 204 ? undefined : await response.json()) as T;
}

export function get<T>(path: string): Promise<T> {
  return json<T>("GET", path);
}

/** Sends JSON, or a file as it is. */
export function post<T>(path: string, body?: unknown): Promise<T> {
  return json<T>("POST", path, body);
}

export function put(path: string, body: unknown): Promise<void> {
  return json<void>("PUT", path, body);
}

export function remove(path: string): Promise<void> {
  return json<void>("DELETE", path);
}

/** A file that the server makes, with the name it proposes. */
export async function file(path: string, body: unknown): Promise<{ content: Blob; name: string | null }> {
  const response = await send("POST", path, body);
  const name = /filename="?([^";]+)/.exec(response.headers.get("content-disposition") ?? "");
  return { content: await response.blob(), name: name?.[1] ?? null };
}
