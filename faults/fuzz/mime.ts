import { headerText, mailbox, oneLine } from '../../apps/server/src/features/campaigns/content/header-text.ts';
import { encodePiece } from '../../apps/server/src/features/campaigns/content/quoted-printable.ts';
import { aRecipient, mailingOf } from '../../apps/server/src/features/campaigns/content/test-harness.ts';
import { aDraft } from '../../packages/email/src/content/draft.fixture.ts';
import { readMail } from '../../apps/server/test/harness/read-mail.ts';
import { must, type Target } from './target.ts';

const mailing = await mailingOf(
  aDraft({
    subject: 'For {{ first_name }}',
    html: '<p>{{ first_name }}|{{ note }}</p>',
    text: '{{ first_name }}\n{{ note }}\n',
  }),
);

const decoded = (encoded: string): string =>
  Buffer.from(
    encoded
      .replaceAll('=\r\n', '')
      .replaceAll(/=([0-9A-F]{2})/g, (_, hex: string) => String.fromCharCode(Number.parseInt(hex, 16))),
    'latin1',
  ).toString();
const unixLines = (text: string): string => text.replaceAll(/\r\n?/g, '\n');

const usual = 'to subject date message-id list from feedback-id mime-version content-type';

/** The mail on the wire: headers that nothing in them can end, and lines no server reads as a command. */
export const mimeTarget: Target = {
  name: 'mime',
  seeds: [
    'Ada',
    'Jos\u00e9 N\u00fa\u00f1ez',
    '.',
    '..\r\n.\r\nMAIL FROM:<x@y.example>',
    'From me',
    'x '.repeat(60),
    '=?UTF-8?B?eA==?=',
    '🐝'.repeat(30),
  ],
  tokens: [
    '\r\n',
    '\n',
    '\r',
    '.',
    '\r\n.\r\n',
    'From ',
    '=',
    '=3D',
    '=?UTF-8?Q?',
    '?=',
    '"',
    '\\',
    ' ',
    '\t',
    '--',
    '\r\nBcc: x@y.example',
    '\0',
    '\u2028',
  ],
  longest: 600,
  async check(input) {
    const text = input.toString();
    for (const header of [`Subject: ${headerText(text)}`, `From: ${mailbox(text, 'a@example.org')}`]) {
      must(/^[\x20-\x7e]*(?:\r\n [\x20-\x7e]*)*$/.test(header), 'a header ends where it ends');
      must(
        header.split('\r\n').every(({ length }) => length <= 998),
        'a line of a header has at most 998 characters',
      );
    }
    const piece = encodePiece(text);
    must(
      piece.split('\r\n').every((line) => line.length <= 76 && !line.startsWith('.') && !line.startsWith('From ')),
      'a line of a body is short and no command',
    );
    must(/^(?:[\t\x20-\x7e]|\r\n)*$/.test(piece), 'a body is ASCII with CRLF');
    must(unixLines(decoded(piece)) === unixLines(Buffer.from(text).toString()), 'what is encoded is read back');

    const { message } = mailing.compose(aRecipient({ firstName: text, attributes: { note: text } }));
    const wire = message.toString('latin1');
    must(!/\r\n\.\r\n|[^\r]\n|\r[^\n]/.test(wire), 'nothing in a mail ends it');
    const parsed = await readMail(message);
    must([...parsed.headers.keys()].join(' ') === usual, `headers are ours: ${[...parsed.headers.keys()].join(' ')}`);
    const subject = (await readMail(Buffer.from(`Subject: ${headerText(text)}\r\n\r\n`))).subject ?? '';
    must(subject === oneLine(text), 'a subject is read back');
    must(
      parsed.to !== undefined && !Array.isArray(parsed.to) && parsed.to.text === 'reader@example.org',
      'the reader is one',
    );
    must(parsed.attachments.length === 0, 'a mail has two parts');
  },
};
