import { inertName } from '@waggle/email/inert-name';
import type { MailProduct } from '@waggle/email/mail-product';
import { renderSystemMail } from '@waggle/email/system-mail';
import type { SecurityNotice } from './jobs.ts';
import { noticeWords } from './words.ts';

/** What no new password undoes: others decided it, the old address has no account any more, or a passkey outlives it. */
const withoutReset = new Set(['role-changed', 'removed', 'email-changed', 'ownership-received', 'passkey-refused']);

type NoticedAt = { publicUrl: string; timezone: string; product: MailProduct };

export function noticeMail(notice: SecurityNotice, at: NoticedAt) {
  const { kind, locale, name, device, address, role, passkeys } = notice;
  const language = noticeWords(locale, at.product.name);
  const { subject, line, closing } = language.kinds[kind];
  const isWithoutReset = withoutReset.has(kind);
  // With a new password the old passkeys still work, and their owner is told which ones there are.
  const passkeyLabel = language.facts[kind === 'password-changed' ? 'passkeysLeft' : 'passkey'];
  const facts = [
    { label: language.facts.when, value: timeIn(notice, at.timezone) },
    { label: language.facts.role, value: role },
    { label: passkeyLabel, value: passkeys.map((passkey) => inertName(passkey, language.unnamed)).join(', ') },
    { label: language.facts.device, value: device },
    { label: language.facts.address, value: address },
  ].flatMap(({ label, value }) => (value ? [{ label, value }] : []));
  const mail = renderSystemMail({
    locale,
    title: subject,
    greeting: language.greeting(inertName(name, '')),
    lines: [line],
    facts,
    closing,
    product: at.product,
    ...(kind !== 'removed' && {
      action: isWithoutReset ? language.open : language.reset,
      link: isWithoutReset ? at.publicUrl : `${at.publicUrl}/auth/forgot-password`,
    }),
  });
  return { subject, ...mail };
}

const timeIn = ({ at, locale }: SecurityNotice, timeZone: string): string =>
  new Intl.DateTimeFormat(locale, {
    year: 'numeric',
    month: 'long',
    day: 'numeric',
    hour: 'numeric',
    minute: '2-digit',
    timeZoneName: 'short',
    timeZone,
  }).format(new Date(at));
