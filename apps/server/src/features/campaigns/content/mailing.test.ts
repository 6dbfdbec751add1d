import type { AddressInfo } from 'node:net';
import { aDraft } from '@waggle/email/content/draft.fixture';
import { dkimVerify } from 'mailauth/lib/dkim/verify.js';
import { simpleParser } from 'mailparser';
import { createTransport } from 'nodemailer';
import { SMTPServer } from 'smtp-server';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { readReturnPath } from '#platform/tracking/return-path.ts';
import { readToken } from '#platform/tracking/token.ts';
import { casesOf } from '../../../../test/harness/cases.ts';
import type { ComposedMail } from './mailing.ts';
import { aRecipient, linkKey, mailingOf, resolver, signingKeys } from './test-harness.ts';

const sunk: { recipients: string[]; raw: Buffer }[] = [];
const server = new SMTPServer({
  authOptional: true,
  disabledCommands: ['STARTTLS'],
  onData(stream, session, done) {
    const chunks: Buffer[] = [];
    stream.on('data', (chunk: Buffer) => chunks.push(chunk));
    stream.on('end', () => {
      sunk.push({ recipients: session.envelope.rcptTo.map(({ address }) => address), raw: Buffer.concat(chunks) });
      done();
    });
  },
});
let transport: ReturnType<typeof createTransport>;
beforeAll(async () => {
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.server.address() as AddressInfo;
  transport = createTransport({ host: '127.0.0.1', port, pool: true, maxConnections: 4, ignoreTLS: true });
});
afterAll(async () => {
  transport.close();
  await new Promise<void>((resolve) => server.close(() => resolve()));
});

const deliver = ({ envelopeFrom, message }: ComposedMail, to = 'reader@example.org') =>
  transport.sendMail({ envelope: { from: envelopeFrom, to: [to] }, raw: message });

const headOf = (message: Buffer): string => message.toString('latin1', 0, message.indexOf('\r\n\r\n'));
const namesOf = (message: Buffer): string[] =>
  headOf(message)
    .split(/\r\n(?![ \t])/)
    .map((line) => line.slice(0, line.indexOf(':')));
const usualNames = [
  'To',
  'Subject',
  'Date',
  'Message-ID',
  'List-Unsubscribe',
  'From',
  'List-Unsubscribe-Post',
  'List-Id',
  'Feedback-ID',
  'MIME-Version',
  'Content-Type',
];

describe('a composed mail', () => {
  test('says the same in text and HTML, with addresses that only this mail has', async () => {
    const recipient = aRecipient({ firstName: 'Zoë <b>' });

    const { envelopeFrom, messageId, message } = (
      await mailingOf(aDraft({ previewText: 'Inside: {{ first_name }}' }))
    ).compose(recipient);

    const mail = await simpleParser(message);
    expect(mail.subject).toBe('News for Zoë <b>');
    expect(mail.messageId).toBe(messageId);
    expect(messageId).toBe(`<${recipient.sendId}@example.com>`);
    expect(mail.html).toContain('Hello Zoë &lt;b&gt;');
    expect(mail.html).toContain('Inside: Zoë &lt;b&gt;');
    expect(mail.text).toContain('Hello Zoë <b>');
    expect(readReturnPath([linkKey], envelopeFrom.split('@')[0] ?? '')?.sendId).toBe(recipient.sendId);
    const tokens = [...`${mail.html}${mail.text}`.matchAll(/https:\/\/mail\.example\.com\/t\/([ocup])\/([\w-]+)/g)];
    const purposes = { o: 'open', c: 'click', u: 'unsubscribe', p: 'preferences' } as const;
    const said = tokens.map(([, letter, token]) => readToken([linkKey], token ?? '', purposes[letter as 'o']));
    expect(said.every((claims) => claims?.sendId === recipient.sendId)).toBe(true);
    expect(said.map((claims) => `${claims?.purpose}${claims?.linkNo}`)).toEqual([
      'click1',
      'unsubscribe0',
      'preferences0',
      'click2',
      'open0',
      'click1',
      'unsubscribe0',
      'preferences0',
    ]);
  });

  test('has one-click headers on one line each', async () => {
    const { message } = (await mailingOf(aDraft())).compose(aRecipient());
    const lines = headOf(message).split('\r\n');

    const uri = lines
      .find((line) => line.startsWith('List-Unsubscribe: '))
      ?.match(/^List-Unsubscribe: <(https:[^>]+)>$/)?.[1];
    expect(uri?.length).toBeLessThanOrEqual(180);
    expect(lines).toContain('List-Unsubscribe-Post: List-Unsubscribe=One-Click');
    expect(namesOf(message)).toEqual(usualNames);
  });

  test('names itself in a header of its own for Postmark alone', async () => {
    const heads = await Promise.all(
      ([null, 'ses', 'postmark'] as const).map(async (reporter) =>
        headOf((await mailingOf(aDraft(), {}, [], { reporter })).compose(aRecipient()).message),
      ),
    );

    expect(heads.map((head) => head.split('X-PM-').length - 1)).toEqual([0, 0, 1]);
  });

  test('has no line longer than 76 characters in its body and no bare line end', async () => {
    const draft = aDraft({
      html: `<p>${'word '.repeat(500)}${'x'.repeat(300)} {{ note }}ü${'ä'.repeat(200)}</p>\r.\n..\nFrom x \n`,
    });
    const { message } = (await mailingOf(draft)).compose(aRecipient({ attributes: { note: 'é'.repeat(200) } }));

    const body = message.toString('latin1', message.indexOf('\r\n\r\n') + 4);
    expect(Math.max(...body.split('\r\n').map((line) => line.length))).toBeLessThanOrEqual(76);
    expect(message.toString('latin1').replaceAll('\r\n', '')).not.toMatch(/[\r\n]/);
    expect((await simpleParser(message)).html).toContain(
      `${'word '.repeat(500)}${'x'.repeat(300)} ${'é'.repeat(200)}ü${'ä'.repeat(200)}`,
    );
  });

  test('shows neither address, name nor phone in any link', async () => {
    const draft = aDraft({
      html: `{{ email }} {{ first_name }} {{ phone }} ${'<a href="https://a.example/">x</a>'.repeat(3)}`,
    });
    const mailing = await mailingOf(draft);
    for (let turn = 0; turn < 200; turn += 1) {
      const mail = await simpleParser(mailing.compose(aRecipient({ firstName: 'Adalbertina' })).message);
      for (const [link] of `${mail.html}${mail.text}${JSON.stringify(mail.headers.get('list'))}`.matchAll(
        /https?:\/\/[^\s"<>\]]+/g,
      )) {
        const said = `${link} ${Buffer.from(link.split('/').at(-1) ?? '', 'base64url').toString('latin1')}`;
        expect(said).not.toMatch(/reader|example\.org|adalbertina|4915112345678/i);
        expect(link).not.toMatch(/@|%40/);
      }
    }
  });

  test('is refused without a row for each of its links, and for an address that is too long', async () => {
    await expect(mailingOf(aDraft(), { html: '\uE000c99\uE001' })).rejects.toThrow('Link 99');
    const { createMailing } = await import('./mailing.ts');
    const frozen = { ...aDraft(), from: { name: '', email: 'a@example.com' }, replyTo: null, returnPathDomain: null };
    const ids = { cell: 1, organizationId: aRecipient().sendId, campaignId: aRecipient().sendId, links: [] };
    expect(() =>
      createMailing(frozen, [], linkKey, { ...ids, publicUrl: `https://${'x'.repeat(100)}.example` }),
    ).toThrow('too long');
  });
});

describe('the signature', () => {
  const mails = casesOf(1_000);

  test(`of ${mails} mails passes, RSA and Ed25519, composed and after a mail server`, async () => {
    const mailing = await mailingOf(
      aDraft({
        subject: 'For {{ first_name }}: {{ note }}',
        html: '<p>{{ note }}</p>  \n\n.\n<a href="https://a.example/">x</a>',
      }),
      {
        from: { name: 'Bienen Müller & Söhne, Imkerei seit neunzehnhundertzwölf', email: 'news@example.com' },
        replyTo: 'r@example.com',
      },
      signingKeys,
    );
    sunk.length = 0;
    const composed = Array.from({ length: mails }, (_, at) =>
      mailing.compose(
        aRecipient({ firstName: `Zoë ${at}`, attributes: { note: `${'ö '.repeat(at % 60)}\n.\nend  ` } }),
      ),
    );
    await Promise.all(composed.map((mail) => deliver(mail)));

    expect(sunk).toHaveLength(mails);
    let passed = 0;
    for (const message of [...sunk.map(({ raw }) => raw), ...composed.slice(0, 50).map(({ message }) => message)]) {
      const { results } = await dkimVerify(message, { resolver });
      for (const { status, signingHeaders } of results) {
        if (status.result === 'pass') passed += 1;
        expect(signingHeaders?.keys).toContain('List-Unsubscribe: ');
        expect(signingHeaders?.keys).toContain('List-Unsubscribe-Post');
      }
    }
    expect(passed).toBe(2 * (mails + 50));
  });

  test('passes with the header for Postmark and after Postmark has taken it out', async () => {
    const recipient = aRecipient();
    const { message } = (await mailingOf(aDraft(), {}, signingKeys, { reporter: 'postmark' })).compose(recipient);
    const line = `X-PM-Metadata-send: ${recipient.sendId}\r\n`;
    const taken = Buffer.from(message.toString('latin1').replace(line, ''), 'latin1');

    expect(namesOf(message).filter((name) => name.startsWith('X-'))).toEqual(['X-PM-Metadata-send']);
    expect(taken.length).toBe(message.length - line.length);
    for (const mail of [message, taken]) {
      const { results } = await dkimVerify(mail, { resolver });
      expect(results.map(({ status }) => status.result)).toEqual(['pass', 'pass']);
    }
  });

  test('breaks when a header is added or a word of the body is changed', async () => {
    const { message } = (await mailingOf(aDraft(), {}, signingKeys)).compose(aRecipient());
    const changed = [
      Buffer.concat([Buffer.from('From: "Somebody else" <x@example.net>\r\n'), message]),
      Buffer.concat([Buffer.from('Subject: Other\r\n'), message]),
      Buffer.from(message.toString('latin1').replace('Hello', 'Hallo'), 'latin1'),
      Buffer.from(message.toString('latin1').replace('One-Click', 'Two-Click'), 'latin1'),
    ];

    for (const mail of changed) {
      const { results } = await dkimVerify(mail, { resolver });
      expect(results.map(({ status }) => status.result)).not.toContain('pass');
    }
  });
});

const lineEnds = [
  '\r\n',
  '\n',
  '\r',
  '\n\r',
  '\0\r\n',
  '\u2028',
  '\u2029',
  '\u0085',
  '\v',
  '\f',
  '%0d%0a',
  '\\r\\n',
  '\r\n ',
  '\r\n\t',
  '\r\n\r\n',
];
const payloads = lineEnds.flatMap((end) => [
  `x${end}Bcc: victim@example.net`,
  `x${end}.${end}MAIL FROM:<a@b.example>${end}RCPT TO:<c@d.example>`,
]);

describe('text of others cannot become a command or a header', () => {
  const fields: Record<string, (payload: string) => Promise<ComposedMail>> = {
    'from name': async (name) =>
      (await mailingOf(aDraft(), { from: { name, email: 'news@example.com' } })).compose(aRecipient()),
    'from address': async (email) => (await mailingOf(aDraft(), { from: { name: 'x', email } })).compose(aRecipient()),
    'reply-to': async (replyTo) => (await mailingOf(aDraft(), { replyTo })).compose(aRecipient()),
    subject: async (subject) => (await mailingOf(aDraft(), { subject })).compose(aRecipient()),
    'organization name': async (organizationName) =>
      (await mailingOf(aDraft({ footer: { ...aDraft().footer, organizationName } }))).compose(aRecipient()),
    'preview text': async (previewText) => (await mailingOf(aDraft({ previewText }))).compose(aRecipient()),
    address: async (email) => (await mailingOf(aDraft())).compose(aRecipient({ email })),
    'first name': async (firstName) => (await mailingOf(aDraft())).compose(aRecipient({ firstName })),
  };

  test.each(Object.keys(fields))('in %s', { timeout: 60_000 }, async (field) => {
    expect(payloads).toHaveLength(30);
    sunk.length = 0;
    let delivered = 0;
    for (const payload of payloads) {
      const composed = await fields[field]?.(payload).catch((error: Error) => error);
      if (composed instanceof Error || !composed) continue;
      expect(namesOf(composed.message).filter((name) => name !== 'Reply-To')).toEqual(usualNames);
      await deliver(composed);
      delivered += 1;
    }

    expect(sunk).toHaveLength(delivered);
    expect(new Set(sunk.flatMap(({ recipients }) => recipients)).size).toBeLessThanOrEqual(1);
    expect(sunk.every(({ recipients }) => recipients.length === 1)).toBe(true);
  });

  test('12 ways to end a mail early end none: one mail in, one mail out (T40)', async () => {
    const ends = [
      '\r\n.\r\n',
      '\n.\n',
      '\n.\r\n',
      '\r\n.\n',
      '\r.\r',
      '\r.\r\n',
      '\r\n.\r',
      '\n\n.\n\n',
      '\r\r\n.\r\r\n',
      '\n\r.\n\r',
      '\r\n..\r\n',
      '\r\n.\r\n.\r\n',
    ];
    sunk.length = 0;

    for (const end of ends) {
      const smuggled = `before${end}MAIL FROM:<a@b.example>\r\nRCPT TO:<c@d.example>\r\nDATA\r\nSubject: smuggled`;
      const mailing = await mailingOf(
        aDraft({ html: `<pre>${smuggled}{{ note }}</pre>`, text: `${smuggled}{{ note }}` }),
      );
      const composed = mailing.compose(aRecipient({ attributes: { note: smuggled } }));
      expect(composed.message.toString('latin1')).not.toMatch(/(?:^|[\r\n])\.|\r(?!\n)|(?<!\r)\n|\0/);
      await deliver(composed);
    }

    expect(sunk).toHaveLength(12);
  });

  test.each([
    ['x'.repeat(1_200), 500],
    ['=?utf-8?Q?Bcc?=', 15],
    ['   ', 0],
    ['👩‍👩‍👧 '.repeat(60), 500],
    ['plain', 5],
  ])('a subject such as %s arrives readable on short lines', async (subject, longest) => {
    const { message } = (await mailingOf(aDraft(), { subject })).compose(aRecipient());
    const mail = await simpleParser(message);

    const line =
      headOf(message)
        .split(/\r\n(?![ \t])/)
        .find((header) => header.startsWith('Subject:')) ?? '';
    expect(Math.max(...line.split('\r\n').map((part) => part.length))).toBeLessThanOrEqual(76);
    expect(mail.subject ?? '').toBe(subject.trim().slice(0, longest).toWellFormed());
  });
});
