import { findOrganizationIds } from '#features/contacts/index.ts';
import { findTimezone } from '#features/engagement/index.ts';
import { type Context, inTransaction } from '#platform/context.ts';
import { withStatementTimeout } from '#platform/database/statement-timeout.ts';
import { type Handler, handle } from '#platform/jobs/handlers.ts';
import { enqueue } from '#platform/jobs/job.ts';
import { stableId } from '#platform/jobs/stable-id.ts';
import type { LiveAutomation } from '../listening.ts';
import type { TriggerPorts } from '../ports.ts';
import { findOpen, liveAmong } from '../queries.ts';
import { countedOn, type DateTrigger, daysDue, occasionKey } from './due.ts';
import { letInByDate, planDates } from './jobs.ts';
import { findOnDay } from './queries.ts';

/** People of one transaction, and the seconds its search may take. */
const page = { people: 500, seconds: 30 };

type Ports = Pick<TriggerPorts, 'enterPeople'>;

export const dateHandlers = (ports: Ports): Handler[] => [
  handle(planDates, async ({ database, now }, _, { signal }) => {
    for (const organizationId of await findOrganizationIds(database.directory)) {
      signal.throwIfAborted();
      const actor = { kind: 'job', name: planDates.name } as const;
      await planFor({ db: database.tenant({ organizationId }), organizationId, actor, now });
    }
  }),

  handle(letInByDate, async (ctx, place) =>
    withStatementTimeout(ctx, page.seconds, async (ctx) => {
      const live = await liveAmong(ctx, await findOpen(ctx));
      const automation = live.find(({ id, version }) => id === place.automationId && version === place.version);
      const trigger = automation?.document.triggers[place.trigger];
      // Published anew meanwhile: the next look goes by the new version.
      if (!automation || trigger?.kind !== 'date') return;
      const last = await letIn(ports, ctx, { automation, trigger, day: place.day, afterId: place.afterId });
      if (last !== null) await goOn(ctx, { ...place, afterId: last });
    }),
  ),
];

/** Begins what is due now in one organization. */
export async function planFor(ctx: Context): Promise<void> {
  const live = await liveAmong(ctx, await findOpen(ctx));
  const dated = live.flatMap(({ id, version, document }) =>
    document.triggers.flatMap((trigger, at) => (trigger.kind === 'date' ? [{ id, version, at, trigger }] : [])),
  );
  if (dated.length === 0) return;
  const zone = await findTimezone(ctx);
  const now = ctx.now();
  await inTransaction(ctx, async (ctx) => {
    for (const { id, version, at, trigger } of dated)
      for (const day of daysDue(trigger, zone, now.getTime()))
        await goOn(ctx, {
          automationId: id,
          version,
          trigger: at,
          day,
          look: now.toISOString().slice(0, 16),
          afterId: null,
        });
  });
}

type Place = {
  automationId: string;
  version: number;
  trigger: number;
  day: string;
  look: string;
  afterId: string | null;
};

/** Chosen ids: a handler that runs twice goes on once. */
const goOn = (ctx: Context, place: Place) =>
  enqueue(ctx, letInByDate, place, {
    id: stableId(
      ctx.organizationId,
      place.automationId,
      place.version,
      place.trigger,
      place.day,
      place.look,
      place.afterId ?? 'first',
    ),
  });

type Page = { automation: LiveAutomation; trigger: DateTrigger; day: string; afterId: string | null };

/** Answers behind whom to go on; null at the end. */
async function letIn(ports: Ports, ctx: Context, { automation, trigger, day, afterId }: Page): Promise<string | null> {
  const counted = countedOn(trigger, day);
  const key = occasionKey(trigger);
  const contactIds = await findOnDay(ctx, {
    automationId: automation.id,
    clientId: automation.clientId,
    field: trigger.field,
    counted,
    occasion: key,
    afterId,
    most: page.people,
  });
  if (contactIds.length > 0)
    await ports.enterPeople(ctx, {
      automationId: automation.id,
      contactIds,
      via: 'date',
      occasion: { key, year: counted.year, yearly: trigger.yearly },
    });
  return contactIds.length < page.people ? null : contactIds.at(-1)!;
}
