import type { FormDefinition } from '@waggle/contracts/form-definition';
import { sql } from 'kysely';
import { activeClient } from '#platform/active-client.ts';
import type { Context } from '#platform/context.ts';
import { containing, pageWithTotal } from '#platform/keyset.ts';

const inSight = (ctx: Context) => {
  const clientId = activeClient(ctx);
  return ctx.db
    .selectFrom('forms')
    .where('organization_id', '=', ctx.organizationId)
    .$if(clientId !== null, (query) => query.where('client_id', '=', clientId));
};
const summary = [
  ...(['id', 'client_id', 'name', 'is_active', 'submissions', 'contacts', 'published_version', 'has_changes'] as const),
  ...(['created_at', 'updated_at'] as const),
] as const;
/** What people can fill in: one that was never published is shown to nobody. */
const isShown = sql<boolean>`(is_active and published_version is not null)`;
const whole = [...summary, 'draft', 'draft_version', 'draft_changed_at', 'draft_changed_by'] as const;

type Question = {
  cursor?: string | undefined;
  limit: number;
  search?: string | undefined;
  active?: boolean | undefined;
  sort: 'name' | '-name' | 'createdAt' | '-createdAt' | 'submissions' | '-submissions';
};

const sortedBy = {
  name: { by: sql`lower(name)`, type: 'text' },
  createdAt: { by: sql`created_at`, type: 'timestamptz' },
  submissions: { by: sql`submissions`, type: 'bigint' },
} as const;

export async function findForms(ctx: Context, question: Question) {
  const field = question.sort.replace('-', '') as keyof typeof sortedBy;
  const keyset = { ...sortedBy[field], id: sql`id`, descending: question.sort.startsWith('-') };
  const { search, active } = question;
  const matching = inSight(ctx)
    .$if(search !== undefined, (query) => query.where('name', 'ilike', containing(search ?? '')))
    .$if(active === true, (query) => query.where(isShown))
    .$if(active === false, (query) => query.where((where) => where.not(isShown)));
  return pageWithTotal(matching, matching.select(summary), question, keyset);
}

/** Those in sight that people can fill in: an organization has at most 2,000 forms. */
export async function countActive(ctx: Context): Promise<number> {
  const { active } = await inSight(ctx)
    .where(isShown)
    .select(({ fn }) => fn.countAll<string>().as('active'))
    .executeTakeFirstOrThrow();
  return Number(active);
}
export type SummaryRow = Omit<FormRow, 'draft' | 'draft_version' | 'draft_changed_at' | 'draft_changed_by'>;

export const findForm = (ctx: Context, formId: string) =>
  inSight(ctx).select(whole).where('id', '=', formId).executeTakeFirst();
export type FormRow = NonNullable<Awaited<ReturnType<typeof findForm>>>;

/** Held, so that whoever changes it at the same moment comes after. */
export const lockForm = (ctx: Context, formId: string) =>
  inSight(ctx).select(whole).where('id', '=', formId).forUpdate().executeTakeFirst();

/** Of the whole organization, whichever client is looked at. After a write of forms in this transaction the row is held until it ends. */
export async function countForms(ctx: Context): Promise<{ forms: number; active: number }> {
  const counted = await ctx.db
    .selectFrom('form_counts')
    .select(['forms', 'active'])
    .where('organization_id', '=', ctx.organizationId)
    .executeTakeFirst();
  return counted ?? { forms: 0, active: 0 };
}

/** Ids of the oldest forms people can fill in, of the whole organization, whichever client is looked at. */
export async function findOldestShown(ctx: Context, most: number): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`select id from public.forms_within_plan(${most}::int) as id`.execute(
    ctx.db,
  );
  return rows.map(({ id }) => id);
}

/** Of the whole organization. */
export const hasForms = async (ctx: Context): Promise<boolean> => (await countForms(ctx)).forms > 0;

export type NewForm = { name: string; client_id: string | null; is_active: boolean; draft: FormDefinition };

export const insertForm = (ctx: Context, { draft, ...form }: NewForm) =>
  ctx.db
    .insertInto('forms')
    .values({
      organization_id: ctx.organizationId,
      ...form,
      draft: JSON.stringify(draft),
      draft_changed_by: ctx.actor.kind === 'user' ? ctx.actor.userId : null,
    })
    .returning(whole)
    .executeTakeFirstOrThrow();

export type FormChange = {
  name?: string | undefined;
  is_active?: boolean | undefined;
  /** With whether it differs from what is published. */
  draft?: { definition: FormDefinition; has_changes: boolean } | undefined;
};

export const updateForm = (ctx: Context, formId: string, { name, is_active, draft }: FormChange) =>
  ctx.db
    .updateTable('forms')
    .set({
      updated_at: sql<Date>`now()`,
      ...(name === undefined ? {} : { name }),
      ...(is_active === undefined ? {} : { is_active }),
      ...(draft && {
        draft: JSON.stringify(draft.definition),
        has_changes: draft.has_changes,
        draft_version: sql<number>`draft_version + 1`,
        draft_changed_at: sql<Date>`now()`,
        draft_changed_by: ctx.actor.kind === 'user' ? ctx.actor.userId : null,
      }),
    })
    .where('organization_id', '=', ctx.organizationId)
    .where('id', '=', formId)
    .returning(whole)
    .executeTakeFirst();

/** The form shows the version from now on. */
export const setPublished = (ctx: Context, formId: string, version: number) =>
  ctx.db
    .updateTable('forms')
    .set({ published_version: version, has_changes: false, updated_at: sql<Date>`now()` })
    .where('organization_id', '=', ctx.organizationId)
    .where('id', '=', formId)
    .returning(whole)
    .executeTakeFirstOrThrow();

export const deleteForm = (ctx: Context, formId: string) =>
  ctx.db
    .deleteFrom('forms')
    .where('organization_id', '=', ctx.organizationId)
    .where('id', '=', formId)
    .returning('id')
    .executeTakeFirst();

/** Hours in which people who have the version before open may still send it. */
const previousHours = 24;

/** Tells the edges what strangers see now. A form that was never published is none of theirs. */
export async function announceForm(ctx: Context, form: FormRow, definition: FormDefinition | null): Promise<void> {
  const shown = definition && JSON.stringify(definition);
  await sql`
    insert into form_snapshots as known (form_id, organization_id, client_id, version, definition, is_active)
    values (${form.id}::uuid, ${ctx.organizationId}::uuid, ${form.client_id}::uuid, ${form.published_version}::int,
      coalesce(${shown}::json, '{}'::json), ${form.is_active}::boolean)
    on conflict (form_id) do update set is_active = excluded.is_active, client_id = excluded.client_id,
      version = excluded.version, definition = coalesce(${shown}::json, known.definition),
      previous_version = case when known.version < excluded.version then known.version else known.previous_version end,
      previous = case when known.version < excluded.version then known.definition else known.previous end,
      previous_until = case when known.version < excluded.version then now() + make_interval(hours => ${previousHours})
        else known.previous_until end
    where known.organization_id = excluded.organization_id`.execute(ctx.db);
}
