import { type APIRequestContext, expect, request } from '@playwright/test';
import type { CaughtMail } from '../apps/server/test/harness/mail-catcher.ts';
import type { SendingDomain } from '../packages/contracts/src/sending.ts';
import { mailPort, origin } from './addresses.ts';
import { mailedLink, mailServer, newAddress, password, publishRecord } from './people.ts';
import { payloads, payloadsOf } from './script-payloads.ts';

type Call = (path: string, data?: object, method?: 'post' | 'put') => Promise<{ id: string }>;

/** The answer to a call that must be a good one. */
const callsOf =
  (api: APIRequestContext): Call =>
  async (path, data, method = 'post') => {
    const answer = await api[method](path, data && { data });
    expect(answer.ok(), `${path} ${JSON.stringify(data)}: ${await answer.text()}`).toBe(true);
    return (await answer.json()) as { id: string };
  };

/** Eight calls at a time, answers in the order of the items. */
export async function each<Item, Result>(items: readonly Item[], act: (item: Item, at: number) => Promise<Result>) {
  const results: Result[] = [];
  const waiting = items.entries();
  const lane = async () => {
    for (const [at, item] of waiting) results[at] = await act(item, at);
  };
  await Promise.all(Array.from({ length: 8 }, lane));
  return results;
}

/** A USER of the organization whose own name and browser are payloads too. */
export async function joinAsUser(admin: APIRequestContext): Promise<{ email: string; api: APIRequestContext }> {
  const email = newAddress('user');
  await callsOf(admin)('/api/team/invitations', { email, role: 'USER' });
  const token = new URL(await mailedLink(email)).searchParams.get('token');
  const api = await request.newContext({ baseURL: origin, userAgent: payloads[0]! });
  const data = { token, name: payloads[20]!, password, confirmPassword: password };
  const answer = await api.post('/api/auth/accept-invitation', { data });
  expect(answer.ok(), await answer.text()).toBe(true);
  return { email, api };
}

/** What only an ADMIN may write: names of organization, clients, sender and connection, and the postal address. */
export async function saveAsAdmin(api: APIRequestContext): Promise<void> {
  const call = callsOf(api);
  const name = `scripts${process.pid}x${Date.now()}.example`;
  const domain = (await call('/api/sending/domains', { domain: name })) as SendingDomain;
  await Promise.all(domain.records.map((record) => publishRecord(record.name, record.value)));
  await call(`/api/sending/domains/${domain.id}/check`);
  await call(`/api/sending/domains/${domain.id}/warm`);
  await call('/api/sending/senders', { fromName: payloads[6]!, fromEmail: `hello@${name}`, isDefault: true });
  const { hostname: host, port } = await mailServer();
  const connection = { name: payloads[18]!, host, port: Number(port), tls: 'none', isDefault: true };
  await call('/api/sending/connections', connection);
  await call('/api/sending/address', { postalAddress: payloads.slice(8, 16).join('\n') }, 'put');
  await call('/api/organization', { name: payloads[49]!, timezone: 'Europe/London' }, 'put');
  await each(payloadsOf(120).slice(0, 15), (text) => call('/api/clients', { name: text }));
}

export type Saved = { contactId: string; segmentId: string; codeIds: string[]; inactiveUrl: string };

/** Every payload in every free text a USER may write, as far as the text is long enough. */
export async function saveAsUser(api: APIRequestContext): Promise<Saved> {
  const call = callsOf(api);
  const fields = await each(
    payloadsOf(60).slice(0, 98),
    (label) => call('/api/contact-fields', { label }) as Promise<{ id: string; key: string }>,
  );
  const options = payloadsOf(60).slice(0, 100);
  await call('/api/contact-fields', { label: 'Choice', type: 'choice', options });
  const tags = await each(payloadsOf(60), (name) => call('/api/tags', { name }));
  const note = fields[0]!.key;
  await each(payloads, (text, at) => {
    const fit = (longest: number) => (payloadsOf(longest).includes(text) ? text : null);
    const names = { firstName: fit(100), lastName: fit(100), phone: fit(40) };
    return call('/api/contacts', {
      clientId: null,
      email: `p${at}@readers.example`,
      ...names,
      attributes: { [note]: fit(500) ?? 'x' },
    });
  });
  // One who has everything: all tags and all fields, and agreed in all these words.
  const attributes = Object.fromEntries(fields.map(({ key }, at) => [key, payloadsOf(500)[at]]));
  const { id: contactId } = await call('/api/contacts', {
    clientId: null,
    email: 'all@readers.example',
    status: 'lead',
    attributes,
  });
  await each(tags, ({ id }) => call(`/api/contacts/${contactId}/tags`, { tagId: id }));
  await each(payloadsOf(200).slice(0, 20), (basis) =>
    call(`/api/contacts/${contactId}/consents`, { channel: 'email', state: 'granted', basis }),
  );
  await each(payloadsOf(80), (name, at) =>
    call('/api/segments', { name, rules: rulesOf(payloadsOf(254).slice(at, at + 1)) }),
  );
  const { id: segmentId } = await call('/api/segments', { name: 'Some', rules: rulesOf(payloads.slice(18, 30)) });
  return { contactId, segmentId, ...(await saveCodes(api)) };
}

const rulesOf = (texts: readonly string[]) => ({
  match: 'any',
  rules: texts.map((value) => ({ kind: 'text', field: 'firstName', op: 'contains', value })),
});

async function saveCodes(api: APIRequestContext): Promise<Pick<Saved, 'codeIds' | 'inactiveUrl'>> {
  const call = callsOf(api);
  const codes = (await each(payloadsOf(120), (name) =>
    call('/api/qr-codes', { name, targetUrl: `https://shop.example/?q=${name}#${name}`, clientId: null }),
  )) as { id: string; shortUrl: string }[];
  const [code, inactive] = codes;
  // A target must be a web address; a script is none.
  for (const targetUrl of payloads.filter((text) => /^(?:javascript|data):/.test(text)))
    expect((await api.post('/api/qr-codes', { data: { name: 'x', targetUrl, clientId: null } })).status()).toBe(400);
  for (const text of payloads.slice(18, 40))
    await call(`/api/qr-codes/${code!.id}`, { targetUrl: `https://shop.example/${text}` }, 'put');
  await call(`/api/qr-codes/${inactive!.id}`, { isActive: false }, 'put');
  return { codeIds: codes.slice(0, 2).map(({ id }) => id), inactiveUrl: inactive!.shortUrl };
}

/** A file whose name, headers, cells and addresses are payloads; left for the person who opens it. */
export async function saveImport(api: APIRequestContext): Promise<{ id: string; check(): Promise<void> }> {
  const call = callsOf(api);
  const texts = payloads.slice(18, 30);
  const row = (cells: readonly string[]) => cells.map((text) => `"${text.replaceAll('"', '""')}"`).join(',');
  const lines = [['email', ...texts], ...texts.map((text) => [text, ...texts])].map(row);
  const file = Buffer.from(lines.join('\n'));
  const { id } = await call('/api/imports', { name: `${payloads[18]}.csv`, bytes: file.length, clientId: null });
  const headers = { 'content-type': 'application/octet-stream' };
  await api.put(`/api/imports/${id}/parts/0`, { data: file, headers });
  await call(`/api/imports/${id}/open`, {});
  async function check(): Promise<void> {
    const columns = [{ to: 'email' }, { to: 'firstName' }, ...texts.slice(1).map(() => ({ to: 'skip' }))];
    await call(`/api/imports/${id}/check`, { columns, basis: payloads[18]! });
    const stateOf = async () => ((await (await api.get(`/api/imports/${id}`)).json()) as { state: string }).state;
    await expect.poll(stateOf, { intervals: [100] }).toBe('checked');
  }
  return { id, check };
}

/** Mails whose content, subject and preview are payloads, as each arrives; the author is told of the others. */
export async function sendAsAuthor(api: APIRequestContext, email: string) {
  const refused: string[] = [];
  await each(payloads, async (text) => {
    const line = payloadsOf(200).includes(text) && !/\{[{%]/.test(text) ? text : 'A payload';
    const data = { name: line, subject: line, previewText: line, htmlContent: `<p>Before</p>${text}<p>After</p>` };
    const answer = await api.post('/api/campaigns', { data: { ...data, clientId: null } });
    expect(answer.status(), await answer.text()).toBe(201);
    const { id } = (await answer.json()) as { id: string };
    const sent = await api.post(`/api/campaigns/${id}/test`);
    if (sent.status() === 400 || sent.status() === 422) refused.push(text);
    else expect(((await sent.json()) as { delivered?: boolean }).delivered, await sent.text()).toBe(true);
  });
  const mails = await mailsTo((to) => to === email);
  return { refused, mails: mails.filter(({ html }) => html.includes('Before')) };
}

/** One campaign to everybody: what a reader's own fields bring into a mail. */
export async function sendToReaders(api: APIRequestContext): Promise<CaughtMail[]> {
  const call = callsOf(api);
  const htmlContent =
    '<p title="{{ first_name }}">{{ first_name }}</p><img alt="{{ last_name }}" src="https://shop.example/{{ first_name }}.png">' +
    '<a href="https://shop.example/{{ first_name }}?q={{ last_name }}">{{ last_name }}</a>{% if first_name contains "x" %}<b>{{ phone }}</b>{% endif %}';
  const campaign = { name: 'To all', subject: 'For {{ first_name }}', previewText: '{{ last_name }}', htmlContent };
  const { id } = await call('/api/campaigns', { ...campaign, clientId: null });
  await call(`/api/campaigns/${id}/send`);
  const readers = () => mailsTo((to) => to.endsWith('@readers.example'));
  await expect.poll(async () => (await readers()).length).toBeGreaterThan(payloads.length);
  return readers();
}

async function mailsTo(fits: (to: string) => boolean): Promise<CaughtMail[]> {
  const mails = (await (await fetch(`http://127.0.0.1:${mailPort}/`)).json()) as CaughtMail[];
  return mails.filter(({ to }) => fits(to));
}
