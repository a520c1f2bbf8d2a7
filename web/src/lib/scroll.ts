// Keeps the current item of a list in sight.

/**
 * Scrolls a list to the item, or to its top without an item. The page itself does not
 * scroll. The list scrolls after the next frame was painted: reading sizes earlier would
 * delay the frame.
 */
export function keepInSight(list: HTMLElement, find: () => HTMLElement | null): () => void {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const frame = requestAnimationFrame(() => {
    timer = setTimeout(() => {
      const item = find();
      if (!item) {
        list.scrollTop = 0;
        return;
      }
      const [box, own] = [list.getBoundingClientRect(), item.getBoundingClientRect()];
      if (own.top < box.top || own.bottom > box.bottom) {
        list.scrollTop += own.top - box.top - list.clientHeight / 2;
      }
    });
  });
  return () => {
    cancelAnimationFrame(frame);
    clearTimeout(timer);
  };
}
