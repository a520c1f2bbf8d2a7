// Client routes by the History API: a path, its parts and its query.

/** The current address. */
class Route {
  path = $state(location.pathname);
  query = $state.raw(new URLSearchParams(location.search));

  /** The parts of the path: `/play/ID` is `["play", "ID"]`. */
  get parts(): string[] {
    return this.path.split("/").filter((part) => part !== "").map(decode);
  }

  /** Reads the address bar. */
  read(): void {
    this.path = location.pathname;
    this.query = new URLSearchParams(location.search);
  }
}

function decode(part: string): string {
  try {
    return decodeURIComponent(part);
  } catch {
    return part;
  }
}

export const route = new Route();

/** Goes to a path of this page, as a link does. */
export function go(to: string): void {
  history.pushState(null, "", to);
  route.read();
  scrollTo(0, 0);
}

/**
 * Changes the address without a step in the history. The route is not read again,
 * because the caller already shows the new address.
 */
export function rewrite(to: string): void {
  history.replaceState(null, "", to);
}

/** Goes to another page in place of this one. */
export function replace(to: string): void {
  history.replaceState(null, "", to);
  route.read();
}

/** Lets clicks on links within the page change the route, and follows "back". */
export function followLinks(): () => void {
  const onClick = (event: MouseEvent): void => {
    if (event.defaultPrevented || event.button !== 0) return;
    if (event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return;
    const link = (event.target as Element | null)?.closest("a");
    if (!link || link.target || link.hasAttribute("download")) return;
    if (link.origin !== location.origin || link.pathname.startsWith("/api/")) return;
    if (link.getAttribute("href")?.startsWith("#")) return;
    event.preventDefault();
    go(link.pathname + link.search + link.hash);
  };
  const onBack = (): void => route.read();
  document.addEventListener("click", onClick);
  addEventListener("popstate", onBack);
  return () => {
    document.removeEventListener("click", onClick);
    removeEventListener("popstate", onBack);
  };
}
