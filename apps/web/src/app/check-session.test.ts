// @vitest-environment happy-dom
import { QueryClient } from '@tanstack/react-query';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { sessionQuery } from '#features/accounts/index.ts';
import { checkSession, followSession } from './check-session.ts';

// Texts are loaded by the page, which there is none of.
vi.mock('#lib/i18n.ts', () => ({ changeLocale: async () => {}, i18n: { t: (key: string) => key } }));

const priya = { name: 'Priya', theme: 'system', locale: 'en' };
const answer = (status: number, body: object) => new Response(JSON.stringify(body), { status });
const refused = () => answer(401, { code: 'signed_out', message: 'Please sign in.' });

let client: QueryClient;
let leave: ReturnType<typeof vi.fn<() => Promise<void>>>;
beforeEach(() => {
  vi.useFakeTimers();
  client = new QueryClient();
  client.setQueryData(sessionQuery.queryKey, priya as never);
  leave = vi.fn(() => Promise.resolve());
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

test('nobody is sent away while a new session is on its way', async () => {
  const asked = vi.fn<() => Promise<Response>>().mockResolvedValueOnce(refused());
  asked.mockImplementation(async () => answer(200, priya));
  vi.stubGlobal('fetch', asked);

  const checked = checkSession(client, leave);
  await vi.advanceTimersByTimeAsync(1_999);
  expect(asked).toHaveBeenCalledTimes(1);
  await vi.advanceTimersByTimeAsync(1);
  await checked;

  expect(leave).not.toHaveBeenCalled();
  expect(client.getQueryData(sessionQuery.queryKey)).toMatchObject({ name: 'Priya' });
});

test('a change under way is waited for, since its answer may bring the session', async () => {
  const asked = vi.fn(async () => answer(200, priya));
  vi.stubGlobal('fetch', asked);
  const { promise, resolve } = Promise.withResolvers<void>();
  const change = client
    .getMutationCache()
    .build(client, { mutationFn: () => promise })
    .execute(undefined);

  const checked = checkSession(client, leave);
  await vi.advanceTimersByTimeAsync(3_000);
  expect(asked).not.toHaveBeenCalled();
  resolve();
  await change;
  await vi.advanceTimersByTimeAsync(200);
  await checked;

  expect(leave).not.toHaveBeenCalled();
});

test('who is signed out is led to the sign-in screen, once for however many calls were refused', async () => {
  const asked = vi.fn(async () => refused());
  vi.stubGlobal('fetch', asked);

  const checked = Promise.all([checkSession(client, leave), checkSession(client, leave)]);
  await vi.advanceTimersByTimeAsync(2_000);
  await checked;

  expect(leave).toHaveBeenCalledOnce();
  // Twice who is there, and once whose product strangers see.
  expect(asked).toHaveBeenCalledTimes(3);
});

describe('another tab', () => {
  const shows = (id: string, activeClientName: string | null) => ({
    ...priya,
    id,
    activeClientName,
    activeClientId: activeClientName,
    mustChooseClient: false,
    product: null,
  });
  const reload = vi.fn();
  beforeEach(() => {
    reload.mockClear();
    vi.spyOn(location, 'reload').mockImplementation(reload);
    client.setQueryData(sessionQuery.queryKey, shows('priya', 'Maple') as never);
    client.setQueryData(['contacts'], ['Hannah']);
  });

  /** What the server answers, or how it fails, when this tab hears that something changed. */
  const hear = (asked: () => Promise<Response>) => {
    vi.stubGlobal('fetch', vi.fn(asked));
    return followSession(client);
  };
  const shown = () => client.getQueryData(sessionQuery.queryKey)?.activeClientName;

  test('that switched the client is followed: nothing of the one before is kept', async () => {
    await hear(async () => answer(200, shows('priya', 'Northlight')));

    expect(shown()).toBe('Northlight');
    expect(client.getQueryData(['contacts'])).toBeUndefined();
  });

  test('in which somebody else signed in makes this one start anew', async () => {
    await hear(async () => answer(200, shows('jonah', null)));

    expect(reload).toHaveBeenCalledOnce();
    expect(shown()).toBe('Maple');
  });

  test('is not guessed at while the server is away, and nobody is signed out by it', async () => {
    await hear(async () => answer(503, { code: 'unavailable', message: 'Away.' }));
    await hear(() => Promise.reject(new TypeError('Failed to fetch')));

    expect(shown()).toBe('Maple');
    expect(client.getQueryData(['contacts'])).toEqual(['Hannah']);
  });

  test('is not heard over a switch of this one, whose answer is newer', async () => {
    await hear(async () => {
      client.setQueryData(sessionQuery.queryKey, shows('priya', 'Northlight') as never);
      return answer(200, shows('priya', 'Maple'));
    });

    expect(shown()).toBe('Northlight');
  });
});
