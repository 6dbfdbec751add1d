import { useEffect, useRef, useState } from 'react';

/** The first value, and then the newest one every so many milliseconds. */
export function useHeld<Value>(value: Value | undefined, everyMs: number): Value | undefined {
  const [held, setHeld] = useState(value);
  const newest = useRef(value);
  useEffect(() => {
    newest.current = value;
  }, [value]);
  useEffect(() => {
    const timer = setInterval(() => setHeld(newest.current), everyMs);
    return () => clearInterval(timer);
  }, [everyMs]);
  if (held === undefined && value !== undefined) setHeld(value);
  return held ?? value;
}
