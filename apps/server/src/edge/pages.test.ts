import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { scan, startTestEdge, type TestEdge } from '../../test/harness/test-edge.ts';
import { createAddressLimit } from '../platform/address-limit.ts';
import { languageOf } from './pages.ts';

let edge: TestEdge;
beforeAll(async () => {
  edge = await startTestEdge({ UNSAFE_NO_RATE_LIMITS: 'false', PUBLIC_URL: 'https://waggle.test' });
});
afterAll(() => edge.close());

describe('the page of a code that leads nowhere', () => {
  test('speaks the language of the visitor, in one piece without script or stranger', async () => {
    const answer = await scan(edge, '/qr/unknown123', { headers: { 'accept-language': 'es-MX,es;q=0.9,en;q=0.5' } });
    const html = await answer.text();

    expect(answer.status).toBe(404);
    expect(answer.headers.get('content-language')).toBe('es');
    expect(html).toContain('Enlace no encontrado');
    expect(html).not.toMatch(/<script|src=|href=|https?:|unknown123/);
    expect(answer.headers.get('content-security-policy')).toMatch(/^default-src 'none'; style-src 'sha256-/);
    expect(answer.headers.get('strict-transport-security')).toContain('max-age');
  });

  test('answers HEAD without a body', async () => {
    const answer = await scan(edge, '/qr/unknown123', { method: 'HEAD' });

    expect([answer.status, await answer.text()]).toEqual([404, '']);
  });

  test.each([
    [undefined, 'en'],
    ['', 'en'],
    ['fr', 'fr'],
    ['FR-CA', 'fr'],
    ['de, es;q=0.1', 'es'],
    ['en;q=0.2, fr;q=0.8', 'fr'],
    ['es;q=0, fr;q=0.1', 'fr'],
    ['*', 'en'],
    ['constructor, __proto__;q=1', 'en'],
    [`${'x,'.repeat(5_000)}fr`, 'en'],
    ['fr;q=nonsense', 'fr'],
  ])('takes %s for %s', (accepted, language) => expect(languageOf(accepted)).toBe(language));
});

describe('one address', () => {
  test('is asked to wait after 300 requests in a second', async () => {
    const answers = await Promise.all(
      Array.from({ length: 1_000 }, () => edge.edge.app.inject({ url: '/qr/nothere123', remoteAddress: '192.0.2.7' })),
    );
    const other = await edge.edge.app.inject({ url: '/qr/nothere123', remoteAddress: '192.0.2.8' });

    expect(answers.some(({ statusCode, headers }) => statusCode === 429 && headers['retry-after'] === '2')).toBe(true);
    expect(other.statusCode).toBe(404);
  });

  test('has its share again in the next second', () => {
    let clock = 5_000;
    const allow = createAddressLimit(false, () => clock);
    const first = Array.from({ length: 400 }, () => allow('192.0.2.1')).filter(Boolean).length;

    clock += 1_000;

    expect([first, allow('192.0.2.1')]).toEqual([300, true]);
  });

  test('S3: shares it with its /64', () => {
    const allow = createAddressLimit(false, () => 5_000);
    const first = Array.from({ length: 400 }, (_, host) => allow(`2001:db8::${host.toString(16)}`));

    expect([first.filter(Boolean).length, allow('2001:db8:0:1::1')]).toEqual([300, true]);
  });
});

test('the edge says that it is ready', async () => {
  expect(await (await scan(edge, '/readyz')).json()).toEqual({ status: 'ready' });
  expect((await scan(edge, '/anything')).status).toBe(404);
});
