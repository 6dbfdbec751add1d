import { readFileSync } from 'node:fs';
import { type HoldReason, holdReasons, holdSentences } from '@waggle/contracts/campaign-holds';
import type { Locale } from '@waggle/contracts/fields';
import { waggle } from '@waggle/email/mail-product';
import { expect, test } from 'vitest';
import { notificationMail } from './mails.ts';

const mailOf = (locale: Locale, reason: HoldReason) =>
  notificationMail(
    locale,
    {
      id: '',
      kind: 'campaign-held',
      recordId: 'id',
      name: 'Spring',
      clientId: null,
      clientName: null,
      facts: { reason: holdSentences[reason] },
      createdAt: '',
      readAt: null,
    },
    { name: 'Ann', publicUrl: 'https://waggle.example', product: waggle },
  ).text.replaceAll(/\s+/g, ' ');

const onScreen = (locale: Locale): Record<string, string> =>
  JSON.parse(
    readFileSync(new URL(`../../../../web/src/locales/${locale}/sentences.json`, import.meta.url), 'utf8'),
  ) as Record<string, string>;

test.each(['en', 'es', 'fr'] as const)(
  'the email of a held campaign gives each reason as its screen does, in %s',
  (locale) => {
    const words = onScreen(locale);

    for (const reason of holdReasons) {
      const sentence = holdSentences[reason];
      expect(mailOf(locale, reason)).toContain((words[sentence] ?? sentence).replaceAll(/\s+/g, ' '));
    }
  },
);
