import type { PeopleAtStep, planPublishing } from '@waggle/contracts/automations';
import type { ReplyOf } from '@waggle/contracts/endpoint';
import { useState } from 'react';
import type { z } from 'zod';
import { countPlan, keyOf, movesOf } from './plan-counts.ts';
import type { PeopleBody } from './use-publishing.ts';

export type Place = z.infer<typeof PeopleAtStep>;
/** A step, to leave, or for a wait that changed whether the time already waited counts; by place. */
export type Choices = ReadonlyMap<string, string>;

/** What becomes of the people inside, as it is decided. */
export function usePeoplePlan(plan: ReplyOf<typeof planPublishing> | undefined) {
  const [people, setPeople] = useState<'move' | 'finish'>('move');
  const [choices, setChoices] = useState<Choices>(new Map());
  const places = plan?.people ?? [];
  const choose = (place: Place, choice: string) => setChoices(new Map(choices).set(keyOf(place), choice));
  const undecided = places.filter((place) => place.change === 'removed' && !choices.has(keyOf(place)));
  const body: PeopleBody = {
    people: places.length === 0 ? 'finish' : people,
    moves: people === 'move' ? movesOf(places, choices) : [],
  };
  return {
    places,
    people,
    setPeople,
    choiceOf: (place: Place) => choices.get(keyOf(place)),
    choose,
    counts: countPlan(places, choices),
    isUndecided: people === 'move' && undecided.length > 0,
    body,
  };
}

export type PeoplePlanState = ReturnType<typeof usePeoplePlan>;
