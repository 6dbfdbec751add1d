import { type APIRequestContext, expect, type Page, request } from '@playwright/test';
import { type CaughtMail, isConfirmation } from '../apps/server/test/harness/mail-catcher.ts';
import { mailPort, origin } from './addresses.ts';

export const password = 'violet harbour 42';

let count = 0;
/** Unique over parallel workers. */
export const newAddress = (name: string): string => `${name}.${process.pid}.${(count += 1)}@journey.example`;

export type Account = { email: string; organizationName: string };

/** A new organization through the API, for journeys that are about something else than signing up. */
export async function registerByCall(type: 'BUSINESS' | 'AGENCY'): Promise<Account & { api: APIRequestContext }> {
  const api = await request.newContext({ baseURL: origin });
  const account = {
    email: newAddress('admin'),
    organizationName: type === 'AGENCY' ? 'Fernhill Studio' : 'Juniper Garden Centre',
  };
  const answer = await api.post('/api/auth/register', {
    data: {
      name: 'Priya Raman',
      email: account.email,
      password,
      confirmPassword: password,
      organizationName: account.organizationName,
      organizationType: type,
    },
  });
  expect(answer.status()).toBe(201);
  await fetch(`http://127.0.0.1:${mailPort}/confirm?email=${encodeURIComponent(account.email)}`);
  await setPlan(account.email, 'system');
  return { ...account, api };
}

/** Somebody who followed an invitation, through the API; answers with the address to sign in with. */
export async function joinByCall(admin: APIRequestContext, role: 'USER' | 'VIEWER', name: string): Promise<string> {
  const email = newAddress(role.toLowerCase());
  await admin.post('/api/team/invitations', { data: { email, role } });
  const token = new URL(await mailedLink(email)).searchParams.get('token');
  const guest = await request.newContext({ baseURL: origin });
  const data = { token, name, password, confirmPassword: password };
  expect((await guest.post('/api/auth/accept-invitation', { data })).ok()).toBe(true);
  return email;
}

export async function signIn(page: Page, email: string, typed = password): Promise<void> {
  await page.goto('/auth/login');
  await page.getByLabel('Email').fill(email);
  await page.getByLabel('Password', { exact: true }).fill(typed);
  await page.getByRole('button', { name: 'Sign in', exact: true }).click();
}

/** Signs in by a call, with a session of the browser's own; journeys about signing in use the form. No page is open yet. */
export async function signedInAt(page: Page, email: string): Promise<void> {
  const answer = await page.request.post('/api/auth/login', { data: { email, password } });
  expect(answer.status()).toBe(200);
}

/** Signed in, and where people come to. */
export async function signedInAtOverview(page: Page, email: string): Promise<void> {
  await signedInAt(page, email);
  await page.goto('/dashboard');
  await expect(page.getByRole('heading', { level: 1, name: /^(Overview|All Clients)$/ })).toBeVisible();
}

/** The link with a token in the newest mail to an address, other than the one that asks to confirm it. */
export const mailedLink = (to: string) =>
  newestLink(to, (mail) => !isConfirmation(mail) && mail.text.includes('token='));
export const confirmationLink = (to: string) => newestLink(to, isConfirmation);

async function newestLink(to: string, fits: (mail: CaughtMail) => boolean): Promise<string> {
  for (const deadline = Date.now() + 20_000; Date.now() < deadline;) {
    const mails = (await (await fetch(`http://127.0.0.1:${mailPort}/`)).json()) as CaughtMail[];
    const mail = mails.findLast((candidate) => candidate.to === to && fits(candidate));
    const link = /https?:\/\/\S+/.exec(mail?.text ?? '')?.[0];
    if (link) return link;
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
  throw new Error(`No mail for ${to} arrived.`);
}

/** Who registers by call has every feature; a journey about limits asks for a smaller plan. */
export const setPlan = (email: string, tier: 'lite' | 'core' | 'plus' | 'system') =>
  fetch(`http://127.0.0.1:${mailPort}/plan?email=${encodeURIComponent(email)}&tier=${tier}`);

/** The tables of the database that have rows of the organization. */
export const tablesWithRowsOf = async (organizationId: string): Promise<string[]> =>
  (await (await fetch(`http://127.0.0.1:${mailPort}/rows?organization=${organizationId}`)).json()) as string[];

/** Puts a record into the DNS the server under test asks. */
export const publishRecord = (name: string, value: string, type = 'TXT') =>
  fetch(`http://127.0.0.1:${mailPort}/dns?${new URLSearchParams({ name, value, type }).toString()}`);

/** The mail catcher, as a server somebody could send through. */
export const mailServer = async (): Promise<URL> =>
  new URL(await (await fetch(`http://127.0.0.1:${mailPort}/smtp`)).text());

/** The newest mail to an address with that subject. */
export async function mailTo(to: string, subject: string): Promise<CaughtMail> {
  for (const deadline = Date.now() + 20_000; Date.now() < deadline;) {
    const mails = (await (await fetch(`http://127.0.0.1:${mailPort}/`)).json()) as CaughtMail[];
    const mail = mails.findLast((candidate) => candidate.to === to && candidate.subject === subject);
    if (mail) return mail;
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
  throw new Error(`No mail called ${subject} for ${to} arrived.`);
}

/** The newest mail to an address that came from that domain. */
export async function mailFrom(domain: string, to: string): Promise<CaughtMail> {
  for (const deadline = Date.now() + 20_000; Date.now() < deadline;) {
    const mails = (await (await fetch(`http://127.0.0.1:${mailPort}/`)).json()) as CaughtMail[];
    const mail = mails.findLast((candidate) => candidate.to === to && candidate.from.includes(`@${domain}`));
    if (mail) return mail;
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
  throw new Error(`No mail from ${domain} for ${to} arrived.`);
}

/** Toasts speak through a live region too; the visible one is what people see. */
export const toast = (page: Page, title: string | RegExp) =>
  page.getByRole('region', { name: /notifications/i }).getByText(title, { exact: true });
