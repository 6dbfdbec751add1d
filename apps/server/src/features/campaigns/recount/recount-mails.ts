import { setTimeout as pause } from 'node:timers/promises';
import type { Context } from '#platform/context.ts';
import { withPatience } from '#platform/database/patience.ts';
import { lockInbox } from '#platform/inbox/drain-queries.ts';
import type { Signals } from '#platform/inbox/event.ts';
import type { Fact } from '../returns/fact.ts';
import { verdictOn } from '../returns/hits.ts';
import { findFacts, findLinks, markSends, noteActivity, relabelFacts, unnoteActivity } from '../returns/queries.ts';
import { linesOf, noLinks, times } from '../returns/returns.ts';
import { type Links, type Story, storyOf } from '../returns/story.ts';
import { findSignals, findStretch, goByKeys, type Ledger, type LedgerRow } from './queries.ts';

/** Mails one transaction looks at. The drain of the organization waits for it, so it stays short. */
const stretch = 500;
const stretchSeconds = 30;
/** Milliseconds between two stretches. Opt-outs queue for their turn, but the rest only takes one it finds free. */
const breather = 50;
/** Of one mail. More than the drain looks at, so that here a mail clicked by a whole company is read to its end. */
const mostFacts = 100_000;

export type Repaired = { facts: number; mails: number };
/** `last` is the person the next stretch begins after, if there is one. */
type Stretch = Repaired & { last: string | undefined };
type Read = { send: LedgerRow; known: Fact[]; story: Story };

/**
 * Reads the story of every mail anew, by the rules of today, and repairs what the facts and the ledger show of it. Nobody is
 * suppressed or let back in: what followed from a mail when it was news may have been changed by a person since.
 */
export async function recountMails(ctx: Context, ledger: Ledger): Promise<Repaired> {
  const links = (await findLinks(ctx, [ledger.campaignId])).get(ledger.campaignId) ?? noLinks;
  const repaired = { facts: 0, mails: 0 };
  for (let after: string | null = null; ;) {
    const done: Stretch = await withPatience(ctx, stretchSeconds, (ctx) => recountStretch(ctx, ledger, links, after));
    repaired.facts += done.facts;
    repaired.mails += done.mails;
    if (done.last === undefined) return repaired;
    after = done.last;
    await pause(breather);
  }
}

async function recountStretch(ctx: Context, ledger: Ledger, links: Links, after: string | null): Promise<Stretch> {
  await lockInbox(ctx);
  await goByKeys(ctx);
  const sends = await findStretch(ctx, ledger, after, stretch);
  const stored = await findFacts(ctx, sends, mostFacts);
  const signals = await findSignals(ctx, [...stored.values()].flat().filter(isHit));
  const read = sends.map((send): Read => {
    const known = stored.get(send.sendId) ?? [];
    return {
      send,
      known,
      story: storyOf(
        known.map((fact) => judgedAnew(fact, signals.get(fact.id))),
        links,
      ),
    };
  });

  const relabelled = read.flatMap(changedFacts);
  const marks = read.filter(isShownWrong).map(({ send, story }) => ({ ...send, ...story }));
  await relabelFacts(ctx, relabelled);
  await unnoteActivity(
    ctx,
    read.flatMap(({ send, known, story }) => linesOf(send, { facts: known }, story)),
  );
  await noteActivity(
    ctx,
    read.flatMap(({ send, known, story }) => linesOf(send, story, { facts: known })),
  );
  await markSends(ctx, marks);
  return { facts: relabelled.length, mails: marks.length, last: sends.at(-1)?.contactId };
}

const isHit = ({ kind }: Fact): boolean => kind === 'opened' || kind === 'clicked';

/** A request whose signals are forgotten keeps its label. */
function judgedAnew(fact: Fact, signals: Signals | undefined): Fact {
  if (!signals || (fact.kind !== 'opened' && fact.kind !== 'clicked')) return fact;
  return { ...fact, ...verdictOn(fact.kind, signals) };
}

function changedFacts({ known, story }: Read): Fact[] {
  const before = new Map(known.map((fact) => [fact.id, fact]));
  return story.facts.filter((fact) => {
    const was = before.get(fact.id)!;
    return (['label', 'reason', 'ruleVersion', 'isFirst'] as const).some((name) => was[name] !== fact[name]);
  });
}

const isShownWrong = ({ send, story }: Read): boolean =>
  times.some((name) => send[name] !== story[name]) || (story.arrived && send.state === 'uncertain');
