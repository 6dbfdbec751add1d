import type { News } from '@waggle/automations/needs';
import { type AutomationDocument, type Happening, stepsOf, type Trigger } from '@waggle/contracts/automation-document';
import { isAboutMail, type Noticed } from './noticed.ts';
import type { Entry } from './ports.ts';

/** One that lets people in. */
export type LiveAutomation = { id: string; clientId: string | null; version: number; document: AutomationDocument };

export type Happened = Noticed & {
  at: Date;
  /** The automation whose step sent the email that was opened or clicked. */
  sentBy: string | null;
};

/**
 * Days after which what happened is history: an old purchase out of a file lets nobody in. Shops and providers try for up to three
 * days to tell what happened.
 */
const historyDays = 3;

/** Which of them let whom in, in the order in which it happened: a call for each trigger and second, since people enter when it happened. */
export function entriesFor(automations: readonly LiveAutomation[], happened: readonly Happened[], now: Date): Entry[] {
  const recent = happened.filter(({ at }) => now.getTime() - at.getTime() < historyDays * 86_400_000);
  return automations.flatMap((automation) => {
    const found = recent.flatMap((one) => {
      const trigger = startedBy(automation, one);
      return trigger ? [{ one, via: trigger.kind }] : [];
    });
    return grouped(automation, found);
  });
}

/** The trigger that lets somebody in: one of them, however many fit. Automations that start each other are stopped where people enter, by the depth. */
export function startedBy(automation: LiveAutomation, happened: Happened): Trigger | undefined {
  const { clientId, cause, sentBy } = happened;
  if (automation.clientId !== clientId) return undefined;
  // What it does itself, and what people do with its emails, would start it again and again.
  if (cause?.automationId === automation.id || sentBy === automation.id) return undefined;
  return automation.document.triggers.find((trigger) => fits(trigger, happened));
}

function fits(trigger: Trigger, { type, refId }: Happened): boolean {
  const line = lineOf(trigger);
  return line?.type === type && (line.about === 'any' || line.about === refId);
}

/** The line of a timeline that a trigger waits for. Dates and people let in by themselves, and emails of its own steps start nothing. */
export function lineOf(trigger: Trigger): { type: string; about: string } | null {
  if ('formId' in trigger) return { type: trigger.kind, about: trigger.formId ?? 'any' };
  if ('codeId' in trigger) return { type: trigger.kind, about: trigger.codeId ?? 'any' };
  if ('tagId' in trigger) return { type: trigger.kind, about: trigger.tagId };
  if ('segmentId' in trigger) return { type: trigger.kind, about: trigger.segmentId };
  if ('of' in trigger) return emailLineOf(trigger);
  if (trigger.kind === 'event') return { type: `event.${trigger.name}`, about: 'any' };
  return trigger.kind === 'contact.created' || trigger.kind === 'purchase.made'
    ? { type: trigger.kind, about: 'any' }
    : null;
}

function emailLineOf({ kind, of }: Extract<Trigger, { of: unknown }>) {
  if (of === null) return { type: kind, about: 'any' };
  return 'campaignId' in of ? { type: kind, about: of.campaignId } : null;
}

type Found = { one: Happened; via: Trigger['kind'] };

/** Somebody to whom it happened twice is in two calls, where each time counts. */
function grouped({ id: automationId, document }: LiveAutomation, found: readonly Found[]): Entry[] {
  const groups = new Map<string, Required<Pick<Entry, 'via' | 'at' | 'depth'>> & { contactIds: Set<string> }>();
  const times = new Map<string, number>();
  for (const { one, via } of found) {
    const { contactId, cause, at } = one;
    const time = times.get(contactId) ?? 0;
    times.set(contactId, time + 1);
    if (time > 0 && document.entry.again !== 'each-time') continue;
    const depth = cause ? cause.depth + 1 : 0;
    const key = [via, depth, Math.floor(at.getTime() / 1_000), time].join(' ');
    const group = groups.get(key) ?? { via, depth, at, contactIds: new Set() };
    group.contactIds.add(contactId);
    // The latest of its second: what let them in is not something that happened since.
    if (at > group.at) group.at = at;
    groups.set(key, group);
  }
  return [...groups.values()].map(({ contactIds, ...group }) => ({
    automationId,
    ...group,
    contactIds: [...contactIds],
  }));
}

/** What people inside may wait for. A contact that is created is inside of nothing. */
export function kindsOf(happened: readonly Noticed[]): News[] {
  return [...new Set(happened.flatMap(({ type }) => (type === 'contact.created' ? [] : newsOf(type))))];
}

function newsOf(type: string): News {
  if (isAboutMail(type)) return 'mailable';
  return type.startsWith('event.') ? 'event' : (type as News);
}

/** Segments that let people in, or that people inside enter or leave. */
export function segmentsIn(documents: readonly AutomationDocument[]): string[] {
  const ids = documents.flatMap(happeningsIn).flatMap((one) => ('segmentId' in one ? [one.segmentId] : []));
  return [...new Set(ids)];
}

const happeningsIn = ({ triggers, goal, stay, steps }: AutomationDocument): (Trigger | Happening)[] => [
  ...triggers,
  ...stay.leaveWhen,
  ...(goal?.when ? [goal.when] : []),
  ...[...stepsOf(steps)].flatMap((step) => (step.kind === 'wait-for' ? [step.what] : [])),
];
