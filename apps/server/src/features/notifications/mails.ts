import type { Locale } from '@waggle/contracts/fields';
import type { Notification } from '@waggle/contracts/notifications';
import { inertName } from '@waggle/email/inert-name';
import { renderSystemMail } from '@waggle/email/system-mail';
import { type EmailedKind, notificationWords } from './words.ts';

type Mail = { subject: string; html: string; text: string };

/** Where the button leads. */
const places: Record<EmailedKind, (recordId: string | null) => string> = {
  'import-finished': (recordId) => `/dashboard/contacts?import=${recordId}`,
  'campaign-held': (recordId) => `/dashboard/campaigns/${recordId}`,
  'campaign-failing': (recordId) => `/dashboard/campaigns/${recordId}`,
  'campaign-finished': (recordId) => `/dashboard/campaigns/${recordId}`,
  'form-emails-held': () => '/dashboard/settings/sending',
  'plan-nearly-full': () => '/dashboard/contacts',
};

/** Subjects are fixed, so that nobody can put words of their own into the subject of a mail of ours. */
export function notificationMail(
  locale: Locale,
  { kind, recordId, name, clientName, facts }: Notification,
  { name: person, publicUrl }: { name: string; publicUrl: string },
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
    }),
  };
}
