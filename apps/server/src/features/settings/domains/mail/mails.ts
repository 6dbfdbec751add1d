import type { Locale } from '@waggle/contracts/fields';
import { inertName } from '@waggle/email/inert-name';
import { type MailProduct, withoutPicture } from '@waggle/email/mail-product';
import { type RenderedMail, renderSystemMail } from '@waggle/email/system-mail';
import type { Expected } from '../records.ts';
import type { DomainNews } from './jobs.ts';
import { mailWords } from './words.ts';

type Mail = RenderedMail & { subject: string };
type Wanted = {
  domain: string;
  records: readonly Pick<Expected, 'type' | 'name' | 'value'>[];
  product: MailProduct;
};

/** Fixed words and the records: nothing that the person who asked for it could have written but the name of the product. */
export function recordsMail(locale: Locale, { domain, records, product }: Wanted): Mail {
  const { facts, hello, records: words } = mailWords[locale];
  const { subject, line, closing } = words;
  return {
    subject,
    ...renderSystemMail({
      locale,
      title: subject,
      greeting: hello(''),
      lines: [line(product.name)],
      facts: [{ label: facts.domain, value: domain }],
      blocks: records.map(({ type, name, value }) => [
        { label: facts.type, value: type },
        { label: facts.name, value: name },
        { label: facts.value, value },
      ]),
      closing,
      product: withoutPicture(product),
    }),
  };
}

type News = { name: string; domain: string; lost: readonly string[]; publicUrl: string; product: MailProduct };

export function domainNewsMail(locale: Locale, news: DomainNews, told: News): Mail {
  const { name, domain, lost, publicUrl, product } = told;
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
      product,
    }),
  };
}
