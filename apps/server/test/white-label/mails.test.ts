import { globSync, readFileSync } from 'node:fs';
import { locales } from '@waggle/contracts/fields';
import { type MailProduct, waggle } from '@waggle/email/mail-product';
import { expect, test } from 'vitest';
import { memberMails, otherMails } from './mail-kinds.ts';

const hive: MailProduct = {
  name: 'Hive & Co',
  accent: '#2c4f98',
  markUrl: 'https://mail.example/f/mark.png',
  isOwn: true,
};
const kinds = Object.values(memberMails)
  .flatMap((mails) => Object.entries(mails))
  .flatMap(([kind, compose]) => locales.map((locale) => [kind, locale, compose] as const));

test.each(kinds)('%s in %s has the name and color of the own product, and not ours', (_kind, locale, compose) => {
  const { subject, html, text, senderName } = compose(locale, hive);

  expect(senderName).toBe('Hive & Co');
  expect(html).toContain('Hive &amp; Co</p>');
  if (html.includes('<a href')) expect(html).toContain('background:#2c4f98;color:#ffffff');
  expect(`${subject} ${html} ${text}`).not.toMatch(/waggle/i);
  // A name can be empty of meaning, but it never breaks a header.
  expect(subject).not.toMatch(/[\r\n]|:\/\//);
});

test.each(kinds)('%s in %s is ours without one', (_kind, locale, compose) => {
  const { html, senderName } = compose(locale, waggle);

  expect(senderName).toBeUndefined();
  expect(html).toMatch(/Waggle|Fernhill Studio/);
  expect(html).not.toContain('Hive');
});

/** Where a feature composes an email, such as `accounts/mails.ts`. */
const composing = (pattern: RegExp): string[] =>
  globSync('apps/server/src/features/**/*.ts')
    .filter((file) => !file.endsWith('.test.ts') && pattern.test(readFileSync(file, 'utf8')))
    .map((file) => file.replace(/^apps\/server\/src\/features\//, ''))
    .toSorted();

test('every file that composes a system email is listed here, and no list is out of date', () => {
  const listed = new Set([...Object.keys(memberMails), ...Object.keys(otherMails)]);

  expect(composing(/renderSystemMail\(/).filter((file) => !listed.has(file))).toEqual([]);
  expect(Object.keys(memberMails).filter((file) => !composing(/renderSystemMail\(/).includes(file))).toEqual([]);
});

test('nobody names our product in an email without a reason', () => {
  expect(composing(/\bwaggle\b.*@waggle\/email\/mail-product/)).toEqual(Object.keys(otherMails).toSorted());
});

test('no text of a system email has our name written into it', () => {
  const files = [...Object.keys(memberMails), ...composing(/: Record<Locale, /)];

  const named = files.filter((file) => /Waggle/.test(readFileSync(`apps/server/src/features/${file}`, 'utf8')));

  expect(named).toEqual([]);
});
