import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { scan, startTestEdge, type TestEdge } from '../../test/harness/test-edge.ts';

const code = 'AbCdEfGh12';
let edge: TestEdge;
beforeAll(async () => {
  edge = await startTestEdge();
  await edge.point(code, 'https://example.com/');
  await edge.point('inactive12', 'https://example.com/', false);
});
afterAll(() => edge.close());

const methods = ['GET', 'HEAD', 'POST', 'PUT', 'DELETE', 'OPTIONS'];
const hints: Record<string, string>[] = [
  {},
  { purpose: 'prefetch' },
  { 'sec-purpose': 'prefetch;prerender' },
  { 'x-moz': 'prefetch' },
];

test('of six methods with four hints only GET is recorded, and only the plain one without a hint', async () => {
  const mark = randomUUID();
  for (const method of methods) {
    for (const hint of hints) {
      const answer = await scan(edge, `/qr/${code}`, { method, headers: { ...hint, 'user-agent': mark } });
      await answer.arrayBuffer();
    }
  }
  await scan(edge, '/qr/inactive12');
  await scan(edge, '/qr/unknown123');
  await scan(edge, `/qr/${code}`, {
    headers: {
      'user-agent': `\u00e9 \u0085${'x'.repeat(2_000)}`,
      referer: 'https://referrer.example/',
      'accept-language': 'fr',
      'sec-ch-ua-mobile': '?1',
    },
  });

  const events = await edge.recorded();

  const marked = events.filter(({ payload }) => payload.userAgent === mark);
  expect(marked.map(({ payload }) => payload.purpose)).toEqual([
    undefined,
    'prefetch',
    'prefetch;prerender',
    'prefetch',
  ]);
  expect(events).toHaveLength(5);
  const last = events.at(-1);
  expect(last).toMatchObject({
    organization_id: edge.organizationId,
    client_id: null,
    kind: 'scan',
    drained_at: null,
    payload: { address: '127.0.0.1', language: 'fr', referrer: 'https://referrer.example/', mobile: '?1' },
  });
  expect(last.payload.userAgent).toBe(`\u00e9  ${'x'.repeat(509)}`);
  expect(Math.abs(Date.now() - last.happened_at.getTime())).toBeLessThan(30_000);
});
