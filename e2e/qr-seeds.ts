import { type APIRequestContext, expect, type Page, request } from '@playwright/test';
import { linkOrigin } from './addresses.ts';

export type Code = { id: string; name: string; shortCode: string; shortUrl: string; targetUrl: string; scans: number };

export async function addCode(api: APIRequestContext, name: string, targetUrl = 'https://example.com/menu') {
  const answer = await api.post('/api/qr-codes', { data: { name, targetUrl, clientId: null } });
  expect(answer.status(), await answer.text()).toBe(201);
  return (await answer.json()) as Code;
}

export const readCode = async (api: APIRequestContext, id: string) =>
  (await (await api.get(`/api/qr-codes/${id}`)).json()) as Code;

const iphone =
  'Mozilla/5.0 (iPhone; CPU iPhone OS 18_5 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.5 Mobile/15E148 Safari/604.1';

/** Scans as the phone of a person does: the camera opens the short URL in the browser. */
export async function scan(shortUrl: string): Promise<{ status: number; location: string | undefined; text: string }> {
  const phone = await request.newContext({
    userAgent: iphone,
    extraHTTPHeaders: {
      accept: 'text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8',
      'accept-language': 'en-US,en;q=0.9',
      'accept-encoding': 'gzip, deflate, br',
      'sec-fetch-mode': 'navigate',
      'sec-fetch-dest': 'document',
    },
  });
  const answer = await phone.get(shortUrl, { maxRedirects: 0 });
  const found = { status: answer.status(), location: answer.headers()['location'], text: await answer.text() };
  await phone.dispose();
  return found;
}

/** The edge hears of a change a moment after it is saved. */
export const expectLeadsTo = (shortUrl: string, target: string) =>
  expect.poll(async () => (await scan(shortUrl)).location, { intervals: [100, 200, 400] }).toBe(target);

export const isShortUrl = (text: string | null) => text?.startsWith(`${linkOrigin}/qr/`) ?? false;

export async function openCodes(page: Page, search = ''): Promise<void> {
  await page.goto(`/dashboard/qr-codes${search}`);
  await expect(page.getByRole('heading', { level: 1, name: 'QR Codes' })).toBeVisible();
}

export async function chooseAction(page: Page, name: string, action: string): Promise<void> {
  await page.getByRole('button', { name: `Actions for ${name}` }).click();
  await page.getByRole('menuitem', { name: action, exact: true }).click();
}
