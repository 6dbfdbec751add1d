import type { JudgedCondition } from '@waggle/automations/judged';
import type { PastLine, PastPerson } from '@waggle/automations/past-person';
import type { Attributes } from '@waggle/contracts/contact-fields';
import type { Condition } from '@waggle/contracts/contact-rules';
import { findAutomationsOf } from '#features/campaigns/index.ts';
import {
  countLinesOf,
  findContactTimes,
  findLines,
  findOfClient,
  findReachable,
  findSubmissions,
  findTagIdsOf,
  judgeRules,
  type PastActivity,
} from '#features/contacts/index.ts';
import type { Context } from '#platform/context.ts';
import { entryOf, type Pseudo } from './entries.ts';
import type { Trial } from './scene.ts';

const day = 86_400_000;
/** Lines that are read at once: some 30 MB. Of a contact with more than that, the latest count. */
export const mostLines = 50_000;

function linesAsked(ctx: Context, { asked, replay }: Trial) {
  const { from, to } = replay.scene;
  const span = { from: new Date(from - asked.lookBackDays * day), to: new Date(Math.min(to, ctx.now().getTime())) };
  return { types: asked.types, span };
}

/** Parts of a page, so that the lines of each can be read at once; `isCut` where one contact has too many by itself. */
export async function splitByLines(
  ctx: Context,
  trial: Trial,
  contactIds: readonly string[],
): Promise<{ parts: string[][]; isCut: boolean }> {
  const lines = await countLinesOf(ctx, contactIds, linesAsked(ctx, trial));
  const parts: string[][] = [[]];
  let inPart = 0;
  for (const id of contactIds) {
    const more = lines.get(id) ?? 0;
    if (inPart > 0 && inPart + more > mostLines) {
      parts.push([]);
      inPart = 0;
    }
    parts.at(-1)!.push(id);
    inPart += more;
  }
  return { parts, isCut: [...lines.values()].some((count) => count > mostLines) };
}

/** What is known of some contacts, with one statement for each kind of question. Who is gone or of another client is not in it. */
export async function findPeople(
  ctx: Context,
  trial: Trial,
  contactIds: readonly string[],
  pseudo: Pseudo,
): Promise<PastPerson[]> {
  const { asked, replay, clientId } = trial;
  const { from } = replay.scene;
  const own = await findOfClient(ctx, contactIds, clientId);
  if (own.length === 0) return [];
  const lines = await findLines(ctx, own, linesAsked(ctx, trial), mostLines);
  const linesOf = Map.groupBy(lines, ({ contactId }) => contactId);
  const sendersOf = await findSenders(ctx, lines);
  const [reachable, times, tags, submissions] = await Promise.all([
    findReachable(ctx, own),
    asked.conditions.some(({ kind }) => kind === 'date') ? findContactTimes(ctx, own) : [],
    asked.tagIds.length > 0 ? findTagIdsOf(ctx, own) : new Map<string, string[]>(),
    asked.conditions.some(({ kind }) => kind === 'form') ? findSubmissions(ctx, own) : [],
  ]);
  const contacts = new Map(reachable.map((contact) => [contact.id, contact]));
  const timesOf = new Map(times.map((one) => [one.id, one]));
  const submissionsOf = Map.groupBy(submissions, ({ contactId }) => contactId);
  const today = await answersOf(ctx, trial, own);
  return own.flatMap((contactId): PastPerson[] => {
    const contact = contacts.get(contactId);
    if (!contact) return [];
    const past = linesOf.get(contactId) ?? [];
    const { timeZone: zone, hasAddress, unmailable, attributes, pausedUntil: until, pauseAskedAt } = contact;
    return [
      {
        contactId,
        contact: { zone, hasAddress, unmailable, fields: attributes },
        pause: until && { from: pauseAskedAt?.getTime() ?? null, until: until.getTime() },
        createdAt: timesOf.get(contactId)?.createdAt.getTime() ?? 0,
        lastActivityAt: timesOf.get(contactId)?.lastActivityAt.getTime() ?? 0,
        lines: inOrder([...ownLines(trial, past, sendersOf), ...pseudo(contactId, attributes)]),
        submissions: (submissionsOf.get(contactId) ?? []).map(({ formId, at }) => ({ formId, at: at.getTime() })),
        tags: tagsAt(from, tags.get(contactId) ?? [], past),
        today: today(contactId),
      },
    ];
  });
}

type Senders = ReadonlyMap<string, string>;

async function findSenders(ctx: Context, lines: readonly PastActivity[]): Promise<Senders> {
  const emails = lines.flatMap(({ type, refId }) => (type.startsWith('email.') && refId ? [refId] : []));
  return findAutomationsOf(ctx, [...new Set(emails)]);
}

/** Lines that somebody else wrote: what the automation did itself would be done anew on paper. */
function ownLines(trial: Trial, lines: readonly PastActivity[], sendersOf: Senders): PastLine[] {
  return lines.flatMap((line): PastLine[] => {
    const { type, refId, at, cause } = line;
    const sentBy = sendersOf.get(refId ?? '') ?? null;
    if (cause?.automationId === trial.automationId || sentBy === trial.automationId) return [];
    const entry = entryOf(trial, { ...line, sentBy });
    return [{ type, refId, at: at.getTime(), ...(entry && { entry }) }];
  });
}

const inOrder = (lines: PastLine[]): PastLine[] => lines.sort((one, other) => one.at - other.at);

/** From today's tags backward over all that was recorded since. */
function tagsAt(from: number, today: readonly string[], lines: readonly PastActivity[]): Set<string> {
  const tags = new Set(today);
  for (const { type, refId, at } of lines.toReversed()) {
    if (at.getTime() < from || refId === null) continue;
    if (type === 'tag.added') tags.delete(refId);
    if (type === 'tag.removed') tags.add(refId);
  }
  return tags;
}

type Answers = (contactId: string) => PastPerson['today'];
type Known = Map<string, JudgedCondition[][]>;

/** Today's answers of the database, also as if a field step had set its value. */
async function answersOf(ctx: Context, { asked, replay }: Trial, contactIds: readonly string[]): Promise<Answers> {
  const { ofToday, fieldSteps } = asked;
  const textOf = new Map(ofToday.map((condition, at) => [JSON.stringify(condition), at]));
  const trees = ofToday.map((condition) => ({ match: 'all' as const, rules: [condition] }));
  const plain: Known = trees.length > 0 ? await judgeRules(ctx, trees, contactIds) : new Map();
  const patched = new Map<string, Known>();
  const askedKeys = new Set(ofToday.flatMap((one) => (one.kind === 'custom' ? [one.key] : [])));
  for (const { field, value } of fieldSteps) {
    const stored = replay.scene.stored(field, value);
    const key = JSON.stringify([field, stored]);
    if (stored === undefined || !askedKeys.has(field) || patched.has(key)) continue;
    patched.set(key, await judgeRules(ctx, trees, contactIds, { [field]: stored } as Attributes));
  }
  return (contactId) => (condition, set) => {
    const known = (condition.kind === 'custom' && patched.get(keyOf(condition, set))) || plain;
    return known.get(contactId)?.[textOf.get(JSON.stringify(condition))!]?.[0] ?? { holds: false, found: null };
  };
}

const keyOf = ({ key }: Extract<Condition, { kind: 'custom' }>, set: ReadonlyMap<string, unknown>): string =>
  set.has(key) ? JSON.stringify([key, set.get(key)]) : '';
