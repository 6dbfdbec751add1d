import { expect, test } from 'vitest';
import { devProxy } from './dev-proxy.ts';

const rules = devProxy('http://127.0.0.1:3000');
/** As Vite finds the rule of a request. */
const targetOf = (url: string) => Object.entries(rules).find(([path]) => url.startsWith(path))?.[1].target;

test('links of emails, QR codes, uploaded files, provider reports and calls reach Waggle', () => {
  const urls = [
    '/t/o/AQID.gif',
    '/t/c/AQID',
    '/t/u/AQID',
    '/t/p/AQID?lang=fr',
    '/events/ses/a/b',
    '/qr/9fTkW2mB',
    '/f/AQID.png',
    '/forms/0197e5a0-0000-7000-8000-000000000001',
    '/api/auth/me',
    '/api/reference/',
  ];
  for (const url of urls) expect([url, targetOf(url)]).toEqual([url, 'http://127.0.0.1:3000']);
});

test('pages of the app stay with the dev server', () => {
  for (const url of [
    '/',
    '/t',
    '/terms',
    '/team',
    '/events',
    '/qr-codes',
    '/forms',
    '/dashboard/settings/team',
    '/src/main.tsx',
  ])
    expect([url, targetOf(url)]).toEqual([url, undefined]);
});

test('the host of the request is kept, so that localhost and 127.0.0.1 both work', () => {
  for (const rule of Object.values(rules)) expect(rule.changeOrigin).toBe(false);
});
