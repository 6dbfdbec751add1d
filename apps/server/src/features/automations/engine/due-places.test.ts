import { expect, test } from 'vitest';
import { DuePlaces } from './due-places.ts';
import { keyOf } from './place.ts';

const due = (organizationId: string, count: number) =>
  Array.from({ length: count }, (_, step) => ({
    organizationId,
    automationId: `${organizationId}-automation`,
    version: 1,
    step,
  }));

test('organizations take turns, and one that comes later comes before the next turn of the others', () => {
  const places = new DuePlaces();
  const [crowd] = due('large', 1);
  places.refresh([crowd!]);
  const first = places.next()!;
  places.done(first, new Set(first.places.map(keyOf)));
  const second = places.next()!;
  places.refresh([crowd!, ...due('small', 1)]);

  const order = [places.next()!.organizationId];
  places.done(second, new Set(second.places.map(keyOf)));
  order.push(places.next()!.organizationId);

  expect(order).toEqual(['small', 'large']);
});

test('small places of one organization are taken together, a crowded one alone and by several at once', () => {
  const places = new DuePlaces();
  places.refresh(due('one', 30));

  const first = places.next()!;
  const second = places.next()!;

  expect([first.places.length, second.places.length, places.next()]).toEqual([20, 10, undefined]);
  const [crowded] = first.places;
  places.done(first, new Set([keyOf(crowded!)]));
  expect([places.next()!.places, places.next()!.places]).toEqual([[crowded], [crowded]]);
});

test('what others have in hand is not given out again by a new look', () => {
  const places = new DuePlaces();
  places.refresh(due('one', 1));
  places.next();

  places.refresh(due('one', 1));

  expect(places.next()).toBeUndefined();
});

test('an organization with which it failed rests, longer each time, and holds nobody up', () => {
  let now = 0;
  const places = new DuePlaces(() => now);
  const failing = () => {
    places.refresh(due('one', 1));
    const group = places.next();
    if (group) places.failed(group);
    return group !== undefined;
  };

  const tried = [failing(), failing()];
  now = 1_000;
  tried.push(failing());
  now = 2_000;
  tried.push(failing());
  now = 3_000;
  tried.push(failing());

  expect(tried).toEqual([true, false, true, false, true]);
});

test('the one place with which a turn fails is found, and the others of its organization go on', () => {
  const places = new DuePlaces(() => now);
  let now = 0;
  const served: number[] = [];
  for (; now < 60_000; now += 250) {
    places.refresh(due('one', 30).filter(({ step }) => !served.includes(step)));
    for (let group = places.next(); group; group = places.next()) {
      if (group.places.some(({ step }) => step === 3)) places.failed(group);
      else {
        served.push(...group.places.map(({ step }) => step));
        places.done(group, new Set());
      }
    }
    if (served.length === 29) break;
  }

  expect(served.toSorted((one, other) => one - other)).toEqual(
    Array.from({ length: 30 }, (_, step) => step).filter((step) => step !== 3),
  );
  expect(now).toBeLessThanOrEqual(2_000);
});
