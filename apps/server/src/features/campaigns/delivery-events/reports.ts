import { z } from 'zod';
import type { InboxEvent, Report } from '#platform/inbox/event.ts';
import { stableId } from '#platform/jobs/stable-id.ts';
import type { LinkKey } from '#platform/tracking/mac.ts';
import { readReturnPath } from '#platform/tracking/return-path.ts';
import { type DeliveryEvent, hardBounce, reported, softBounce } from './delivery-event.ts';

/** News about a mail that may not be known to be ours; then the address is all there is. */
export type News = Omit<DeliveryEvent, 'sendId'> & { sendId: string | null; recipient: string | null; source: string };

type Said = {
  kind: 'delivered' | 'deferred' | 'bounced' | 'complained';
  hard: boolean;
  at: number | null;
  recipient: string | null;
  /** The provider's own name of the mail. */
  message: string;
  sendId: string | null;
};

const text = z.string().max(2_000);
const Time = z
  .string()
  .max(60)
  .transform((value) => Date.parse(value))
  .transform((value) => (Number.isNaN(value) ? null : value))
  .nullable()
  .catch(null);
const Recipients = z.array(z.object({ emailAddress: text }).transform(({ emailAddress }) => emailAddress)).max(100);

const Ses = z.object({
  eventType: text.optional(),
  notificationType: text.optional(),
  mail: z.object({
    messageId: text,
    source: text.optional(),
    headers: z.array(z.object({ name: text, value: z.string() })).catch([]),
    commonHeaders: z.object({ messageId: text.optional() }).catch({}),
  }),
  bounce: z.object({ bounceType: text, timestamp: Time, bouncedRecipients: Recipients }).optional(),
  complaint: z.object({ timestamp: Time, complainedRecipients: Recipients }).optional(),
  delivery: z.object({ timestamp: Time, recipients: z.array(text).max(100) }).optional(),
  deliveryDelay: z.object({ timestamp: Time, delayedRecipients: Recipients }).optional(),
});

function fromSes(body: unknown, keys: readonly LinkKey[]): Said[] {
  const parsed = Ses.safeParse(body);
  if (!parsed.success) return [];
  const { mail, bounce, complaint, delivery, deliveryDelay } = parsed.data;
  const sendId = sendOf(mail, keys);
  const said = (kind: Said['kind'], recipients: readonly string[], at: number | null, hard = false): Said[] =>
    recipients.map((recipient) => ({ kind, hard, at, recipient, message: mail.messageId, sendId }));
  switch (parsed.data.eventType ?? parsed.data.notificationType) {
    case 'Bounce':
      return bounce
        ? said('bounced', bounce.bouncedRecipients, bounce.timestamp, bounce.bounceType === 'Permanent')
        : [];
    case 'Complaint':
      return complaint ? said('complained', complaint.complainedRecipients, complaint.timestamp) : [];
    case 'Delivery':
      return delivery ? said('delivered', delivery.recipients, delivery.timestamp) : [];
    case 'DeliveryDelay':
      return deliveryDelay ? said('deferred', deliveryDelay.delayedRecipients, deliveryDelay.timestamp) : [];
    default:
      return [];
  }
}

/** SES gives mails an id of its own; ours is in the header it repeats, or in the return path. */
function sendOf({ source, headers, commonHeaders }: z.infer<typeof Ses>['mail'], keys: readonly LinkKey[]) {
  const messageId = headers.find(({ name }) => name.toLowerCase() === 'message-id')?.value ?? commonHeaders.messageId;
  const own = /^<?([0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})@/.exec(messageId ?? '')?.[1];
  return own ?? readReturnPath(keys, localPartOf(source ?? ''))?.sendId ?? null;
}

/** Of `Ann <ann@example.com>` or of the bare address: what stands before the last `@`. */
function localPartOf(source: string): string {
  const address = source.slice(source.lastIndexOf('<') + 1).trim();
  return address.slice(0, Math.max(0, address.lastIndexOf('@')));
}

const Postmark = z.object({
  RecordType: text,
  MessageID: text,
  Type: text.default(''),
  Email: text.optional(),
  Recipient: text.optional(),
  BouncedAt: Time.optional(),
  DeliveredAt: Time.optional(),
  Metadata: z.object({ send: z.uuid() }).optional().catch(undefined),
});
const postmarkHard = new Set(['HardBounce', 'BadEmailAddress']);
const postmarkPassing = new Set([
  'AutoResponder',
  'OpenRelayTest',
  'Subscribe',
  'Unsubscribe',
  'ChallengeVerification',
]);

function fromPostmark(body: unknown): Said[] {
  const parsed = Postmark.safeParse(body);
  if (!parsed.success) return [];
  const { MessageID: message, Email, Recipient, BouncedAt, DeliveredAt, Metadata } = parsed.data;
  const kind = postmarkKind(parsed.data);
  if (kind === null) return [];
  return [
    {
      kind,
      hard: kind === 'bounced' && postmarkHard.has(parsed.data.Type),
      at: (kind === 'delivered' ? DeliveredAt : BouncedAt) ?? null,
      recipient: Email ?? Recipient ?? null,
      message,
      sendId: Metadata?.send ?? null,
    },
  ];
}

function postmarkKind({ RecordType, Type }: z.infer<typeof Postmark>): Said['kind'] | null {
  if (RecordType === 'Delivery') return 'delivered';
  if (RecordType === 'SpamComplaint' || Type === 'SpamComplaint') return 'complained';
  return RecordType === 'Bounce' && !postmarkPassing.has(Type) ? 'bounced' : null;
}

const Dsn = z.object({ action: text, status: text });
/** The mailbox or its domain does not exist, or was closed. A full box, a filter or a policy may be another tomorrow. */
const deadMailbox = /^5\.(1\.\d+|2\.1|4\.4)$/;

function fromSmtp(body: unknown, sendId: string | null): Said[] {
  const parsed = Dsn.safeParse(body);
  if (!parsed.success) return [];
  const { action, status } = parsed.data;
  const kinds: Record<string, Said['kind']> = { failed: 'bounced', delayed: 'deferred', delivered: 'delivered' };
  const kind = kinds[action];
  if (!kind) return [];
  return [{ kind, hard: deadMailbox.test(status), at: null, recipient: null, message: sendId ?? '', sendId }];
}

/** Milliseconds; an older report, or one from tomorrow, has a broken clock and happened when it came. */
const oldest = 20 * 86_400_000;
const ahead = 3_600_000;

export function newsIn(event: InboxEvent, keys: readonly LinkKey[]): News[] {
  const { report, sendId = null } = event.signals;
  if (!report) return [];
  const body = bodyOf(report);
  const said: Record<Report['provider'], () => Said[]> = {
    ses: () => fromSes(body, keys),
    postmark: () => fromPostmark(body),
    smtp: () => fromSmtp(body, sendId),
  };
  return said[report.provider]().map(({ kind, hard, at, recipient, message, sendId }) => {
    const isSound = at !== null && at > event.happenedAt - oldest && at < event.happenedAt + ahead;
    return {
      ...reported,
      id: stableId(report.provider, kind, message, recipient?.toLowerCase() ?? '', String(hard)),
      kind,
      sendId,
      linkNo: null,
      happenedAt: isSound ? at : event.happenedAt,
      label: 'machine',
      reason: kind === 'bounced' ? (hard ? hardBounce : softBounce) : 'reported',
      recipient,
      source: report.provider,
    };
  });
}

function bodyOf({ text }: Report): unknown {
  try {
    return JSON.parse(text) as unknown;
  } catch {
    return null;
  }
}
