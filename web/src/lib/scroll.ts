// Keeps the current item of a list in sight.

/**
 * Scrolls a list so that the item is seen; to its top without an item. The page
 * itself never scrolls for it. It is done after the next frame was painted:
 * sizes cost nothing then, while asking at once would delay the frame.
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
