// What a person does with a new installation: registers, opens the mailed link, signs in, imports contacts, sends a campaign.
import { setTimeout as pause } from 'node:timers/promises';
import { type Browser, finished, upload } from '../../bench/import-server.ts';
import type { Machine } from './machine.ts';
import type { Project } from './compose-project.ts';

export type Person = Browser & { signIn: () => Promise<void> };

/** Addresses on this machine: where people reach it, and the page of caught emails. */
export type Addresses = { origin: string; mailbox: string };

const password = 'violet harbour 42';
const email = 'ada@house.example';

/** Registers, and confirms the address by the email that was caught. */
export async function newcomer({ origin, mailbox }: Addresses): Promise<Person> {
  let cookie = '';
  const call: Browser['call'] = async (method, path, body) => {
    const isBytes = body instanceof Uint8Array;
    const type = isBytes ? 'application/octet-stream' : 'application/json';
    const answer = await fetch(origin + path, {
      method,
      headers: { cookie, origin, ...(body !== undefined && { 'content-type': type }) },
      ...(body !== undefined && { body: isBytes ? (body as Uint8Array<ArrayBuffer>) : JSON.stringify(body) }),
    });
    const text = await answer.text();
    if (!answer.ok) throw new Error(`${method} ${path} answered ${answer.status}: ${text}`);
    cookie = answer.headers.getSetCookie()[0]?.split(';')[0] ?? cookie;
    return JSON.parse(text || '{}') as Awaited<ReturnType<Browser['call']>>;
  };
  const names = { name: 'Ada Pine', organizationName: 'House', organizationType: 'BUSINESS' };
  await call('POST', '/api/auth/register', { ...names, email, password, confirmPassword: password });
  await call('POST', '/api/auth/confirm-email', { token: await confirmationToken(mailbox) });
  return {
    call,
    async signIn() {
      cookie = '';
      await call('POST', '/api/auth/login', { email, password });
      await call('GET', '/api/auth/me');
    },
  };
}

async function confirmationToken(mailbox: string): Promise<string> {
  return until('the email that confirms the address', async () => {
    const list = await (await fetch(mailbox)).text();
    const ids = [...list.matchAll(/href="(\/mails\/\d+)"/g)].map(([, path = '']) => path);
    const texts = await Promise.all(ids.map(async (path) => (await fetch(`${mailbox}${path}?view=text`)).text()));
    return texts.map((text) => /\/auth\/confirm-email\?token=([\w.-]+)/.exec(text)?.[1]).find(Boolean);
  });
}

/** By the import of the product, from a file. */
export async function importContacts(person: Person, people: number): Promise<void> {
  const rows = Array.from({ length: people }, (_, at) => `p${at + 1}@r${at % 25}.example,Person ${at + 1}`);
  const id = await upload(person, Buffer.from(`email,first name\n${rows.join('\n')}\n`));
  const { columns } = await person.call('POST', `/api/imports/${id}/open`, {});
  const guesses = (columns as { guess: object }[]).map(({ guess }) => guess);
  await person.call('POST', `/api/imports/${id}/check`, { columns: guesses, tagIds: [] });
  await finished(person, id, ['checked']);
  await person.call('POST', `/api/imports/${id}/start`);
  await finished(person, id, ['done']);
}

/** A sender whose domain counts as verified: there is no DNS here that could prove it. */
export async function prepareSending({ call }: Person, { sql }: Project): Promise<void> {
  await call('POST', '/api/sending/domains', { domain: 'house.example' });
  await sql(`update sending_domains set state = 'verified', verified_at = now(), warming_since = now() - interval '60 days',
    next_check_at = now() + interval '1 day'`);
  await sql('update dkim_keys set active_from = now()');
  await call('POST', '/api/sending/senders', { fromName: 'House', fromEmail: 'news@house.example', isDefault: true });
  await call('PUT', '/api/sending/address', { postalAddress: '1 High Street\nBristol' });
}

/** To everybody; answers its id. */
export async function sendToAll({ call }: Person, subject: string): Promise<string> {
  const { id } = await call('POST', '/api/campaigns', {
    name: subject,
    subject,
    htmlContent: '<p>Hello {{ first_name }}</p>',
  });
  await call('POST', `/api/campaigns/${id}/send`);
  return id;
}

export const completed = ({ sql }: Project, id: string): Promise<true> =>
  until(
    'the end of the campaign',
    async () => (await sql(`select status from campaigns where id = '${id}'`)) === 'COMPLETED',
    300,
  );

/** Who was sent what, as the mail server saw it: addresses, one for each email with that subject. */
export async function receivers(machine: Machine, project: Project, subject: string): Promise<string[]> {
  const index = await machine.podman('exec', await project.containerOf('mailbox'), 'cat', '/data/mailbox/index.jsonl');
  return index
    .split('\n')
    .filter(Boolean)
    .map((line) => JSON.parse(line) as { to: string; subject: string })
    .filter((mail) => mail.subject === subject)
    .map(({ to }) => to);
}

/** Asks until there is an answer. */
export async function until<T>(what: string, ask: () => Promise<T | undefined | false>, seconds = 120): Promise<T> {
  for (const deadline = Date.now() + seconds * 1_000; Date.now() < deadline; await pause(200)) {
    const answer = await ask().catch(() => undefined);
    if (answer) return answer;
  }
  throw new Error(`Not within ${seconds} s: ${what}.`);
}

export const isReady = (origin: string): Promise<boolean> =>
  fetch(`${origin}/readyz`).then(
    ({ ok }) => ok,
    () => false,
  );
