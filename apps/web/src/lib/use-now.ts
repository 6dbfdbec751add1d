import { useEffect, useState } from 'react';

/** Milliseconds between two looks at the clock. */
const tickMs = 10_000;

/** The time, while it is shown. */
export function useNow(): number {
  const [now, setNow] = useState(() => Date.now());
  useEffect(() => {
    const timer = setInterval(() => setNow(Date.now()), tickMs);
    return () => clearInterval(timer);
  }, []);
  return now;
}
