import { mostEntrants } from '@waggle/contracts/automation-trials';
import { countWithLines, findWithLines, type Span } from '#features/contacts/index.ts';
import type { Context } from '#platform/context.ts';
import { withStatementTimeout } from '#platform/database/statement-timeout.ts';
import { lineOf } from '../triggers/listening.ts';
import type { DateTrigger } from '../triggers/dates/due.ts';
import { dateEntries, endingsOf, type Pseudo } from './entries.ts';
import * as queries from './entrants.sql.ts';
import type { Trial } from './scene.ts';

/** Seconds that the search for people may take: it reads everything that happened in an organization. */
const patience = 120;

/** Everybody to whom a trigger may have happened, in the order of their ids; one in so many where there are too many. */
export type Entrants = { contactIds: string[]; people: number; oneIn: number };

type Source = { count(ctx: Context): Promise<number>; find(ctx: Context, oneIn: number): Promise<string[]> };

export async function findEntrants(ctx: Context, trial: Trial): Promise<Entrants> {
  const sources = sourcesOf(trial);
  return withStatementTimeout(ctx, patience, async (ctx) => {
    let people = 0;
    for (const source of sources) people += await source.count(ctx);
    const oneIn = Math.max(1, Math.ceil(people / mostEntrants));
    const found = new Set<string>();
    for (const source of sources) for (const id of await source.find(ctx, oneIn)) found.add(id);
    return { contactIds: [...found].sort(), people: oneIn === 1 ? found.size : people, oneIn };
  });
}

const spanOf = ({ replay: { scene } }: Trial): Span => ({ from: new Date(scene.from), to: new Date(scene.to) });

function sourcesOf(trial: Trial): Source[] {
  const { document, clientId } = trial;
  const span = spanOf(trial);
  const kinds = document.triggers.flatMap((trigger) => {
    const line = lineOf(trigger);
    return line ? [{ type: line.type, refIds: line.about === 'any' ? null : [line.about] }] : [];
  });
  const sources: Source[] = [];
  if (kinds.length > 0) {
    const who = { kinds, span, clientId };
    sources.push({ count: (ctx) => countWithLines(ctx, who), find: (ctx, oneIn) => findWithLines(ctx, who, oneIn) });
  }
  for (const trigger of document.triggers) if (trigger.kind === 'date') sources.push(datesOf(trial, trigger));
  const after = completedOf(trial);
  if (after.length > 0) {
    const who = { automationIds: after, span, clientId };
    sources.push({
      count: (ctx) => queries.countCompleted(ctx, who),
      find: (ctx, oneIn) => queries.findCompleted(ctx, who, oneIn),
    });
  }
  return sources;
}

function datesOf({ clientId, replay }: Trial, trigger: DateTrigger): Source {
  const who = { clientId, field: trigger.field, endings: endingsOf(trigger, replay.scene), yearly: trigger.yearly };
  return {
    count: (ctx) => queries.countWithDate(ctx, who),
    find: (ctx, oneIn) => queries.findWithDate(ctx, who, oneIn),
  };
}

const completedOf = ({ document, automationId }: Trial): string[] =>
  document.triggers.flatMap((trigger) =>
    trigger.kind === 'automation.completed' && trigger.automationId !== automationId ? [trigger.automationId] : [],
  );

/** Entries of a page of contacts that no line of their timelines tells of. */
export async function pseudoOf(ctx: Context, trial: Trial, contactIds: readonly string[]): Promise<Pseudo> {
  const dates = dateEntries(trial);
  const after = completedOf(trial);
  if (after.length === 0) return dates;
  const completed = await queries.findCompletions(ctx, contactIds, { automationIds: after, span: spanOf(trial) });
  const completedBy = Map.groupBy(completed, ({ contactId }) => contactId);
  return (contactId, fields) => [
    ...dates(contactId, fields),
    ...(completedBy.get(contactId) ?? []).map(({ at }) => ({
      type: 'automation.completed',
      refId: null,
      at: at.getTime(),
      entry: { depth: 1 },
    })),
  ];
}
