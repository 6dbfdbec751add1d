import type { PeopleAtStep } from '@waggle/contracts/automations';
import type { z } from 'zod';
import type { Moves } from './queries.ts';

type Place = z.infer<typeof PeopleAtStep>;
type Choices = ReadonlyMap<string, string>;

/** Choices that are no step; ids of steps have eight letters and no dash. */
export const leave = '-leave';
export const keepTime = '-keep';
export const countTime = '-count';

export const keyOf = ({ version, stepId }: Pick<Place, 'version' | 'stepId'>): string => `${version} ${stepId}`;

/** What the server is told: of steps that are gone where people go, of waits that changed how their time counts. */
export const movesOf = (places: readonly Place[], choices: Choices): Moves =>
  places.flatMap((place): Moves => {
    const { version, stepId, change } = place;
    const choice = choices.get(keyOf(place));
    if (change === 'removed')
      return choice === undefined ? [] : [{ version, stepId, to: choice === leave ? null : choice, time: 'keep' }];
    return choice === countTime ? [{ version, stepId, to: stepId, time: 'count' }] : [];
  });

/** People who stay, move and leave; together they are all who are inside. */
export function countPlan(places: readonly Place[], choices: Choices) {
  const counts = { stay: 0, move: 0, leave: 0, open: 0 };
  for (const place of places) {
    const choice = choices.get(keyOf(place));
    if (place.change !== 'removed') counts.stay += place.people;
    else if (choice === undefined) counts.open += place.people;
    else counts[choice === leave ? 'leave' : 'move'] += place.people;
  }
  return counts;
}
