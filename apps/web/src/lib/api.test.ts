// @vitest-environment happy-dom
import { login, me, logout } from '@waggle/contracts/accounts';
import { listClients, updateClient } from '@waggle/contracts/clients';
import { afterEach, expect, test, vi } from 'vitest';
import { ApiProblem, call } from './api.ts';

const fetched = vi.spyOn(globalThis, 'fetch');
const answer = (status: number, body?: unknown) =>
  fetched.mockResolvedValueOnce(new Response(body === undefined ? null : JSON.stringify(body), { status }));
const failureOf = async (promise: Promise<unknown>) => {
  const error = await promise.catch((thrown: unknown) => thrown);
  if (!(error instanceof ApiProblem)) throw new Error('Expected a problem');
  return { code: error.code, message: error.message, status: error.status, fields: error.fields };
};

afterEach(() => fetched.mockReset());

test('an address is built from path, params and query, without what is not set', async () => {
  answer(200, {});
  answer(200, {});

  await call(listClients, { query: { search: 'a&b', limit: 25, sort: '-name', cursor: undefined } as never });
  await call(updateClient, { params: { clientId: 'x/y' }, body: { name: 'Maple' } });

  expect(fetched.mock.calls.map(([address]) => address)).toEqual([
    '/api/clients?search=a%26b&limit=25&sort=-name',
    '/api/clients/x%2Fy',
  ]);
});

test('a body goes as JSON with the cookie of the own origin only', async () => {
  answer(200, {});

  await call(login, { body: { email: 'a@b.co', password: 'secret-1' } });

  expect(fetched.mock.calls[0]?.[1]).toMatchObject({
    method: 'POST',
    credentials: 'same-origin',
    headers: { 'content-type': 'application/json' },
    body: '{"email":"a@b.co","password":"secret-1"}',
  });
});

test('204 answers nothing', async () => {
  answer(204);

  expect(await call(logout)).toBeUndefined();
});

test('a refusal carries what the server said', async () => {
  answer(409, { code: 'address_taken', message: 'Taken.', fields: { email: 'Taken.' } });

  expect(await failureOf(call(me))).toEqual({
    code: 'address_taken',
    message: 'Taken.',
    status: 409,
    fields: { email: 'Taken.' },
  });
});

test('no answer at all is a network error', async () => {
  fetched.mockRejectedValueOnce(new TypeError('Failed to fetch'));

  expect(await failureOf(call(me))).toMatchObject({ code: 'network', message: 'Network error occurred', status: 0 });
});

test.each([200, 502])('an answer of %i that nobody understands is unexpected', async (status) => {
  fetched.mockResolvedValueOnce(new Response('<html>', { status }));

  expect(await failureOf(call(me))).toMatchObject({ code: 'unexpected', message: 'An unexpected error occurred' });
});

test('a call brings a trace only from a page whose server has a collector', async () => {
  const traceparent = () => new Headers(fetched.mock.calls.at(-1)?.[1]?.headers).get('traceparent');
  answer(204);
  await call(logout);
  expect(traceparent()).toBeNull();

  vi.spyOn(performance, 'getEntriesByType').mockReturnValue([{ serverTiming: [{ name: 'traced' }] } as never]);
  vi.resetModules();
  const { call: tracedCall } = await import('./api.ts');
  answer(204);
  await tracedCall(logout);
  expect(traceparent()).toMatch(/^00-[0-9a-f]{32}-[0-9a-f]{16}-01$/);
});
