import { useEffect, useRef, type MouseEvent } from 'react';

/** As long as phones wait before they take a press for a long one. */
const longMs = 500;

/** Handlers for a button whose long press means something else than its click, for as long as there is such a meaning. */
export function useLongPress(onLongPress: (() => void) | undefined) {
  const timer = useRef<number>(undefined);
  const wasLong = useRef(false);
  const stop = () => window.clearTimeout(timer.current);
  useEffect(() => () => window.clearTimeout(timer.current), []);
  return {
    onPointerDown() {
      wasLong.current = false;
      stop();
      if (onLongPress)
        timer.current = window.setTimeout(() => {
          wasLong.current = true;
          onLongPress();
        }, longMs);
    },
    onPointerUp: stop,
    // A finger that scrolls, and one that leaves.
    onPointerCancel: stop,
    onPointerLeave: stop,
    onContextMenu: (event: MouseEvent) => event.preventDefault(),
    /** The finger is lifted after the long press has changed what a click means. */
    onClickCapture(event: MouseEvent) {
      if (!wasLong.current) return;
      wasLong.current = false;
      event.preventDefault();
      event.stopPropagation();
    },
  };
}
