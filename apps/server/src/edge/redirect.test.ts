import { randomBytes, randomInt } from 'node:crypto';
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { codeFrom, scan, startTestEdge, type TestEdge } from '../../test/harness/test-edge.ts';

const code = 'AbCdEfGh12';
const target = 'https://example.com/landing?a=1&b=%20#part';

let edge: TestEdge;
beforeAll(async () => {
  edge = await startTestEdge();
  await edge.point(code, target);
  await edge.point('inactive12', target, false);
  await edge.point('deLeted123', null, false);
});
afterAll(() => edge.close());

describe('a scanned code', () => {
  test('leads to its target and is never cached', async () => {
    const answer = await scan(edge, `/qr/${code}`);

    expect(answer.status).toBe(302);
    expect(answer.headers.get('location')).toBe(target);
    expect(answer.headers.get('cache-control')).toBe('no-store');
    expect(answer.headers.get('x-content-type-options')).toBe('nosniff');
  });

  test('leads there whatever name the visitor used for this server', async () => {
    const answer = await edge.edge.app.inject({ url: `/qr/${code}`, headers: { host: 'evil.example' } });

    expect(answer.headers.location).toBe(target);
  });

  test('tells HEAD the same without a body', async () => {
    const answer = await scan(edge, `/qr/${code}`, { method: 'HEAD' });

    expect([answer.status, answer.headers.get('location')]).toEqual([302, target]);
    expect(answer.headers.get('cache-control')).toBe('no-store');
  });

  test.each(['POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS'])('refuses %s', async (method) => {
    const answer = await scan(edge, `/qr/${code}`, {
      method,
      ...(method === 'POST' ? { body: 'a=b', headers: { 'content-type': 'text/odd' } } : {}),
    });

    expect([answer.status, answer.headers.get('allow')]).toEqual([405, 'GET, HEAD']);
  });
});

describe('the target', () => {
  const names =
    'url u r to next target dest destination redirect redirect_url redirect_uri redirectTo redirect_to return return_to returnTo returnUrl continue goto go out link href location Location view path file page site domain host origin ref referrer callback cb forward fwd window q query s qr code shortCode id utm_source utm_campaign key'.split(
      ' ',
    );
  const values = [
    'https://evil.example',
    '//evil.example',
    '/\\evil.example',
    'javascript:alert(1)',
    'data:text/html,x',
    'http:evil',
    '',
    '%0d%0aLocation:%20https://evil.example',
    '%0aSet-Cookie:a=b',
    '%00',
    '..%2f..%2f',
    '%252f%252fevil',
    '1',
    'true',
    'null',
    'https%3A%2F%2Fevil.example',
    '\u{1F600}',
    '%F0%9F%98%80',
    '%',
    '%zz',
    'a%23b',
    '#',
    '?',
    '&',
    '=',
    '[]',
    '{}',
    'AbCdEfGh13',
    '<script>',
    "'--",
  ];

  test('is the stored one for 50 names of parameters with 30 values each', async () => {
    expect([names.length, values.length]).toEqual([50, 30]);
    const wrong: string[] = [];
    for (const name of names) {
      for (const value of values) {
        const { headers } = await edge.edge.app.inject({ url: `/qr/${code}?${name}=${encodeURI(value)}` });
        if (headers.location !== target) wrong.push(`${name}=${value}`);
      }
    }

    expect(wrong).toEqual([]);
  });

  test('is the stored one for any query', async () => {
    await fc.assert(
      fc.asyncProperty(fc.webQueryParameters(), async (query) => {
        const { statusCode, headers } = await edge.edge.app.inject({ url: `/qr/${code}?${query}` });
        expect([statusCode, headers.location]).toEqual([302, target]);
      }),
      { numRuns: 200 },
    );
  });
});

/** What people type, print and encode: path, and whether it is the code. */
const spellings: [path: string, status: number][] = [
  [`/qr/${code}`, 302],
  [`/qr/${code}/`, 302],
  [`/qr/${code}?`, 302],
  [`/qr/${code}/?x=1`, 302],
  [`/qr/${code}?x=/`, 302],
  [`/qr/${code}?/qr/inactive12`, 302],
  ['/qr/%41bCdEfGh12', 302],
  ['/qr/%41%62%43%64%45%66%47%68%31%32', 302],
  ['/qr/AbCdEfGh1%32/', 302],
  [`/qr/${code.toLowerCase()}`, 404],
  [`/qr/${code.toUpperCase()}`, 404],
  ['/qr/aBcDeFgH12', 404],
  [`/qr/${code}//`, 404],
  [`/qr//${code}`, 404],
  [`/qr/${code}/x`, 404],
  [`/qr/${code}.png`, 404],
  [`/qr/${code}%20`, 404],
  [`/qr/%20${code}`, 404],
  [`/qr/${code}%00`, 404],
  [`/qr/${code}%0a`, 404],
  [`/qr/${code}%2f`, 404],
  [`/qr/${code}%2F..`, 404],
  [`/qr/${code}%3Fx=1`, 404],
  [`/qr/${code}%23`, 404],
  ['/qr/%2541bCdEfGh12', 404],
  ['/qr/%', 404],
  ['/qr/%4', 404],
  ['/qr/%zz', 404],
  ['/qr/%C0%AE', 404],
  ['/qr/%F0%9F%98%80', 404],
  ['/qr/', 404],
  ['/qr', 404],
  ['/qr/short', 404],
  ['/qr/AbCdEfGh0O', 404],
  ['/qr/AbCdEfGhIl', 404],
  [`/qr/${'A'.repeat(17)}`, 404],
  [`/qr/${'A'.repeat(5_000)}`, 404],
  ['/qr/__proto__', 404],
  ['/qr/inactive12', 410],
  ['/qr/deLeted123', 410],
];

describe('spelling', () => {
  test('there are 40 ways to write one', () => expect(spellings).toHaveLength(40));

  test.each(spellings)('%s answers %i', async (url, status) => {
    const answer = await edge.edge.app.inject({ url });

    expect(answer.statusCode).toBe(status);
    expect(answer.headers.location).toBe(status === 302 ? target : undefined);
    expect(answer.headers['cache-control']).toBe('no-store');
  });

  test('no path is ever answered by anything but 302, 404 and 410', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.oneof(fc.webPath(), fc.string(), fc.stringMatching(/^[%0-9A-Za-z/]{1,40}$/)),
        async (path) => {
          const { statusCode } = await edge.edge.app.inject({ url: `/qr/${encodeURI(path.toWellFormed())}` });
          expect([302, 404, 410]).toContain(statusCode);
        },
      ),
      { numRuns: 200 },
    );
  });
});

describe('a code nobody was given', () => {
  test('gets the same answer next to a real one as anywhere', async () => {
    const neighbours = Array.from({ length: 40 }, () => {
      const at = randomInt(code.length);
      const other = codeFrom(randomBytes(1));
      return code.slice(0, at) + (other === code[at] ? 'z' : other) + code.slice(at + 1);
    });
    const strangers = neighbours.map(() => codeFrom(randomBytes(10)));
    const seen = new Set<string>();
    for (const shortCode of [...neighbours, ...strangers]) {
      const { statusCode, body, headers } = await edge.edge.app.inject({ url: `/qr/${shortCode}` });
      seen.add(JSON.stringify([statusCode, body, { ...headers, date: '' }]));
    }

    expect(seen.size).toBe(1);
    expect([...seen][0]).toContain('Link not found');
  });
});
