import { sql } from 'kysely';
import { backgroundContext } from '../../../apps/server/src/platform/background-context.ts';
import { metric } from '../../../apps/server/src/features/engagement/metrics.ts';
import { recount } from '../../../apps/server/src/features/links/scans/recount.ts';
import { type Context, inTransaction } from '../../../apps/server/src/platform/context.ts';
import type { Database } from '../../../apps/server/src/platform/database/database.ts';
import type { Sent } from './browser.ts';

type Moved = {
  organizationId: string;
  forms: readonly { id: string; codeId: string | undefined }[];
  sent: readonly Sent[];
  /** When the first of them was sent: what happened to these people since belongs to their submission. */
  since: Date;
};

const dayMs = 86_400_000;
/** Days before today on which the first form was published; the others follow within four days. */
const publishedDaysAgo = 96;

/**
 * Writes history by hand, as of campaigns: what was sent a moment ago is dated to the time somebody is to have sent it, with all that
 * came of it. Times change and nothing else. Visits need none of it: they were told with their day.
 */
export async function moveFormsBack(database: Database, { organizationId, forms, sent, since }: Moved): Promise<void> {
  const ctx = backgroundContext(database, organizationId, 'demo');
  const moves = JSON.stringify(sent.map(({ id, at }) => ({ id, at: new Date(at).toISOString() })));
  const formIds = forms.map(({ id }) => id);
  await inTransaction(ctx, async (ctx) => {
    await movePeople(ctx, moves, since);
    await moveEmailsAndScans(ctx, moves);
    await moveSubmissions(ctx, moves, formIds);
    await moveForms(ctx, formIds);
  });
  const day = (daysAgo: number) => new Date(Date.now() - daysAgo * dayMs).toISOString().slice(0, 10);
  const subjectIds = forms.flatMap(({ codeId }) => codeId ?? []);
  if (subjectIds.length > 0) await recount(ctx, { from: day(publishedDaysAgo), to: day(-1), subjectIds });
}

const times = (moves: string) => sql`json_to_recordset(${moves}::json) as times (id uuid, at timestamptz)`;

/** Submissions as they are, with the time they move to. */
const moved = (ctx: Context, moves: string) => sql`(
  select sent.form_id, sent.id, sent.contact_id, sent.outcome, sent.touch_id, times.at
  from form_submissions sent join ${times(moves)} on times.id = sent.id
  where sent.organization_id = ${ctx.organizationId}) moved`;

/** Most confirm within minutes, some the next morning. */
const confirmedAt = sql`moved.at + make_interval(secs => 45 + 40000 * ((hashtextextended(moved.id::text, 0) & 1023) / 1023.0) ^ 4)`;
/** A person scans, reads and writes. */
const scannedAt = sql`moved.at - interval '85 seconds'`;

/** Contacts, their timeline, consents and tags. The app may not change lines of the last three: they are written anew. */
async function movePeople(ctx: Context, moves: string, since: Date): Promise<void> {
  const of = moved(ctx, moves);
  const since$ = since.toISOString();
  await sql`
    with gone as (
      delete from contact_activity line using ${of}
      where line.organization_id = ${ctx.organizationId} and line.contact_id = moved.contact_id and line.happened_at >= ${since$}
      returning line.*, case line.type when 'qr.scanned' then ${scannedAt} when 'consent.confirmed' then ${confirmedAt} else moved.at end as at
    )
    insert into contact_activity (organization_id, contact_id, happened_at, id, client_id, type, ref_id, data)
    select organization_id, contact_id, at, id, client_id, type, ref_id, data from gone`.execute(ctx.db);
  await sql`
    update contacts set created_at = case moved.outcome when 'created' then moved.at else contacts.created_at end,
      updated_at = moved.at,
      last_activity_at = greatest(moved.at, (
        select max(happened_at) from contact_activity line
        where line.organization_id = contacts.organization_id and line.contact_id = contacts.id))
    from ${of} where contacts.organization_id = ${ctx.organizationId} and contacts.id = moved.contact_id`.execute(
    ctx.db,
  );
  await sql`
    with gone as (
      delete from consents using ${of}
      where consents.organization_id = ${ctx.organizationId} and consents.contact_id = moved.contact_id and consents.created_at >= ${since$}
      returning consents.*, case state when 'confirmed' then ${confirmedAt} else moved.at end as at
    )
    insert into consents (organization_id, id, client_id, contact_id, channel, state, basis, text_shown, text_version, text_hash,
      source, source_id, ip_hash, recorded_by, expires_at, created_at)
    select organization_id, id, client_id, contact_id, channel, state, basis, text_shown, text_version, text_hash,
      source, source_id, ip_hash, recorded_by, expires_at, at from gone`.execute(ctx.db);
  await sql`
    with gone as (
      delete from contact_tags link using ${of}
      where link.organization_id = ${ctx.organizationId} and link.contact_id = moved.contact_id and link.created_at >= ${since$}
      returning link.*, moved.at, case moved.outcome when 'created' then moved.at else link.contact_created_at end as contact_at
    )
    insert into contact_tags (organization_id, contact_id, tag_id, client_id, created_at, contact_created_at)
    select organization_id, contact_id, tag_id, client_id, at, contact_at from gone`.execute(ctx.db);
}

async function moveEmailsAndScans(ctx: Context, moves: string): Promise<void> {
  const of = moved(ctx, moves);
  await sql`
    update form_emails set created_at = moved.at, next_attempt_at = moved.at, sent_at = moved.at + interval '4 seconds',
      confirmed_at = case when confirmed_at is null then null else ${confirmedAt} end
    from ${of} where form_emails.organization_id = ${ctx.organizationId} and submission_id = moved.id`.execute(ctx.db);
  await sql`
    update engagement_events event set happened_at = ${scannedAt} from ${of}
    where event.organization_id = ${ctx.organizationId} and event.id = moved.touch_id`.execute(ctx.db);
}

/** And the sums by quarter of an hour and day, which a trigger counts as they come. */
async function moveSubmissions(ctx: Context, moves: string, formIds: readonly string[]): Promise<void> {
  await sql`
    update form_spam set submitted_at = times.at from ${times(moves)}
    where organization_id = ${ctx.organizationId} and form_spam.id = times.id`.execute(ctx.db);
  await sql`
    update form_submissions sent set submitted_at = times.at, created_at = times.at,
      touch_at = case when touch_id is null then null else times.at - interval '85 seconds' end
    from ${times(moves)} where organization_id = ${ctx.organizationId} and sent.id = times.id`.execute(ctx.db);
  await sql`delete from form_sent where organization_id = ${ctx.organizationId} and form_id = any(${formIds}::uuid[])`.execute(
    ctx.db,
  );
  await sql`
    insert into form_sent (organization_id, form_id, unit, at, client_id, submissions)
    select organization_id, form_id, period.unit, period.at, (array_agg(client_id))[1], count(*)
    from form_submissions, public.periods_of(submitted_at) period
    where organization_id = ${ctx.organizationId} and form_id = any(${formIds}::uuid[]) group by 1, 2, 3, 4`.execute(
    ctx.db,
  );
}

async function moveForms(ctx: Context, formIds: readonly string[]): Promise<void> {
  // Not all on one day.
  const at = sql`now() - make_interval(days => ${publishedDaysAgo})
    + make_interval(secs => 300000 * ((hashtextextended(name, 0) & 1023) / 1023.0))`;
  await sql`
    update forms set created_at = ${at}, updated_at = ${at}, draft_changed_at = ${at}
    where organization_id = ${ctx.organizationId} and id = any(${formIds}::uuid[])`.execute(ctx.db);
  await sql`
    with gone as (
      delete from form_versions where organization_id = ${ctx.organizationId} and form_id = any(${formIds}::uuid[]) returning *
    )
    insert into form_versions (organization_id, form_id, version, client_id, definition, published_at, published_by, submissions)
    select gone.organization_id, form_id, version, gone.client_id, definition, forms.created_at, published_by, gone.submissions
    from gone join forms on forms.organization_id = gone.organization_id and forms.id = gone.form_id`.execute(ctx.db);
  // How many were active at a time, which a trigger counted as of now.
  await sql`
    delete from metric_totals where organization_id = ${ctx.organizationId} and metric = ${metric.total.activeFormsChange}`.execute(
    ctx.db,
  );
  await sql`
    select public.add_totals(array_agg(organization_id), array_agg(client_id), array_agg(${metric.total.activeFormsChange}::smallint),
      array_agg(created_at), array_agg(1::bigint))
    from forms where organization_id = ${ctx.organizationId} and is_active and published_version is not null`.execute(
    ctx.db,
  );
}
