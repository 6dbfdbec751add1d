import { type Context, inTransaction } from '#platform/context.ts';
import { withStatementTimeout } from '#platform/database/statement-timeout.ts';
import { eachApart } from '#platform/each-apart.ts';
import { type Handler, handle } from '#platform/jobs/handlers.ts';
import { enqueue } from '#platform/jobs/job.ts';
import { stableId } from '#platform/jobs/stable-id.ts';
import { compileRules, inItsClient } from '../queries.ts';
import { changesByItself } from './by-time.ts';
import { fillSegment, passEveryOrganization, passSegments } from './jobs.ts';
import * as queries from './queries.ts';

/** Contacts of one page, and the seconds its statement may take. */
const page = { contacts: 5_000, seconds: 60 };
/** The hour of the day, UTC, in which segments are passed that change by what is done to contacts alone: a deleted tag leaves no lines. */
const allAtHour = 3;

export const memberHandlers = (): Handler[] => [
  handle(fillSegment, async (ctx, { segmentId, began, afterId }) =>
    withStatementTimeout(ctx, page.seconds, async (ctx) => {
      const [watch] = await queries.holdWatches(ctx, segmentId);
      // Not watched any more, or begun anew with other rules: a later job fills it.
      if (watch?.began !== began || watch.isFilled) return;
      const { last } = await judgePage(ctx, watch, afterId);
      if (last === null) await queries.notePassed(ctx, segmentId);
      else await enqueue(ctx, fillSegment, { segmentId, began, afterId: last });
    }),
  ),

  handle(passEveryOrganization, async ({ database, now }, _, { signal }) => {
    await eachApart(await queries.organizationsThatWatch(database.sweep), signal, async (organizationId) => {
      const actor = { kind: 'job', name: passEveryOrganization.name } as const;
      const ctx: Context = { db: database.tenant({ organizationId }), organizationId, actor, now };
      await inTransaction(ctx, async (ctx) => {
        await fillTheUnfilled(ctx);
        await passFrom(ctx, { hour: now().toISOString().slice(0, 13), segmentId: null, afterId: null });
      });
    });
    signal.throwIfAborted();
  }),

  handle(passSegments, async (ctx, { hour, segmentId, afterId }) => {
    const next = segmentId ?? (await nextToPass(ctx, hour, null));
    if (next === null) return;
    await withStatementTimeout(ctx, page.seconds, async (ctx) => {
      const [watch] = await queries.holdWatches(ctx, next);
      const last = watch?.isFilled ? await passPage(ctx, watch, afterId) : null;
      const following = last === null ? await nextToPass(ctx, hour, next) : next;
      if (following !== null) await passFrom(ctx, { hour, segmentId: following, afterId: last });
    });
  }),
];

/** One whose job was lost is begun again; while it is being filled this does the same pages twice and nothing else. */
async function fillTheUnfilled(ctx: Context): Promise<void> {
  const unfilled = (await queries.findWatches(ctx)).filter(({ isFilled }) => !isFilled);
  for (const { id, began } of unfilled) await enqueue(ctx, fillSegment, { segmentId: id, began, afterId: null });
}

async function nextToPass(ctx: Context, hour: string, afterSegment: string | null): Promise<string | null> {
  const all = Number(hour.slice(-2)) === allAtHour;
  const due = (await queries.findWatches(ctx)).filter(({ rules }) => all || changesByItself(rules));
  return due.find(({ id }) => afterSegment === null || id > afterSegment)?.id ?? null;
}

async function judgePage(ctx: Context, watch: queries.Watched, afterId: string | null) {
  const contactIds = await queries.contactsAfter(ctx, afterId, page.contacts);
  const condition = await compileRules(ctx, inItsClient(watch), contactIds);
  const changed = contactIds.length > 0 ? await queries.noteMembers(ctx, watch.id, condition, contactIds) : [];
  return { changed, last: contactIds.length < page.contacts ? null : contactIds.at(-1)! };
}

async function passPage(ctx: Context, watch: queries.Watched, afterId: string | null): Promise<string | null> {
  const { changed, last } = await judgePage(ctx, watch, afterId);
  const lines = changed.filter(({ isImported }) => !isImported).map((change) => ({ ...change, cause: null }));
  if (lines.length > 0) await queries.insertLines(ctx, watch, lines);
  if (last === null) await queries.notePassed(ctx, watch.id);
  return last;
}

type Place = { hour: string; segmentId: string | null; afterId: string | null };

/** Chosen ids: a handler that runs twice begins each organization, and goes on, once an hour. */
const passFrom = (ctx: Context, { hour, segmentId, afterId }: Place) =>
  enqueue(
    ctx,
    passSegments,
    { hour, segmentId, afterId },
    { id: stableId(ctx.organizationId, hour, segmentId ?? 'first', afterId ?? 'first') },
  );
