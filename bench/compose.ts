// Composing one mail of a campaign, against nodemailer's MailComposer building the same mail, in turns and in one process.
// Figures are per second of CPU time, which is per second and core however busy the machine is.
import { generateKeyPairSync, randomBytes, randomUUID } from 'node:crypto';
import MailComposer from 'nodemailer/lib/mail-composer/index.js';
import type { SigningKey } from '../apps/server/src/features/campaigns/content/dkim.ts';
import { loadMjml } from '../apps/server/src/features/campaigns/content/load-mjml.ts';
import { createMailing } from '../apps/server/src/features/campaigns/content/mailing.ts';
import type { Recipient } from '../apps/server/src/features/campaigns/content/recipient.ts';
import { compileContent } from '../packages/email/src/content/compile.ts';
import { type Figure, median, ratioFigure } from './figures.ts';
import { newsletter } from './newsletter.ts';

const rounds = 15;
const mails = { bare: 500, ours: 3_000, rsa: 300, ed25519: 1_500 };
const goal = 3;

const footer = {
  organizationName: 'Example Bees',
  postalAddress: '1 Hive Street, 12345 Comb',
  language: 'en' as const,
};
const tracking = { opens: true, clicks: true };
const from = { name: 'Example Bees', email: 'news@example.com' };

export async function run(): Promise<Figure[]> {
  const { compose, html, text } = await prepare();
  const recipients = Array.from({ length: 3_000 }, (_, at) => recipientNo(at));
  const results: Record<keyof typeof mails, number[]> = { bare: [], ours: [], rsa: [], ed25519: [] };
  for (let round = 0; round < rounds; round += 1) {
    const turns: [keyof typeof mails, (recipient: Recipient) => unknown][] = [
      ['bare', (recipient) => buildWithNodemailer(recipient, html, text)],
      ['ours', compose.unsigned],
      ['rsa', compose.rsa],
      ['ed25519', compose.ed25519],
    ];
    for (const [name, one] of round % 2 === 0 ? turns : turns.toReversed())
      results[name].push(await perCpuSecond(recipients.slice(0, mails[name]), one));
  }
  const bytes = compose.unsigned(recipients[0] as Recipient).message.length;
  return [
    { values: { message_bytes: bytes, html_bytes: Buffer.byteLength(html) }, ok: true },
    ratioFigure('compose_per_s', results.ours, results.bare, goal),
    { values: { compose_rsa_per_s: Math.round(median(results.rsa)) }, ok: true },
    { values: { compose_ed25519_per_s: Math.round(median(results.ed25519)) }, ok: true },
  ];
}

async function prepare() {
  const draft = {
    subject: 'News for {{ first_name | default: "you" }}',
    previewText: 'All that buzzes',
    html: newsletter.html,
    text: '',
  };
  const { html, text, links, problems } = await compileContent(
    { ...draft, footer, tracking, attributeKeys: [] },
    'https://mail.example.com/',
    loadMjml,
  );
  if (problems.length > 0) throw new Error(JSON.stringify(problems));
  const frozen = {
    ...draft,
    html,
    text,
    from,
    replyTo: null,
    returnPathDomain: 'bounces.example.com',
    footer,
    tracking,
  };
  const settings = {
    publicUrl: 'https://mail.example.com',
    cell: 1,
    organizationId: randomUUID(),
    campaignId: randomUUID(),
    links,
  };
  const linkKey = { id: 1, secret: randomBytes(32) };
  const mailing = (keys: SigningKey[]) => {
    const made = createMailing(frozen, keys, linkKey, settings);
    return (recipient: Recipient) => made.compose(recipient);
  };
  return {
    compose: {
      unsigned: mailing([]),
      rsa: mailing([signingKey('rsa-2048')]),
      ed25519: mailing([signingKey('ed25519')]),
    },
    html,
    text,
  };
}

const recipientNo = (at: number): Recipient => ({
  sendId: randomUUID(),
  email: `reader${at}@example.org`,
  firstName: at % 3 === 0 ? null : `Zoë ${at}`,
  lastName: 'Reader',
  phone: null,
  company: null,
  attributes: { plan: at % 2 === 0 ? 'gold' : 'free' },
});

/** The same parts and headers; filling in is left out, so that only building MIME counts against it. */
function buildWithNodemailer(recipient: Recipient, html: string, text: string): Promise<Buffer> {
  const unsubscribe = `https://mail.example.com/t/u/${'A'.repeat(88)}`;
  return new MailComposer({
    from: { name: from.name, address: from.email },
    to: recipient.email,
    subject: `News for ${recipient.firstName ?? 'you'}`,
    messageId: `<${recipient.sendId}@example.com>`,
    text: `${text}${recipient.email}`,
    html: `${html}${recipient.email}`,
    headers: {
      'List-Unsubscribe': `<${unsubscribe}>`,
      'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click',
      'List-Id': '"Example Bees" <bees.example.com>',
      'Feedback-ID': 'campaign:organization:campaign:waggle',
    },
  })
    .compile()
    .build();
}

async function perCpuSecond(recipients: Recipient[], one: (recipient: Recipient) => unknown): Promise<number> {
  const before = process.cpuUsage();
  for (const recipient of recipients) await one(recipient);
  const { user, system } = process.cpuUsage(before);
  return (recipients.length / (user + system)) * 1_000_000;
}

function signingKey(algorithm: SigningKey['algorithm']): SigningKey {
  const { privateKey } =
    algorithm === 'ed25519' ? generateKeyPairSync('ed25519') : generateKeyPairSync('rsa', { modulusLength: 2_048 });
  return {
    domain: 'example.com',
    selector: 's1',
    algorithm,
    privateKey: privateKey.export({ type: 'pkcs8', format: 'pem' }) as string,
  };
}
