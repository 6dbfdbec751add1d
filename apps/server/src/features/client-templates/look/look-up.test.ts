import { createServer, type RequestListener, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createDial } from '#platform/outbound/dial.ts';
import { createHostLookup } from '#platform/outbound/host-lookup.ts';
import { registerAdmin } from '../../../../test/harness/people.ts';
import { startTestApi, type TestApi } from '../../../../test/harness/test-api.ts';
import { createBrandReader, createLookUpBrand } from './look-up.ts';
import { readBrand } from './read-brand.ts';

let web: Server;
let at: string;
let api: TestApi;
let answer: RequestListener = () => {};
let asked = 0;
beforeAll(async () => {
  web = createServer((request, reply) => {
    asked += 1;
    answer(request, reply);
  }).listen(0, '127.0.0.1');
  await new Promise((resolve) => web.once('listening', resolve));
  at = `http://127.0.0.1:${(web.address() as AddressInfo).port}/`;
  api = await startTestApi();
});
afterAll(async () => {
  web.closeAllConnections();
  await Promise.all([new Promise((resolve) => web.close(resolve)), api.close()]);
});

const limits = { spend: async () => {} } as unknown as Parameters<typeof createLookUpBrand>[0]['limits'];
const lookUp = (mode: 'public' | 'private' | 'off') =>
  createLookUpBrand({ config: { ...api.config, LINK_CHECKS: mode }, limits });
/** Without the wall, since the websites of these tests are on this machine. */
const read = (website: string) =>
  createBrandReader(
    api.config,
    createDial(createHostLookup([]), 'any', () => true),
  )(website);
const page = (head: string) => `<!doctype html><html><head>${head}</head><body>Hello</body></html>`;
const html = { 'content-type': 'text/html; charset=utf-8' };
const schema = (data: object) => `<script type="application/ld+json">${JSON.stringify(data)}</script>`;
const bakery = {
  '@context': 'https://schema.org',
  '@graph': [
    {
      '@type': 'Bakery',
      address: { streetAddress: '14 Mill Lane', addressLocality: 'Portland', addressRegion: 'OR', postalCode: '97205' },
    },
  ],
};

test('a page gives its color and the address it tells search engines', () => {
  expect(readBrand(page(`<meta name="theme-color" content="#8A3B2E">${schema(bakery)}`))).toEqual({
    accent: '#8a3b2e',
    postalAddress: '14 Mill Lane\nPortland, OR 97205',
  });
});

test.each([
  ['nothing', ''],
  ['no page at all', '\0\0<<<>>>"'],
  ['the color of paper', '<meta name="theme-color" content="#fff">'],
  ['a style instead of a color', '<meta name="theme-color" content="red;}body{display:none">'],
  ['broken data', '<script type="application/ld+json">{"address": {</script>'],
  ['data that is no text', schema({ address: { streetAddress: { '@value': 'x' } } })],
  ['signs no address has', schema({ address: { streetAddress: 'a\u0007b' } })],
  ['an address as long as a book', schema({ address: { streetAddress: 'x'.repeat(501) } })],
  ['a script that is no data', '<script>document.title = "x"</script>'],
])('a page with %s gives nothing', (_what, head) => {
  expect(readBrand(page(head))).toEqual({ accent: null, postalAddress: '' });
});

test('a website is read once, through redirects, and no further than its beginning', async () => {
  answer = (request, reply) => {
    if (request.url === '/') {
      reply.writeHead(301, { location: '/home' }).end();
      return;
    }
    reply.writeHead(200, html).write(page('<meta name="theme-color" content="#1f5288">'));
    // Never ends.
    const timer = setInterval(() => reply.write('x'.repeat(65_536)), 1);
    reply.once('close', () => clearInterval(timer));
  };
  asked = 0;

  expect(await read(at)).toEqual({ accent: '#1f5288', postalAddress: '' });
  expect(asked).toBe(2);
});

test.each<[string, RequestListener]>([
  ['a file', (_, reply) => reply.writeHead(200, { 'content-type': 'application/pdf' }).end('<meta>')],
  ['an error', (_, reply) => reply.writeHead(500, html).end(page('<meta name="theme-color" content="#1f5288">'))],
  ['itself, for ever', (_, reply) => reply.writeHead(302, { location: '/' }).end()],
  ['a program', (_, reply) => reply.writeHead(302, { location: 'javascript:alert(1)' }).end()],
])('a website that answers with %s has no brand', async (_what, given) => {
  answer = given;

  expect(await read(at)).toBeNull();
});

test('T04: a machine of the network inside is never asked, and nobody is where the operator wants no questions', async () => {
  answer = (_, reply) => reply.writeHead(200, html).end(page('<meta name="theme-color" content="#1f5288">'));
  asked = 0;
  const admin = await registerAdmin(api);
  const typed = (website: string) => admin.request('POST', '/api/client-templates/look', { website });

  expect(await lookUp('public')!(at)).toBeNull();
  expect(await lookUp('private')!(at)).toBeNull();
  expect(lookUp('off')).toBeNull();
  expect((await typed(at)).status).toBe(400);
  expect((await typed('http://localhost/')).status).toBe(400);
  expect(await typed('https://cornercrumb.dev/')).toMatchObject({ status: 200, body: { found: null } });
  expect(asked).toBe(0);
});
