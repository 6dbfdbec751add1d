import { sql } from 'kysely';
import { backgroundContext } from '../../../apps/server/src/platform/background-context.ts';
import { recountCampaign } from '../../../apps/server/src/features/campaigns/recount/recount.ts';
import { inTransaction } from '../../../apps/server/src/platform/context.ts';
import type { Database, Db } from '../../../apps/server/src/platform/database/database.ts';

type Which = { organizationId: string; automationId: string };

/**
 * As if so many days had passed for one automation: all it has done is that much older, and who waits waits that much less. Times
 * change and nothing else; the figures of its emails are counted anew.
 */
export async function passDays(database: Database, which: Which, days: number): Promise<void> {
  const ctx = backgroundContext(database, which.organizationId, 'demo');
  const campaignIds = await inTransaction(ctx, async ({ db }) => {
    await ageRuns(db, which, days);
    return ageEmails(db, which, days);
  });
  for (const id of campaignIds) await recountCampaign(ctx, id);
}

async function ageRuns(db: Db, { organizationId, automationId }: Which, days: number): Promise<void> {
  const back = sql`make_interval(days => ${days})`;
  const own = sql`organization_id = ${organizationId} and automation_id = ${automationId}`;
  await sql`update automations set created_at = created_at - ${back}, updated_at = updated_at - ${back}, draft_changed_at = draft_changed_at - ${back}
    where organization_id = ${organizationId} and id = ${automationId}`.execute(db);
  await sql`update automation_versions set published_at = published_at - ${back} where ${own}`.execute(db);
  await sql`update automation_entries set last_at = last_at - ${back} where ${own}`.execute(db);
  await sql`update automation_runs set wake_at = wake_at - ${back}, deadline = deadline - ${back}, arrived_at = arrived_at - ${back},
    entered_at = entered_at - ${back} where ${own}`.execute(db);
  await sql`update automation_places set next_at = next_at - ${back} where ${own} and next_at < 'infinity'`.execute(db);
  await sql`update automation_turns set happened_at = happened_at - ${back} where ${own}`.execute(db);
  await sql`update automation_past set entered_at = entered_at - ${back}, ended_at = ended_at - ${back} where ${own}`.execute(
    db,
  );
  // Sorted, so that all are gone before the first comes back: another day may have the same slot.
  await sql`
    with moved as (delete from automation_counts where ${own} returning *)
    insert into automation_counts (organization_id, automation_id, step_id, on_day, slot, client_id, arrived, done, skipped, ended, reached)
    select organization_id, automation_id, step_id, on_day - ${days}::int, slot, client_id, arrived, done, skipped, ended, reached
    from moved order by on_day, step_id, slot`.execute(db);
}

async function ageEmails(db: Db, { organizationId, automationId }: Which, days: number): Promise<string[]> {
  const back = sql`make_interval(days => ${days})`;
  const { rows } = await sql<{ id: string }>`
    update campaigns set created_at = created_at - ${back}, updated_at = updated_at - ${back}, sent_at = sent_at - ${back},
      completed_at = completed_at - ${back}
    where organization_id = ${organizationId} and automation_id = ${automationId} and step_month is not null returning id`.execute(
    db,
  );
  const ids = rows.map(({ id }) => id);
  const ofThese = sql`organization_id = ${organizationId} and campaign_id = any(${ids}::uuid[])`;
  await sql`update campaign_sends set sent_at = sent_at - ${back} where ${ofThese}`.execute(db);
  await sql`
    with moved as (delete from contact_activity where organization_id = ${organizationId} and ref_id = any(${ids}::uuid[]) returning *)
    insert into contact_activity (organization_id, contact_id, happened_at, id, client_id, type, ref_id, data)
    select organization_id, contact_id, happened_at - ${back}, id, client_id, type, ref_id, data from moved order by id`.execute(
    db,
  );
  await sql`update engagement_events set happened_at = happened_at - ${back}
    where organization_id = ${organizationId} and subject_id = any(${ids}::uuid[])`.execute(db);
  return ids;
}
