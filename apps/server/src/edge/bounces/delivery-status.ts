import type { ParsedMail } from 'mailparser';

/** What a delivery-status part says of one recipient (RFC 3464). */
export type DeliveryStatus = { action: string; status: string; diagnostic: string };

const longest = 300;

/** Null when the mail is none: an answer of a person, a note of absence, anything that reports no delivery. */
export function deliveryStatusIn(mail: ParsedMail): DeliveryStatus | null {
  const part = mail.attachments.find(({ contentType }) => /^message\/(global-)?delivery-status$/i.test(contentType));
  if (part) return readFields(part.content.toString('utf8'));
  return isReply(mail) ? null : statusInText(mail);
}

function readFields(text: string): DeliveryStatus | null {
  const fields = fieldsIn(text);
  const field = (name: string) => fields.get(name) ?? '';
  const action = field('action').toLowerCase();
  const status = /\b[245]\.\d{1,3}\.\d{1,3}\b/.exec(field('status'))?.[0] ?? '';
  if (!/^(failed|delayed|delivered|relayed|expanded)$/.test(action)) return null;
  return { action, status, diagnostic: field('diagnostic-code').slice(0, longest) };
}

/** Those of the first recipient; our mails have only one. */
function fieldsIn(text: string): Map<string, string> {
  const fields = new Map<string, string>();
  for (const line of text.replaceAll(/\r?\n[ \t]+/g, ' ').split(/\r?\n/)) {
    const colon = line.indexOf(':');
    const name = line.slice(0, Math.max(0, colon)).toLowerCase();
    if (/^[a-z-]{1,60}$/.test(name) && !fields.has(name)) fields.set(name, line.slice(colon + 1).trim());
  }
  return fields;
}

/** Programs that answer for a person say so (RFC 3834), or at least in their subject. */
function isReply(mail: ParsedMail): boolean {
  const header = mail.headers.get('auto-submitted');
  const automatic = typeof header === 'string' ? header.toLowerCase() : '';
  if (automatic.startsWith('auto-replied') || mail.headers.has('x-autoreply') || mail.headers.has('x-autorespond'))
    return true;
  return /out of (the )?office|vacation|abwesen|automatic reply|réponse automatique|respuesta automática/i.test(
    mail.subject ?? '',
  );
}

/** Old servers write prose. Only theirs is believed, and only with a status in it. */
function statusInText(mail: ParsedMail): DeliveryStatus | null {
  const from = mail.from?.value[0]?.address ?? '';
  if (from !== '' && !/^(mailer-daemon|postmaster)@/i.test(from)) return null;
  const text = (mail.text ?? '').slice(0, 20_000);
  const status = /\b[45]\.\d{1,3}\.\d{1,3}\b/.exec(text)?.[0];
  return status ? { action: 'failed', status, diagnostic: '' } : null;
}
