import { assumedOpen } from '@waggle/automations/assumed-opens';
import type { Effect } from '@waggle/automations/walk';
import { sql } from 'kysely';
import { capFreeAt } from '#features/campaigns/index.ts';
import { giveTags, insertActivities, takeTags } from '#features/contacts/index.ts';
import type { Context } from '#platform/context.ts';
import { createHarness, type Harness } from '#features/automations/engine/engine-harness.ts';
import type { Engine } from '#features/automations/engine/ports.ts';
import { changeFields } from '#features/automations/engine/ports/fields.ts';
import { changeTags } from '#features/automations/engine/ports/tags.ts';
import { wakePeople } from '#features/automations/engine/wake.ts';
import { enterPeople } from '#features/automations/entries/enter.ts';
import { triggerSubscription } from '#features/automations/triggers/subscription.ts';
import { movableClock } from './movable-clock.ts';
import type { ScriptedLine } from './random-past.ts';

export type Scripted = ScriptedLine & {
  at: number;
  contactId: string;
  occasion?: { key: string; year: number; yearly: boolean };
};
export type Done = { at: number; contactId: string; kind: Effect['kind']; stepId: string };
type Rates = { openRate: number; clickRate: number };
type Journey = { automationId: string; campaignOf: ReadonlyMap<string, string>; rates: Rates };

/** The engine in a world whose clock jumps to the next thing that happens. */
export async function drivenEngine() {
  const harness = await createHarness();
  const setClock = await movableClock(harness.db);
  let now = Date.now();
  const moveTo = async (at: number) => {
    now = at;
    await setClock(at);
  };
  return { harness, moveTo, at: (ctx: Context): Context => ({ ...ctx, now: () => new Date(now) }), drive };

  /** Plays what is scripted from `from` to `to`, and answers what steps did. */
  async function drive(plain: Context, journey: Journey, script: Scripted[], to: number): Promise<Done[]> {
    const ctx: Context = { ...plain, now: () => new Date(now) };
    const done: Done[] = [];
    const coming = [...script].sort((one, other) => one.at - other.at);
    const engine = recording(journey, done, (line) => insertInOrder(coming, line));
    const told = new Set<string>();
    for (;;) {
      const due = await firstDue(harness, ctx);
      const at = Math.min(coming[0]?.at ?? Infinity, due);
      if (at > to) return done;
      await moveTo(Math.max(at, now));
      if (coming[0]?.at === at) await happen(ctx, journey, coming.shift()!);
      await tell(ctx, told);
      do await harness.settle(ctx, engine);
      while (await tell(ctx, told));
    }
  }

  function recording(
    { automationId, campaignOf, rates }: Journey,
    done: Done[],
    follow: (line: Scripted) => void,
  ): Engine {
    const note = (asked: readonly Effect[]) =>
      void done.push(...asked.map(({ contactId, kind, stepId }) => ({ at: now, contactId, kind, stepId })));
    return {
      ports: {
        tag: async (ctx, asked) => (note(asked), changeTags(ctx, asked)),
        field: async (ctx, asked) => (note(asked), changeFields(ctx, asked)),
        notify: async (_, asked) => note(asked),
        webhook: async (_, asked) => note(asked),
        enter: async (_, asked) => note(asked),
        email: async (ctx, asked) => {
          note(asked);
          for (const { contactId, stepId } of asked) {
            const refId = campaignOf.get(stepId)!;
            await insertActivities(ctx, [{ contact: { id: contactId, client_id: null }, type: 'email.sent', refId }]);
            const { organizationId } = ctx;
            const opens = assumedOpen({ organizationId, automationId, contactId, stepId, at: now }, rates);
            if (opens.openedAt !== null) follow({ type: 'email.opened', refId, contactId, at: opens.openedAt });
            if (opens.clickedAt !== null) follow({ type: 'email.clicked', refId, contactId, at: opens.clickedAt });
          }
        },
      },
      capFreeAt,
      completed: async () => {},
    };
  }

  async function happen(ctx: Context, { automationId }: Journey, line: Scripted): Promise<void> {
    const { type, refId, contactId, occasion } = line;
    const contact = { id: contactId, client_id: null };
    if (type === 'date')
      await enterPeople(ctx, { automationId, contactIds: [contactId], via: 'date', occasion: occasion! });
    else if (type === 'tag.added') await giveTags(ctx, [{ contact, tagIds: [refId!] }]);
    else if (type === 'tag.removed') await takeTags(ctx, [{ contact, tagIds: [refId!] }], {});
    else await insertActivities(ctx, [{ contact, type, ...(refId !== null && { refId }) }]);
    if (type === 'form.submitted')
      await sql`
        insert into form_submissions (organization_id, form_id, id, version, contact_id, address_hash, answers, outcome, submitted_at)
        select ${ctx.organizationId}::uuid, ${refId}::uuid, gen_random_uuid(), 1, ${contactId}::uuid,
          public.hash_address('email', ${contactId}), '{}'::json, 'known', now()`.execute(ctx.db);
  }

  /** Hands what is new in timelines to the triggers, as the worker does. Answers whether there was something. */
  async function tell(ctx: Context, told: Set<string>): Promise<boolean> {
    const { rows } = await harness.db.owner.query<{ id: string; payload: any; at: Date }>(
      `select id, happened_at as at, jsonb_build_object('contactId', contact_id, 'clientId', client_id, 'type', type, 'refId', ref_id,
         'cause', case when data ? 'depth' then data end) as payload
       from contact_activity where organization_id = $1 and id <> all($2::uuid[]) order by happened_at, id`,
      [ctx.organizationId, [...told]],
    );
    for (const { id } of rows) told.add(id);
    const heard = rows.filter(({ payload }) => payload.type !== 'email.sent' && payload.type !== 'contact.updated');
    const { handler } = triggerSubscription({ enterPeople, wakePeople });
    for (const { id, at, payload } of heard) await handler(ctx, [{ eventId: id, happenedAt: at, payload }]);
    return heard.length > 0;
  }
}

async function firstDue({ db }: Harness, ctx: Context): Promise<number> {
  const { rows } = await db.owner.query<{ at: string }>(
    `select extract(epoch from min(next_at))::float8 * 1000 as at from automation_places where organization_id = $1`,
    [ctx.organizationId],
  );
  return rows[0]!.at === null ? Infinity : Number(rows[0]!.at);
}

function insertInOrder(lines: Scripted[], line: Scripted): void {
  const behind = lines.findIndex(({ at }) => at > line.at);
  lines.splice(behind === -1 ? lines.length : behind, 0, line);
}
