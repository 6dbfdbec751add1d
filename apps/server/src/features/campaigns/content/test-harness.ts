import { generateKeyPairSync, randomBytes, randomUUID } from 'node:crypto';
import { compileContent, type Draft } from '@waggle/email/content/compile';
import type { SigningKey } from './dkim.ts';
import { loadMjml } from './load-mjml.ts';
import { createMailing, type FrozenContent, type MailingSettings } from './mailing.ts';
import type { Recipient } from './recipient.ts';

export const publicUrl = 'https://mail.example.com';

export const aRecipient = (change: Partial<Recipient> = {}): Recipient => ({
  sendId: randomUUID(),
  email: 'reader@example.org',
  firstName: 'Ada',
  lastName: 'Reader',
  phone: '+4915112345678',
  company: null,
  attributes: {},
  ...change,
});

export const linkKey = { id: 1, secret: randomBytes(32) };
const ids = { organizationId: randomUUID(), campaignId: randomUUID() };

/** A mailing of the draft as it would be sent; throws on content that must not be. */
export async function mailingOf(
  draft: Draft,
  frozen: Partial<FrozenContent> = {},
  keys: SigningKey[] = [],
  settings: Pick<MailingSettings, 'reporter'> = {},
) {
  const { html, text, links, problems } = await compileContent(draft, `${publicUrl}/`, loadMjml);
  const errors = problems.filter(({ severity }) => severity === 'error');
  if (errors.length > 0) throw new Error(JSON.stringify(errors));
  const from = { name: 'Example Bees', email: 'news@example.com' };
  return createMailing(
    { ...draft, html, text, from, replyTo: null, returnPathDomain: 'bounces.example.com', ...frozen },
    keys,
    linkKey,
    { publicUrl, cell: 1, ...ids, links, ...settings },
  );
}

const rsa = generateKeyPairSync('rsa', { modulusLength: 2_048 });
const ed25519 = generateKeyPairSync('ed25519');
const pem = { type: 'pkcs8', format: 'pem' } as const;
const der = { type: 'spki', format: 'der' } as const;

export const signingKeys: SigningKey[] = [
  { domain: 'example.com', selector: 'r1', algorithm: 'rsa-2048', privateKey: String(rsa.privateKey.export(pem)) },
  { domain: 'example.com', selector: 'e1', algorithm: 'ed25519', privateKey: String(ed25519.privateKey.export(pem)) },
];

/** What the two keys' records in DNS would say. */
export const resolver = async (name: string): Promise<string[][]> =>
  name.startsWith('r1.')
    ? [[`v=DKIM1; k=rsa; p=${rsa.publicKey.export(der).toString('base64')}`]]
    : [[`v=DKIM1; k=ed25519; p=${ed25519.publicKey.export(der).subarray(-32).toString('base64')}`]];
