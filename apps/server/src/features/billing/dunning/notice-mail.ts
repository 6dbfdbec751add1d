import type { Locale } from '@waggle/contracts/fields';
import { digitsOf } from '@waggle/contracts/money';
import { inertName } from '@waggle/email/inert-name';
import { waggle } from '@waggle/email/mail-product';
import { renderSystemMail } from '@waggle/email/system-mail';
import type { z } from 'zod';
import type { NoticePayload } from '../jobs.ts';
import { noticeWords, planNames } from './words.ts';

type Reader = { name: string; locale: Locale; timezone: string; link: string };

/** Tells an admin about a payment or the end of a plan, in the name of whoever they pay. Amounts and dates are those of the reader's language and zone. */
export function noticeMail(notice: z.infer<typeof NoticePayload>, { name, locale, timezone, link }: Reader) {
  const language = noticeWords[locale];
  const facts = {
    plan: planNames[notice.plan],
    amount: moneyOf(notice, locale),
    date: notice.graceEndsAt ? dateOf(notice.graceEndsAt, locale, timezone) : '',
  };
  const { subject, lines, action } = language.kinds[notice.kind](facts);
  const greeting = language.greeting(inertName(name, ''));
  const { closing } = language;
  const parts = { locale, title: subject, greeting, lines, action, link, closing, product: waggle };
  return { subject, ...renderSystemMail(parts) };
}

function moneyOf(
  { amount, currency }: Pick<z.infer<typeof NoticePayload>, 'amount' | 'currency'>,
  locale: Locale,
): string {
  if (amount === null || currency === null) return '';
  return new Intl.NumberFormat(locale, { style: 'currency', currency }).format(amount / 10 ** digitsOf(currency));
}

const dateOf = (at: string, locale: Locale, timeZone: string): string =>
  new Intl.DateTimeFormat(locale, { year: 'numeric', month: 'long', day: 'numeric', timeZone }).format(new Date(at));
