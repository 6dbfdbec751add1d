import fc from 'fast-check';
import { expect, test } from 'vitest';
import { createBoundedCache } from './bounded-cache.ts';

test('an entry is there as it was set last, or not at all, and never more than the bound', () => {
  const step = fc.record({ key: fc.nat(12).map(String), act: fc.constantFrom('set', 'get', 'delete') });
  fc.assert(
    fc.property(fc.array(step, { maxLength: 80 }), fc.integer({ min: 2, max: 8 }), (steps, most) => {
      const cache = createBoundedCache<number>(most);
      const last = new Map<string, number>();
      steps.forEach(({ key, act }, at) => {
        if (act === 'set') {
          cache.set(key, at);
          last.set(key, at);
        } else if (act === 'delete') {
          cache.delete(key);
          last.delete(key);
        } else {
          expect([undefined, last.get(key)]).toContain(cache.get(key));
        }
        expect(cache.keys().length).toBeLessThanOrEqual(most + (most % 2));
      });
    }),
  );
});

test('what is asked for again and again stays while thousands pass by', () => {
  const cache = createBoundedCache<string>(100);
  cache.set('popular', 'here');

  for (let at = 0; at < 10_000; at += 1) {
    cache.set(`passing ${at}`, 'gone soon');
    if (at % 40 === 0) cache.get('popular');
  }

  expect(cache.get('popular')).toBe('here');
  expect(cache.get('passing 0')).toBeUndefined();
});
