import { useState } from 'react';

type Sample = { at: number; done: number };

/** Milliseconds two looks must be apart before their difference says anything. */
const shortestMs = 4_000;
/** Milliseconds looked back: the pace of now, not of the whole campaign. */
const longestMs = 60_000;

/** Emails per minute, from the looks of the last minute; undefined before there are two that differ. */
export function rateOf(samples: readonly Sample[]): number | undefined {
  const [first, last] = [samples[0], samples.at(-1)];
  if (!first || !last || last.at - first.at < shortestMs || last.done <= first.done) return undefined;
  return Math.round(((last.done - first.done) / (last.at - first.at)) * 60_000);
}

/** `at` is when `done` was read. */
export function useSendingRate({ at, done }: Sample): number | undefined {
  const [samples, setSamples] = useState<readonly Sample[]>([]);
  if (samples.at(-1)?.done !== done)
    setSamples([...samples.filter((sample) => at - sample.at < longestMs), { at, done }]);
  return rateOf(samples);
}
