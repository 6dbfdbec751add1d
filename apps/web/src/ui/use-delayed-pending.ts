import { useEffect, useRef, useState } from 'react';

const DELAY_MS = 150;
const MINIMUM_MS = 300;

/** True when a skeleton should show: after 150 ms of waiting, and then for at least 300 ms, so nothing flashes. */
export function useDelayedPending(pending: boolean, delayMs = DELAY_MS, minimumMs = MINIMUM_MS) {
  const [shown, setShown] = useState(false);
  const shownAt = useRef(0);

  useEffect(() => {
    if (pending === shown) return undefined;
    const wait = pending ? delayMs : Math.max(0, shownAt.current + minimumMs - performance.now());
    const timer = setTimeout(() => {
      if (pending) shownAt.current = performance.now();
      setShown(pending);
    }, wait);
    return () => clearTimeout(timer);
  }, [pending, shown, delayMs, minimumMs]);

  return shown;
}
