import { createHash } from 'node:crypto';
import type { CaughtMail } from '../../apps/server/test/harness/mail-catcher.ts';
import { escapeHtml } from '../../packages/email/src/escape-html.ts';
import { reportBounce } from './bounces.ts';
import { call, type Server } from './caller.ts';

/** What readers did with the emails of one campaign. */
export type Reading = { opened: number; clicked: number; unsubscribed: number; bounced: number };

/** Shares in a thousand: of emails that bounce, of the others that are opened, and of those followed and opted out. */
const shares = { bounced: 14, opened: 470, clicked: 290, unsubscribed: 16 };
const atOnce = 12;

/** Where links lead and bounces are told; `bouncing` takes the place of the usual share. */
type Mailed = { server: Server; bouncePort: number; bouncing: number | undefined };

/** Readers load the picture, follow the button and press unsubscribe, all at the edge and by the links of their email. */
export async function readEmails(mailed: Mailed, emails: readonly CaughtMail[], button: string): Promise<Reading> {
  const reading: Reading = { opened: 0, clicked: 0, unsubscribed: 0, bounced: 0 };
  const waiting = [...emails];
  const read = async () => {
    for (let email = waiting.pop(); email; email = waiting.pop()) {
      for (const did of await readOne(mailed, email, button)) reading[did] += 1;
    }
  };
  await Promise.all(Array.from({ length: atOnce }, read));
  return reading;
}

async function readOne(
  { server, bouncePort, bouncing = shares.bounced }: Mailed,
  email: CaughtMail,
  button: string,
): Promise<(keyof Reading)[]> {
  const chance = chancesOf(`${email.to} ${email.subject}`);
  if (chance(0) < bouncing) {
    await reportBounce(bouncePort, email.returnPath, email.to);
    return ['bounced'];
  }
  if (chance(1) >= shares.opened) return [];
  const headers = browserOf(email.to);
  await get(server, linkIn(email, /src="([^"]+\/t\/o\/[^"]+)"/), { ...headers, accept: 'image/avif,image/webp,*/*' });
  const did: (keyof Reading)[] = ['opened'];
  if (chance(2) < shares.clicked) {
    await get(server, buttonIn(email, button), headers);
    did.push('clicked');
  }
  if (chance(3) < shares.unsubscribed) {
    await post(server, linkIn(email, /href="([^"]+\/t\/u\/[^"]+)"/), headers);
    did.push('unsubscribed');
  }
  return did;
}

/** The link with these words. Emails carry a hidden link too, which only machines follow. */
const buttonIn = (email: CaughtMail, button: string): string => {
  const links = [...email.html.matchAll(/<a\b[^>]*href="([^"]+)"[^>]*>([^<]*)<\/a>/g)];
  const link = links.find(([, , words]) => words === escapeHtml(button))?.[1];
  if (!link) throw new Error(`The email to ${email.to} has no link "${button}".`);
  return link;
};

function linkIn(email: CaughtMail, pattern: RegExp): string {
  const link = pattern.exec(email.html)?.[1];
  if (!link) throw new Error(`The email to ${email.to} has no link like ${pattern.source}.`);
  return link;
}

const pathOf = (link: string): string => new URL(link.replaceAll('&amp;', '&')).pathname;

async function get(server: Server, link: string, headers: Record<string, string>): Promise<void> {
  const { status } = await call(server, 'GET', pathOf(link), { headers });
  if (status >= 400) throw new Error(`${link} answered ${status}.`);
}

async function post(server: Server, link: string, headers: Record<string, string>): Promise<void> {
  const form = { ...headers, 'content-type': 'application/x-www-form-urlencoded' };
  const { status } = await call(server, 'POST', pathOf(link), { headers: form, body: 'List-Unsubscribe=One-Click' });
  if (status >= 400) throw new Error(`${link} answered ${status}.`);
}

/** Numbers below a thousand, the same for the same text, so that every demo looks alike. */
export const chancesOf = (text: string) => {
  const bytes = createHash('sha256').update(text).digest();
  return (at: number): number => bytes.readUInt16BE(at * 2) % 1_000;
};

const agents = [
  'Mozilla/5.0 (iPhone; CPU iPhone OS 18_5 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.5 Mobile/15E148 Safari/604.1',
  'Mozilla/5.0 (Linux; Android 15; Pixel 9) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0.0.0 Mobile Safari/537.36',
  'Mozilla/5.0 (iPhone; CPU iPhone OS 17_6 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/17.6 Mobile/15E148 Safari/604.1',
  'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0.0.0 Safari/537.36',
  'Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.5 Safari/605.1.15',
  'Mozilla/5.0 (iPad; CPU OS 17_6 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/17.6 Mobile/15E148 Safari/604.1',
];
const networks = ['192.0.2', '198.51.100', '203.0.113'];

/** Headers of a person's browser; the address is one of those that are kept for examples (RFC 5737). */
export function browserOf(person: string): Record<string, string> {
  const chance = chancesOf(person);
  return {
    'user-agent': agents[chance(4) % agents.length] ?? '',
    'accept-language': 'en-US,en;q=0.9',
    accept: 'text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8',
    'x-forwarded-for': `${networks[chance(5) % networks.length]}.${1 + (chance(6) % 254)}`,
  };
}
