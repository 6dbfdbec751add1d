import type { Locale } from '@waggle/contracts/fields';
import { inertName } from '@waggle/email/inert-name';
import { renderSystemMail } from '@waggle/email/system-mail';
import type { Expected } from '../records.ts';
import type { DomainNews } from './jobs.ts';
import { mailWords } from './words.ts';

type Mail = { subject: string; html: string; text: string };

/** Fixed words and the records: nothing that the person who asked for it could have written. */
export function recordsMail(
  locale: Locale,
  { domain, records }: { domain: string; records: readonly Pick<Expected, 'type' | 'name' | 'value'>[] },
): Mail {
  const { facts, hello, records: words } = mailWords[locale];
  const { subject, line, closing } = words;
  return {
    subject,
    ...renderSystemMail({
      locale,
      title: subject,
      greeting: hello(''),
      lines: [line],
      facts: [{ label: facts.domain, value: domain }],
      blocks: records.map(({ type, name, value }) => [
        { label: facts.type, value: type },
        { label: facts.name, value: name },
        { label: facts.value, value },
      ]),
      closing,
    }),
  };
}

type News = { name: string; domain: string; lost: readonly string[]; publicUrl: string };

export function domainNewsMail(locale: Locale, news: DomainNews, { name, domain, lost, publicUrl }: News): Mail {
  const { facts, hello, news: kinds } = mailWords[locale];
  const { subject, line, action, closing } = kinds[news];
  const missing = news === 'failing' ? lost.map((value) => ({ label: facts.record, value })) : [];
  return {
    subject,
    ...renderSystemMail({
      locale,
      title: subject,
      greeting: hello(inertName(name, '')),
      lines: [line],
      facts: [{ label: facts.domain, value: domain }, ...missing],
      action,
      link: `${publicUrl}/dashboard/settings/${news === 'verified' ? 'sending' : 'domains'}`,
      closing,
    }),
  };
}
