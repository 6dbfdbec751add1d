import type { Answer } from '@waggle/forms/visible';
import { sql } from 'kysely';
import type { Context } from '#platform/context.ts';

/** Forms that are still there, with whose they are now. Held, so that none is deleted while its answers are kept. */
export async function lockForms(ctx: Context, formIds: readonly string[]) {
  const rows = await ctx.db
    .selectFrom('forms')
    .select(['id', 'client_id', 'name'])
    .where('organization_id', '=', ctx.organizationId)
    .where('id', '=', sql<string>`any(${formIds}::uuid[])`)
    .orderBy('id')
    .forNoKeyUpdate()
    .execute();
  return new Map(rows.map((row) => [row.id, row]));
}

export type NewSubmission = {
  id: string;
  form_id: string;
  client_id: string | null;
  version: number;
  contact_id: string | null;
  answers: Readonly<Record<string, Answer>>;
  /** As it was told; only its hash is kept beside the answers. */
  email: string | null;
  outcome: string;
  label: string;
  way: string;
  submitted_at: Date;
  touch_kind?: string;
  touch_id?: string;
  touch_subject_id?: string;
  touch_at?: Date;
};

/** Answers how many of each version are new. */
export async function insertSubmissions(ctx: Context, submissions: readonly NewSubmission[]): Promise<Counted[]> {
  const { rows } = await sql<Counted>`
    with added as (
      insert into form_submissions (organization_id, id, form_id, client_id, version, contact_id, answers, address_hash,
        outcome, label, way, submitted_at, touch_kind, touch_id, touch_subject_id, touch_at)
      select ${ctx.organizationId}::uuid, id, form_id, client_id, version, contact_id, answers,
        public.hash_address('email', email), outcome, label, way, submitted_at, touch_kind, touch_id, touch_subject_id, touch_at
      from json_to_recordset(${JSON.stringify(submissions)}::json) as sent (id uuid, form_id uuid, client_id uuid,
        version int, contact_id uuid, answers jsonb, email text, outcome text, label text, way text, submitted_at timestamptz,
        touch_kind text, touch_id uuid, touch_subject_id uuid, touch_at timestamptz)
      on conflict do nothing returning form_id, version
    )
    select form_id, version, count(*)::int as more from added group by form_id, version`.execute(ctx.db);
  return rows;
}

export type Counted = { form_id: string; version: number; more: number };

/** What the list and the versions say of how many there are. */
export async function addToCounts(ctx: Context, counted: readonly Counted[]): Promise<void> {
  const rows = JSON.stringify(counted);
  await sql`
    with more as (select * from json_to_recordset(${rows}::json) as more (form_id uuid, version int, more int)),
    versions as (
      update form_versions set submissions = submissions + more.more from more
      where organization_id = ${ctx.organizationId}::uuid and form_versions.form_id = more.form_id
        and form_versions.version = more.version)
    update forms set submissions = submissions + each.more
    from (select form_id, sum(more)::int as more from more group by form_id) each
    where organization_id = ${ctx.organizationId}::uuid and id = each.form_id`.execute(ctx.db);
}
