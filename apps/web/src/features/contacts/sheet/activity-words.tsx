import { channels, contactSources, type ContactActivity } from '@waggle/contracts/contacts';
import { isCurrency } from '@waggle/contracts/money';
import { suppressionReasons } from '@waggle/contracts/suppressions';
import {
  Activity,
  Ban,
  Bell,
  BellOff,
  Building2,
  CircleCheck,
  ClipboardList,
  LogIn,
  LogOut,
  MailCheck,
  MailOpen,
  MailQuestion,
  MailX,
  Merge,
  MousePointerClick,
  Pause,
  Pencil,
  Play,
  QrCode,
  ReceiptText,
  RotateCcw,
  Send,
  ShieldAlert,
  SquareCheck,
  SquarePlus,
  StickyNote,
  Tag,
  Trash2,
  Undo2,
  Upload,
  UserCheck,
  UserMinus,
  UserPlus,
  Target,
  Workflow,
  Zap,
  type LucideIcon,
} from 'lucide-react';
import type { TFunction } from 'i18next';
import { createElement } from 'react';
import type { Money } from '#lib/money.ts';

/** What has a sentence of its own. */
const icons = {
  'contact.created': UserPlus,
  'contact.updated': Pencil,
  'contact.imported': Upload,
  'contact.merged': Merge,
  'contact.moved': Building2,
  'contact.deleted': Trash2,
  'contact.restored': RotateCcw,
  'note.added': StickyNote,
  'task.added': SquarePlus,
  'task.done': SquareCheck,
  'tag.added': Tag,
  'tag.removed': Tag,
  'consent.granted': MailCheck,
  'consent.confirmed': MailCheck,
  'consent.implied': MailCheck,
  'consent.withdrawn': MailX,
  'consent.not_asked': MailQuestion,
  'consent.pending': MailQuestion,
  'suppression.added': Ban,
  'suppression.lifted': MailCheck,
  'email.sent': Send,
  'email.opened': MailOpen,
  'email.clicked': MousePointerClick,
  'email.bounced': MailX,
  'email.complained': ShieldAlert,
  'email.unsubscribed': UserMinus,
  'email.resubscribed': UserCheck,
  'email.paused': Pause,
  'email.resumed': Play,
  'topic.opted_out': BellOff,
  'topic.opted_in': Bell,
  'qr.scanned': QrCode,
  'form.submitted': ClipboardList,
  'purchase.made': ReceiptText,
  'purchase.refunded': Undo2,
  'segment.entered': LogIn,
  'segment.left': LogOut,
  'automation.entered': Workflow,
  'automation.completed': CircleCheck,
  'automation.goal': Target,
  'automation.left': LogOut,
  'event.reported': Zap,
} satisfies Record<string, LucideIcon>;

type KnownType = keyof typeof icons;
type SentenceOf<Type> = Type extends `${infer Noun}.${infer Verb}` ? `activity.${Noun}_${Verb}` : never;
type SentenceKey = SentenceOf<KnownType>;

const isKnown = (type: string): type is KnownType => type in icons;

/** The name that a program gave to what it told: `trial.started` of the type `event.trial.started`. */
export const eventName = (type: string): string | undefined =>
  type.startsWith('event.') ? type.slice('event.'.length) : undefined;

/** What programs tell has as many types as names, and one sentence. */
const spokenType = (type: string): string => (eventName(type) === undefined ? type : 'event.reported');

const iconOf = (type: string): LucideIcon => (isKnown(type) ? icons[type] : Activity);

export const ActivityIcon = ({ type }: { type: string }) =>
  createElement(iconOf(spokenType(type)), { 'aria-hidden': true, className: 'size-3.5 text-subtle' });

export function sentenceKey(told: string): SentenceKey | undefined {
  const type = spokenType(told);
  return isKnown(type) ? (`activity.${type.replace('.', '_')}` as SentenceKey) : undefined;
}

const fieldNames = [
  'email',
  'firstName',
  'lastName',
  'phone',
  'company',
  'timeZone',
  'source',
  'status',
  'attributes',
  'tags',
] as const;

/** Changes are noted by the name of their column: first_name is firstName here. */
const spoken = (column: string) => column.replace(/_(\w)/g, (_, letter: string) => letter.toUpperCase());

/** What was paid or given back; an amount is kept in the smallest unit of its currency. */
export function amountIn({ type, data }: ContactActivity, money: Money): string | undefined {
  const { amount, currency } = data;
  const isKnown = typeof amount === 'number' && typeof currency === 'string' && isCurrency(currency);
  return type.startsWith('purchase.') && isKnown ? money(amount, currency) : undefined;
}

/** The quiet second line: where from, what changed, why. */
export function activityDetail(item: ContactActivity, t: TFunction<'contacts'>): string | undefined {
  const { type, data } = item;
  if (type === 'contact.created') {
    const source = contactSources.find((one) => one === data.source);
    return source && t('activity.source', { source: t(`source.${source}`) });
  }
  if (type === 'contact.imported') return importedDetail(data, t);
  if (type === 'contact.updated' && Array.isArray(data.changed)) {
    const names = data.changed.map((name) => spoken(String(name)));
    const changed = fieldNames.filter((name) => names.includes(name));
    return changed.map((name) => t(`changed.${name}`)).join(', ') || undefined;
  }
  if (type === 'automation.left') return leftBecause(data, t);
  if (type.startsWith('suppression.')) return suppressedBecause(data, t);
  return emailDetail(item, t) ?? channelOf(item, t) ?? boughtIn(item);
}

function emailDetail({ type, data, by }: ContactActivity, t: TFunction<'contacts'>): string | undefined {
  if (type.startsWith('topic.') && by) return t('activity.recordedBy', { name: by });
  if (type === 'email.clicked' && typeof data.url === 'string') return t('activity.link', { url: shownUrl(data.url) });
  return type === 'email.paused' && typeof data.days === 'number' ? t('activity.days', { days: data.days }) : undefined;
}

/** As much as tells links apart. */
function shownUrl(url: string): string {
  const short = url.replace(/^https?:\/\//, '').replace(/\/$/, '');
  return short.length > 100 ? `${short.slice(0, 99)}…` : short;
}

function suppressedBecause(data: ContactActivity['data'], t: TFunction<'contacts'>): string | undefined {
  const reason = suppressionReasons.find((one) => one === data.reason);
  return reason && t(`reason.${reason}`);
}

const leaveReasons = ['left', 'filter', 'rule', 'unsubscribed', 'removed', 'ended', 'given-up', 'moved'] as const;

function leftBecause({ reason }: ContactActivity['data'], t: TFunction<'contacts'>): string | undefined {
  const known = leaveReasons.find((one) => one === reason);
  return known && t(`activity.leaveReasons.${known}`);
}

function channelOf({ type, data }: ContactActivity, t: TFunction<'contacts'>): string | undefined {
  const channel = type.startsWith('consent.') ? channels.find((one) => one === data.channel) : undefined;
  return channel && t(`consent.channel.${channel}`);
}

const boughtIn = ({ type, data: { name } }: ContactActivity): string | undefined =>
  type.startsWith('purchase.') && typeof name === 'string' ? name : undefined;

/** What the import stated for everybody in its file. */
function importedDetail({ consent, basis }: ContactActivity['data'], t: TFunction<'contacts'>): string | undefined {
  if (consent === 'granted' && typeof basis === 'string') return t('activity.optedIn', { basis });
  return consent === 'not_asked' ? t('activity.notAsked') : undefined;
}
