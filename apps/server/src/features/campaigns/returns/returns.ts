import { addToRollUps } from '#features/links/index.ts';
import type { Context } from '#platform/context.ts';
import { type Change, drawConsequences } from './consequences.ts';
import type { Fact } from './fact.ts';
import * as queries from './queries.ts';
import { type Links, type Story, storyOf } from './story.ts';
import { RollUps } from './tally.ts';

export const noLinks: Links = { regular: 0, traps: new Set() };
const noted = new Set<Fact['kind']>(['opened', 'clicked', 'bounced', 'complained', 'unsubscribed', 'resubscribed']);

/**
 * Takes in what happened to mails, in any order and however often it is told. The facts of each mail are read as one story;
 * all that is shown anywhere follows from the difference between the story before and after. Under the organization's lock.
 * `hashes` are those the links of a mail brought along, by mail.
 */
export async function recordFacts(
  ctx: Context,
  told: readonly Fact[],
  hashes: ReadonlyMap<string, readonly Buffer[]> = new Map(),
): Promise<void> {
  if (told.length === 0) return;
  const byMail = Map.groupBy(told, ({ sendId }) => sendId);
  const sends = await queries.findSends(ctx, [...byMail.keys()]);
  if (sends.length === 0) return;
  const links = await queries.findLinks(ctx, [...new Set(sends.map(({ campaignId }) => campaignId))]);
  const stored = await queries.findFacts(ctx, sends);
  const changes = sends.map((send) => {
    const known = stored.get(send.sendId) ?? [];
    const own = links.get(send.campaignId) ?? noLinks;
    const merged = [...known, ...newOf(known, byMail.get(send.sendId) ?? [])];
    return {
      send,
      before: storyOf(known, own),
      after: storyOf(merged, own),
      hashes: hashes.get(send.sendId) ?? [],
    };
  });
  await writeFacts(ctx, changes);
  // Before any line about a contact: whoever changes contacts holds their count first.
  await drawConsequences(ctx, changes);
  await writeFigures(ctx, changes);
}

/** Told twice is once, in one batch or in two. */
function newOf(known: readonly Fact[], told: readonly Fact[]): Fact[] {
  const seen = new Set(known.map(({ id }) => id));
  return told.filter(({ id }) => !seen.has(id) && seen.add(id));
}

async function writeFacts(ctx: Context, changes: readonly Change[]): Promise<void> {
  const fresh: queries.Filed[] = [];
  const relabelled: Fact[] = [];
  for (const { send, before, after } of changes) {
    const known = new Map(before.facts.map((fact) => [fact.id, fact]));
    for (const fact of after.facts) {
      const was = known.get(fact.id);
      if (!was) fresh.push(filed(send, fact));
      else if (was.label !== fact.label || was.reason !== fact.reason || was.isFirst !== fact.isFirst)
        relabelled.push(fact);
    }
  }
  await queries.insertFacts(ctx, fresh);
  await queries.relabelFacts(ctx, relabelled);
}

type Owner = Pick<queries.Send, 'campaignId' | 'clientId' | 'contactId'>;

const filed = ({ campaignId, clientId, contactId }: Owner, fact: Fact): queries.Filed => ({
  ...fact,
  campaignId,
  clientId,
  contactId,
});

async function writeFigures(ctx: Context, changes: readonly Change[]): Promise<void> {
  const rollUps = new RollUps(await queries.findTimezone(ctx));
  const added: queries.Filed[] = [];
  const removed: queries.Filed[] = [];
  for (const { send, before, after } of changes) {
    for (const fact of before.facts) rollUps.add(send, fact, -1);
    for (const fact of after.facts) rollUps.add(send, fact, 1);
    added.push(...linesOf(send, after, before));
    removed.push(...linesOf(send, before, after));
  }
  await addToRollUps(ctx, rollUps.rows());
  await queries.unnoteActivity(ctx, removed);
  await queries.noteActivity(ctx, added);

  const settled = await queries.markSends(
    ctx,
    changes.filter(marksDiffer).map(({ send, after }) => ({ ...send, ...after })),
  );
  const people = new Map([...Map.groupBy(settled, (id) => id)].map(([id, all]) => [id, all.length]));
  await queries.changeStats(ctx, changes.flatMap(statChanges).reduce(sumUp, []), people);
}

type Told = Pick<Story, 'facts'>;

/** Lines of one story that the other does not have. */
export function linesOf(send: Owner, story: Told, other: Told): queries.Filed[] {
  const isLine = ({ kind, isFirst }: Fact) => isFirst && noted.has(kind);
  const others = new Set(other.facts.filter(isLine).map(({ id }) => id));
  return story.facts.filter((fact) => isLine(fact) && !others.has(fact.id)).map((fact) => filed(send, fact));
}

export const times = ['deliveredAt', 'openedAt', 'clickedAt', 'bouncedAt', 'complainedAt', 'unsubscribedAt'] as const;

const marksDiffer = ({ send, before, after }: Change): boolean =>
  times.some((name) => before[name] !== after[name]) || (after.arrived && send.state === 'uncertain');

const counted: Record<string, (story: Story) => boolean> = {
  delivered: ({ deliveredAt }) => deliveredAt !== null,
  opened: ({ openedAt }) => openedAt !== null,
  clicked: ({ clickedAt }) => clickedAt !== null,
  bounced: ({ bouncedAt }) => bouncedAt !== null,
  complained: ({ complainedAt }) => complainedAt !== null,
  unsubscribed: ({ unsubscribedAt }) => unsubscribedAt !== null,
  machineOpened: ({ machineOpened }) => machineOpened,
  machineClicked: ({ machineClicked }) => machineClicked,
};

const statChanges = ({ send, before, after }: Change): queries.StatChange[] =>
  Object.entries(counted)
    .map(([name, is]) => ({ campaignId: send.campaignId, name, by: Number(is(after)) - Number(is(before)) }))
    .filter(({ by }) => by !== 0);

function sumUp(sums: queries.StatChange[], change: queries.StatChange): queries.StatChange[] {
  const same = sums.find(({ campaignId, name }) => campaignId === change.campaignId && name === change.name);
  if (same) same.by += change.by;
  else sums.push({ ...change });
  return sums;
}
