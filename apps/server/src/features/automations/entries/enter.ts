import type { AutomationDocument, Trigger } from '@waggle/contracts/automation-document';
import { findOfClient, matchRules } from '#features/contacts/index.ts';
import { type Context, inTransaction } from '#platform/context.ts';
import { databaseNow } from '#platform/database/database-now.ts';
import { arrive } from '../engine/arrive.ts';
import { randomSlot } from '../engine/counts.ts';
import { addCounts } from '../engine/queries.ts';
import { versionOf } from '../live/live-automations.ts';
import { findUnsound } from '../live/sound-rules.ts';
import * as queries from './queries.ts';

/** Automations one after the other that led here; from this many on they start each other, and nobody gets in. */
export const mostDepth = 5;
/** Entries of an hour that hold an automation back, unless it usually has a twentieth of them. */
const rush = { least: 2_000, times: 20 };

export type Entry = {
  automationId: string;
  contactIds: readonly string[];
  /** `step`: of another automation. */
  via: Trigger['kind'] | 'step';
  /** When it happened that lets them in; now where nothing did. */
  at?: Date;
  /** Of a date: once a year at most. A day of each year is meant to come again, whatever else lets people in once. */
  occasion?: { key: string; year: number; yearly: boolean };
  depth?: number;
};
export type EntryOutcome = { entered: number; leftOut: number };

/** The contacts of an entry, each once, at the question that let them in or kept them out. */
export type Sorted = {
  /** What they were measured by; null where nobody gets in at all. */
  document: AutomationDocument | null;
  all: string[];
  own: string[];
  fitting: string[];
  entered: string[];
};

export async function enterPeople(ctx: Context, entry: Entry): Promise<EntryOutcome> {
  const { all, entered } = await sortPeople(ctx, entry);
  return { entered: entered.length, leftOut: all.length - entered.length };
}

/**
 * Lets contacts in at the first step of what is published. Who was inside may not get in again, does not fit the filter, or is of
 * another client is left out, and everybody while the filter names something gone. Held back, it still lets people in, and they wait.
 */
export const sortPeople = (ctx: Context, entry: Entry): Promise<Sorted> =>
  inTransaction(ctx, async (ctx) => {
    const all = [...new Set(entry.contactIds)].sort();
    const nobody = { document: null, all, own: [], fitting: [], entered: [] };
    const automation = await queries.shareAutomation(ctx, entry.automationId);
    if (automation?.status !== 'live' || automation.version === null || all.length === 0) return nobody;
    const { clientId, version } = automation;
    if ((entry.depth ?? 0) >= mostDepth) {
      await queries.holdBack(ctx, entry.automationId, 'loop');
      return nobody;
    }
    const { document } = await versionOf(ctx, entry.automationId, version);
    const own = await findOfClient(ctx, all, clientId);
    const fitting = await whoFits(ctx, document, own);
    const entered = await letIn(ctx, { ...entry, contactIds: fitting }, { clientId, version, document });
    return { document, all, own, fitting, entered };
  });

async function whoFits(ctx: Context, { entry }: AutomationDocument, own: string[]): Promise<string[]> {
  if (!entry.filter || own.length === 0) return own;
  if ((await findUnsound(ctx, [entry.filter])).size > 0) return [];
  const answers = await matchRules(ctx, [entry.filter], own);
  return own.filter((id) => answers.get(id)?.[0] === true);
}

type Published = { clientId: string | null; version: number; document: AutomationDocument };

async function letIn(ctx: Context, entry: Entry, { clientId, version, document }: Published): Promise<string[]> {
  const { automationId, depth = 0 } = entry;
  const now = await databaseNow(ctx);
  const at = entry.at && entry.at < now ? entry.at : now;
  const entering = { automationId, clientId, contactIds: entry.contactIds, at };
  const whileInside = document.entry.again === 'each-time';
  const entered = await whoEnters(ctx, entering, document, entry.occasion);
  if (entered.length === 0) return [];
  await arrive(ctx, [{ automationId, version, step: 0, clientId, wakeAt: now.getTime() }]);
  await queries.insertRuns(ctx, { ...entering, version, depth, wakeAt: now, entered, whileInside });
  await count(ctx, { automationId, clientId, via: entry.via, arrived: entered.length, now });
  return entered.map(({ contactId }) => contactId);
}

/** Decided by the row of each contact, which is locked first: whoever comes at the same moment comes after. */
async function whoEnters(
  ctx: Context,
  entering: queries.Entering,
  { entry: { again, notWithinDays } }: AutomationDocument,
  occasion: Entry['occasion'],
): Promise<queries.Entered[]> {
  if (entering.contactIds.length === 0) return [];
  const first = await queries.insertEntries(ctx, entering, occasion);
  const known = new Set(first.map(({ contactId }) => contactId));
  const others = entering.contactIds.filter((id) => !known.has(id));
  if (others.length === 0 || (again === 'never' && !occasion?.yearly)) return first;
  await queries.lockEntries(ctx, entering.automationId, others);
  const rule = { whileInside: again === 'each-time', notWithinDays, occasion };
  return [...first, ...(await queries.enterAgain(ctx, { ...entering, contactIds: others }, rule))];
}

type Entered = { clientId: string | null; arrived: number; now: Date };

/** What a person lets in by hand is no rush: it is not in the row of the hour either, for those who come later. */
async function count(
  ctx: Context,
  { automationId, clientId, via, arrived, now }: Pick<Entry, 'automationId' | 'via'> & Entered,
): Promise<void> {
  const slot = via === 'manual' ? randomSlot() : now.getUTCHours();
  const none = { done: 0, skipped: 0, ended: 0, reached: 0 };
  await addCounts(ctx, [{ automationId, stepId: '', slot, clientId, arrived, ...none }]);
  if (via === 'manual') return;
  const { thisHour, usualHour } = await queries.findRush(ctx, automationId, slot);
  if (thisHour > Math.max(rush.least, rush.times * usualHour)) await queries.holdBack(ctx, automationId, 'storm');
}
