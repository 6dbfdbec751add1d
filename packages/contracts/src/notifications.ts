import { z } from 'zod';
import { endpoint, idOf, NoReply } from './endpoint.ts';

/** What a person can be told of, in the order of Settings > Notifications. */
export const notificationKinds = [
  'campaign-held',
  'campaign-failing',
  'campaign-finished',
  'form-emails-held',
  'domain',
  'host-stopped',
  'import-finished',
  'automation-note',
  'new-sign-in',
  'plan-nearly-full',
] as const;
export const NotificationKind = z.enum(notificationKinds);
export type NotificationKind = z.infer<typeof NotificationKind>;

export const notificationChannels = ['app', 'email'] as const;
export type NotificationChannel = (typeof notificationChannels)[number];

const Channels = z.strictObject({ app: z.boolean(), email: z.boolean() });
export const NotificationChoices = z.record(NotificationKind, Channels);
export type NotificationChoices = z.infer<typeof NotificationChoices>;

/** Protects the account, so nobody can turn it off: not the person, and not whoever took their session. */
export const lockedKinds: readonly NotificationKind[] = ['new-sign-in'];

const defaultChoices: NotificationChoices = {
  'campaign-held': { app: true, email: true },
  'campaign-failing': { app: true, email: true },
  'campaign-finished': { app: true, email: false },
  'form-emails-held': { app: true, email: true },
  domain: { app: true, email: true },
  'host-stopped': { app: true, email: true },
  'import-finished': { app: true, email: true },
  'automation-note': { app: true, email: true },
  'new-sign-in': { app: true, email: true },
  'plan-nearly-full': { app: true, email: true },
};

/** What a person changed, over what everybody starts with. Unknown kinds, of a newer or an older version, are left out. */
export function choicesFrom(stored: unknown): NotificationChoices {
  const changed = (stored ?? {}) as Partial<Record<string, Partial<Record<NotificationChannel, boolean>>>>;
  const choices = notificationKinds.map((kind) => {
    const { app, email } = defaultChoices[kind];
    const own = lockedKinds.includes(kind) ? {} : (changed[kind] ?? {});
    return [kind, { app: own.app ?? app, email: own.email ?? email }];
  });
  return Object.fromEntries(choices) as NotificationChoices;
}

/** What a kind says besides its name; each has the keys it needs. */
const Facts = z.object({
  /** Of a domain. */
  news: z.enum(['verified', 'failing']).optional(),
  /** Of an import. */
  state: z.string().optional(),
  imported: z.number().optional(),
  duplicates: z.number().optional(),
  errors: z.number().optional(),
  /** Why a campaign waits, as a sentence. */
  reason: z.string().optional(),
  sent: z.number().optional(),
  waiting: z.number().optional(),
  /** Of a campaign whose emails fail: how many did, of how many that were answered, when it was noticed. */
  failed: z.number().optional(),
  answered: z.number().optional(),
  /** Of a plan. */
  percent: z.number().optional(),
  limit: z.number().optional(),
  /** Of an automation: what it says, and what it was called then. */
  note: z.string().optional(),
  automation: z.string().optional(),
  /** And of how many more contacts it says so at the same time. */
  others: z.number().optional(),
  /** Of a sign-in. */
  device: z.string().optional(),
  address: z.string().optional(),
});
export type NotificationFacts = z.infer<typeof Facts>;

const Notification = z.object({
  id: idOf('notification'),
  kind: NotificationKind,
  /** The import, campaign, domain, host name or contact. */
  recordId: z.string().nullable(),
  /** What it is called now. */
  name: z.string().nullable(),
  clientId: idOf('client').nullable(),
  clientName: z.string().nullable(),
  facts: Facts,
  createdAt: z.string(),
  readAt: z.string().nullable(),
});
export type Notification = z.infer<typeof Notification>;

/** The newest that one list shows; older ones are deleted. */
export const mostNotifications = 100;

export const listNotifications = endpoint({
  name: 'notifications.list',
  method: 'GET',
  path: '/api/notifications',
  needs: 'signed-in',
  summary: 'The newest notifications of the signed-in person, and how many of them are unread.',
  reply: z.object({ items: z.array(Notification), unread: z.number() }),
});

export const readNotifications = endpoint({
  name: 'notifications.read',
  method: 'POST',
  path: '/api/notifications/read',
  needs: 'signed-in',
  audit: { skip: 'own-view' },
  summary: 'Marks one notification of the signed-in person as read, or without an id all of them.',
  status: 204,
  body: z.strictObject({ notificationId: idOf('notification').optional() }),
  reply: NoReply,
});

export const readChoices = endpoint({
  name: 'notifications.choices',
  method: 'GET',
  path: '/api/notifications/choices',
  needs: 'signed-in',
  summary: 'What the signed-in person is told of in the app and by email.',
  reply: z.object({ email: z.string(), choices: NotificationChoices }),
});

export const saveChoice = endpoint({
  name: 'notifications.save-choice',
  method: 'PUT',
  path: '/api/notifications/choices',
  needs: 'signed-in',
  audit: { skip: 'own-view' },
  summary: 'Turns one kind of notification on or off for the signed-in person, in the app or by email.',
  body: z.strictObject({ kind: NotificationKind, channel: z.enum(notificationChannels), on: z.boolean() }),
  reply: z.object({ choices: NotificationChoices }),
});
