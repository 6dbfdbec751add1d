import type { Happening } from '@waggle/contracts/automation-document';
import type { PastLine, PastPerson } from './past-person.ts';
import type { Replay } from './replay.ts';
import { judgeThen, type Moment } from './rules-then.ts';
import type { Facts, Run } from './walk.ts';
import { zoneFor } from './zone-for.ts';

const hour = 3_600_000;

type Asked = { run: Run; person: PastPerson; moment: Moment; set: ReadonlyMap<string, unknown> };

/** What the engine would have read for a turn at that moment. */
export function paperFacts(replay: Replay, { run, person, moment, set }: Asked): Facts {
  const needs = replay.needsAt(run.step);
  const rules = new Map([...needs.rules].map(([node, rule]) => [node, judgeThen(rule, moment)]));
  const happened = new Map<string, number>();
  for (const { key, what, since, node } of needs.happenings) {
    const after = since === 'entry' ? run.enteredAt : run.arrivedAt;
    const isSaid = node !== null && replay.isSaidAt(node);
    const at = isSaid ? after + 1 : firstAfter(moment.lines, what, after);
    if (at !== undefined) happened.set(key, at);
  }
  const { zone, cap } = replay.scene;
  const contact = person.contact && {
    ...person.contact,
    pausedUntil: pausedUntil(person, moment.now),
    zone: zoneFor(person.contact.zone, zone),
    fields: fieldsOf(person.contact.fields, set),
  };
  return { contact, rules, happened, limit: cap && needs.cap ? { freeAt: freeAt(moment, cap) } : null };
}

const pausedUntil = ({ pause }: PastPerson, now: number): number | null =>
  pause && (pause.from ?? now) <= now ? pause.until : null;

function fieldsOf(fields: Record<string, unknown>, set: ReadonlyMap<string, unknown>): Record<string, unknown> {
  return set.size === 0 ? fields : { ...fields, ...Object.fromEntries(set) };
}

/** A millisecond after at least, as the engine looks. */
const firstAfter = (lines: readonly PastLine[], what: Happening, since: number): number | undefined =>
  lines.find((line) => line.at > since && isAbout(line, what))?.at;

function isAbout(line: PastLine, what: Happening): boolean {
  if (what.kind === 'event') return line.type === `event.${what.name}`;
  if (line.type !== what.kind) return false;
  if ('of' in what) return isOfEmail(line, what.of);
  const about = aboutOf(what);
  return about === null || line.refId === about.toLowerCase();
}

function isOfEmail({ refId, stepId }: PastLine, of: Extract<Happening, { of: unknown }>['of']): boolean {
  if (of === null) return true;
  return 'step' in of ? stepId === of.step : refId === of.campaignId.toLowerCase();
}

/** Null is any. */
function aboutOf(what: Happening): string | null {
  if ('formId' in what) return what.formId;
  if ('codeId' in what) return what.codeId;
  if ('tagId' in what) return what.tagId;
  return 'segmentId' in what ? what.segmentId : null;
}

/** As `campaigns/cap` reads it: when the oldest of the last emails is older than the hours of the limit. */
function freeAt({ lines, now }: Moment, { emails, hours }: { emails: number; hours: number }): number | null {
  const since = now - hours * hour;
  const sent = lines.filter(({ type, at }) => type === 'email.sent' && at > since).map(({ at }) => at);
  const oldest = sent.sort((one, other) => other - one)[emails - 1];
  return oldest === undefined ? null : oldest + hours * hour;
}
