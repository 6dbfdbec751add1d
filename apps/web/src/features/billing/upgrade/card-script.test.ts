// @vitest-environment happy-dom
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import type { loadCardScript as load } from './card-script.ts';

const url = 'https://js.stripe.example/v3';
let added: HTMLScriptElement[];
let loadCardScript: typeof load;

beforeEach(async () => {
  vi.resetModules();
  ({ loadCardScript } = await import('./card-script.ts'));
  added = [];
  vi.spyOn(document.head, 'append').mockImplementation((script) => void added.push(script as HTMLScriptElement));
});
afterEach(() => {
  vi.restoreAllMocks();
  delete (window as { Stripe?: unknown }).Stripe;
});

const settle = (outcome: 'load' | 'error') => added.at(-1)?.dispatchEvent(new Event(outcome));

test('the script is added once, however often it is asked for', async () => {
  const stripe = () => {};
  const asked = [loadCardScript(url), loadCardScript(url)];
  Object.assign(window, { Stripe: stripe });

  settle('load');

  expect(await Promise.all(asked)).toEqual([stripe, stripe]);
  expect(await loadCardScript(url)).toBe(stripe);
  expect(added.map(({ src }) => src)).toEqual([url]);
});

test('a script that did not load, or brought nothing, is added again by the next call', async () => {
  const blocked = loadCardScript(url);
  settle('error');
  await expect(blocked).rejects.toThrow("didn't load");
  const empty = loadCardScript(url);
  settle('load');
  await expect(empty).rejects.toThrow("didn't load");

  const third = loadCardScript(url);
  Object.assign(window, { Stripe: () => {} });
  settle('load');

  expect(await third).toBe(window.Stripe);
  expect(added).toHaveLength(3);
});
