import { sql } from 'kysely';
import type { Context } from '#platform/context.ts';
import type { Move } from './queries.ts';

/**
 * Before the contacts are locked: a turn of an automation holds runs first and then the contacts it changes, and two that wait for
 * each other would both fail.
 */
export const holdRuns = (ctx: Context, contactIds: readonly string[]) =>
  sql`select from automation_runs where organization_id = ${ctx.organizationId}::uuid and contact_id = any(${contactIds}::uuid[])
    order by id for update`.execute(ctx.db);

/** Rows that are about somebody and have no key of the contact. An erasure finds them by it. */
const tables = ['automation_past', 'automation_turns', 'automation_webhooks', 'automation_trial_people'];

/** Whoever is inside goes on in the name of the heir, who has been wherever either of them was. */
export async function moveAutomations(ctx: Context, move: Move): Promise<void> {
  await giveUpSecond(ctx, move);
  await moveRuns(ctx, move);
  for (const table of tables)
    await sql`update ${sql.table(table)} set contact_id = ${move.to}::uuid where ${ofContact(ctx, move.from)}`.execute(
      ctx.db,
    );
  await moveEntries(ctx, move);
}

const ofContact = (ctx: Context, contactId: string) =>
  sql`organization_id = ${ctx.organizationId}::uuid and contact_id = ${contactId}::uuid`;

/**
 * Both inside one that lets nobody in twice: who got in first has had more of its emails and stays. The other run becomes that of
 * the contact that goes, is due now, and ends as one without a contact. Places come before people, as wherever somebody arrives.
 */
async function giveUpSecond(ctx: Context, { from, to }: Move): Promise<void> {
  const second = sql`
    select (case when gone.entered_at < kept.entered_at then kept.id else gone.id end) as id, gone.automation_id
    from automation_runs as gone join automation_runs as kept on kept.organization_id = gone.organization_id
      and kept.contact_id = ${to}::uuid and kept.automation_id = gone.automation_id and kept.occasion = 0
    where gone.organization_id = ${ctx.organizationId}::uuid and gone.contact_id = ${from}::uuid and gone.occasion = 0`;
  await sql`
    update automation_places as place set next_at = least(place.next_at, now())
    from (${second}) as second, automation_runs as run, automations
    where run.organization_id = ${ctx.organizationId}::uuid and run.id = second.id
      and automations.organization_id = run.organization_id and automations.id = run.automation_id
      and automations.status in ('live', 'closing') and automations.hold_reason is null
      and place.organization_id = run.organization_id and place.automation_id = run.automation_id
      and place.version = run.version and place.step = run.step`.execute(ctx.db);
  await sql`
    update automation_runs as run set contact_id = ${from}::uuid, occasion = -1, wake_at = now(), stuck = null from (${second}) as second
    where run.organization_id = ${ctx.organizationId}::uuid and run.id = second.id`.execute(ctx.db);
}

/** Where people may be inside several times, those of the one that goes are numbered after those of the heir. */
const moveRuns = (ctx: Context, { from, to }: Move) =>
  sql`update automation_runs as run set contact_id = ${to}::uuid,
      occasion = case when run.occasion = 0 then 0 else run.occasion + coalesce((
        select times from automation_entries as entry where entry.organization_id = run.organization_id
          and entry.contact_id = ${to}::uuid and entry.automation_id = run.automation_id), 0) end
    where ${ofContact(ctx, from)} and run.occasion >= 0`.execute(ctx.db);

/** `pass` counts the entries of the month of the last one, by which emails of several entries are told apart. */
const moveEntries = (ctx: Context, { from, to }: Move) =>
  sql`
    with moved as (delete from automation_entries where ${ofContact(ctx, from)} returning *)
    insert into automation_entries as known (organization_id, contact_id, automation_id, client_id, times, pass, last_at, occasions)
    select organization_id, ${to}::uuid, automation_id, client_id, times, pass, last_at, occasions from moved
    on conflict (organization_id, contact_id, automation_id) do update set times = known.times + excluded.times,
      pass = case when date_trunc('month', known.last_at, 'UTC') = date_trunc('month', excluded.last_at, 'UTC')
          then least(known.pass + excluded.pass, 32767)
        when known.last_at > excluded.last_at then known.pass else excluded.pass end,
      last_at = greatest(known.last_at, excluded.last_at), occasions = excluded.occasions || known.occasions`.execute(
    ctx.db,
  );
