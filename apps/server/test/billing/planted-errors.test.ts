import { createServer, type IncomingHttpHeaders } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { endSubscriptions, lookAgain, pullEvents } from '../../src/features/billing/jobs.ts';
import { enqueue, enqueueSystem } from '../../src/platform/jobs/job.ts';
import { goodPassword } from '../harness/people.ts';
import { until } from '../matrix/until.ts';
import { type BillingScene, day, startBilling } from './scene.ts';

type Sent = { method: string; path: string; params: string; headers: IncomingHttpHeaders };

let scene: BillingScene;
/** Every kind of call that was made, once, by its path without ids. */
const calls = new Map<string, Sent>();
const close: (() => Promise<void>)[] = [];

beforeAll(async () => {
  const recorder = await startRecorder();
  scene = await startBilling({ env: { STRIPE_API_URL: recorder.url } });
  recorder.passTo(scene.fake.url);
  close.push(() => scene.close(), recorder.close);
  await useEverything();
});
afterAll(async () => {
  for (const each of close) await each();
});

/** Between our server and the fake: hands on what comes, and remembers it. */
async function startRecorder() {
  let target = '';
  const server = createServer((request, response) => {
    void (async () => {
      const [path = '', query = ''] = (request.url ?? '').split('?');
      const method = request.method ?? '';
      const body = await text(request);
      const headers = { ...request.headers };
      calls.set(`${method} ${path.replace(/\/(cus|sub|price|in)_\w+/, '/:id')}`, {
        method,
        path,
        params: method === 'POST' ? body : query,
        headers,
      });
      const answer = await send(target, { method, path, params: method === 'POST' ? body : query, headers });
      response.writeHead(answer.status, { 'content-type': 'application/json' }).end(answer.body);
    })().catch(() => response.destroy());
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    passTo: (url: string) => (target = url),
    close: () => new Promise<void>((resolve) => server.close(() => resolve())),
  };
}

const kept = ['authorization', 'stripe-version', 'content-type', 'idempotency-key'];

async function send(target: string, { method, path, params, headers }: Sent) {
  const isPost = method === 'POST';
  const answer = await fetch(`${target}${path}${!isPost && params ? `?${params}` : ''}`, {
    method,
    headers: Object.fromEntries(kept.flatMap((name) => (headers[name] ? [[name, String(headers[name])]] : []))),
    ...(isPost && { body: params }),
  });
  return { status: answer.status, body: await answer.text() };
}

/** Buys, raises, looks, pulls, fails to pay and is deleted: every call that billing makes. */
async function useEverything(): Promise<void> {
  const admin = await scene.admin();
  await admin.request('POST', '/api/stripe/create-subscription', { priceId: 'price_plus' });
  await scene.buy(admin, 'price_core');
  await until(async () => (await scene.tierOf(admin)) === 'core');
  await scene.read(admin);
  await admin.request('GET', '/api/billing/preview?priceId=price_plus');
  await scene.buy(admin, 'price_plus');
  await until(async () => (await scene.tierOf(admin)) === 'plus');
  await admin.request('POST', '/api/stripe/create-portal-session');
  await scene.fake.control.cardDeclines(await scene.customerOf(admin), 'insufficient_funds');
  await scene.fake.control.advance(32 * day);
  const { organizationId } = admin.user;
  await enqueue({ db: scene.api.database.tenant({ organizationId }), organizationId }, lookAgain, {});
  await enqueueSystem(scene.api.database, pullEvents, {});
  await until(async () => (await scene.read(admin)).pastDue !== null);
  await until(async () => calls.has('GET /v1/events'));
  const { name } = (await admin.request('GET', '/api/organization')).body;
  await admin.request('DELETE', '/api/organization', { name, password: goodPassword });
  await enqueueSystem(scene.api.database, endSubscriptions, {});
  await until(async () => calls.has('DELETE /v1/subscriptions/:id'));
}

/** `items[0][price]` is refused as `items[0][pricex]`. */
const misspelt = (name: string): string => (name.endsWith(']') ? `${name.slice(0, -1)}x]` : `${name}x`);
const isListPlace = (name: string): boolean => /\[\d*\]$/.test(name);
/** Names a customer chooses: anything is right there. */
const isFree = (name: string): boolean => name.startsWith('metadata');

async function replay(sent: Sent, params: [string, string][], key: string) {
  const headers = { ...sent.headers, ...(sent.method === 'POST' && { 'idempotency-key': key }) };
  const { status, body } = await send(scene.fake.url, {
    ...sent,
    params: String(new URLSearchParams(params)),
    headers,
  });
  return { status, code: (JSON.parse(body) as { error?: { code?: string } }).error?.code };
}

describe('every call to Stripe', () => {
  test('is one of those that are known here', () => {
    expect([...calls.keys()].sort()).toEqual([
      'DELETE /v1/subscriptions/:id',
      'GET /v1/customers/:id',
      'GET /v1/events',
      'GET /v1/invoice_payments',
      'GET /v1/invoices',
      'GET /v1/prices/:id',
      'GET /v1/subscriptions',
      'GET /v1/subscriptions/:id',
      'POST /v1/billing_portal/sessions',
      'POST /v1/customers',
      'POST /v1/invoices/create_preview',
      'POST /v1/subscriptions',
      'POST /v1/subscriptions/:id',
    ]);
  });

  test('is refused when the name of a parameter is misspelt', async () => {
    const taken: string[] = [];
    let planted = 0;
    for (const [call, sent] of calls) {
      const params = [...new URLSearchParams(sent.params)];
      for (const [place, [name, value]] of params.entries()) {
        if (isListPlace(name) || isFree(name)) continue;
        planted += 1;
        const answer = await replay(sent, params.with(place, [misspelt(name), value]), `planted-${planted}`);
        if (answer.status !== 400 || answer.code !== 'parameter_unknown') taken.push(`${call} ${misspelt(name)}`);
      }
    }
    expect(planted).toBeGreaterThan(20);
    expect(taken).toEqual([]);
  });

  test('is refused without a parameter that Stripe demands', async () => {
    const demanded: Record<string, string[]> = {
      'POST /v1/billing_portal/sessions': ['customer'],
      'POST /v1/subscriptions': ['customer', 'items'],
    };
    for (const [call, names] of Object.entries(demanded))
      for (const name of names) {
        const sent = calls.get(call)!;
        const params = [...new URLSearchParams(sent.params)].filter(([each]) => each.split('[')[0] !== name);
        expect(await replay(sent, params, `without-${call}-${name}`)).toMatchObject({ status: 400 });
      }
  });

  test('carries a key of ours wherever it makes something', () => {
    for (const call of ['POST /v1/customers', 'POST /v1/subscriptions', 'POST /v1/subscriptions/:id'])
      expect(calls.get(call)?.headers['idempotency-key']).toMatch(/^(customer|subscribe|change):/);
  });
});
