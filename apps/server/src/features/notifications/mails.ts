import type { Locale } from '@waggle/contracts/fields';
import type { Notification } from '@waggle/contracts/notifications';
import { inertName } from '@waggle/email/inert-name';
import type { MailProduct } from '@waggle/email/mail-product';
import { type RenderedMail, renderSystemMail } from '@waggle/email/system-mail';
import { type EmailedKind, notificationWords } from './words.ts';

type Mail = RenderedMail & { subject: string };
type Reader = { name: string; publicUrl: string; product: MailProduct };

/** Where the button leads. */
const places: Record<EmailedKind, (recordId: string | null) => string> = {
  'import-finished': (recordId) => `/dashboard/contacts?import=${recordId}`,
  'campaign-held': (recordId) => `/dashboard/campaigns/${recordId}`,
  'campaign-failing': (recordId) => `/dashboard/campaigns/${recordId}`,
  'campaign-finished': (recordId) => `/dashboard/campaigns/${recordId}`,
  'automation-note': (recordId) => `/dashboard/contacts?contact=${recordId}`,
  'form-emails-held': () => '/dashboard/settings/sending',
  'host-stopped': () => '/dashboard/settings/hosts',
  'plan-nearly-full': () => '/dashboard/contacts',
};

/** Subjects are fixed, so that nobody can put words of their own into the subject of a mail of ours. */
export function notificationMail(
  locale: Locale,
  { kind, recordId, name, clientName, facts }: Notification,
  { name: person, publicUrl, product }: Reader,
): Mail {
  const words = notificationWords[locale];
  const number = (value: number) => value.toLocaleString(locale);
  const emailed = kind as EmailedKind;
  const { subject, line, action } = words.kinds[emailed](facts, number);
  const place = places[emailed](recordId);
  const settings = `${publicUrl}/dashboard/settings/notifications`;
  return {
    subject,
    ...renderSystemMail({
      locale,
      title: subject,
      greeting: words.greeting(inertName(person, '')),
      lines: [line],
      facts: [
        ...(name === null ? [] : [{ label: words.name[emailed], value: name }]),
        ...(clientName === null ? [] : [{ label: words.client, value: clientName }]),
      ],
      action,
      link: `${publicUrl}${place}`,
      closing: words.closing(settings),
      product,
    }),
  };
}
