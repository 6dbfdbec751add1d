import type { Condition } from '@waggle/contracts/contact-rules';
import { type RawBuilder, sql } from 'kysely';
import type { Context } from '#platform/context.ts';
import { andOf } from './among.sql.ts';
import type { Compiler } from './compiler.ts';

type AutomationCondition = Extract<Condition, { kind: 'automation' }>;

const named = (ctx: Context, { automationId }: AutomationCondition): RawBuilder<unknown> =>
  sql`automations where automations.organization_id = ${ctx.organizationId} and automations.id = ${automationId}::uuid`;

const inside = { from: sql`from automation_runs as walked`, at: sql`entered_at`, which: sql`` };
const ended = (reason: 'completed' | 'goal') => ({
  from: sql`from automation_past as walked`,
  at: sql`ended_at`,
  which: sql`and reason = ${reason}`,
});
const lookedAt = {
  isInside: inside,
  isNotInside: inside,
  completed: ended('completed'),
  didNotComplete: ended('completed'),
  reachedGoal: ended('goal'),
};
const isDenied = ({ op }: AutomationCondition): boolean => op === 'isNotInside' || op === 'didNotComplete';

/**
 * Whoever is found is found first, behind a fence, for the reason given at activities. Who is not inside an automation that is gone, or
 * of another client, is nobody: everybody else would get a campaign that was meant for few.
 */
export function compileAutomation({ ctx, among }: Compiler, condition: AutomationCondition): RawBuilder<boolean> {
  const { from, which } = lookedAt[condition.op];
  const has = sql`exists (select from (
    with walkers as materialized (
      select distinct contact_id ${from} where organization_id = ${ctx.organizationId}
        and automation_id = ${condition.automationId}::uuid ${which} ${andOf(among)})
    select contact_id from walkers) found where contact_id = id)`;
  const test = isDenied(condition) ? sql`not ${has}` : has;
  return sql<boolean>`(exists (select from ${named(ctx, condition)})
    and client_id is not distinct from (select automations.client_id from ${named(ctx, condition)}) and ${test})`;
}

/** Since when a contact is inside, or when they last ended that way, and what the automation is called. */
export function foundOfAutomation(ctx: Context, condition: AutomationCondition): RawBuilder<string | null> {
  const { from, at, which } = lookedAt[condition.op];
  return sql`(select (to_json(${at} at time zone 'UTC') #>> '{}') || 'Z ' || automations.name ${from}
    join automations on automations.organization_id = walked.organization_id and automations.id = automation_id
    where walked.organization_id = ${ctx.organizationId} and automation_id = ${condition.automationId}::uuid
      and contact_id = contacts.id ${which} order by ${at} desc limit 1)`;
}
