import { inertName } from '@waggle/email/inert-name';
import { renderSystemMail } from '@waggle/email/system-mail';
import type { SecurityNotice } from './jobs.ts';
import { noticeWords } from './words.ts';

/** What no new password undoes: others decided it, or the old address has no account any more. */
const withoutReset = new Set(['role-changed', 'removed', 'email-changed']);

export function noticeMail(notice: SecurityNotice, at: { publicUrl: string; timezone: string }) {
  const { kind, locale, name, device, address, role } = notice;
  const language = noticeWords[locale];
  const { subject, line, closing } = language.kinds[kind];
  const isWithoutReset = withoutReset.has(kind);
  const facts = [
    { label: language.facts.when, value: timeIn(notice, at.timezone) },
    { label: language.facts.role, value: role },
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
