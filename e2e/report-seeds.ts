import { type APIRequestContext, type Browser, expect, type Page } from '@playwright/test';
import type { Campaign } from '../packages/contracts/src/campaigns.ts';
import type { SendingDomain } from '../packages/contracts/src/sending.ts';
import { origin } from './addresses.ts';
import { addContact } from './contact-seeds.ts';
import { mailServer, newAddress, publishRecord } from './people.ts';

export async function post<Reply>(api: APIRequestContext, path: string, data: object = {}): Promise<Reply> {
  const answer = await api.post(path, { data });
  expect(answer.ok(), `${path}: ${await answer.text()}`).toBe(true);
  return (await answer.json()) as Reply;
}

/** Everything a campaign needs before it leaves. */
export async function readyToSend(api: APIRequestContext): Promise<void> {
  const name = `${newAddress('mail').split('@')[0]!.replaceAll('.', '-')}.example`;
  const domain = await post<SendingDomain>(api, '/api/sending/domains', { domain: name });
  for (const record of domain.records) await publishRecord(record.name, record.value);
  await api.post(`/api/sending/domains/${domain.id}/check`);
  await api.put('/api/sending/address', { data: { postalAddress: '418 Alder Street\nPortland, OR 97205' } });
  await post(api, '/api/sending/senders', { fromName: 'Maple & Rye', fromEmail: `hello@${name}`, isDefault: true });
  const { hostname, port } = await mailServer();
  const connection = { name: 'Catcher', host: hostname, port: Number(port), tls: 'none', isDefault: true };
  await post(api, '/api/sending/connections', connection);
}

export async function addReaders(api: APIRequestContext, names: readonly string[]): Promise<string[]> {
  const addresses = names.map((name) => newAddress(name.toLowerCase()));
  for (const [at, email] of addresses.entries()) await addContact(api, { email, firstName: names[at]! });
  return addresses;
}

export const draftOf = (api: APIRequestContext, fields: object = {}): Promise<Campaign> =>
  post<Campaign>(api, '/api/campaigns', {
    name: 'Spring Sourdough Club',
    subject: `The starter is ready ${newAddress('s')}`,
    htmlContent: `<p>Hello {{first_name}}</p><p><a href="${origin}/terms">Choose my pickup day</a></p>`,
    ...fields,
  });

export const sendNow = (api: APIRequestContext, { id }: { id: string }) => post(api, `/api/campaigns/${id}/send`);

export async function completed(api: APIRequestContext, { id }: { id: string }): Promise<Campaign> {
  const read = async () => (await (await api.get(`/api/campaigns/${id}`)).json()) as Campaign;
  await expect.poll(async () => (await read()).status).toBe('COMPLETED');
  return read();
}

/** As somebody at a computer: a browser without a window counts as a machine. */
export async function readerPage(browser: Browser, page: Page): Promise<Page> {
  const own = await page.evaluate(() => navigator.userAgent);
  const version = /Chrome\/(\d+)/.exec(own)?.[1];
  const context = await browser.newContext({
    userAgent: own.replace('Headless', ''),
    extraHTTPHeaders: { 'sec-ch-ua': `"Chromium";v="${version}", "Not A Brand";v="24"` },
  });
  return context.newPage();
}
